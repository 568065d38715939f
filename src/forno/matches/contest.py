"""What is to be played: a contest, its line-ups, and the keys of its deals."""

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
class Contest:
    """Everything that decides the results.

    A *deal* is one key, by which all shuffles of a game are made. It is played by one *line-up* in all rotations: as many games as there
    are seats. The line-ups take turns, deal by deal.
    """

    game_id: str
    players: int
    options: Mapping[str, Value]  # all of them
    agents: tuple[str, ...]  # as they were listed: an agent may be listed more than once
    key: bytes

    @classmethod
    def make(
        cls, game: Game, agents: tuple[str, ...], *, players: int, options: Mapping[str, Value], key: bytes
    ) -> "Contest":
        """BadSetup, with a sentence for people, if this cannot be played."""
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
        """The different agents, in the order in which they were listed."""
        return tuple(dict.fromkeys(self.agents))

    @cached_property
    def lineups(self) -> tuple[tuple[str, ...], ...]:
        """Who sits at the table, seat by seat, before the rotation. As many agents as seats: all of them. Two: the first against a field of the second. More
        than seats: each choice of them. Fewer: the list begun again, from each place in it. So all agents sit equally often, but for a field.
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

    def deals_for(self, games: int) -> int:
        """How many deals make at least so many games, with each line-up equally often."""
        n = len(self.lineups)
        return -(-games // (self.players * n)) * n

    def deal_key(self, deal: int) -> bytes:
        """A table with this key deals the same cards."""
        return hashlib.sha256(b"deal" + self.key + deal.to_bytes(8, "little")).digest()

    def facts(self) -> dict[str, Any]:
        """All that decides the results, as JSON: the versions of rules and agents too."""
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
        """The name of a folder: another one for each contest."""
        digest = hashlib.sha256(json.dumps(self.facts(), sort_keys=True).encode()).hexdigest()
        return f"{self.game_id}-{digest[:8]}"
