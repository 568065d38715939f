"""Write every decision of a game as a row of a Parquet file."""

import io
from collections.abc import Sequence
from functools import cached_property
from typing import Any

import numpy as np
import polars as pl

from forno.matches.contest import Contest
from forno.matches.loop import FULL, NO_ACTION, Recorder
from forno.matches.runner import GameRunner
from forno.observations import layout_of, observe_all
from forno.rules.game import NOBODY
from forno.rules.records import new_records

_ROWS = 4096  # of the recorder

Columns = dict[str, Any]


def schema(contest: Contest) -> dict[str, tuple[Any, str]]:
    """Type and description of each column."""
    game = contest.game
    return {
        "game": (pl.Int64, "number of the game, from 0"),
        "move": (pl.Int32, "number of the decision in its game, from 0"),
        "seat": (pl.Int8, "who decides"),
        "agent": (pl.Enum(contest.names), "who sits there"),
        "observation": (pl.Array(pl.Int8, layout_of(game.id).size), "what the seat observes: see layout in simulation.json"),
        "mask": (pl.Array(pl.Boolean, game.n_actions), "which actions are legal"),
        "action": (pl.Int16, "what is done: see actions.json"),
        "points": (pl.Int16, "of this seat at the end of the game"),
        "rank": (pl.Int8, "how many did better than this seat in the end: winners have 0"),
    }  # fmt: skip


class DecisionWriter:
    """Called with the numbers of games, returns a Parquet file. Its bytes depend on the contest and the numbers alone."""

    def __init__(self, contest: Contest) -> None:
        self.contest = contest

    def __getstate__(self) -> dict[str, Any]:
        return {"contest": self.contest}  # each worker makes its own runner

    @cached_property
    def _runner(self) -> "_RecordingRunner":
        return _RecordingRunner(self.contest)

    @property
    def is_compiled(self) -> bool:
        return self._runner.is_compiled

    def prepare(self) -> None:
        _ = self._runner

    def frame(self, games: Sequence[int]) -> pl.DataFrame:
        played = [self._runner.play(number) for number in games]
        columns: Columns = {name: np.concatenate([game[name] for game in played]) for name in played[0]}
        kinds = {name: kind for name, (kind, _) in schema(self.contest).items()}
        columns["agent"] = pl.Series(self.contest.names, dtype=kinds["agent"]).gather(columns["agent"])
        return pl.DataFrame({name: pl.Series(columns[name], dtype=kind) for name, kind in kinds.items()})

    def __call__(self, games: Sequence[int]) -> bytes:
        file = io.BytesIO()
        self.frame(games).write_parquet(file, compression="zstd")
        return file.getvalue()


class _RecordingRunner(GameRunner):
    def __init__(self, contest: Contest) -> None:
        game = contest.game
        self._rows = Recorder(
            seats=np.zeros(_ROWS, np.int8),
            views=new_records(_ROWS, game.view_dtype),
            masks=np.zeros((_ROWS, game.n_actions), np.bool_),
            actions=np.zeros(_ROWS, np.int16),
        )
        self._size = layout_of(game.id).size
        super().__init__(contest, self._rows)

    def play(self, number: int) -> Columns:
        """The columns of one game."""
        self.begin(self.contest.single_game(number))
        parts: list[Columns] = []
        seat = self.advance()
        while seat != NOBODY:
            answer = NO_ACTION
            if seat == FULL:
                parts.append(self._take_rows())
            else:
                answer, _ = self.ask(seat)
            seat = self.advance(answer)
        parts.append(self._take_rows())
        columns = {name: np.concatenate([part[name] for part in parts]) for name in parts[0]}
        return columns | self._results(number, columns["seat"])

    def _take_rows(self) -> Columns:
        """Copy the filled rows, and mark all rows as empty."""
        filled = int(self.progress[0].rows)
        self.progress[0].rows = 0
        rows = self._rows
        observations = np.empty((filled, self._size), np.int8)
        observe_all(rows.views[:filled], observations)
        copies = {"seat": rows.seats, "mask": rows.masks, "action": rows.actions}
        return {"observation": observations} | {name: column[:filled].copy() for name, column in copies.items()}

    def _results(self, number: int, seats: Any) -> Columns:
        points, ranks = self.results()
        agents = np.array([self.contest.names.index(name) for name in self.names], np.uint32)
        return {
            "game": np.full(len(seats), number, np.int64),
            "move": np.arange(len(seats), dtype=np.int32),
            "agent": agents[seats],
            "points": points.astype(np.int16)[seats],
            "rank": ranks.astype(np.int8)[seats],
        }
