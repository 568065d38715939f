"""Check that everything in requirements-play.lock can be installed on other systems: that each package has a wheel there.

    python tools/platform_wheels.py [--platform win_amd64 …] [--python 3.12 …]

Downloads the wheels for each system and Python into a temporary folder, by the hashes of the lock. Nothing is installed.
"""

import argparse
import re
import subprocess
import sys
import tempfile
from pathlib import Path

from packaging.markers import Marker

LOCK = Path(__file__).parents[1] / "requirements-play.lock"
PLATFORMS = ("win_amd64", "macosx_12_0_arm64", "manylinux_2_28_x86_64", "manylinux_2_28_aarch64")
PYTHONS = ("3.11", "3.12", "3.13")
_PIN = re.compile(r"^([\w.-]+)==(\S+)(?: ; (.*?))? \\\n((?: +--hash[^\n]+\n)+)", re.MULTILINE)


def requirements(platform: str, python: str) -> dict[str, str]:
    """The lines of the lock that count there, by package. (pip would read the conditions for the system it runs on.)"""
    systems = {"win": "win32", "mac": "darwin", "man": "linux"}
    facts = {"sys_platform": systems[platform[:3]], "python_version": python, "python_full_version": f"{python}.0"}
    return {
        name: f"{name}=={version} \\\n{hashes}"
        for name, version, condition, hashes in _PIN.findall(LOCK.read_text(encoding="utf-8"))
        if not condition or Marker(condition).evaluate(facts)
    }


def missing(platform: str, python: str) -> list[str]:
    """The packages without a wheel."""
    found = []
    for name, line in requirements(platform, python).items():
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "requirements.txt"
            file.write_text(line, encoding="utf-8")
            options = ["--no-deps", "--only-binary=:all:", "--require-hashes", "--quiet", "--dest", folder]
            where = [word for tag in _tags(platform) for word in ("--platform", tag)]
            command = [
                sys.executable,
                "-m",
                "pip",
                "download",
                *options,
                *where,
                "--python-version",
                python,
                "-r",
                str(file),
            ]
            if subprocess.run(command, capture_output=True, check=False).returncode:  # noqa: S603  our own command
                found.append(name)
    return found


def _tags(platform: str) -> list[str]:
    """The platform and the older ones whose wheels also run there. pip knows that of macOS only."""
    older = (28, 27, 24, 17, 12, 5) if platform.startswith("manylinux_2_28_") else ()
    return [platform, *(platform.replace("_28_", f"_{version}_") for version in older[1:])]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--platform", nargs="+", default=PLATFORMS)
    parser.add_argument("--python", nargs="+", default=PYTHONS)
    given = parser.parse_args()
    is_complete = True
    for platform in given.platform:
        for python in given.python:
            lacking = missing(platform, python)
            is_complete = is_complete and not lacking
            count = len(requirements(platform, python))
            lacks = f"no wheel for {', '.join(lacking)}" if lacking else f"wheels for all {count} packages"
            sys.stdout.write(f"{platform}, Python {python}: {lacks}\n")
            sys.stdout.flush()
    sys.exit(0 if is_complete else 1)


if __name__ == "__main__":
    main()
