"""Views and worlds: nobody sees what they may not, by random play over every game."""

import numpy as np
import pytest

from conformance import conservation
from conformance.cases import CASES, COMPILED, Case, dirty, legal, positions, view, walk
from forno.rules import arrays, chance
from forno.rules.events import EVERYBODY, SILENT, Log, new_log
from forno.rules.game import CHANCE, SPECTATOR
from forno.rules.records import new_records

cases = pytest.mark.parametrize("case", CASES, ids=str)
EVERY = 13 if COMPILED else 60  # n-th position
STREAMS = 6 if COMPILED else 3
GAMES_EACH = 8 if COMPILED else 3


@cases
def test_a_view_is_built_from_blank(case: Case) -> None:
    game = case.game
    for states in positions(case, 0, EVERY):
        for seat in case.seats:
            views = dirty(game, game.view_dtype)
            game.view(states, 0, seat, views, 0)
            clean = view(game, states, seat)
            for name in game.view_dtype.names or ():
                assert (views[name] == clean[name]).all(), name


@cases
def test_a_view_changes_nothing(case: Case) -> None:
    for states in positions(case, 0, EVERY):
        kept = states.tobytes()
        for seat in case.seats:
            view(case.game, states, seat)
        assert states.tobytes() == kept


@cases
@pytest.mark.parametrize("deduce", [True, False])
def test_a_world_looks_the_same(case: Case, deduce: bool) -> None:
    """Resampling what a seat cannot see leaves its view unchanged: so a view holds nothing that the seat cannot know."""
    game = case.game
    for number in range(GAMES_EACH):
        for at, states in enumerate(positions(case, number, EVERY)):
            for seat in case.seats:
                seen = view(game, states, seat)
                for stream in range(STREAMS):
                    world = dirty(game, game.state_dtype)
                    game.resample(seen, 0, chance.stream(bytes([at % 256]) * 32, stream), deduce, world, 0)
                    assert view(game, world, seat).tobytes() == seen.tobytes()


@cases
def test_a_world_sets_every_field(case: Case) -> None:
    """The same stream gives the same world, whatever was in the record before."""
    game = case.game
    for states in positions(case, 2, EVERY):
        for seat in case.seats:
            seen = view(game, states, seat)
            blank, rubbish = new_records(1, game.state_dtype), dirty(game, game.state_dtype)
            for world in (blank, rubbish):
                game.resample(seen, 0, chance.stream(bytes(32)), True, world, 0)
            for name in game.state_dtype.names or ():
                assert (blank[name] == rubbish[name]).all(), name


@cases
def test_forgetting_leaves_what_lies_open(case: Case) -> None:
    """The own cards, whose turn it is and all numbers of cards stay; what was seen earlier goes, and goes once for all."""
    game = case.game
    forgot = set()
    for states in positions(case, 0, EVERY):
        for seat in case.seats:
            seen, now = view(game, states, seat), view(game, states, seat)
            game.forget(now, 0)
            forgot |= {name for name in game.view_dtype.names or () if (seen[name] != now[name]).any()}
            again = now.copy()
            game.forget(again, 0)
            assert again.tobytes() == now.tobytes()
            if "oven" in (game.view_dtype.names or ()) and seen[0].n_oven:
                assert now[0].oven[now[0].n_oven - 1] == seen[0].oven[seen[0].n_oven - 1]
    assert forgot
    assert not forgot & {"hand", "menu", "seat", "phase", "actor", "said", "table", "n_supply", "n_oven", "held"}


@cases
def test_worlds_differ(case: Case) -> None:
    """Somewhere in a game a seat does not know something: resampling must not copy the truth."""
    game = case.game
    for seat in case.seats:
        found = set()
        for states in positions(case, 0, EVERY):
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
    actions = np.zeros(game.n_actions, np.int16)
    count = conservation.COUNT[game.id]
    deck = conservation.DECK[game.id](case.players, game.check(case.players, case.options))
    for states in positions(case, 3, EVERY if COMPILED else 200):
        for seat in case.seats:
            world = new_records(1, game.state_dtype)
            for deduce in (True, False):
                game.resample(view(game, states, seat), 0, chance.stream(bytes(32), 5), deduce, world, 0)
                assert count(world, 0) == deck
                assert game.actor(world, 0) >= 0 or game.is_over(states, 0)
                arrays.play_out(world, 0, chance.stream(bytes(32), 6), actions, SILENT)
                assert game.is_over(world, 0)
                assert count(world, 0) == deck


@cases
def test_whose_turn_it_is_knows_what_is_legal(case: Case) -> None:
    """A seat that is to decide sees all that decides which actions are legal: every world offers it the same ones."""
    game = case.game
    for states in positions(case, 4, EVERY):
        seat = game.actor(states, 0)
        if seat < 0:
            continue
        world = new_records(1, game.state_dtype)
        game.resample(view(game, states, seat), 0, chance.stream(bytes(32), 7), True, world, 0)
        assert game.actor(world, 0) == seat
        assert legal(game, world) == legal(game, states)


def _heard(log: Log, seat: int) -> list[list[int]]:
    """The rows of a log that reach a seat."""
    rows = log[1 : log[0, 0] + 1].tolist()
    return [row for row in rows if row[1] == EVERYBODY or (seat != SPECTATOR and row[1] >> seat & 1)]


@cases
def test_events_tell_no_more_than_views(case: Case) -> None:
    """Two worlds that look the same to a seat before and after a step sound the same to it."""
    game = case.game
    compared = 0
    for at, step in enumerate(walk(case, 5)):
        if at == 0 or (at % EVERY and step.seat != CHANCE):
            continue  # before the first deal there is nothing to see
        for seat in case.seats:
            before, after = view(game, step.before, seat), view(game, step.after, seat)
            for stream in range(STREAMS):
                world, log = new_records(1, game.state_dtype), new_log(game.max_events)
                game.resample(before, 0, chance.stream(bytes(32), stream), True, world, 0)
                if game.actor(world, 0) != step.seat or (step.seat != CHANCE and step.action not in legal(game, world)):
                    continue
                step.repeat(game, world, log)
                if view(game, world, seat).tobytes() == after.tobytes():
                    assert _heard(log, seat) == _heard(step.log, seat)
                    compared += 1
    assert compared > 0
