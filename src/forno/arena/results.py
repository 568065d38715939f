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

from forno.arena.match import ROW, Clock, Played, add_clock
from forno.matches.contest import Contest
from forno.matches.run_folder import claim, write

ROWS = "games.parquet"
CLOCK = "clock.json"
_CONTEST = "contest.json"
_PARTS = "parts"
_EVERY = 5.0  # seconds between two parts
_ORDER = ("deal", "rotation", "seat")


@dataclass
class Results:
    """`games.parquet` is whole and in order once the contest is finished; until then there are parts beside it."""

    folder: Path
    contest: Contest

    @classmethod
    def open(cls, folder: Path, contest: Contest) -> "Results":
        """Make the folder, or go on in it; BadFolder, and nothing is touched, if it is another contest's."""
        claim(folder, _CONTEST, contest.facts(), content="results", maker="contest")
        (folder / _PARTS).mkdir(exist_ok=True)
        write(folder / _CONTEST, json.dumps(contest.facts(), indent=2) + "\n")
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
        write(self.folder / _PARTS / f"{name}.parquet", frame(self.contest, played).write_parquet)

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
            write(self.folder / ROWS, rows.write_parquet)
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
