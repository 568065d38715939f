"""Games on disk: saved ones, which can be resumed, and finished ones.

The file of a saved game is a record after a few lines that say who plays which seat. A finished game is the record alone.
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
class SavedGame:
    path: Path
    seat: int  # the person's
    agents: tuple[str, ...]  # by seat; the person's own is empty

    def write(self, table: Table) -> None:
        """Replace the file atomically: a crash leaves the old text or the new one."""
        agents = ",".join(name or "-" for name in self.agents)
        _write(self.path, f"{_HEAD}\nseat: {self.seat}\nagents: {agents}\n\n{table.record().dumps()}")

    def finish(self, table: Table) -> Path:
        """Write the record of the finished game, remove the saved one, and return the record's path."""
        path = folders.data() / "finished" / self.path.name
        _write(path, table.record().dumps())
        self.path.unlink(missing_ok=True)
        return path


def new(game_id: str, seat: int, agents: tuple[str, ...]) -> SavedGame:
    timestamp = datetime.now().astimezone().strftime("%Y-%m-%d-%H%M%S-%f")
    return SavedGame(_folder() / f"{game_id}-{timestamp}{SUFFIX}", seat, agents)


def newest(game_id: str | None) -> Path | None:
    """The game that was saved last, of one kind or of any."""
    paths = [path for path in _folder().glob(f"*{SUFFIX}") if game_id is None or _game_of(path) == game_id]
    return max(paths, key=lambda path: path.stat().st_mtime_ns, default=None)


def load(path: Path) -> tuple[SavedGame, Record]:
    """Raises BadRecord if the file is damaged. Its actions are only checked when the record is replayed."""
    try:
        text = path.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise BadRecord("it is not UTF-8 text.") from None
    lines = text.splitlines()[:4]
    if len(lines) < 4 or lines[0] != _HEAD or lines[3]:
        raise BadRecord(f"its first lines should be “{_HEAD}”, “seat: …” and “agents: …”.")
    record = Record.loads(record_text(text))
    seat, agents = lines[1].removeprefix("seat: "), lines[2].removeprefix("agents: ").split(",")
    if seat not in map(str, range(len(record.names))) or len(agents) != len(record.names):
        raise BadRecord("its lines “seat” and “agents” do not match the table.")
    return SavedGame(path, int(seat), tuple(name if name != "-" else "" for name in agents)), record


def record_text(text: str) -> str:
    """The record in the text of a saved game. Any other text is returned unchanged."""
    return text.partition("\n\n")[2] if text.startswith(_HEAD) else text


def _folder() -> Path:
    return folders.data() / "games"


def _game_of(path: Path) -> str:
    return path.name.rsplit("-", 5)[0]


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, temporary = tempfile.mkstemp(dir=path.parent, prefix=".", suffix=".part")
    try:
        with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        Path(temporary).replace(path)
    except BaseException:
        Path(temporary).unlink(missing_ok=True)
        raise
