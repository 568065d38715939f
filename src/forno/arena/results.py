"""A folder with the results of a contest: kept while it is played, so that it can be stopped at any moment and go on."""

import json
import secrets
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import polars as pl

from forno.arena.contest import Contest
from forno.arena.match import ROW, Clock, Played, add_clock

ROWS = "games.parquet"
CLOCK = "clock.json"
_CONTEST = "contest.json"
_PARTS = "parts"
_EVERY = 5.0  # seconds between two parts
_ORDER = ("deal", "rotation", "seat")


class BadFolder(Exception):
    """Results of something else lie there."""


@dataclass
class Results:
    """`games.parquet` is whole and in order once the contest is finished; until then there are parts beside it."""

    folder: Path
    contest: Contest

    @classmethod
    def open(cls, folder: Path, contest: Contest) -> "Results":
        """Make the folder, or go on in it; BadFolder, and nothing is touched, if it is another contest's."""
        card = folder / _CONTEST
        if card.exists():
            _compare(folder, _read(card), contest)
        elif folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
            raise BadFolder(
                f"the folder {folder} is not empty, and not a folder of results: choose another with --out."
            )
        (folder / _PARTS).mkdir(parents=True, exist_ok=True)
        write(card, json.dumps(contest.facts(), indent=2) + "\n")
        return cls(folder, contest)

    def _files(self, pattern: str) -> list[Path]:
        return sorted((self.folder / _PARTS).glob(pattern))

    def rows(self) -> pl.DataFrame:
        """One row for each game and seat, in order; each once, even if two runs have played the same deal."""
        paths = [path for path in (self.folder / ROWS, *self._files("*.parquet")) if path.exists()]
        if not paths:
            return frame(self.contest, [])
        return pl.concat([pl.read_parquet(path) for path in paths]).unique(_ORDER, keep="first").sort(_ORDER)

    def clock(self) -> Clock:
        total: Clock = {}
        for path in (self.folder / CLOCK, *self._files("*.json")):
            if path.exists():
                add_clock(total, json.loads(path.read_text(encoding="utf-8")))
        return total

    def keep(self, played: Sequence[Played]) -> None:
        """A part more. A crash leaves it whole or not there at all."""
        if not played:
            return
        clock: Clock = {}
        for one in played:
            add_clock(clock, one.clock)
        name = secrets.token_hex(8)
        write(self.folder / _PARTS / f"{name}.json", json.dumps(clock))
        _write_rows(self.folder / _PARTS / f"{name}.parquet", frame(self.contest, played))

    @contextmanager
    def keeper(self) -> Iterator[Callable[[Played], None]]:
        """Takes what has been played, and writes it every few seconds and at the end, however that comes."""
        waiting: list[Played] = []
        last = time.monotonic()

        def take(played: Played) -> None:
            nonlocal last
            waiting.append(played)
            if time.monotonic() - last >= _EVERY:
                self.keep(waiting)
                waiting.clear()
                last = time.monotonic()

        try:
            yield take
        finally:
            self.keep(waiting)

    def finish(self) -> pl.DataFrame:
        """Put the parts together."""
        rows, clock = self.rows(), self.clock()
        if parts := [*self._files("*.parquet"), *self._files("*.json")]:
            _write_rows(self.folder / ROWS, rows)
            write(self.folder / CLOCK, json.dumps(clock))
            for path in parts:
                path.unlink()
        return rows


def frame(contest: Contest, played: Sequence[Played]) -> pl.DataFrame:
    """The rows as they lie in the file."""
    rows = np.concatenate([one.rows for one in played]) if played else np.zeros(0, ROW)
    names = np.array(contest.names)
    win = np.where(rows["rank"] == 0, 1 / np.maximum(rows["winners"], 1), 0.0)
    return pl.DataFrame(
        {
            "deal": rows["deal"],
            "rotation": rows["rotation"],
            "seat": rows["seat"],
            "agent": pl.Series(names[rows["agent"]] if len(rows) else [], dtype=pl.String),
            "points": rows["points"],
            "rank": rows["rank"],
            "win": win,
            "moves": rows["moves"],
            "shuffles": rows["shuffles"],
        }
    )


def _read(card: Path) -> dict[str, object]:
    try:
        found: dict[str, object] = json.loads(card.read_text(encoding="utf-8"))
    except (ValueError, OSError) as error:
        raise BadFolder(f"the file {card} cannot be read: {error}. Choose another folder with --out.") from None
    return found


def _compare(folder: Path, found: dict[str, object], contest: Contest) -> None:
    wanted = json.loads(json.dumps(contest.facts()))
    for name, value in wanted.items():
        if found.get(name) != value:
            raise BadFolder(
                f"the folder {folder} has results of another contest: its {name} is {_text(found.get(name))}, not {_text(value)}. Choose another folder with --out."
            )


def _text(value: object) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def write(path: Path, text: str) -> None:
    """Whole or not at all."""
    new = path.with_name(f".{path.name}.{secrets.token_hex(4)}")
    new.write_text(text, encoding="utf-8")
    new.replace(path)


def _write_rows(path: Path, rows: pl.DataFrame) -> None:
    new = path.with_name(f".{path.name}.{secrets.token_hex(4)}")
    rows.write_parquet(new)
    new.replace(path)
