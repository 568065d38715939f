"""Declaring a game's events.

Each event is one class. Its fields say what happened, and their annotations say how the rules write them into the log:

    class Placed(EventData):
        seat: Seat
        cards: Annotated[list[str], counted_names(CARDS)]

    EVENT_TYPES = (Placed, Passed)
    PLACED, PASSED = range(len(EVENT_TYPES))  # codes, for `emit`

Everything else follows from the declaration: the event's name ("placed"), the reader of its rows, what the history of an observation keeps of it, and its
type in the server's messages and in the page.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, fields
from typing import Annotated, Any, ClassVar, Self, TypeAlias, dataclass_transform, get_type_hints

from forno.rules.log import FIRST_NUMBER

PLAIN, SEAT, ORDER = range(
    3
)  # what a number of a row means: itself, a seat, or an order (colour * orders of a colour + order)
HISTORY = 9  # numbers of an event that an observation's history has room for

State: TypeAlias = Any  # a record of the game whose log is read; mypy cannot know of which game
Row: TypeAlias = Sequence[int]  # the numbers of a row, after its code and audience


@dataclass(frozen=True)
class Coding:
    """How a row holds a field's value. `read` takes the row, the place where the field begins, and the state."""

    read: Callable[[Row, int, State], Any]
    width: int | Callable[[State], int] = 1  # numbers that the field takes; 0 if it is read from those of another field
    meaning: int = PLAIN

    def width_in(self, state: State) -> int:
        return self.width if isinstance(self.width, int) else self.width(state)


def _number(row: Row, at: int, state: State) -> int:
    return row[at]


def _or_none(row: Row, at: int, state: State) -> int | None:
    return row[at] if row[at] >= 0 else None


Number = Annotated[int, Coding(_number)]
CountFromOne = Annotated[int, Coding(lambda row, at, state: row[at] + 1)]  # the rules count from 0, people from 1
Seat = Annotated[int, Coding(_number, meaning=SEAT)]
SeatOrNone = Annotated[int | None, Coding(_or_none, meaning=SEAT)]


def numbers(n: int, meaning: int = PLAIN) -> Coding:
    """A list of `n` numbers."""
    return Coding(lambda row, at, state: list(row[at : at + n]), n, meaning)


def name_in(names: Sequence[str]) -> Coding:
    """One of the names, by its number."""
    return Coding(lambda row, at, state: names[row[at]])


def names_or_none(names: Sequence[str], n: int) -> Coding:
    """A list of `n` names, with None for -1."""
    return Coding(lambda row, at, state: [names[k] if k >= 0 else None for k in row[at : at + n]], n)


def names_given(names: Sequence[str], n: int) -> Coding:
    """A list of at most `n` names. The row has -1 where there is none."""
    return Coding(lambda row, at, state: [names[k] for k in row[at : at + n] if k >= 0], n)


def counted_names(names: Sequence[str]) -> Coding:
    """A list of names, each as often as its count says. The row holds one count for each name."""
    return Coding(lambda row, at, state: repeated(names, row[at:]), len(names))


def repeated(names: Sequence[str], counts: Sequence[int]) -> list[str]:
    """Each name as often as its count says."""
    return [name for name, count in zip(names, counts, strict=False) for _ in range(count)]


@dataclass_transform(frozen_default=True)
@dataclass(frozen=True)
class EventData:
    """What happened in one event. Subclasses are the types of events.

    Class arguments: `history` is how many of the numbers at the front of a row an observation's history keeps; None keeps the
    event out of the history. `row` names the fields in the order in which a row holds them, where that is not the order of their declaration.
    """

    name: ClassVar[str]
    history: ClassVar[int | None]
    _codings: ClassVar[Mapping[str, Coding]]  # by field, in the order of the row

    def __init_subclass__(cls, *, history: int | None = HISTORY, row: Sequence[str] | None = None) -> None:
        super().__init_subclass__()
        doc = cls.__doc__
        dataclass(frozen=True)(cls)
        cls.__doc__ = doc  # `dataclass` writes one where there is none
        cls.name = re.sub(r"(?<!^)(?=[A-Z])", "-", cls.__name__).lower()
        cls.history = history
        hints = get_type_hints(cls, include_extras=True)
        order = row or [field.name for field in fields(cls)]
        found = {name: getattr(hints[name], "__metadata__", (None,))[0] for name in order}
        cls._codings = {name: coding for name, coding in found.items() if isinstance(coding, Coding)}

    @classmethod
    def read(cls, row: Row, state: State) -> Self:
        """An event from the numbers of its row and the state of its game."""
        at, values = 0, {}
        for name, coding in cls._codings.items():
            values[name] = coding.read(row, at, state)
            at += coding.width_in(state)
        return cls(**values)

    @classmethod
    def column(cls, field: str) -> int:
        """The column of the log in which a field begins. The widths of the fields before it must not depend on the state."""
        at = FIRST_NUMBER
        for name, coding in cls._codings.items():
            if name == field:
                return at
            at += coding.width_in(None)
        raise KeyError(field)

    @classmethod
    def meanings(cls) -> list[int]:
        """The meanings of the numbers that a history keeps."""
        assert cls.history is not None
        found: list[int] = []
        for coding in cls._codings.values():
            found += [coding.meaning] * (coding.width if isinstance(coding.width, int) else HISTORY)
        return found[: cls.history]

    @classmethod
    def seat_fields(cls) -> set[str]:
        """The names of the fields that name a seat."""
        return {name for name, coding in cls._codings.items() if coding.meaning == SEAT and coding.width == 1}

    def as_json(self) -> dict[str, Any]:
        """The fields under the names that they have in JSON."""
        return {json_name(name): value for name, value in asdict(self).items()}


def json_name(field: str) -> str:
    """A field's name in JSON. A field whose name is a keyword of Python ends with an underscore there."""
    return field.rstrip("_")
