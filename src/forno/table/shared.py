"""What tables with the same settings share: texts of actions, and events that were read before. Reading either takes longer than a move.

Both follow from the settings, the seat that is to act, and the text or the row: nothing else of a state decides them (`Game.parse`, `Coding.read`).
"""

from types import SimpleNamespace
from typing import Any

from forno.rules.game import Game, Options, text_of
from forno.rules.records import Records
from forno.table.event import Content, read_row

_SETTINGS = 64  # that are kept
_MOST = 20_000  # events of each


class Shared:
    def __init__(self, game: Game, states: Records) -> None:
        """`states[0]` is a new game's."""
        self.actions: dict[tuple[int, str], int] = {}  # by seat and canonical text
        self.texts: dict[tuple[int, int], str] = {}  # the other way round
        self._game = game
        record: Any = states[0]
        self._state = SimpleNamespace(
            **{name: record[name] for name in record.dtype.names}
        )  # NumPy reads a record slowly
        self._events: dict[bytes, Content] = {}

    def read(self, row: bytes) -> Content:
        """The audience and the data of an event, from its row in the log."""
        found = self._events.get(row)
        if found is None:
            if len(self._events) >= _MOST:
                self._events.clear()
            found = self._events[row] = read_row(self._game, self._state, row)
        return found


def shared(game: Game, players: int, options: Options, states: Records) -> Shared:
    """For a table with these options, which have been checked. `states[0]` is its state before the first deal."""
    key = (id(game), players, tuple(map(text_of, options.values())))
    found = _known.pop(key, None)
    if found is None:
        found = Shared(game, states.copy())
    _known[key] = found  # the last one is dropped last
    while len(_known) > _SETTINGS:
        del _known[next(iter(_known))]
    return found


_known: dict[tuple[int, int, tuple[str, ...]], Shared] = {}
