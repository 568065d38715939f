"""Mamma Mia! is a game of memory: without the memory aid a person is sent what one still hears at a table, and no more."""

import random
from collections.abc import Iterator

import pytest

from server.clients import Browser, Json, Socket, sensible

PLACED = {"placed", "pass"}  # a turn begins with one of these


def rounds(events: list[Json]) -> list[list[Json]]:
    """The events of each round."""
    found: list[list[Json]] = []
    for event in events:
        if event["name"] == "begins":
            found.append([])
        if found:
            found[-1].append(event)
    return found


def turns(events: list[Json]) -> list[Json]:
    return [event for event in events if event["name"] in PLACED]


def asked(socket: Socket) -> Iterator[Json]:
    """The positions of the first rounds in which this socket's seat is to decide. It acts at random afterwards."""
    chance = random.Random(5)  # noqa: S311  no secret
    while (position := socket.until_asked())["view"]["round"] < 3:
        yield position
        socket.act(chance.choice(sensible(position["legal"]))["action"])


def resync(socket: Socket) -> Json:
    """A fresh position, as after a reconnect."""
    socket.send("resync")
    return socket.until(lambda m: m["type"] == "position" and m["all"])


@pytest.mark.parametrize("game", ["mamma-mia", "mamma-mia-plus"])
def test_a_person_is_sent_the_events_since_their_last_turn(ada: Browser, bea: Browser, game: str) -> None:
    """The same after a reconnect, for a spectator, and in a live stream. A finished round is told in full."""
    table = ada.make(game, players=3, level="beginner")
    checked = 0
    with ada.at(table) as player, ada.at(table, "&seen=1") as agent, bea.at(table) as watching:
        for position in asked(player):
            while agent.position is None or agent.position["number"] < position["number"]:
                agent.next()
            truth = agent.events
            assert agent.position["forgotten"] is None
            assert [event["number"] for event in truth] == list(range(len(truth)))
            assert {key: agent.position[key] for key in ("view", "legal")} == {
                key: position[key] for key in ("view", "legal")
            }
            kept = player.events
            again, seen = (resync(socket) for socket in (player, watching))
            assert again["recalled"] == []
            assert again["events"] == kept
            now = rounds(truth)[-1]
            if position["view"]["phase"] == "place" and position["view"]["actor"] == 0:
                mine = [event["number"] for event in turns(now) if event["data"]["seat"] == 0]
                heard = turns(rounds(again["events"])[-1])
                assert [event for event in turns(now) if not mine or event["number"] >= mine[-1]] == heard
                assert len(turns(rounds(seen["events"])[-1])) <= 3
                checked += len(turns(now)) > len(heard)
            for past, told in zip(rounds(truth)[:-1], rounds(again["events"])[:-1], strict=True):
                assert past == told
    assert checked > 5
    assert len(rounds(truth)) > 1
    assert ada.ask("GET", f"/api/tables/{table}/replay")[0] == ada.ask("GET", f"/api/tables/{table}/record")[0] == 409


def test_with_the_memory_aid_all_is_told(ada: Browser) -> None:
    table = ada.make("mamma-mia", players=2, level="beginner", options={"memory_aid": True})
    with ada.at(table) as player:
        for position in asked(player):
            assert position["forgotten"] is None
        assert [event["number"] for event in resync(player)["events"]] == list(range(len(player.events)))
