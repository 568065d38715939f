"""A worker that plays games and writes every decision down: a shard in Parquet."""

import io
from collections.abc import Sequence
from functools import cached_property
from typing import Any

import numpy as np
import polars as pl

from forno.agents import Agent, PolicyAgent
from forno.arena.entrants import entrant
from forno.arena.kernels import ASK, open_streams
from forno.envs.observations import layout_of
from forno.rules import chance
from forno.rules.game import NOBODY
from forno.rules.kernel import SILENT
from forno.simulate.kernels import FULL, PROGRESS, Rows, advance
from forno.simulate.plan import BadAnswer, Plan

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
        return all(isinstance(agent, PolicyAgent) for agent in self._table.agents.values())

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


class _Table:
    """Everything that one game after the other is played with."""

    def __init__(self, plan: Plan) -> None:
        contest, game = plan.contest, plan.game
        self.plan = plan
        self.agents = {name: entrant(name, game) for name in contest.names}
        self.template = game.new(contest.players, contest.options)
        self.states = self.template.copy()
        self.views = np.zeros(1, game.seen)
        self.actions = np.zeros(game.n_actions, np.int16)
        self.progress = np.zeros(1, PROGRESS)
        self.rngs = np.zeros(contest.players, chance.STREAM)
        self.rows = Rows(
            move=np.zeros(_ROOM, np.int32),
            seat=np.zeros(_ROOM, np.int8),
            observation=np.zeros((_ROOM, layout_of(game.id).size), np.int8),
            mask=np.zeros((_ROOM, game.n_actions), np.bool_),
            action=np.zeros(_ROOM, np.int16),
        )

    def play(self, number: int) -> list[dict[str, Any]]:
        """One game's decisions, by column, in some parts."""
        contest, rotation = self.plan.contest, self.plan.rotation(number)
        names = self.plan.seating(number)
        agents = [self.agents[name] for name in names]
        policies = np.array([_policy(agent) for agent in agents], np.int64)
        self.states[0] = self.template[0]
        self.progress[:] = np.zeros(1, PROGRESS)
        shuffler = chance.stream(contest.deal_key(number))
        open_streams(shuffler, rotation, self.rngs)
        arrays = (policies, shuffler, self.rngs, self.views, self.actions, self.progress, SILENT, self.rows)
        parts: list[dict[str, Any]] = []
        seat = advance(self.states, -1, *arrays)
        while seat != NOBODY:
            if seat == FULL:
                parts.append(self._put_aside())
                seat = advance(self.states, -1, *arrays)
                continue
            legal = self.actions[: self.progress[0].choices].copy()
            try:
                answer = int(agents[seat].choose(self.views.copy(), legal, self.rngs[seat : seat + 1]))
                if answer not in legal:
                    raise BadAnswer(f"its answer {answer} is not one of the legal actions {legal.tolist()}")  # noqa: TRY301  said like all else
            except Exception as error:
                raise self.plan.failure(number, seat, error) from error
            seat = advance(self.states, answer, *arrays)
        parts.append(self._put_aside())
        for part in parts:
            self._add_results(part, number, names)
        return parts

    def _put_aside(self) -> dict[str, Any]:
        filled = int(self.progress[0].rows)
        self.progress[0].rows = 0
        return {name: column[:filled].copy() for name, column in self.rows._asdict().items()}

    def _add_results(self, part: dict[str, Any], number: int, names: Sequence[str]) -> None:
        game, seats = self.plan.game, part["seat"]
        numbers = np.zeros(len(names), np.int64)
        part["game"] = np.full(len(seats), number, np.int64)
        part["agent"] = np.array([self.plan.contest.names.index(name) for name in names], np.uint32)[seats]
        game.score(self.states, 0, numbers)
        part["points"] = numbers.astype(np.int16)[seats]
        game.rank(self.states, 0, numbers)
        part["rank"] = numbers.astype(np.int8)[seats]


def _policy(agent: Agent) -> int:
    return agent.policy if isinstance(agent, PolicyAgent) else ASK
