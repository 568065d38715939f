"""People at a table: they come, sit, leave, watch, and play again."""

from contextlib import ExitStack
from dataclasses import replace

from forno.agents.names import names_at
from server.clients import Browser, Json, Socket, play_on
from server.conftest import QUICK, Serve

OPEN = [{"kind": "person"}, {"kind": "open"}, {"kind": "bot"}, {"kind": "closed"}]


def kinds(room: Json) -> list[str]:
    return [seat["kind"] for seat in room["seats"]]


def at_one_table(
    stack: ExitStack, ada: Browser, bea: Browser, game: str = "mamma-mia", **wish: Json
) -> tuple[str, Socket, Socket]:
    """A table that Ada has made and Bea has joined; the game has not started."""
    table = ada.make(game, seats=wish.pop("seats", OPEN), **wish)
    host, guest = stack.enter_context(ada.at(table)), stack.enter_context(bea.at(table))
    guest.send("sit")
    host.until_room(lambda room: room["seats"][1]["name"] == "Bea")
    guest.until_room(lambda room: room["seat"] == 1)
    return table, host, guest


def test_two_people_play_in_two_languages(ada: Browser, bea: Browser) -> None:
    with ExitStack() as stack:
        _, host, guest = at_one_table(stack, ada, bea)
        assert (host.room["host"], guest.room["host"]) == (True, False)
        host.send("start")
        guest.until_room(lambda room: room["state"] == "playing")
        assert kinds(guest.room) == ["person", "person", "bot"]  # the closed seat is gone
        play_on([host, guest], 3)
        assert host.room["result"] == guest.room["result"]
        assert host.events[-1]["data"] == guest.events[-1]["data"]
        public = [[e["name"] for e in socket.events if e["name"] not in ("dealt", "drew")] for socket in (host, guest)]
        assert public[0] == public[1]
        placed = [[e["sentence"] for e in socket.events if e["name"] == "placed"] for socket in (host, guest)]
        assert all(english != italian for english, italian in zip(*placed, strict=True))


def test_a_seat_can_be_taken_once(ada: Browser, bea: Browser) -> None:
    cleo = Browser(ada.address, "fr")
    with ExitStack() as stack:
        table, host, _ = at_one_table(stack, ada, bea)
        third = stack.enter_context(cleo.at(table))
        third.send("sit", seat=0)
        assert third.answer("error")["code"] == "seat-taken"
        third.send("sit")
        assert third.answer("error")["sentence"].startswith("Cette place")
        third.send("start")
        assert third.answer("error")["code"] == "not-host"
        third.send("leave")
        assert third.answer("error")["code"] == "not-seated"
        assert kinds(host.room) == ["person", "person", "bot", "closed"]


def test_a_spectator_sees_no_hand_and_cannot_act(ada: Browser, bea: Browser) -> None:
    table = ada.make("chefs-hat")
    with ada.at(table) as player, bea.at(table) as spectator:
        asked = player.until_asked()
        seen = spectator.until(lambda m: m["type"] == "position")
        while seen["view"]["actor"] != 0:
            seen = spectator.answer("position")
        assert seen["seat"] is None
        assert seen["view"]["hand"] is None
        assert seen["legal"] == []
        assert not [event for event in spectator.events if event["name"] == "dealt"]
        spectator.send("act", action=asked["legal"][0]["action"], number=seen["number"])
        assert spectator.answer("refused")["code"] == "not-seated"
        spectator.send("sit")
        assert spectator.answer("error")["code"] == "not-waiting"
        player.until_room(lambda room: room["spectators"] == 1)
        player.send("resync")
        assert player.until_asked()["number"] == asked["number"]


def test_no_seat_may_be_open_at_the_start(ada: Browser) -> None:
    table = ada.make("mamma-mia", seats=OPEN)
    with ada.at(table) as host:
        host.next()
        host.send("start")
        assert host.answer("error")["code"] == "still-open"
        host.send("seat", seat=1, kind="closed")
        host.send("seat", seat=3, kind="bot", level="novice")
        host.send("seat", seat=2, kind="bot", level="wizard")
        assert host.answer("error")["code"] == "bad-setup"
        host.send("seat", seat=0, kind="bot")
        assert host.answer("error")["code"] == "seat-taken"
        host.send("seat", seat=9, kind="bot")
        assert host.answer("error")["code"] == "bad-setup"
        host.send("start")
        host.until_room(lambda room: room["state"] == "playing")
        assert kinds(host.room) == ["person", "bot", "bot"]
        assert host.room["seats"][2]["level"] == "novice"
        assert len({seat["name"] for seat in host.room["seats"]}) == 3
        host.send("start")
        assert host.answer("error")["code"] == "not-waiting"


def test_too_few_players_cannot_start(ada: Browser) -> None:
    table = ada.make("mamma-mia", seats=OPEN)
    with ada.at(table) as host:
        host.next()
        for seat in (1, 2):
            host.send("seat", seat=seat, kind="closed")
        host.send("start")
        assert "2 to 5" in host.answer("error")["sentence"]


def test_when_the_host_leaves_somebody_else_becomes_host(ada: Browser, bea: Browser) -> None:
    with ExitStack() as stack:
        _, host, guest = at_one_table(stack, ada, bea)
        host.send("leave")
        guest.until_room(lambda room: room["host"])
        assert kinds(guest.room) == ["open", "person", "bot", "closed"]
        host.send("sit", seat=0)
        guest.until_room(lambda room: room["seats"][0]["name"] == "Ada")
        assert guest.room["host"] is True


def test_while_the_host_is_disconnected_somebody_else_can_start(ada: Browser, bea: Browser) -> None:
    with ExitStack() as stack:
        table, host, guest = at_one_table(stack, ada, bea)
        host.connection.close()
        guest.until_room(lambda room: room["host"])
        with ada.at(table) as back:
            back.until_room(lambda room: room["host"])
            guest.until_room(lambda room: not room["host"])
        guest.until_room(lambda room: room["host"])
        guest.send("start")
        guest.until_room(lambda room: room["state"] == "playing")


def test_a_bot_plays_for_whoever_leaves_until_they_return(ada: Browser, bea: Browser) -> None:
    with ExitStack() as stack:
        table, host, guest = at_one_table(stack, ada, bea)
        host.send("start")
        guest.until_room(lambda room: room["state"] == "playing")
        guest.send("leave")
        host.until_room(lambda room: room["seats"][1]["away"])
        play_on([host], 5, 12)  # the game goes on without Bea
        host.until_asked()
        assert any(event["data"].get("seat") == 1 for event in host.events)
        guest.send("sit")
        host.until_room(lambda room: not room["seats"][1]["away"])
        assert guest.room["seat"] == 1
        guest.send("leave")
        host.until_room(lambda room: room["seats"][1]["away"])
        with bea.at(table) as again:  # opening the page counts as returning
            again.until_room(lambda room: room["seat"] == 1 and not room["seats"][1]["away"])


def test_a_bot_can_play_for_somebody_who_is_disconnected(ada: Browser, bea: Browser) -> None:
    with ExitStack() as stack:
        _, host, guest = at_one_table(stack, ada, bea)
        host.send("start")
        host.until_room(lambda room: room["state"] == "playing")
        host.send("seat", seat=1, kind="bot")
        assert host.answer("error")["code"] == "still-seated"
        assert host.room["seats"][1]["grace"] is None
        guest.connection.close()
        host.until_room(lambda room: not room["seats"][1]["connected"])
        assert host.room["seats"][1]["grace"] == 0
        host.send("seat", seat=1, kind="bot")
        host.until_room(lambda room: room["seats"][1]["away"])
        assert host.room["seats"][1]["late"] is False
        play_on([host], 6, 8)


def test_whoever_loses_the_connection_has_time_to_return(serve: Serve) -> None:
    address = serve(replace(QUICK, grace=20))
    ada, bea = Browser(address), Browser(address)
    bea.ask("PUT", "/api/me", {"name": "Bea"})
    with ExitStack() as stack:
        table, host, guest = at_one_table(stack, ada, bea)
        host.send("start")
        host.until_room(lambda room: room["state"] == "playing")
        second = stack.enter_context(bea.at(table))
        guest.connection.close()
        second.until_room(lambda room: room["state"] == "playing")
        assert host.room["seats"][1]["connected"]  # in another window
        second.connection.close()
        room = host.until_room(lambda room: not room["seats"][1]["connected"])
        assert 0 < room["seats"][1]["grace"] <= 20
        host.send("seat", seat=1, kind="bot")
        assert host.answer("error")["code"] == "just-left"
        assert not host.room["seats"][1]["away"]


def test_rematch(ada: Browser, bea: Browser) -> None:
    with ExitStack() as stack:
        table, host, guest = at_one_table(stack, ada, bea)
        host.send("rematch")
        assert host.answer("error")["code"] == "not-finished"
        host.send("start")
        play_on([host, guest], 8)
        guest.send("rematch")
        again = host.until_room(lambda room: room["rematch"])["rematch"]
        assert again != table
        host.send("rematch")
        next_room = stack.enter_context(bea.at(again))
        room = next_room.until_room(lambda room: room["state"] == "waiting")
        assert [seat["name"] for seat in room["seats"]] == [seat["name"] for seat in host.room["seats"]]
        assert room["host"] is True
        next_room.send("start")
        assert next_room.until_room(lambda room: room["state"] == "playing")["rematch"] is None
        assert host.room["rematch"] == again


def test_a_rematch_against_bots_starts_at_once(ada: Browser) -> None:
    table = ada.make("chefs-hat", options={"target": 1})
    with ada.at(table) as socket:
        play_on([socket], 9)
        socket.send("rematch")
        again = socket.until_room(lambda room: room["rematch"])["rematch"]
    with ada.at(again) as socket:
        assert socket.until_room(lambda room: room["state"] == "playing")["options"]["target"] == 1


def test_lists_of_tables(ada: Browser, bea: Browser) -> None:
    waiting = ada.make("mamma-mia", seats=OPEN, public=True)
    secret = ada.make("mamma-mia", seats=OPEN)
    playing = ada.make("chefs-hat", public=True)
    with ada.at(playing) as socket:
        socket.until_asked()
        mine = {one["table"]: one for one in ada.get("/api/tables")["mine"]}
        assert set(mine) == {waiting, secret, playing}
        assert mine[playing]["your_turn"] is True
        assert mine[waiting]["your_turn"] is False
    lists = bea.get("/api/tables")
    assert [one["table"] for one in lists["join"]] == [waiting]
    assert lists["join"][0]["names"] == ["Ada", names_at(waiting)[0]]
    assert lists["join"][0]["open"] == 1
    assert [one["table"] for one in lists["watch"]] == [playing]
    assert lists["mine"] == lists["finished"] == []


def test_the_lobby_counts_what_spectators_have_noticed(ada: Browser, bea: Browser) -> None:
    table = ada.make("mamma-mia", players=3, level="beginner", public=True)
    with ada.at(table) as player, bea.at(table) as watching:
        for _ in range(5):
            asked = player.until_asked()
            watching.send("resync")
            seen = watching.until(lambda m: m["type"] == "position")
            while seen["view"]["actor"] != 0 or seen["view"]["phase"] != asked["view"]["phase"]:
                seen = watching.answer("position")
            [listed], [mine] = bea.get("/api/tables")["watch"], ada.get("/api/tables")["mine"]
            assert listed["moves"] == mine["moves"] == seen["number"]
            assert (listed["time"], listed["your_turn"]) == (mine["time"], False)
            assert mine["your_turn"]
            player.act(asked["legal"][0]["action"])


def test_names(ada: Browser, bea: Browser) -> None:
    with ExitStack() as stack:
        _, host, guest = at_one_table(stack, ada, bea)
        guest.send("rename", name="  <b>Bea</b>\n\u202e\x00 ")
        assert host.until_room(lambda room: "<b>" in room["seats"][1]["name"])["seats"][1]["name"] == "<b>Bea</b>"
        guest.send("rename", name="\u200b \n")
        assert guest.answer("error")["code"] == "bad-name"
        guest.send("rename", name="x" * 100)
        assert host.until_room(lambda room: room["seats"][1]["name"].startswith("x"))["seats"][1]["name"] == "x" * 40
    assert bea.get("/api/me")["name"] == "x" * 40
    assert Browser(ada.address, "fr").get("/api/me")["name"] == "Convive"


def test_a_game_of_bots_can_be_watched(ada: Browser, bea: Browser) -> None:
    table = ada.make("chefs-hat", seats=[{"kind": "bot"}] * 4, options={"target": 1})
    with bea.at(table) as spectator:
        assert spectator.until_room(lambda room: room["state"] == "finished")["seat"] is None


def test_when_time_runs_out_a_bot_plays(ada: Browser) -> None:
    table = ada.make("chefs-hat", clock=1)
    with ada.at(table) as socket:
        asked = socket.until_asked()
        assert asked["clock"]["limit"] == 1
        assert 0 <= asked["clock"]["left"] <= 1
        room = socket.until_room(lambda room: room["seats"][0]["away"])
        assert room["seats"][0]["late"]
        socket.until(lambda m: m["type"] == "position" and m["number"] > asked["number"])
        socket.send("sit")
        room = socket.until_room(lambda room: not room["seats"][0]["away"])
        assert not room["seats"][0]["late"]
