"""Views of a game that the server knows nothing about."""

from copy import copy

import msgspec
import pytest

from forno.rules import GAMES
from forno.rules.game import SPECTATOR, Game
from forno.server.live_game import LiveGame
from forno.server.seat_feed import Reader
from forno.server.views import open_hands
from forno.table import Table
from forno.words import Words


def renamed(game: Game) -> Game:
    """The same game under a name that no table of games has."""
    other = copy(game)
    object.__setattr__(other, "id", "unknown")
    return other


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_the_fields_of_the_record(game: Game) -> None:
    table = Table(renamed(game), game.players[-1], key=bytes(32))
    live = LiveGame(table)
    assert table.actor is not None
    feed = live.feed(table.actor)
    view = msgspec.json.decode(msgspec.json.encode(feed.position(table, Reader(Words("en")), list(table.names)).view))
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
    view = LiveGame(table).feed(None).position(table, Reader(Words("en")), list(table.names)).view
    assert msgspec.to_builtins(view)["fields"]["seat"] == SPECTATOR
    assert not any(msgspec.to_builtins(view)["fields"]["hand"])
