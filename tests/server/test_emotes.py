"""Emotes: who can show them, who sees them, and what bots do. Also the bots' names."""

from contextlib import ExitStack
from dataclasses import replace

import pytest

from forno.agents.names import NAMES, names_at
from forno.rules import chance, find
from forno.server.live_game import LiveGame
from forno.server.manners import MANNERS, manner_of, reactions
from forno.server.rows import SeatRow
from forno.server.settings import Settings
from forno.table import Event, Table
from server.clients import Browser
from server.conftest import Serve

SEATS = [{"kind": "person"}, {"kind": "open"}, {"kind": "bot"}, {"kind": "bot"}]
BOTS = [SeatRow("bot", name) for name in NAMES[: len(MANNERS)]]


def test_an_emote_reaches_everybody_and_is_not_stored(ada: Browser, bea: Browser) -> None:
    table = ada.make("mamma-mia", seats=SEATS)
    with ExitStack() as stack:
        host, guest = (stack.enter_context(browser.at(table)) for browser in (ada, bea))
        watcher = stack.enter_context(Browser(ada.address).at(table))
        guest.send("sit")
        host.until_room(lambda room: room["seats"][1]["kind"] == "person")
        host.send("start")
        for socket in (host, guest, watcher):
            socket.answer("position")
        guest.send("emote", emote="bravo")
        for socket in (host, guest, watcher):
            assert socket.answer("emoted") == {"type": "emoted", "seat": 1, "emote": "bravo"}
        watcher.send("emote", emote="bravo")
        assert watcher.answer("error")["code"] == "not-seated"
        guest.send("emote", emote="insult")
        assert guest.answer("error")["code"] == "bad-message"
    with bea.at(table) as back:
        back.send("resync")
        back.answer("position")
        back.send("emote", emote="wow")
        assert back.answer("emoted")["emote"] == "wow"  # the old one was not sent again


def test_emotes_are_limited(serve: Serve) -> None:
    ada = Browser(serve(Settings(pace=0, emotes=(0.001, 2))))
    table = ada.make("chefs-hat")
    with ada.at(table) as socket:
        socket.until_asked()
        for _ in range(3):
            socket.send("emote", emote="laugh")
        assert [socket.until(lambda m: m["type"] in {"emoted", "error"}).get("code") for _ in range(3)] == [
            None,
            None,
            "too-fast",
        ]


def test_a_bot_greets_back(ada: Browser) -> None:
    for _ in range(30):  # until a table has a friendly bot: most have
        with ada.at(ada.make("chefs-hat")) as socket:
            room = socket.until_room(lambda room: room["state"] == "playing")
            socket.send("emote", emote="hello")
            assert socket.answer("emoted") == {"type": "emoted", "seat": 0, "emote": "hello"}
            if any("greeting" in manner_of(seat["name"]).emotes for seat in room["seats"][1:]):
                answer = socket.answer("emoted")
                assert answer["emote"] == "hello"
                assert "greeting" in manner_of(room["seats"][answer["seat"]]["name"]).emotes
                return
    raise AssertionError("no table has a friendly bot")


@pytest.mark.parametrize("game", ["chefs-hat", "mamma-mia"])
def test_bots_react_to_what_everybody_has_seen_and_to_nothing_else(game: str) -> None:
    players = min(find(game).players[-1], len(BOTS))
    live = LiveGame(Table(find(game), players, key=bytes(32)))
    rng = chance.stream(bytes(32), 1)
    shown: list[tuple[int, str]] = []
    while live.table.actor is not None:
        first = len(live.feed(None).events)
        legal = live.table.legal()
        live.act(live.table.actor, int(legal[chance.below(rng, len(legal))]))
        live.update_feeds()
        events = live.feed(None).events
        found = list(reactions("table", BOTS[:players], events, first))
        assert all(event.audience is None for event in events[first:])
        assert len({seat for seat, _ in found}) == len(found)
        # The table's numbers count what others did in secret, so they must not matter.
        renumbered = [replace(event, number=event.number + 1000) for event in events]
        assert list(reactions("table", BOTS[:players], renumbered, first)) == found
        shown += found
    assert len({emote for _, emote in shown}) >= 3
    assert len({seat for seat, _ in shown}) >= 3
    persons: list[Event] = live.feed(None).events
    assert list(reactions("table", [SeatRow("person", "Ada", "a")] * players, persons, 0)) == []


def test_names_of_bots_differ_at_a_table_and_between_tables() -> None:
    assert len(set(NAMES)) == len(NAMES) > 20
    assert sorted(names_at("one")) == sorted(NAMES)
    assert names_at("one") == names_at("one") != names_at("two")
    assert len({manner_of(name).pace for name in NAMES}) == len(MANNERS)
