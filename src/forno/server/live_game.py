"""A game in memory: the table, and what each audience has been shown of it."""

from collections.abc import Iterable
from dataclasses import asdict
from functools import cached_property

import msgspec

from forno.results import result_of
from forno.rules import find
from forno.rules.game import SPECTATOR
from forno.server.messages import Result
from forno.server.problems import Problem
from forno.server.seat_feed import SeatFeed
from forno.server.store import TableRow
from forno.table import Table


class LiveGame:
    def __init__(self, table: Table) -> None:
        self.table = table
        self.feeds = {seat: SeatFeed(seat) for seat in range(SPECTATOR, table.players)}
        self.update_feeds()

    def feed(self, seat: int | None) -> SeatFeed:
        """The feed of a seat; None for spectators."""
        return self.feeds[SPECTATOR if seat is None else seat]

    def act(self, seat: int, action: int | str) -> str:
        """Do the action and return its canonical text. Raises Refusal if the rules do not allow it.

        Nobody is shown anything before `update_feeds`.
        """
        feed = self.feeds[seat]
        self.table.act(seat, action)
        text = self.table.texts[-1]
        feed.answers[feed.number] = text
        return text

    def update_feeds(self) -> None:
        for feed in self.feeds.values():
            feed.update(self.table)

    @cached_property
    def result(self) -> Result:
        """Only for a finished game."""
        return msgspec.convert({**asdict(result_of(self.table)), "key": self.table.key.hex()}, Result)

    @property
    def actor_is_public(self) -> bool:
        """Whether everybody knows who is to decide."""
        return self.feeds[SPECTATOR].actor == self.table.actor


def resume(row: TableRow, moves: Iterable[tuple[int, str]] = ()) -> LiveGame:
    """The game after these moves. Raises BadSetup if it cannot be set up, Problem if it was played by other rules."""
    game = find(row.game)
    if game.version != row.rules:
        raise Problem("too-old", game=game.title)
    live = LiveGame(Table(game, len(row.seats), row.options, key=row.key, names=[seat.name for seat in row.seats]))
    for seat, text in moves:
        live.act(seat, text)
        live.update_feeds()
    return live
