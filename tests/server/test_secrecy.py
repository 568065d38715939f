"""What is sent to a seat does not depend on what the seat cannot know."""

from typing import Any

import msgspec
import pytest

from forno.rules import GAMES, OWN_GAMES, chance, find
from forno.rules.game import SPECTATOR, Game
from forno.rules.records import Records, new_records
from forno.server.live_game import LiveGame
from forno.server.seat_feed import Reader
from forno.table import Table
from forno.words import Words
from server.clients import event_numbers
from server.worlds import PLACES, Place, actor_in, compare, comparisons, setups

ENGLISH = Words("en")
NAMES = ("Ada", "Bea", "Cleo", "Dora", "Ezra", "Fay")
CASES = [(game, *case) for game in GAMES for case in ((game.players[0], {}), (game.players[-1], {"memory_aid": True}))]
SAMPLES = 24  # positions of a game, however long it is


def sent(live: LiveGame, seat: int) -> bytes:
    """What a socket of this seat gets for the current position, with the view record and the latest events."""
    feed = live.feeds[seat]
    agent = Reader(ENGLISH, max(0, len(feed.events) - 20), remembers=True)
    return msgspec.json.encode(feed.position(live.table, agent, NAMES))


def in_another_world(live: LiveGame, seat: int, number: int) -> bytes:
    """The same, with everything that the seat cannot know replaced."""
    game, table, truth = live.table.game, live.table, live.table.state
    world = new_records(1, game.state_dtype)
    game.resample(table.view(seat), 0, chance.stream(bytes(32), number), True, world, 0)
    feed = live.feeds[seat]
    kept = feed.view
    try:
        table._state[:], table._actor, table._own = world, actor_in(game, world), None  # noqa: SLF001  only this test does that
        feed.view = table.view_record(seat).tobytes()
        return sent(live, seat)
    finally:
        table._state[:], table._actor, table._own = truth, actor_in(game, truth), None  # noqa: SLF001
        feed.view = kept


@pytest.mark.parametrize(("game", "players", "options"), CASES, ids=lambda value: getattr(value, "id", str(value)))
def test_what_is_sent_does_not_depend_on_what_is_hidden(game: Game, players: int, options: dict[str, bool]) -> None:
    known = {option.name for option in game.options}
    table = Table(game, players, {name: value for name, value in options.items() if name in known}, key=bytes([7]) * 32)
    live, moves = LiveGame(table), _random_moves(table)
    differed = 0
    for number_of_move, (seat_to_act, action) in enumerate(moves):
        if live.is_open and number_of_move % max(1, len(moves) // SAMPLES) == 0:
            for seat in range(SPECTATOR, players):
                truth = sent(live, seat)
                for number in range(2):
                    assert in_another_world(live, seat, 2 * len(table.moves) + number) == truth
            differed += table.state.tobytes() != _some_world(live).tobytes()
        live.act(seat_to_act, action)
        live.update_feeds()
    assert table.is_over
    assert differed > 5


def _random_moves(table: Table) -> list[tuple[int, int]]:
    """Seats and actions of a whole game from this position on. The table stays as it is."""
    played, rng = table.record().replay(), chance.stream(bytes(32), 1)
    while played.actor is not None:
        legal = played.legal()
        played.act(played.actor, int(legal[chance.below(rng, len(legal))]))
    return list(played.moves)


def _some_world(live: LiveGame) -> Records[Any]:
    world = new_records(1, live.table.game.state_dtype)
    live.table.game.resample(live.table.view(SPECTATOR), 0, chance.stream(bytes(32), 99), True, world, 0)
    return world


@pytest.mark.parametrize("place", PLACES)
@pytest.mark.parametrize("game", OWN_GAMES, ids=lambda game: game.id)
def test_streams_do_not_tell_who_is_asked_in_secret(game: Game, place: Place) -> None:
    """MM-24, MP-15, CH-3: not by the bytes, number, order or times of messages, and not by the lobby. See `worlds`."""
    ways = list(setups(game))
    pairs = (
        pair
        for players, options in ways
        for pair in comparisons(game, players, options, players, samples=max(1, 8 // len(ways)), worlds=1)
    )
    result = compare(pairs, place)
    assert not result.different
    assert result.compared > 10
    assert result.other_questions > 2


@pytest.mark.parametrize(("game", "players"), [("mamma-mia", 4), ("mamma-mia-plus", 6), ("chefs-hat", 4)])
def test_only_whoever_is_asked_in_secret_is_shown_anything(game: str, players: int) -> None:
    before, live = _until_secret(find(game), players)
    asked, acted = live.table.actor, live.table.moves[-1][0]
    after = {seat: feed.number for seat, feed in live.feeds.items()}
    assert asked is not None
    rises = {seat: after[seat] - before[seat] for seat in after}
    assert rises.pop(asked) == 1 + (asked == acted)
    assert rises.pop(acted, 1) == 1  # the action was accepted
    assert set(rises.values()) == {0}
    assert live.feeds[asked].is_asked


def _until_secret(game: Game, players: int) -> tuple[dict[int, int], LiveGame]:
    """A game in which somebody is asked in secret, and everybody's number before that. The choice is reproducible."""
    for number in range(400):
        table = Table(game, players, key=number.to_bytes(32, "little"))
        live, rng = LiveGame(table), chance.stream(number.to_bytes(32, "big"), 1)
        while table.actor is not None:
            before, legal = {seat: feed.number for seat, feed in live.feeds.items()}, table.legal()
            live.act(table.actor, int(legal[chance.below(rng, len(legal))]))
            live.update_feeds()
            if not live.is_open:
                return before, live
    raise AssertionError("no such position")


def test_each_seat_has_its_own_numbers_of_events() -> None:
    """The table's numbers would have gaps where others drew cards."""
    table = Table(find("mamma-mia"), 3, key=bytes(32))
    live = LiveGame(table)
    for _ in range(30):
        assert table.actor is not None
        live.act(table.actor, int(table.legal()[-1]))
        live.update_feeds()
    for seat in live.feeds:
        position = live.feeds[seat].position(table, Reader(ENGLISH, remembers=True), NAMES)
        assert event_numbers(position) == list(range(len(live.feeds[seat].events)))
