"""What is to be played and written."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from forno.matches.contest import Contest
from forno.rules.game import BadSetup, Game

PARQUET, CHEFSHATGYM = FORMATS = ("parquet", "chefshatgym")
ENDINGS = {PARQUET: "parquet", CHEFSHATGYM: "csv"}
MOST_GAMES = 10**9


@dataclass(frozen=True)
class Plan:
    """Everything that decides what is written, but for how much of it. BadSetup, with a sentence for people, if it cannot be.

    Game number n is played with the deal number n of the contest, and the seats rotated n times: so each game has cards of its own, and everybody sits
    everywhere.
    """

    contest: Contest
    shard: int = 100  # games in one file
    format: str = PARQUET

    def __post_init__(self) -> None:
        if self.format not in FORMATS:
            raise BadSetup(f"there is no format {self.format!r}: it can be {' or '.join(FORMATS)}.")
        if self.format == CHEFSHATGYM and self.game.id != "chefs-hat":
            raise BadSetup(f"the format {CHEFSHATGYM} is for Chef's Hat, not for {self.game.title}.")
        if self.shard < 1:
            raise BadSetup("a file has at least one game.")

    @property
    def game(self) -> Game:
        return self.contest.game

    def rotation(self, number: int) -> int:
        return number % self.contest.players

    def seating(self, number: int) -> tuple[str, ...]:
        """The agents of one game, by seat."""
        return self.contest.seating(number, self.rotation(number))

    def shards(self, games: int) -> Iterator[range]:
        for first in range(0, games, self.shard):
            yield range(first, min(first + self.shard, games))

    def facts(self) -> dict[str, Any]:
        return {**self.contest.facts(), "games_in_a_file": self.shard, "format": self.format}
