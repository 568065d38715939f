"""A game under way: the table, and what each audience has been shown of it."""

from collections.abc import Iterable

from forno.rules import find
from forno.rules.game import SPECTATOR
from forno.server.problems import Problem
from forno.server.seat_feed import SeatFeed
from forno.server.store import TableRow
from forno.table import Table


class Play:
    def __init__(self, table: Table) -> None:
        self.table = table
        self.feeds = {seat: SeatFeed(seat) for seat in range(SPECTATOR, table.players)}
        self.look()

    def feed(self, seat: int | None) -> SeatFeed:
        return self.feeds[SPECTATOR if seat is None else seat]

    def act(self, seat: int, action: int | str) -> str:
        """Do it, and return its text; a Refusal if the rules do not allow it. Nobody is shown anything before `look`."""
        feed = self.feeds[seat]
        self.table.act(seat, action)
        text = self.table.texts[-1]
        feed.answers[feed.number] = text
        return text

    def look(self) -> None:
        for feed in self.feeds.values():
            feed.look(self.table)

    @property
    def is_openly_asked(self) -> bool:
        """Whether all know who is to decide."""
        return self.feeds[SPECTATOR].actor == self.table.actor


def resume(row: TableRow, moves: Iterable[tuple[int, str]] = ()) -> Play:
    """The game as it stands after these moves. BadSetup if it cannot be set up, Problem if it was played by other rules."""
    game = find(row.game)
    if game.version != row.rules:
        raise Problem("too-old", game=game.title)
    play = Play(Table(game, len(row.seats), row.options, key=row.key, names=[seat.name for seat in row.seats]))
    for seat, text in moves:
        play.act(seat, text)
        play.look()
    return play
