"""Events on the wire. Their structs are derived from the games' declarations (`forno.rules.event_data`)."""

import dataclasses
from collections.abc import Sequence
from typing import Any, cast

import msgspec
from msgspec import Raw, Struct

from forno.rules.event_data import EventData, json_name
from forno.rules.game import SPECTATOR, Game
from forno.server.messages import WireEvent
from forno.table import Event
from forno.words import Words, languages

_MAX_KNOWN = 1024  # events of a table that are kept, about half a kilobyte each
_OWN = ""  # a sentence that is still to be made for a seat that it names
_encode = msgspec.json.Encoder().encode
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
    """The events of a game as its readers get them. What several readers get, or one gets again, is made once."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._names: tuple[str, ...] = ()
        # By the number that the event has at its table. Each list of sentences begins with the one for spectators.
        self._data: dict[int, Struct] = {}
        self._sentences: dict[str, dict[int, list[str | None]]] = {language: {} for language in languages()}

    def wire(self, event: Event, number: int, seat: int, words: Words, names: tuple[str, ...]) -> WireEvent:
        """The event `number` of a seat's own events."""
        if names != self._names:
            self._names = names
            self._forget(None)
        data = self._data.get(event.number)
        if data is None:
            data = self._data[event.number] = cast("Struct", Raw(_encode(_data(event))))
            if event.number >= _MAX_KNOWN:
                self._forget(event.number - _MAX_KNOWN)
        known = self._sentences[words.language]
        sentences = known.get(event.number)
        if sentences is None:
            sentences = known[event.number] = self._shared(event, words, names)
        sentence = sentences[seat - SPECTATOR]
        if sentence == _OWN:
            sentence = sentences[seat - SPECTATOR] = words.sentence(self._game, event, names, seat)
        return WireEvent(number, event.data.name, data, sentence)

    def _shared(self, event: Event, words: Words, names: tuple[str, ...]) -> list[str | None]:
        """A sentence is the same for everybody whom it does not name."""
        noting = _NotingNames(names)
        public = words.sentence(self._game, event, noting, SPECTATOR)
        return [public, *(_OWN if seat in noting.used else public for seat in range(len(names)))]

    def _forget(self, number: int | None) -> None:
        """What was made of one event, or of all."""
        everything: tuple[dict[int, Any], ...] = (self._data, *self._sentences.values())
        for known in everything:
            if number is None:
                known.clear()
            else:
                known.pop(number, None)


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
