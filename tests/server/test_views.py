"""Views on the wire, also of a game that the server knows nothing about."""

from copy import copy
from typing import Any

import msgspec
import numpy as np
import pytest

from forno.rules import GAMES, OWN_GAMES
from forno.rules.game import SPECTATOR, Game
from forno.rules.records import Records
from forno.server.live_game import LiveGame
from forno.server.messages import View
from forno.server.seat_feed import Reader
from forno.server.views import _makers, open_hands, wire_view
from forno.table import Table
from forno.table.plain_record import record_of
from forno.table.views import seat_or_none
from forno.words import Words


def renamed(game: Game) -> Game:
    """The same game under a name that no table of games has."""
    other = copy(game)
    object.__setattr__(other, "id", "unknown")
    return other


def _sent(game: Game, view: Records[Any]) -> bytes:
    return msgspec.json.encode(wire_view(game, view.tobytes()))


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_the_fields_of_the_record(game: Game) -> None:
    table = Table(renamed(game), game.players[-1], key=bytes(32))
    live = LiveGame(table)
    assert table.actor is not None
    feed = live.feed(table.actor)
    view = msgspec.json.decode(msgspec.json.encode(feed.position(table, Reader(Words("en")), table.names).view))
    record = table.view(table.actor)
    assert view["game"] == "plain"
    assert view["actor"] == table.actor
    assert view["fields"]["seat"] == table.actor
    assert view["fields"]["hand"] == record[0].hand.tolist()
    assert {"game", "phase", "actor", "fields"} == view.keys()
    assert {"phase", "actor", *view["fields"]} == set(game.view_dtype.names or ())


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_open_hands(game: Game) -> None:
    table = Table(renamed(game), game.players[-1], key=bytes(32))
    for seat, hand in enumerate(open_hands(table)):
        counts = table.view(seat)[0].hand.tolist()
        assert hand.hand == {str(card): n for card, n in enumerate(counts) if n}
        assert sum(hand.hand.values()) > 0


def test_spectators_see_no_hand() -> None:
    table = Table(renamed(GAMES[0]), 3, key=bytes(32))
    view = LiveGame(table).feed(None).position(table, Reader(Words("en")), table.names).view
    assert msgspec.to_builtins(view)["fields"]["seat"] == SPECTATOR
    assert not any(msgspec.to_builtins(view)["fields"]["hand"])


@pytest.mark.parametrize("memory_aid", [False, True])
@pytest.mark.parametrize("game", OWN_GAMES, ids=lambda game: game.id)
def test_what_is_out_of_sight_is_on_the_wire_only_as_an_aid_to_memory(game: Game, memory_aid: bool) -> None:
    known = any(option.name == "memory_aid" for option in game.options)
    table = Table(game, game.players[-1], {"memory_aid": memory_aid} if known else {}, key=bytes(32))
    rng, differed = np.random.default_rng(0), 0
    while table.actor is not None:
        table.act(table.actor, int(rng.choice(table.legal())))
        view = table.view_record(table.actor or 0)
        now = record_of(game.view_dtype, view.tobytes())
        game.forget(now, 0)
        if game.id == "chefs-hat":  # the page shows the gifts as long as the shift lasts
            now["gave"], now["got"] = view["gave"], view["got"]
        if not table.is_over:  # then everything is open
            differed += _sent(game, now) != _sent(game, view)
    assert (differed > 0) == (memory_aid and known)


@pytest.mark.parametrize("game", OWN_GAMES, ids=lambda game: game.id)
def test_a_view_has_the_fields_of_its_message_in_their_order(game: Game) -> None:
    table = Table(game, game.players[-1], key=bytes(32))
    rng = np.random.default_rng(0)
    while table.actor is not None:
        table.act(table.actor, int(rng.choice(table.legal())))
        for seat in (SPECTATOR, 0):
            sent = _sent(game, table.view_record(seat))
            assert msgspec.json.encode(msgspec.json.decode(sent, type=View)) == sent


@pytest.mark.parametrize("game", OWN_GAMES, ids=lambda game: game.id)
def test_a_view_is_that_of_its_seat_whoever_was_shown_it_before(game: Game) -> None:
    """Part of a message is made once for all seats. It must not depend on who is the first."""
    for number in range(2):
        table = Table(game, game.players[-1], key=bytes([number]) * 32)
        rng = np.random.default_rng(number)
        while table.actor is not None:
            table.act(table.actor, int(rng.choice(table.legal())))
            seen = {seat: table.view_record(seat) for seat in (SPECTATOR, *range(table.players))}
            after_others = {seat: _sent(game, view) for seat, view in seen.items()}
            shown = {seat: msgspec.json.decode(view, type=View) for seat, view in after_others.items()}
            for seat, view in seen.items():
                _makers[game.id].clear()
                assert _sent(game, view) == after_others[seat]
                assert shown[seat].actor == (None if table.is_over else seat_or_none(view["actor"][0]))
            hands = {seat: getattr(view, "hand", None) for seat, view in shown.items()}
            assert hands.pop(SPECTATOR) is None
            assert list(hands.values()) == [hand.hand for hand in open_hands(table)]


@pytest.mark.parametrize("game", OWN_GAMES, ids=lambda game: game.id)
def test_tables_with_other_settings_do_not_change_a_view(game: Game) -> None:
    """What stays the same at a table is no part of what its parts are known by."""
    known = any(option.name == "memory_aid" for option in game.options)
    tables = [
        Table(game, players, {"memory_aid": memory_aid} if known else {}, key=bytes(32))
        for players in {game.players[0], game.players[-1]}
        for memory_aid in (False, True)
    ]
    rng = np.random.default_rng(0)
    for _ in range(40):
        views = []
        for table in tables:
            if table.actor is not None:
                table.act(table.actor, int(rng.choice(table.legal())))
            views.append(table.view_record(0))
        in_turns = [_sent(game, view) for view in views]
        for view, sent in zip(views, in_turns, strict=True):
            _makers[game.id].clear()
            assert _sent(game, view) == sent
