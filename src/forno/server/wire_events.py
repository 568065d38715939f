"""Events on the wire. Their structs are derived from the games' declarations (`forno.rules.event_data`)."""

import dataclasses
import re
from collections.abc import Iterable, Sequence
from typing import Any, cast

import msgspec
from msgspec import Raw, Struct

from forno.rules.event_data import EventData, json_name
from forno.rules.game import SPECTATOR, Game
from forno.server.messages import WireEvent
from forno.table import Event
from forno.words import Words, languages

_MAX_KNOWN = 30_000  # events that are kept in a language, about half a kilobyte each; 500 tables have 10,000
_MAX_NAMED, _MAX_TABLES = 4096, 32  # of them with names, at a table, and tables
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
    known, place, told = _known[words.language].get, seat - SPECTATOR, []
    named = _named.get(names) or _new_names(names)
    for number, event in events:
        texts = known(id(event.data)) or _texts(game, event, words, len(names))
        text = texts[place] or _text_for(seat, game, event, words, texts)
        told.append(b'{"number":%d,%b' % (number, named.get(text) or named.fill(text)))
    return cast("list[WireEvent]", Raw(b"[%b]" % b",".join(told)))


class _NamedTexts(dict[bytes, bytes]):
    """Texts with the names of the players at a table in their gaps. What the others at the table are told is kept for them."""

    def __init__(self, names: tuple[str, ...]) -> None:
        super().__init__()
        self._names = [(gap, _encode(name)[1:-1]) for gap, name in zip(_GAPS, names, strict=False)]

    def fill(self, text: bytes) -> bytes:
        found = text
        for gap, name in self._names:
            if gap in found:
                found = found.replace(gap, name)
        if len(self) >= _MAX_NAMED:
            self.clear()
        self[text] = found
        return found


def _new_names(names: tuple[str, ...]) -> _NamedTexts:
    if len(_named) >= _MAX_TABLES:
        _named.clear()
    made = _named[names] = _NamedTexts(names)
    return made


_named: dict[tuple[str, ...], _NamedTexts] = {}


class _Texts(list[bytes | None]):
    """The JSON of an event after its number, with gaps for the players' names: for spectators, then for the seats; None: to be made."""

    def __init__(self, event: Event) -> None:
        super().__init__()
        self.data = event.data  # it is kept, so that its id stays its own
        name, data = _encode(event.name), _encode(_data(event))
        self._begin = b'"name":%b,"data":%b,"sentence":' % (name, data)

    def text(self, sentence: str | None) -> bytes:
        """From a sentence with marks in place of names."""
        return b"%b%b}" % (self._begin, _ANY_MARK.sub(_gap, _encode(sentence)))


_known: dict[str, dict[int, _Texts]] = {language: {} for language in languages()}  # by language and id of the data


def _texts(game: Game, event: Event, words: Words, players: int) -> _Texts:
    """A sentence is the same for everybody whom it does not name."""
    marks, texts = _NotingMarks(), _Texts(event)
    public = texts.text(words.sentence(game, event, marks, SPECTATOR))
    texts += [public, *(None if seat in marks.used else public for seat in range(players))]
    known = _known[words.language]
    if len(known) >= _MAX_KNOWN:
        known.clear()
    known[id(event.data)] = texts
    return texts


def _text_for(seat: int, game: Game, event: Event, words: Words, texts: _Texts) -> bytes:
    """For a seat that the event names."""
    text = texts[seat - SPECTATOR] = texts.text(words.sentence(game, event, _MARKS, seat))
    return text


def _gap(mark: re.Match[bytes]) -> bytes:
    return _GAP_OF[mark[0]]


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
