"""A stored game is loaded in two compiled calls. What everybody is then sent is the same as if the server had never stopped."""

import random
from typing import Any

import msgspec
import pytest

from forno.rules import GAMES
from forno.rules.game import Game
from forno.server.live_game import LiveGame
from forno.server.seat_feed import Reader
from forno.table import Table
from forno.words import Words
from server.worlds import setups

ENGLISH = Words("en")
SAMPLES = 12  # lengths of a game
CASES = [(game, *case) for game in GAMES for case in setups(game)]


def everything(live: LiveGame) -> list[Any]:
    """All that anybody could be sent, now and after the next moves."""
    found: list[Any] = [live.is_open, live.is_shown, live.first, live.previous_actor, live.n_shown]
    for seat, feed in live.feeds.items():
        some = len(feed.events) // 2
        readers = Reader(ENGLISH), Reader(ENGLISH, remembers=True), Reader(ENGLISH, some, forgotten=feed.forgotten)
        found += [msgspec.json.encode(feed.position(live.table, reader, live.table.names)) for reader in readers]
        found += [seat, feed.number, feed.actor, feed.is_asked, feed.is_accepted, feed.answers, feed.forgotten]
        found += [feed.view, feed.notices(live.table, live.table.view_record(seat).tobytes()), list(feed.events)]
    return found


@pytest.mark.parametrize(("game", "players", "options"), CASES, ids=lambda value: getattr(value, "id", str(value)))
def test_a_loaded_game_is_as_it_was_played(game: Game, players: int, options: dict[str, Any]) -> None:
    def new() -> LiveGame:
        return LiveGame(Table(game, players, options, key=bytes([5]) * 32))

    live, rng = new(), random.Random(players)  # noqa: S311  the same each time
    while live.table.actor is not None:
        live.act(live.table.actor, rng.choice(live.table.legal().tolist()))
    moves = list(live.table.record().moves)
    for length in [*sorted(rng.sample(range(1, len(moves)), min(SAMPLES, len(moves) - 1))), len(moves)]:
        slow, fast = new(), new()
        slow.replay_slowly(moves[:length])
        fast.replay(moves[:length])
        assert everything(fast) == everything(slow)
        for one in (slow, fast):
            one.update_feeds()
        assert everything(fast) == everything(slow)
        slow.replay_slowly(moves[length : length + 3])
        fast.replay_slowly(moves[length : length + 3])
        assert everything(fast) == everything(slow)
