"""Which of the past events a person is no longer told.

Mamma Mia! is a game of memory. Without the option memory_aid a person is told what one still hears at a table: the events since their
own last turn. The whole round is told again once its oven has been emptied.
"""

from collections.abc import Sequence

from forno.rules.game import SPECTATOR
from forno.rules.mamma_mia.events import Begins, Pass, Placed, Round, TakesOut
from forno.table import Event, Table


class Memory:
    """What a seat (or SPECTATOR) has heard of the turns of this round."""

    def __init__(self, seat: int) -> None:
        self._seat = seat
        self._n_events = 0
        self._begin: int | None = None  # index of the round's first event; None: everything is told
        self._turns: list[int] = []  # indexes of the first events of turns in this round
        self._mine: list[int] = []  # those of the seat
        self._is_placing = True

    def hear(self, events: Sequence[Event]) -> None:
        """Take in the events that reached the seat after those before."""
        for index, event in enumerate(events, self._n_events):
            match event.data:
                case Begins():
                    self._begin, self._turns, self._mine, self._is_placing = index, [], [], True
                case Round():
                    self._begin = None
                case TakesOut():
                    self._is_placing = False
                case Placed(who) | Pass(who):
                    self._turns.append(index)
                    if who == self._seat:
                        self._mine.append(index)
        self._n_events += len(events)

    def forgotten(self, table: Table, *, is_asked: bool) -> range:
        """The indexes of the events that the seat is not told now.

        `is_asked` says whether the seat is to decide. Its turn then goes on, and it still hears what came before it. Spectators hear as many
        turns as there are seats.
        """
        if self._begin is None or table.options.get("memory_aid", True):
            return range(0)
        heard = self._first_heard(table.players, self._is_placing and is_asked)
        return range(self._begin + 1, heard) if heard > self._begin + 1 else range(0)

    def _first_heard(self, players: int, has_turn: bool) -> int:
        """The index of the first event that is told; 0 if all are."""
        turns, mine = self._turns, self._mine
        if self._seat == SPECTATOR:
            return turns[-players] if len(turns) >= players else 0
        last = -1
        if has_turn and turns and mine and turns[-1] == mine[-1]:
            last = -2
        return mine[last] if len(mine) >= -last else 0
