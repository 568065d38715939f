"""A contest: which agents play which game, who sits where, and the keys of the deals."""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from typing import Any

from forno import __version__
from forno.rules import find
from forno.rules.chance import KEY_BYTES
from forno.rules.game import BadSetup, Game, Value


@dataclass(frozen=True)
class ContestGame:
    """One game of a contest: its number, the deal that is played, and how many seats the line-up is rotated by."""

    number: int
    deal: int
    rotation: int


@dataclass(frozen=True)
class Contest:
    """Everything that decides the results.

    A *deal* is one key, which decides all shuffles of a game. A *line-up* says who sits where before the rotation. The line-ups take turns,
    deal by deal.
    """

    game_id: str
    players: int
    options: Mapping[str, Value]  # all of them
    agents: tuple[str, ...]  # as listed by the user; an agent may be listed more than once
    key: bytes

    @classmethod
    def make(
        cls, game: Game, agents: tuple[str, ...], *, players: int, options: Mapping[str, Value], key: bytes
    ) -> "Contest":
        """Raise BadSetup, with a sentence for people, if this cannot be played."""
        if len(key) != KEY_BYTES:
            raise BadSetup(f"a key has {KEY_BYTES} bytes, not {len(key)}.")
        if not agents:
            raise BadSetup("a contest needs agents.")
        return cls(game.id, players, game.check(players, options), agents, key)

    @property
    def game(self) -> Game:
        return find(self.game_id)

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The distinct agents, in the order in which they were listed."""
        return tuple(dict.fromkeys(self.agents))

    @cached_property
    def lineups(self) -> tuple[tuple[str, ...], ...]:
        """The line-ups that take turns.

        With as many agents as seats, there is one line-up of all of them. Two agents play as the first against a field of the second. With more
        agents than seats, every combination plays. With fewer, the list repeats, starting from each agent in turn. Except in a field, all agents
        sit equally often.
        """
        agents, seats = self.agents, self.players
        if len(agents) == seats:
            return (agents,)
        if len(agents) == 2:
            return ((agents[0], *[agents[1]] * (seats - 1)),)
        if len(agents) > seats:
            return tuple(combinations(agents, seats))
        return tuple(
            tuple(agents[(first + seat) % len(agents)] for seat in range(seats)) for first in range(len(agents))
        )

    def lineup(self, deal: int) -> tuple[str, ...]:
        return self.lineups[deal % len(self.lineups)]

    def seating(self, deal: int, rotation: int) -> tuple[str, ...]:
        """The agents by seat."""
        lineup = self.lineup(deal)
        return tuple(lineup[(seat - rotation) % self.players] for seat in range(self.players))

    def rotated_game(self, deal: int, rotation: int) -> ContestGame:
        """A game of a contest that plays every deal in all rotations, so that the luck of the cards cancels."""
        return ContestGame(deal * self.players + rotation, deal, rotation)

    def single_game(self, number: int) -> ContestGame:
        """A game of a contest that plays every deal once, rotated by one more seat each time, so that every agent sits everywhere."""
        return ContestGame(number, number, number % self.players)

    def deals_for(self, games: int) -> int:
        """The fewest deals that make at least this many games when each is played in all rotations, each line-up equally often."""
        n = len(self.lineups)
        return -(-games // (self.players * n)) * n

    def deal_key(self, deal: int) -> bytes:
        """A table with this key deals the same cards."""
        return hashlib.sha256(b"deal" + self.key + deal.to_bytes(8, "little")).digest()

    def facts(self) -> dict[str, Any]:
        """Everything that decides the results, as JSON, including the versions of rules and agents."""
        return {
            "game": self.game_id,
            "rules": self.game.version,
            "players": self.players,
            "options": dict(self.options),
            "agents": list(self.agents),
            "key": self.key.hex(),
            "forno": __version__,
        }

    @property
    def slug(self) -> str:
        """A folder name, different for every contest."""
        digest = hashlib.sha256(json.dumps(self.facts(), sort_keys=True).encode()).hexdigest()
        return f"{self.game_id}-{digest[:8]}"
