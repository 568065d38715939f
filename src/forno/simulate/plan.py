"""What a simulation plays and how it writes it down."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from forno.matches.contest import Contest
from forno.matches.formats import Format
from forno.rules.game import BadSetup
from forno.simulate.parquet import PARQUET

MAX_GAMES = 10**9


@dataclass(frozen=True)
class Plan:
    """Everything that decides the files, except the number of games.

    Game number n is `contest.single_game(n)`. Raise BadSetup, with a sentence for people, if the plan cannot be carried out.
    """

    contest: Contest
    shard: int = 100  # games in one file
    format: Format = PARQUET

    def __post_init__(self) -> None:
        self.format.check(self.contest.game)
        if self.shard < 1:
            raise BadSetup("a file has at least one game.")

    def shards(self, games: int) -> Iterator[range]:
        """The numbers of the games in each file."""
        for first in range(0, games, self.shard):
            yield range(first, min(first + self.shard, games))

    def facts(self) -> dict[str, Any]:
        return {
            **self.contest.facts(),
            "games_in_a_file": self.shard,
            "format": self.format.name,
            **self.format.facts(),
        }
