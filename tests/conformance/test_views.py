"""Views and worlds: nobody sees what they may not. Random play in every game."""

import pytest

from conformance import conservation
from conformance.cases import COMPILED, Case, cases, copied, dirty, legal, play_out, positions, view
from forno.rules import chance
from forno.rules.records import new_records

STREAMS = 6 if COMPILED else 3
GAMES_EACH = 8 if COMPILED else 3


@cases
def test_a_view_is_built_from_blank(case: Case) -> None:
    game = case.game
    for states in positions(case, 0):
        for seat in case.seats:
            views = dirty(game.view_dtype)
            game.view(states, 0, seat, views, 0)
            clean = view(game, states, seat)
            for name in game.view_dtype.names or ():
                assert (views[name] == clean[name]).all(), name


@cases
def test_a_view_changes_nothing(case: Case) -> None:
    for states in positions(case, 0):
        kept = states.tobytes()
        for seat in case.seats:
            view(case.game, states, seat)
        assert states.tobytes() == kept


@cases
@pytest.mark.parametrize("deduce", [True, False])
def test_a_world_looks_the_same(case: Case, deduce: bool) -> None:
    """Resampling what a seat cannot see leaves its view unchanged, so a view holds nothing that the seat cannot know."""
    game = case.game
    for number in range(GAMES_EACH):
        for at, states in enumerate(positions(case, number)):
            for seat in case.seats:
                seen = view(game, states, seat)
                for stream in range(STREAMS):
                    world = dirty(game.state_dtype)
                    game.resample(seen, 0, chance.stream(bytes([at % 256]) * 32, stream), deduce, world, 0)
                    assert view(game, world, seat).tobytes() == seen.tobytes()


@cases
def test_a_world_sets_every_field(case: Case) -> None:
    """The same stream gives the same world, whatever was in the record before."""
    game = case.game
    for states in positions(case, 2):
        for seat in case.seats:
            seen = view(game, states, seat)
            blank, rubbish = new_records(1, game.state_dtype), dirty(game.state_dtype)
            for world in (blank, rubbish):
                game.resample(seen, 0, chance.stream(bytes(32)), True, world, 0)
            for name in game.state_dtype.names or ():
                assert (blank[name] == rubbish[name]).all(), name


@cases
def test_forgetting_leaves_what_lies_open(case: Case) -> None:
    """A seat keeps its own cards, whose turn it is and all numbers of cards. It forgets what it saw earlier, all at once."""
    game = case.game
    forgot = set()
    for states in positions(case, 0):
        for seat in case.seats:
            seen, now = view(game, states, seat), view(game, states, seat)
            game.forget(now, 0)
            forgot |= {name for name in game.view_dtype.names or () if (seen[name] != now[name]).any()}
            again = copied(now)
            game.forget(again, 0)
            assert again.tobytes() == now.tobytes()
            if "oven" in (game.view_dtype.names or ()) and seen[0].n_oven:
                assert now[0].oven[now[0].n_oven - 1] == seen[0].oven[seen[0].n_oven - 1]
    assert forgot
    assert not forgot & {"hand", "menu", "seat", "phase", "actor", "said", "table", "n_supply", "n_oven", "held"}


@cases
def test_worlds_differ(case: Case) -> None:
    """Every seat has something to guess somewhere in a game. Resampling must not copy the truth."""
    game = case.game
    for seat in case.seats:
        found = set()
        for states in positions(case, 0):
            seen = view(game, states, seat)
            for stream in range(STREAMS):
                world = new_records(1, game.state_dtype)
                game.resample(seen, 0, chance.stream(bytes(32), stream), True, world, 0)
                found.add(world.tobytes())
            if len(found) > STREAMS:
                break
        assert len(found) > STREAMS


@cases
def test_a_world_can_be_played_to_its_end(case: Case) -> None:
    game = case.game
    count = conservation.COUNT.get(game.id)
    for states in positions(case, 3):
        cards = count and count(states, 0)
        for seat in case.seats:
            world = new_records(1, game.state_dtype)
            for deduce in (True, False):
                game.resample(view(game, states, seat), 0, chance.stream(bytes(32), 5), deduce, world, 0)
                assert count is None or count(world, 0) == cards
                assert game.actor(world, 0) >= 0 or game.is_over(states, 0)
                play_out(game, world, chance.stream(bytes(32), 6))
                assert game.is_over(world, 0)
                assert count is None or count(world, 0) == cards


@cases
def test_a_seat_knows_its_legal_actions(case: Case) -> None:
    """A seat sees everything that its legal actions depend on: it has the same ones in every world."""
    game = case.game
    for states in positions(case, 4):
        seat = game.actor(states, 0)
        if seat < 0:
            continue
        world = new_records(1, game.state_dtype)
        game.resample(view(game, states, seat), 0, chance.stream(bytes(32), 7), True, world, 0)
        assert game.actor(world, 0) == seat
        assert legal(game, world) == legal(game, states)
