"""Games on disk: those that wait to be resumed, and those that are finished.

A saved game is a record with a few lines before it that say who plays which seat. A finished game is the record alone.
"""

import os
import tempfile
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from forno import folders
from forno.table import BadRecord, Record, Table

_HEAD = "forno-save: 1"
SUFFIX = ".forno"


@dataclass(frozen=True)
class Save:
    path: Path
    seat: int  # the person's
    agents: tuple[str, ...]  # by seat; the person's own is empty

    def write(self, table: Table) -> None:
        """Whatever happens meanwhile, the file holds either the old text or the new one."""
        agents = ",".join(name or "-" for name in self.agents)
        _write(self.path, f"{_HEAD}\nseat: {self.seat}\nagents: {agents}\n\n{table.record().dumps()}")

    def finish(self, table: Table) -> Path:
        """Keep the record of a finished game, which then waits no longer."""
        path = folders.data() / "finished" / self.path.name
        _write(path, table.record().dumps())
        self.path.unlink(missing_ok=True)
        return path


def new(game_id: str, seat: int, agents: tuple[str, ...]) -> Save:
    moment = datetime.now().astimezone().strftime("%Y-%m-%d-%H%M%S-%f")
    return Save(_folder() / f"{game_id}-{moment}{SUFFIX}", seat, agents)


def newest(game_id: str | None) -> Path | None:
    """The game saved last, of one kind or of any."""
    paths = [path for path in _folder().glob(f"*{SUFFIX}") if game_id is None or _game_of(path) == game_id]
    return max(paths, key=lambda path: path.stat().st_mtime_ns, default=None)


def load(path: Path) -> tuple[Save, Record]:
    """BadRecord if the file is damaged; whether its actions are legal shows when it is replayed."""
    try:
        text = path.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise BadRecord("it is no UTF-8 text.") from None
    lines = text.splitlines()[:4]
    if len(lines) < 4 or lines[0] != _HEAD or lines[3]:
        raise BadRecord(f"its first lines are not those of a saved game (“{_HEAD}”, seat, agents).")
    record = Record.loads(record_text(text))
    seat, agents = lines[1].removeprefix("seat: "), lines[2].removeprefix("agents: ").split(",")
    if seat not in map(str, range(len(record.names))) or len(agents) != len(record.names):
        raise BadRecord("its lines “seat” and “agents” do not fit the table.")
    return Save(path, int(seat), tuple(name if name != "-" else "" for name in agents)), record


def record_text(text: str) -> str:
    """A saved game's text without the lines about who plays; any other text unchanged."""
    return text.partition("\n\n")[2] if text.startswith(_HEAD) else text


def _folder() -> Path:
    return folders.data() / "games"


def _game_of(path: Path) -> str:
    return path.name.rsplit("-", 5)[0]


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=".", suffix=".part")
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        Path(temporary).replace(path)
    except BaseException:
        Path(temporary).unlink(missing_ok=True)
        raise
