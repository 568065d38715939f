"""Events on the wire. Their structs are derived from the games' declarations (`forno.rules.event_data`)."""

import dataclasses
import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any, cast

import msgspec
from msgspec import Raw, Struct

from forno.rules.event_data import EventData, json_name
from forno.rules.game import SPECTATOR, Game
from forno.server.messages import WireEvent
from forno.table import Event
from forno.words import Words, languages

_MAX_KNOWN = 30_000  # events that are kept in a language, about half a kilobyte each; 500 tables have 10,000
_MARKS = tuple(map(chr, range(0xE000, 0xE010)))  # in place of names: characters without a meaning
_GAPS = [bytes([byte]) for byte in range(len(_MARKS))]  # in JSON: it has no control characters, whatever the names are
_GAP_OF = {mark.encode(): gap for mark, gap in zip(_MARKS, _GAPS, strict=True)}
_ANY_MARK = re.compile(b"|".join(_GAP_OF))
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


def tell(
    game: Game, events: Iterable[tuple[int, Event]], seat: int, words: Words, names: tuple[str, ...]
) -> list[WireEvent]:
    """Events with the numbers that they have for a seat (or SPECTATOR). They are JSON already.

    Equal events of tables with the same settings share their data (`forno.table.shared`), so a sentence is made once for all these tables.
    """
    known, told = _known[words.language], []
    for number, event in events:
        found = known.get(id(event.data))
        texts = _texts(game, event, words, len(names)) if found is None else found[1]
        text = texts[seat - SPECTATOR]
        if text is None:
            text = texts[seat - SPECTATOR] = _text(event, words.sentence(game, event, _MARKS, seat))
        told.append(b'{"number":%d,%b' % (number, _with_names(text, names)))
    return cast("list[WireEvent]", Raw(b"[%b]" % b",".join(told)))


# The JSON of an event after its number, with gaps for the players' names: for spectators, then for the seats; None: to be made.
_Texts = list[bytes | None]

# By language and by the id of the data, which is kept, so that the id stays its own.
_known: dict[str, dict[int, tuple[EventData, _Texts]]] = {language: {} for language in languages()}


def _texts(game: Game, event: Event, words: Words, players: int) -> _Texts:
    """A sentence is the same for everybody whom it does not name."""
    marks = _NotingMarks()
    public = _text(event, words.sentence(game, event, marks, SPECTATOR))
    texts = [public, *(None if seat in marks.used else public for seat in range(players))]
    known = _known[words.language]
    if len(known) >= _MAX_KNOWN:
        known.clear()
    known[id(event.data)] = event.data, texts
    return texts


def _text(event: Event, sentence: str | None) -> bytes:
    """From a sentence with marks in place of names."""
    text = _encode(wire_event(event, 0, sentence)).removeprefix(b'{"number":0,')
    return _ANY_MARK.sub(lambda found: _GAP_OF[found[0]], text)


@lru_cache(maxsize=4096)  # for the others at the table, who are told the same
def _with_names(text: bytes, names: tuple[str, ...]) -> bytes:
    for gap, name in zip(_GAPS, names, strict=False):
        text = text.replace(gap, _encode(name)[1:-1])
    return text


class _NotingMarks(Sequence[str]):
    """Marks in place of the players' names. It notes which ones are used."""

    def __init__(self) -> None:
        self.used: set[int] = set()

    def __getitem__(self, seat: Any) -> Any:
        self.used.add(seat)
        return _MARKS[seat]

    def __len__(self) -> int:
        return len(_MARKS)


def wire_event(event: Event, number: int, sentence: str | None) -> WireEvent:
    """An event as its reader gets it, with the reader's own number and a sentence in the reader's language."""
    return WireEvent(number, event.name, _data(event), sentence)


def _data(event: Event) -> Struct:
    return msgspec.convert(event.data, event_struct(type(event.data)), from_attributes=True)
