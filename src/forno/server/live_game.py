"""A game in memory: the table, and what each audience has been shown of it.

Whether somebody is asked in secret must not show (MM-24, MP-15, CH-3): not in what the others get, nor in how many messages they get
or when. So what has happened is shown at *open* positions only, where everybody knows who is to decide. On the way from one of them to
the next, whoever is asked in secret is shown the position so far; everybody else is shown the whole way at once, at its end.
"""

from collections.abc import Iterable, Sequence
from dataclasses import asdict
from functools import cached_property

import msgspec

from forno.results import result_of
from forno.rules import find
from forno.rules.compiling import is_held
from forno.rules.game import SPECTATOR
from forno.server.following import Followers
from forno.server.messages import Result
from forno.server.problems import Problem
from forno.server.rows import TableRow
from forno.server.seat_feed import SeatFeed
from forno.table import Table
from forno.table.views import seat_or_none


class LiveGame:
    def __init__(self, table: Table) -> None:
        self.table = table
        self.feeds = {seat: SeatFeed(seat) for seat in range(SPECTATOR, table.players)}
        self.is_open = True  # everybody knows who is to decide, or the game is over
        self.is_shown = True  # to everybody who may see it now
        self.first = 0  # number of the first event after the last open position at which somebody has decided
        self._look()
        self.previous_actor: int | None = None  # who decided at the open position before this one
        self._update(self.feeds.values())

    def feed(self, seat: int | None) -> SeatFeed:
        """The feed of a seat; None for spectators."""
        return self.feeds[SPECTATOR if seat is None else seat]

    def act(self, seat: int, action: int | str) -> str:
        """Do the action and return its canonical text. Raises Refusal if the rules do not allow it.

        The seat learns that the action was accepted. What came of it is shown by `update_feeds`.
        """
        first = len(self.table.events)
        self.table.do(seat, action)
        self.first = first if self.is_open else self.first
        text = self.table.texts[-1]
        self.feeds[seat].accept(text)
        self._look()
        self.is_open = self.table.actor is None or self._actors[0] == self.table.actor
        self.is_shown = False
        return text

    def replay(self, moves: Sequence[tuple[int, str]]) -> None:
        """Do what was played before, from the beginning. The last move is not shown yet."""
        if is_held(self.table.game.state_dtype):
            self.replay_slowly(moves)
        else:
            self._replay(moves)

    def replay_slowly(self, moves: Sequence[tuple[int, str]]) -> None:
        """Move by move, as the game was played."""
        for seat, text in moves:
            if not self.is_shown:
                self.update_feeds()
            self.act(seat, text)

    def _replay(self, moves: Sequence[tuple[int, str]]) -> None:
        course = self.table.replay(moves)
        found = Followers(self.table, course)
        answers: dict[int, dict[int, str]] = {seat: {} for seat in self.feeds}
        for seat, number, text in zip(course.seats.tolist(), found.answered.tolist(), self.table.texts, strict=True):
            answers[seat][number] = text
        for seat, feed in self.feeds.items():
            feed.catch_up(
                self.table, found.views[seat + 1 : seat + 2].tobytes(), found.followers[seat + 1], answers[seat]
            )
        self.first, self.is_open = int(found.outcome.first), bool(found.outcome.is_open)
        self.previous_actor = seat_or_none(found.outcome.previous_actor)
        self._look()
        self.is_shown = False

    def _look(self) -> None:
        """Note what all audiences would see now, shown or not. Spectators come first."""
        views = self.table.view_records()
        self._actors: list[int] = views["actor"].tolist()  # NumPy takes long to read a field: here once for all
        content, size = views.tobytes(), views.itemsize
        self._views = [content[at : at + size] for at in range(0, len(content), size)]

    def update_feeds(self) -> None:
        """Show what has happened, to whoever may see it now."""
        actor = self.table.actor
        self._update(self.feeds.values() if self.is_open or actor is None else [self.feeds[actor]])

    def _update(self, feeds: Iterable[SeatFeed]) -> None:
        spectators = self.feeds[SPECTATOR]
        number, actor = spectators.number, spectators.actor
        for feed in feeds:
            place = feed.seat - SPECTATOR
            feed.update(self.table, self._views[place], self._actors[place])
        if spectators.number != number:
            self.previous_actor = actor
        self.is_shown = True

    @cached_property
    def result(self) -> Result:
        """Only for a finished game."""
        return result_message(self.table)

    @property
    def n_shown(self) -> int | None:
        """How many moves spectators can have noticed, once the feeds are updated. None if they are shown nothing now."""
        spectators = self.feeds[SPECTATOR]
        return spectators.number + spectators.notices(self.table, self._views[0]) if self.is_open else None


def resume(row: TableRow, moves: Sequence[tuple[int, str]] = ()) -> LiveGame:
    """The game after these moves. The last one is not shown yet: it may not be due.

    Raises BadSetup if it cannot be set up, Problem if it was played by other rules.
    """
    live = LiveGame(new_table(row))
    if moves:
        live.replay(moves)
    return live


def new_table(row: TableRow) -> Table:
    """The game before its first move. Raises BadSetup if it cannot be set up, Problem if it was played by other rules."""
    game = find(row.game)
    if game.version != row.rules:
        raise Problem("too-old", game=game.title)
    return Table(game, len(row.seats), row.options, key=row.key, names=[seat.name for seat in row.seats])


def result_message(table: Table) -> Result:
    """Of a finished game."""
    return msgspec.convert({**asdict(result_of(table)), "key": table.key.hex()}, Result)
