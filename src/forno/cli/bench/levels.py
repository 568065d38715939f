"""How long the levels that people play against think about a choice."""

import time
from dataclasses import dataclass, field
from itertools import count

from forno import warmup
from forno.agents import Agent, find
from forno.rules import chance
from forno.rules.game import Game
from forno.table import Table

LIMIT = 1.0  # seconds: who waits longer for a bot wonders what has happened


@dataclass
class Pace:
    game: Game
    players: int
    level: str
    seconds: list[float] = field(default_factory=list)  # for each choice

    @property
    def mean(self) -> float:
        return sum(self.seconds) / len(self.seconds)

    @property
    def slowest(self) -> float:
        return max(self.seconds)

    def measure(self, least: float) -> None:
        """Whole games against `cook`, from one seat after the other, for at least so many seconds."""
        warmup.first_choice(self.game, self.level)()  # loads the machine code
        thinker, other = find(self.level, self.game), find("cook", self.game)
        end = time.perf_counter() + least
        for deal in count():
            self._play(thinker, other, deal)
            if time.perf_counter() > end:
                return

    def _play(self, thinker: Agent, other: Agent, deal: int) -> None:
        table = Table(self.game, self.players, key=deal.to_bytes(chance.KEY_BYTES, "little"))
        rng = chance.stream(table.key, 1)
        while (seat := table.actor) is not None:
            view, legal = table.view(seat), table.legal()
            agent = thinker if seat == deal % self.players else other
            start = time.perf_counter()
            action = agent.choose(view, legal, rng)
            if agent is thinker:
                self.seconds.append(time.perf_counter() - start)
            table.act(seat, action)
