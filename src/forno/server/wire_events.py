"""Events on the wire. Their structs are derived from the games' declarations (`forno.rules.event_data`)."""

import dataclasses
from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec import Struct

from forno.rules.event_data import EventData, json_name
from forno.rules.game import SPECTATOR, Game
from forno.server.messages import WireEvent
from forno.table import Event
from forno.words import Words

_structs: dict[type[EventData], type[Struct]] = {}


def event_struct(event: type[EventData]) -> type[Struct]:
    """The struct of an event's `data`."""
    if event not in _structs:
        fields = dataclasses.fields(event)
        types: list[tuple[str, Any]] = [(field.name, field.type) for field in fields]
        names = {field.name: json_name(field.name) for field in fields}
        _structs[event] = msgspec.defstruct(event.__name__, types, rename=names, namespace={"__doc__": event.__doc__})
    return _structs[event]


class EventTexts:
    """The events of a game as its readers get them. What several readers get is made once, until the next move."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._names: tuple[str, ...] = ()
        self._known: dict[int, _Known] = {}  # by the number that the event has at its table

    def clear(self) -> None:
        self._known.clear()

    def wire(self, event: Event, number: int, seat: int, words: Words, names: tuple[str, ...]) -> WireEvent:
        """The event `number` of a seat's own events."""
        if names != self._names:
            self._names = names
            self.clear()
        known = self._known.get(event.number)
        if known is None:
            known = self._known[event.number] = _Known(event)
        return WireEvent(number, event.name, known.data, known.sentence(self._game, words, names, seat))


class _Known:
    """What was made of an event."""

    def __init__(self, event: Event) -> None:
        self.data = _data(event)
        self._event = event
        self._public: dict[str, tuple[str | None, set[int]]] = {}  # by language: for spectators, and the seats it names
        self._own: dict[tuple[str, int], str | None] = {}  # for those seats

    def sentence(self, game: Game, words: Words, names: tuple[str, ...], seat: int) -> str | None:
        """A sentence is the same for everybody whom it does not name."""
        if words.language not in self._public:
            noting = _NotingNames(names)
            made = words.sentence(game, self._event, noting, SPECTATOR)
            self._public[words.language] = made, noting.used
        public, named = self._public[words.language]
        if seat not in named:
            return public
        key = words.language, seat
        if key not in self._own:
            self._own[key] = words.sentence(game, self._event, names, seat)
        return self._own[key]


class _NotingNames(Sequence[str]):
    """The players' names. It notes which ones are used."""

    def __init__(self, names: tuple[str, ...]) -> None:
        self._names = names
        self.used: set[int] = set()

    def __getitem__(self, seat: Any) -> Any:
        self.used.add(seat)
        return self._names[seat]

    def __len__(self) -> int:
        return len(self._names)


def wire_event(event: Event, number: int, sentence: str | None) -> WireEvent:
    """An event as its reader gets it, with the reader's own number and a sentence in the reader's language."""
    return WireEvent(number, event.name, _data(event), sentence)


def _data(event: Event) -> Struct:
    return msgspec.convert(event.data, event_struct(type(event.data)), from_attributes=True)
