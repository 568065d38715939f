"""The folder with the results of a contest. It grows while the contest is played, so a stopped contest can continue."""

import json
import secrets
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import polars as pl

from forno.arena.worker import ROW, PlayedDeals, ThinkingTimes, add_times
from forno.matches.contest import Contest
from forno.matches.fingerprints import Fingerprint
from forno.matches.run_folder import FINGERPRINTS, claim, write

ROWS = "games.parquet"
TIMES = "clock.json"
_CONTEST = "contest.json"
_PARTS = "parts"
_SECONDS = 5.0  # between two writes
_ORDER = ("deal", "rotation", "seat")


@dataclass
class Results:
    """`games.parquet` is complete and in order once the contest is finished. Until then the folder `parts` has the rest."""

    folder: Path
    contest: Contest

    @classmethod
    def open(cls, folder: Path, contest: Contest, agents: Mapping[str, Fingerprint] | None = None) -> "Results":
        """Make the folder, or continue in it. `agents` are their fingerprints.

        Raise BadFolder, without touching anything, if the folder belongs to another contest, or if an agent has changed.
        """
        facts = {**contest.facts(), FINGERPRINTS: dict(agents or {})}
        claim(folder, _CONTEST, facts, content="results", maker="contest")
        (folder / _PARTS).mkdir(exist_ok=True)
        write(folder / _CONTEST, json.dumps(facts, indent=2) + "\n")
        return cls(folder, contest)

    def _files(self, pattern: str) -> list[Path]:
        return sorted((self.folder / _PARTS).glob(pattern))

    def rows(self) -> pl.DataFrame:
        """One row for each game and seat, in order. A deal that two runs have played counts once."""
        paths = [path for path in (self.folder / ROWS, *self._files("*.parquet")) if path.exists()]
        if not paths:
            return frame(self.contest, [])
        rows = pl.concat([pl.read_parquet(path) for path in paths], how="diagonal")
        if "refused" not in rows.columns:  # written by Forno 0.1.0
            rows = rows.with_columns(refused=pl.lit(0, pl.Int32))
        return rows.with_columns(pl.col("refused").fill_null(0)).unique(_ORDER, keep="first").sort(_ORDER)

    def times(self) -> ThinkingTimes:
        total: ThinkingTimes = {}
        for path in (self.folder / TIMES, *self._files("*.json")):
            if path.exists():
                add_times(total, json.loads(path.read_text(encoding="utf-8")))
        return total

    def keep(self, played: Sequence[PlayedDeals]) -> None:
        """Add a part. A crash leaves it complete or not there at all."""
        if not played:
            return
        times: ThinkingTimes = {}
        for one in played:
            add_times(times, one.times)
        name = secrets.token_hex(8)
        write(self.folder / _PARTS / f"{name}.json", json.dumps(times))
        write(self.folder / _PARTS / f"{name}.parquet", frame(self.contest, played).write_parquet)

    @contextmanager
    def batched_writes(self) -> Iterator[Callable[[PlayedDeals], None]]:
        """A function that takes played deals and writes them every few seconds. The rest is written at the end, also after an exception."""
        waiting: list[PlayedDeals] = []
        last = time.monotonic()

        def take(played: PlayedDeals) -> None:
            nonlocal last
            waiting.append(played)
            if time.monotonic() - last >= _SECONDS:
                self.keep(waiting)
                waiting.clear()
                last = time.monotonic()

        try:
            yield take
        finally:
            self.keep(waiting)

    def finish(self) -> pl.DataFrame:
        """Merge the parts into one file, and return its rows."""
        rows, times = self.rows(), self.times()
        if parts := [*self._files("*.parquet"), *self._files("*.json")]:
            write(self.folder / ROWS, rows.write_parquet)
            write(self.folder / TIMES, json.dumps(times))
            for path in parts:
                path.unlink()
        return rows


def frame(contest: Contest, played: Sequence[PlayedDeals]) -> pl.DataFrame:
    """The rows as they are stored."""
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
            "refused": rows["refused"],
        }
    )
