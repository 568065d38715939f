"""What is sent to a seat does not depend on what the seat cannot know."""

from typing import Any

import msgspec
import pytest

from forno.rules import GAMES, chance, find
from forno.rules.chefs_hat.rules import CHEF
from forno.rules.game import SPECTATOR, Game
from forno.rules.records import Records, new_records
from forno.server.live_game import LiveGame
from forno.server.seat_feed import Reader
from forno.table import Table
from forno.words import Words

ENGLISH = Words("en")
NAMES = ["Ada", "Bea", "Cleo", "Dora", "Ezra", "Fay"]
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
        table._state[:] = world  # noqa: SLF001  only this test does that
        feed.view = table.view(seat)
        return sent(live, seat)
    finally:
        table._state[:] = truth  # noqa: SLF001
        feed.view = kept


@pytest.mark.parametrize(("game", "players", "options"), CASES, ids=lambda value: getattr(value, "id", str(value)))
def test_what_is_sent_does_not_depend_on_what_is_hidden(game: Game, players: int, options: dict[str, bool]) -> None:
    known = {option.name for option in game.options}
    table = Table(game, players, {name: value for name, value in options.items() if name in known}, key=bytes([7]) * 32)
    live, moves = LiveGame(table), _random_moves(table)
    differed = 0
    for number_of_move, (seat_to_act, action) in enumerate(moves):
        if number_of_move % max(1, len(moves) // SAMPLES) == 0:
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


def test_nobody_notices_an_unused_pair_of_jokers() -> None:
    """CH-3: the holder of both jokers is asked, and nobody gets a message for it but the Chef, whose turn is next."""
    live = _until(find("chefs-hat"), 4, lambda table: table.text(int(table.legal()[0])) == "keep-still")
    asked = live.table.actor
    assert asked is not None
    chef = live.table.state[0].role.tolist().index(CHEF)
    _nobody_notices(live, asked, "keep-still", but=chef)


def test_nobody_notices_a_refusal_to_help() -> None:
    """MP-15: to the others it looks as if nobody had been asked. Only the end of the order is public."""
    live = _until(find("mamma-mia-plus"), 6, _is_first_of_two_helpers)
    asked = live.table.actor
    assert asked is not None
    _nobody_notices(live, asked, "refuse", but=_next_helper(live.table))


def _is_first_of_two_helpers(table: Table) -> bool:
    return table.text(int(table.legal()[0])) == "help" and _next_helper(table) is not None


def _next_helper(table: Table) -> int | None:
    """The seat that is asked if this one refuses; None if there is none."""
    after = table.record().replay()
    assert after.actor is not None
    after.act(after.actor, "refuse")
    legal = after.legal()
    return after.actor if len(legal) and after.text(int(legal[0])) == "help" else None


def _until(game: Game, players: int, wanted: object) -> LiveGame:
    """A position of a random game. The choice is reproducible."""
    assert callable(wanted)
    for number in range(400):
        table = Table(game, players, key=number.to_bytes(32, "little"))
        live, rng = LiveGame(table), chance.stream(number.to_bytes(32, "big"), 1)
        while not table.is_over:
            if wanted(table):
                return live
            assert table.actor is not None
            legal = table.legal()
            live.act(table.actor, int(legal[chance.below(rng, len(legal))]))
            live.update_feeds()
    raise AssertionError("no such position")


def _nobody_notices(live: LiveGame, asked: int, action: str, but: int | None = None) -> None:
    others = [seat for seat in live.feeds if seat not in (asked, but)]
    assert SPECTATOR in others
    before = {seat: sent(live, seat) for seat in others}
    number = live.feeds[asked].number
    live.act(asked, action)
    live.update_feeds()
    assert {seat: sent(live, seat) for seat in others} == before
    assert live.feeds[asked].number == number + 1


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
        assert [event.number for event in position.events] == list(range(len(position.events)))
