"""How long each level thinks about a choice."""

import time
from dataclasses import dataclass, field
from itertools import count

from forno import warmup
from forno.agents import Agent, find, stand_in, view_for
from forno.rules import chance
from forno.rules.game import Game
from forno.table import Table

LIMIT = 1.0  # seconds: people should not wait longer for a bot


@dataclass
class LevelTimes:
    game: Game
    players: int
    level: str
    seconds: list[float] = field(default_factory=list)  # by choice

    @property
    def mean(self) -> float:
        return sum(self.seconds) / len(self.seconds)

    @property
    def slowest(self) -> float:
        return max(self.seconds)

    def measure(self, least: float) -> None:
        """Play whole games against `greedy`, in each seat in turn, for at least `least` seconds."""
        warmup.first_choice(self.game, self.level)()  # load the compiled code
        thinker, other = find(self.level, self.game, self.players), stand_in(self.game)
        end = time.perf_counter() + least
        for deal in count():
            self._play(thinker, other, deal)
            if time.perf_counter() > end:
                return

    def _play(self, thinker: Agent, other: Agent, deal: int) -> None:
        table = Table(self.game, self.players, key=deal.to_bytes(chance.KEY_BYTES, "little"))
        rng = chance.stream(table.key, 1)
        while (seat := table.actor) is not None:
            agent = thinker if seat == deal % self.players else other
            view, legal = view_for(agent, table, seat), table.legal()
            start = time.perf_counter()
            action = agent.choose(view, legal, rng)
            if agent is thinker:
                self.seconds.append(time.perf_counter() - start)
            table.act(seat, action)
