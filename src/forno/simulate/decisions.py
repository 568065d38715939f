"""A worker that plays games and writes every decision down: a shard in Parquet."""

import io
from collections.abc import Sequence
from functools import cached_property
from typing import Any

import numpy as np
import polars as pl

from forno.matches.loop import NO_ACTION
from forno.matches.runner import GameRunner
from forno.observations import layout_of
from forno.rules.game import NOBODY
from forno.simulate.loop import FULL, PROGRESS, Rows, advance
from forno.simulate.plan import Plan

_ROOM = 4096  # rows that are filled before they are put aside


def schema(plan: Plan) -> dict[str, tuple[Any, str]]:
    """The columns: type, and what they say."""
    game = plan.game
    return {
        "game": (pl.Int64, "number of the game, from 0"),
        "move": (pl.Int32, "number of the decision in its game, from 0"),
        "seat": (pl.Int8, "who decides"),
        "agent": (pl.Enum(plan.contest.names), "who sits there"),
        "observation": (pl.Array(pl.Int8, layout_of(game.id).size), "what the seat observes: see layout in simulation.json"),
        "mask": (pl.Array(pl.Boolean, game.n_actions), "which actions are legal"),
        "action": (pl.Int16, "what is done: see actions.json"),
        "points": (pl.Int16, "of this seat at the end of the game"),
        "rank": (pl.Int8, "how many did better than this seat in the end: winners have 0"),
    }  # fmt: skip


class Decisions:
    """Called with the numbers of games: a Parquet file as bytes. Everything in it follows from the plan."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan

    def __getstate__(self) -> dict[str, Any]:
        return {"plan": self.plan}  # each worker makes a table and agents of its own

    @cached_property
    def _table(self) -> "_Table":
        return _Table(self.plan)

    @property
    def is_compiled(self) -> bool:
        return self._table.is_compiled

    def prepare(self) -> None:
        _ = self._table

    def frame(self, games: Sequence[int]) -> pl.DataFrame:
        parts = [part for number in games for part in self._table.play(number)]
        columns: dict[str, Any] = {name: np.concatenate([part[name] for part in parts]) for name in parts[0]}
        kinds = {name: kind for name, (kind, _) in schema(self.plan).items()}
        columns["agent"] = pl.Series(self.plan.contest.names, dtype=kinds["agent"]).gather(columns["agent"])
        return pl.DataFrame({name: pl.Series(columns[name], dtype=kind) for name, kind in kinds.items()})

    def __call__(self, games: Sequence[int]) -> bytes:
        file = io.BytesIO()
        self.frame(games).write_parquet(file, compression="zstd")
        return file.getvalue()


class _Table(GameRunner):
    def __init__(self, plan: Plan) -> None:
        super().__init__(plan.contest, PROGRESS)
        self.plan = plan
        self.rows = Rows(
            move=np.zeros(_ROOM, np.int32),
            seat=np.zeros(_ROOM, np.int8),
            observation=np.zeros((_ROOM, layout_of(plan.game.id).size), np.int8),
            mask=np.zeros((_ROOM, plan.game.n_actions), np.bool_),
            action=np.zeros(_ROOM, np.int16),
        )

    def play(self, number: int) -> list[dict[str, Any]]:
        """One game's decisions, by column, in some parts."""
        arrays = (*self.begin(number, number, self.plan.rotation(number)), self.rows)
        parts: list[dict[str, Any]] = []
        seat = advance(self.states, NO_ACTION, *arrays)
        while seat != NOBODY:
            answer = NO_ACTION
            if seat == FULL:
                parts.append(self._put_aside())
            else:
                answer, _ = self.ask(seat)
            seat = advance(self.states, answer, *arrays)
        parts.append(self._put_aside())
        self._add_results(parts, number)
        return parts

    def _put_aside(self) -> dict[str, Any]:
        filled = int(self.progress[0].rows)
        self.progress[0].rows = 0
        return {name: column[:filled].copy() for name, column in self.rows._asdict().items()}

    def _add_results(self, parts: Sequence[dict[str, Any]], number: int) -> None:
        points, ranks = self.results()
        agents = np.array([self.contest.names.index(name) for name in self.names], np.uint32)
        for part in parts:
            seats = part["seat"]
            part["game"] = np.full(len(seats), number, np.int64)
            part["agent"] = agents[seats]
            part["points"] = points.astype(np.int16)[seats]
            part["rank"] = ranks.astype(np.int8)[seats]
