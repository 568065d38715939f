"""Whole games over real sockets."""

import hashlib
import json

import pytest

from forno.rules import GAMES
from forno.rules.game import Game
from forno.table import Record
from server.clients import Browser, play_on

games = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
SHORT = {"chefs-hat": {"target": 3}}


@games
def test_a_whole_game_against_bots(game: Game, ada: Browser) -> None:
    table = ada.make(game.id, options=SHORT.get(game.id, {}))
    with ada.at(table) as socket:
        play_on([socket], game.id)
        room, events = socket.room, socket.events
        assert room["state"] == "finished"
        assert room["seat"] == 0
        assert [seat["you"] for seat in room["seats"]] == [True, False, False, False]
        assert events[-1]["name"] == "over"
        assert events[-1]["data"] == {"scores": room["result"]["scores"], "winners": room["result"]["winners"]}
        assert [event["number"] for event in events] == list(range(len(events)))
    _check_record(ada, table, room)
    _check_replay(ada, table, room)


def _check_record(browser: Browser, table: str, room: dict[str, object]) -> None:
    status, text = browser.ask("GET", f"/api/tables/{table}/record")
    assert status == 200
    result = room["result"]
    assert isinstance(result, dict)
    assert hashlib.sha256(bytes.fromhex(result["key"])).hexdigest() == room["commitment"]
    verified = Record.loads(text).verify(str(room["commitment"]))
    assert verified.is_over
    assert verified.scores == result["scores"]
    assert verified.names[0] == "Ada"


def _check_replay(browser: Browser, table: str, room: dict[str, object]) -> None:
    replay = browser.get(f"/api/tables/{table}/replay?lang=en")
    assert replay["result"] == room["result"]
    assert replay["names"][0] == "Ada"
    first, *steps = replay["steps"]
    assert first["action"] is None
    assert all(step["action"] and step["label"] for step in steps)
    assert steps[-1]["view"]["actor"] is None
    assert steps[-1]["events"][-1]["name"] == "over"
    assert all(hand["hand"] for hand in first["hands"])
    numbers = [event["number"] for step in replay["steps"] for event in step["events"]]
    assert numbers == sorted(set(numbers))


def test_a_reload_shows_the_same_position(ada: Browser) -> None:
    table = ada.make("mamma-mia")
    with ada.at(table) as socket:
        play_on([socket], 1, 5)
        socket.until_asked()
        before, events = socket.position, socket.events
    with ada.at(table) as socket:
        after = socket.until_asked()
        assert after["all"] is True
        assert after["events"] == events
        assert {**after, "events": [], "all": 0} == {**before, "events": [], "all": 0}


def test_events_are_sent_once(ada: Browser) -> None:
    table = ada.make("chefs-hat")
    with ada.at(table) as socket:
        play_on([socket], 1, 4)
        socket.until_asked()
        told = socket.events
        socket.send("resync")
        again = socket.until(lambda m: m["type"] == "position" and m["all"])
        assert again["events"] == told


def test_an_action_sent_twice_is_done_once(ada: Browser) -> None:
    table = ada.make("chefs-hat")
    with ada.at(table) as socket:
        asked = socket.until_asked()
        action = asked["legal"][0]["action"]
        for _ in range(2):
            socket.send("act", action=action, number=asked["number"])
        socket.send("act", action="1x1" if action != "1x1" else "pass", number=asked["number"])
        assert socket.answer("refused")["code"] == "stale"
        mine = [
            event for event in socket.events if event["data"].get("seat") == 0 and event["name"] in ("placed", "passed")
        ]
        socket.send("resync")
        socket.until(lambda m: m["type"] == "position" and m["all"])
        assert len([e for e in socket.events if e["number"] <= mine[-1]["number"] and e in mine]) == len(mine) == 1


def test_refusals_reach_the_player_in_their_language(bea: Browser) -> None:
    table = bea.make("chefs-hat")
    with bea.at(table) as socket:
        asked = socket.until_asked()
        socket.act("dance")
        assert socket.answer("refused")["code"] == "unknown-action"
        socket.act("jx2" if "jx2" not in [choice["action"] for choice in asked["legal"]] else "give 7")
        refused = socket.answer("refused")
        assert refused["code"] == "illegal-action"
        english = Browser(bea.address)
        english.cookie = bea.cookie
        with english.at(table) as other:
            other.until_asked()
            other.act("dance")
            assert other.answer("refused")["sentence"] != ""
        socket.send("act", action=asked["legal"][0]["action"], number=asked["number"])
        socket.until(lambda m: m["type"] == "position" and m["number"] > asked["number"])


def test_the_key_is_secret_until_the_end(ada: Browser) -> None:
    table = ada.make("mamma-mia-plus", players=3)
    with ada.at(table) as socket:
        socket.until_asked()
        assert socket.room["result"] is None
        assert len(socket.room["commitment"]) == 64
    for what in ("replay", "record"):
        status, text = ada.ask("GET", f"/api/tables/{table}/{what}")
        assert status == 409
        assert json.loads(text)["code"] == "not-finished"


def test_the_language_can_be_changed(ada: Browser) -> None:
    table = ada.make("chefs-hat")
    with ada.at(table) as socket:
        english = socket.until_asked()
        socket.send("language", language="it")
        italian = socket.until_asked()
        assert italian["events"][0]["sentence"] != english["events"][0]["sentence"]
        assert italian["legal"][0]["action"] == english["legal"][0]["action"]


def test_agents_can_get_the_view_record(ada: Browser) -> None:
    table = ada.make("mamma-mia")
    with ada.at(table, "&seen=1") as socket:
        asked = socket.until_asked()
        assert asked["seen"]["seat"] == 0
        assert sum(asked["seen"]["hand"]) == sum(asked["view"]["hand"].values())
    with ada.at(table) as socket:
        assert socket.until_asked()["seen"] is None
