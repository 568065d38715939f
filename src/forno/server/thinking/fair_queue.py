"""A queue that is fair to persons and tables: whoever asks for much does not delay the others."""

import asyncio
from collections import OrderedDict, deque
from typing import Any, NamedTuple, Protocol, TypeVar


class Asker(NamedTuple):
    """For whom something is done."""

    person: str  # the maker of the table, or whoever asked
    table: str


class Asked(Protocol):
    @property
    def asker(self) -> Asker: ...


T = TypeVar("T", bound=Asked)


class FairQueue(asyncio.Queue[T]):
    """Persons take turns; then the tables of a person; then the items of a table, in their order."""

    def _init(self, maxsize: int) -> None:
        self._queue: OrderedDict[str, OrderedDict[str, deque[Any]]] = OrderedDict()  # persons, tables, items
        self._n = 0

    def qsize(self) -> int:
        return self._n

    def _put(self, item: T) -> None:
        person, table = item.asker
        self._queue.setdefault(person, OrderedDict()).setdefault(table, deque()).append(item)
        self._n += 1

    def _get(self) -> T:
        person, tables = next(iter(self._queue.items()))
        table, items = next(iter(tables.items()))
        found: T = items.popleft()
        self._n -= 1
        _next_turn(tables, table, is_over=not items)
        _next_turn(self._queue, person, is_over=not tables)
        return found


def _next_turn(waiting: OrderedDict[str, Any], key: str, *, is_over: bool) -> None:
    if is_over:
        del waiting[key]
    else:
        waiting.move_to_end(key)
