"""Playing the deals of a contest: what a worker does."""

import hashlib
import time
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from forno.agents import Agent, PolicyAgent
from forno.arena.contest import Contest
from forno.arena.entrants import AgentFailed, entrant
from forno.arena.kernels import ASK, ILLEGAL, PROGRESS, advance
from forno.rules import chance
from forno.rules.game import NOBODY
from forno.rules.kernel import SILENT

ROW = np.dtype(
    [
        ("deal", np.int32),
        ("rotation", np.int8),
        ("seat", np.int8),
        ("agent", np.int16),  # its place in contest.names
        ("points", np.int16),
        ("rank", np.int8),  # how many did better: winners have 0
        ("winners", np.int8),  # seats that share the victory
        ("moves", np.int32),  # choices that this seat made
        ("shuffles", np.int16),  # in the whole game: Chef's Hat has one each shift
    ]
)


@dataclass
class Played:
    """Deals that have been played: a row for each game and seat, and what the agents' thinking took."""

    rows: NDArray[Any]
    clock: dict[str, tuple[int, float]] = field(default_factory=dict)  # choices and seconds, by agent


class Match:
    """Plays deals, on whatever worker: everything but time follows from the contest."""

    def __init__(self, contest: Contest) -> None:
        self.contest = contest

    def __getstate__(self) -> dict[str, Any]:
        return {"contest": self.contest}  # each worker makes agents of its own

    @cached_property
    def _agents(self) -> dict[str, Agent]:
        return {name: entrant(name, self.contest.game) for name in self.contest.names}

    @cached_property
    def _template(self) -> Any:
        return self.contest.game.new(self.contest.players, self.contest.options)

    def __call__(self, deals: Sequence[int]) -> Played:
        """Compiled policies cannot be timed where they run: the first game is played with all agents called from here."""
        players = self.contest.players
        rows = np.zeros((len(deals), players, players), ROW)
        clock: dict[str, list[float]] = defaultdict(lambda: [0, 0.0])
        for i, deal in enumerate(deals):
            for rotation in range(players):
                self._play(deal, rotation, rows[i, rotation], clock, timed=i + rotation == 0)
        return Played(rows.reshape(-1), {name: (int(moves), seconds) for name, (moves, seconds) in clock.items()})

    def _play(
        self, deal: int, rotation: int, rows: NDArray[Any], clock: dict[str, list[float]], *, timed: bool
    ) -> None:
        contest, game, players = self.contest, self.contest.game, self.contest.players
        names = contest.seating(deal, rotation)
        agents = [self._agents[name] for name in names]
        policies = np.array([_policy(agent) if not timed else ASK for agent in agents], np.int64)
        key = contest.deal_key(deal)
        rngs = np.concatenate([_stream(key, rotation, seat) for seat in range(players)])
        shuffler = chance.stream(key)
        states, views = self._template.copy(), np.zeros(1, game.seen)
        actions, progress = np.zeros(game.n_actions, np.int16), np.zeros(1, PROGRESS)
        seat = advance(states, -1, policies, shuffler, rngs, views, actions, progress, SILENT)
        while seat != NOBODY:
            legal = actions[: progress[0].choices].copy()
            start = time.perf_counter()
            try:
                answer = int(agents[seat].choose(views.copy(), legal, rngs[seat : seat + 1]))
            except Exception as error:
                raise AgentFailed.by(names[seat], contest, deal, rotation, seat, error) from error
            spent = clock[names[seat]]
            spent[0] += 1
            spent[1] += time.perf_counter() - start
            asked, seat = seat, advance(states, answer, policies, shuffler, rngs, views, actions, progress, SILENT)
            if seat == ILLEGAL:
                wrong = ValueError(f"its answer {answer} is not one of the legal actions {legal.tolist()}")
                raise AgentFailed.by(names[asked], contest, deal, rotation, asked, wrong)
        numbers = np.zeros(players, np.int64)
        game.score(states, 0, numbers)
        rows["points"] = numbers
        game.rank(states, 0, numbers)
        rows["rank"] = numbers
        rows["winners"] = np.count_nonzero(numbers == 0)
        rows["deal"], rows["rotation"], rows["seat"] = deal, rotation, np.arange(players)
        rows["agent"] = [contest.names.index(name) for name in names]
        rows["moves"] = progress[0].moves[:players]
        rows["shuffles"] = progress[0].shuffles


def _policy(agent: Agent) -> int:
    return agent.policy if isinstance(agent, PolicyAgent) else ASK


def _stream(key: bytes, rotation: int, seat: int) -> Any:
    """An agent's own chance: the same wherever and whenever the game is played."""
    return chance.quick_stream(hashlib.sha256(b"agent" + key + bytes((rotation, seat))).digest())
