"""Which of the past events a person is no longer told.

Mamma Mia! is a game of memory. Without the option memory_aid a person is told what one still hears at a table: the events since their
own last turn. The whole round is told again once its oven has been emptied.
"""

from collections.abc import Sequence

from forno.rules.game import SPECTATOR
from forno.rules.mamma_mia.events import Begins, Pass, Placed, Round, TakesOut
from forno.table import Event, Table


def forgotten(table: Table, events: Sequence[Event], seat: int, *, is_asked: bool) -> range:
    """The indexes of the events that a seat (or SPECTATOR) is not told now. `events` are all that have reached it.

    `is_asked` says whether the seat is to decide. Its turn then goes on, and it still hears what came before it. Spectators hear as many
    turns as there are seats.
    """
    if table.options.get("memory_aid", True):
        return range(0)
    turns: list[int] = []  # indexes of the first events of turns in this round, the latest one first
    mine: list[int] = []  # those of the seat
    is_placing = True
    for index in range(len(events) - 1, -1, -1):
        match events[index].data:
            case Round():
                return range(0)
            case Begins():
                heard = _first_heard(turns, mine, table.players, seat, is_placing and is_asked)
                return range(index + 1, heard) if heard > index + 1 else range(0)
            case TakesOut():
                is_placing = False
            case Placed(who) | Pass(who):
                turns.append(index)
                if who == seat:
                    mine.append(index)
    return range(0)


def _first_heard(turns: Sequence[int], mine: Sequence[int], players: int, seat: int, has_turn: bool) -> int:
    """The index of the first event that is told; 0 if all are."""
    if seat == SPECTATOR:
        return turns[players - 1] if len(turns) >= players else 0
    if has_turn and turns and mine and turns[0] == mine[0]:
        mine = mine[1:]
    return mine[0] if mine else 0
