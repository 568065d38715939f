"""The protocol: its TypeScript types, its docs, and how messages of clients are read."""

import json
from pathlib import Path
from typing import get_args

import msgspec
import numpy as np
import pytest
from msgspec import Struct

from forno.rules import GAMES, OWN_GAMES
from forno.rules.event_data import EventData, Number, Seat
from forno.rules.game import SPECTATOR, Game
from forno.server import messages
from forno.server.typescript import COMMAND, typescript
from forno.server.wire_events import tell, wire_event
from forno.table import Event, Over, Table
from forno.words import Words, languages

ROOT = Path(__file__).resolve().parents[2]
PROTOCOL = ROOT / "ui" / "src" / "protocol" / "messages.ts"


def test_the_typescript_types_are_up_to_date() -> None:
    assert PROTOCOL.read_text(encoding="utf-8") == typescript(), f"messages.ts is stale: run `{COMMAND}`"


def test_types_follow_the_messages() -> None:
    text = typescript()
    assert 'export interface Act {\n  type: "act";\n  action: string;\n  number: number;\n}' in text
    assert "  view: ChefsHatView | MammaMiaView | MammaMiaPlusView | PlainView;" in text
    assert "  level?: string | null;" in text
    assert "  roles: (string | null)[];" in text
    assert "  needs: Record<string, number>;" in text


def test_every_message_of_a_socket_is_documented() -> None:
    page = (ROOT / "docs" / "protocol.md").read_text(encoding="utf-8")
    for union in (messages.FromServer, messages.FromClient):
        for struct in get_args(union):
            assert f"`{struct.__struct_config__.tag}`" in page, struct
    for code in (*get_args(messages.Code), *get_args(messages.Reason)):
        assert f"`{code}`" in page, code


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('{"type":"act","action":"pass","number":3}', messages.Act("pass", 3)),
        ('{"type":"sit"}', messages.Sit()),
        ('{"type":"seat","seat":1,"kind":"bot"}', messages.SetSeat(1, "bot")),
        ('{"type":"resync","from":"a newer client"}', messages.Resync()),
    ],
)
def test_messages_from_clients(text: str, message: Struct) -> None:
    assert msgspec.json.decode(text, type=messages.FromClient) == message


@pytest.mark.parametrize(
    "text",
    [
        '{"type":"act","action":"pass"}',
        '{"type":"act","action":"' + 300 * "x" + '","number":3}',
        '{"type":"seat","seat":1,"kind":"person"}',
        '{"type":"room"}',
        "[]",
    ],
)
def test_bad_messages_from_clients(text: str) -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.json.decode(text, type=messages.FromClient)


class Revoke(EventData):
    """A seat did not follow suit."""

    from_: Seat
    trick: Number


def test_events_of_any_game_have_a_struct() -> None:
    wire = wire_event(Event(7, None, Revoke(2, 5)), 3, "Carla revokes.")
    text = msgspec.json.encode(wire)
    assert text == b'{"number":3,"name":"revoke","data":{"from":2,"trick":5},"sentence":"Carla revokes."}'


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_events_on_the_wire_are_those_of_the_table(game: Game) -> None:
    table = Table(game, game.players[-1], key=bytes(32))
    for _ in range(60):
        if table.actor is not None:
            table.act(table.actor, int(table.legal()[0]))
    for event in table.events:
        sent = json.loads(msgspec.json.encode(wire_event(event, event.number, None)))
        data = json.loads(json.dumps(event.data.as_json()))
        assert sent == {"number": event.number, "name": event.name, "data": data, "sentence": None}
        assert list(sent["data"]) == list(data)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
@pytest.mark.parametrize("language", languages())
def test_a_sentence_that_readers_share_is_each_one_s_own(game: Game, language: str) -> None:
    """Whoever an event does not name is told the same as spectators."""
    names, words = ('"Ada" 100 %', "B\ue001a", "Cl\x02o", "Dora", "Ezra", "Fay"), Words(language)
    for number in range(2):
        table = Table(game, game.players[-1], key=bytes([number]) * 32)
        rng = np.random.default_rng(number)
        while table.actor is not None:
            table.act(table.actor, int(rng.choice(table.legal())))
        for event in table.events:
            for seat in (SPECTATOR, *range(table.players)):
                if event.reaches(seat):
                    sent = msgspec.json.encode(tell(game, [(event.number, event)], seat, words, names))
                    own = wire_event(event, event.number, words.sentence(game, event, names, seat))
                    assert sent == msgspec.json.encode([own])


def test_a_new_name_is_in_the_next_sentence() -> None:
    game, words = GAMES[0], Words("en")
    event = Event(0, None, Over([1, 0, 0], [0]))
    sent = [tell(game, [(0, event)], 1, words, (name, "Bea", "Cleo")) for name in ("Ada", "Zoe")]
    told = [msgspec.json.decode(msgspec.json.encode(one))[0]["sentence"] for one in sent]
    assert told[1] == told[0].replace("Ada", "Zoe") != told[0]


def test_the_types_of_events_follow_their_declarations() -> None:
    text = typescript()
    assert "export interface ChefsHatGave {\n  from: number;\n  to: number;\n  cards: string[];\n}" in text
    assert 'export type MammaMiaEvent =\n  | WireEvent<"begins", MammaMiaBegins>\n' in text
    assert '  "mamma-mia-plus": MammaMiaEvent;\n' in text
    assert "  takes: Recipe;\n" in text
    for game in OWN_GAMES:
        assert all(f'WireEvent<"{event.name}", ' in text for event in game.event_types)
