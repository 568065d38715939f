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

_MAX_KNOWN = 1024  # events of a table that are kept in a language, about half a kilobyte each
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
    """The events of a game as its readers get them. Events with the same content differ in their numbers only, so their JSON is made once."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._names: tuple[str, ...] = ()
        # By the id of the data, which equal events share (`forno.table.shared`), with the data itself, so that the id stays its own.
        self._known: dict[str, dict[int, tuple[EventData, _Texts]]] = {language: {} for language in languages()}

    def wire(self, event: Event, number: int, seat: int, words: Words, names: tuple[str, ...]) -> WireEvent:
        """The event `number` of a seat's own events. It is JSON already."""
        if names != self._names:
            self._names = names
            for known in self._known.values():
                known.clear()
        found = self._known[words.language].get(id(event.data))
        texts = self._texts(event, words) if found is None else found[1]
        text = texts[seat - SPECTATOR]
        if text is None:
            text = texts[seat - SPECTATOR] = self._text(event, words.sentence(self._game, event, names, seat))
        return cast("WireEvent", Raw(b'{"number":%d,%b' % (number, text)))

    def _texts(self, event: Event, words: Words) -> "_Texts":
        """A sentence is the same for everybody whom it does not name."""
        noting = _NotingNames(self._names)
        public = self._text(event, words.sentence(self._game, event, noting, SPECTATOR))
        texts = [public, *(None if seat in noting.used else public for seat in range(len(self._names)))]
        known = self._known[words.language]
        if len(known) >= _MAX_KNOWN:
            known.clear()
        known[id(event.data)] = event.data, texts
        return texts

    def _text(self, event: Event, sentence: str | None) -> bytes:
        return _encode(wire_event(event, 0, sentence)).removeprefix(b'{"number":0,')


_Texts = list[
    bytes | None
]  # the JSON of an event after its number, for spectators, then for the seats; None: to be made


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
