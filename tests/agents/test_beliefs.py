"""Beliefs: what the play of the others reveals about their cards."""

from collections import Counter
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from conformance import conservation
from forno.agents import find
from forno.agents.beliefs import blur_of, chefs_hat, fit, weights
from forno.agents.search.simulation import TRUST, draw, explain, sample_worlds, weigh
from forno.rules import chance
from forno.rules import find as find_game
from forno.rules.chefs_hat.rules import State, View
from forno.rules.compiling import hold, release
from forno.rules.game import Game
from forno.rules.records import Records, new_records
from forno.table import Table
from positions.chefs_hat import GAME, set_up


def plausible(view: Records[View], states: Records[State]) -> float:
    return chefs_hat.plausible(view[0], states[0])


def shift_of_greedy(decisions: int, key: int) -> Table:
    table, rng = Table(GAME, 4, key=key.to_bytes(32, "little")), chance.stream(bytes(32), 9)
    for _ in range(decisions):
        seat = table.actor
        assert seat is not None
        table.act(seat, find("greedy", GAME).choose(table.view(seat), table.legal(), rng))
    return table


def test_a_seat_that_placed_a_number_rarely_kept_cards_of_it() -> None:
    position = set_up("9x2 5 / 5x2 6 / 4x2 8 / 3x2 10")
    view = position.view(position.actor)
    view[0].placed[1, 6:8] = 2, 0  # seat 1 has placed sevens, and no eights
    kept, other = position.states.copy(), position.states.copy()
    for states, card in ((kept, 6), (other, 7)):
        states[0].hand[1, 5] -= 1
        states[0].hand[1, card] += 1
    assert plausible(view, other) > plausible(view, kept) + 1


def test_clues_are_about_other_seats_only() -> None:
    position = set_up("9x2 5 / 5x2 6 / 4x2 8 / 3x2 10")
    view, found = position.view(position.actor), np.zeros(chefs_hat.MOST, np.int64)
    n = chefs_hat.clues(view[0], position.states[0], found)
    assert n == 2 * 6  # six groups in other hands
    assert len(set(found[:n])) == n
    assert found[:n].max() < chefs_hat.CLUES == len(weights.CHEFS_HAT)
    changed = position.states.copy()
    changed[0].hand[position.actor] = 1
    assert plausible(view, changed) == plausible(view, position.states)


def test_true_states_are_more_plausible_than_worlds() -> None:
    """Nearly always, in games that were not used for the fit."""
    better = []
    for key in range(40):
        table = shift_of_greedy(30, 1000 + key)
        seat = table.actor
        assert seat is not None
        view, world = table.view(seat), table.state
        GAME.resample(view, 0, chance.stream(bytes([key]) * 32), True, world, 0)
        better.append(plausible(view, table.state) > plausible(view, world))
    assert sum(better) >= 34


def test_worlds_are_drawn_from_the_pool_by_weight() -> None:
    table = shift_of_greedy(12, 1)
    seat = table.actor
    assert seat is not None
    view, key, rng = table.view(seat), chance.stream(bytes(32)), new_records(1, chance.STREAM)
    pool, cumulative, worlds = new_records(6, GAME.state_dtype), np.zeros(6), new_records(4000, GAME.state_dtype)
    sample_worlds(view, pool, chance.POOLS, 6, 0, key, rng)
    weigh(view, pool, cumulative)
    ratings = np.array([plausible(view, pool[k : k + 1]) for k in range(6)])
    shares = np.exp(TRUST * (ratings - ratings.max()))
    assert np.diff(cumulative, prepend=0) == pytest.approx(shares)
    draw(pool, cumulative, worlds, 0, 4000, key, rng)
    drawn = Counter(world.tobytes() for world in worlds)
    for world, share in zip(pool, shares / shares.sum(), strict=True):
        assert drawn[world.tobytes()] / 4000 == pytest.approx(share, abs=0.04)


def test_the_true_hands_explain_the_moves_better_than_random_ones() -> None:
    """In nearly all positions, in games of `greedy`; and hands that explain them are nearer to the truth."""
    gains = []
    for key in range(16):
        table = shift_of_greedy(30, 2000 + key)
        seat = table.actor
        assert seat is not None
        view, world = table.view(seat, recall=True), table.state
        GAME.resample(view, 0, chance.stream(bytes([key]) * 32), True, world, 0)
        true, random = (log_likelihood(view, states, seat) for states in (table.state, world))
        gains.append(true - random)
    assert sum(gain > 0 for gain in gains) >= 14
    assert np.mean(gains) > 5


def log_likelihood(view: Any, states: Records[State], seat: int) -> float:
    scratch, walk = new_records(1, GAME.view_dtype), new_records(3, GAME.state_dtype)
    views, moves = view.history
    others = [other for other in range(4) if other != seat]
    return sum(
        chefs_hat.log_likelihood(view[0], states[0], other, views, moves, scratch, walk, 0.05) for other in others
    )


@pytest.mark.parametrize(
    ("game_id", "players", "share"), [("chefs-hat", 4, 0.75), ("mamma-mia", 4, 0.96), ("mamma-mia-plus", 4, 0.97)]
)
def test_worlds_that_explain_the_moves_agree_with_the_view_and_are_nearer_to_the_truth(
    game_id: str, players: int, share: float
) -> None:
    """By the squared error of the expected hands, over some positions of games among `greedy` agents."""
    game = find_game(game_id)
    before, after = 0.0, 0.0
    for number in range(12):
        table = game_of_greedy(game, players, 20 + 2 * number, 3000 + number)
        seat = table.actor
        assert seat is not None
        view, true = table.view(seat, recall=True), table.state
        pool, key, rng = new_records(200, game.state_dtype), chance.stream(bytes(32), number), chance.stream(bytes(32))
        sample_worlds(view, pool, chance.POOLS, len(pool), 0, key, rng)
        before += error(pool, true)
        walk, scratch, seen = new_records(3, game.state_dtype), new_records(1, game.view_dtype), table.view(seat)
        explain(view, view.history.views, view.history.actions, 4000, pool, scratch, walk, rng, blur_of(game))
        after += error(pool, true)
        cards = conservation.COUNT[game_id](true, 0)
        for k in range(0, len(pool), 10):
            game.view(pool, k, seat, seen, 0)
            assert seen.tobytes() == view.tobytes()
            assert conservation.COUNT[game_id](pool, k) == cards
    assert after < share * before


def game_of_greedy(game: Game, players: int, decisions: int, key: int) -> Table:
    table, rng = Table(game, players, key=key.to_bytes(32, "little")), chance.stream(bytes(32), 9)
    for _ in range(decisions):
        seat = table.actor
        assert seat is not None
        table.act(seat, find("greedy", game).choose(table.view(seat), table.legal(), rng))
    return table


def error(worlds: Records, true: Records) -> float:
    return float(((worlds["hand"].mean(axis=0) - true["hand"][0]) ** 2).sum())


def test_the_fit_finds_the_true_weights() -> None:
    rng = np.random.default_rng(1)
    true = np.array([1.5, -2.0, 0.0, 0.5])
    rows = rng.integers(-2, 3, (20_000, 4)).astype(np.int8)
    first = rng.random(20_000) < 1 / (1 + np.exp(-(rows @ true)))
    rows[~first] *= -1
    assert fit.fitted(rows) == pytest.approx(true, abs=0.1)


@pytest.fixture
def plain_python() -> Iterator[None]:
    """Run what is called once as plain Python: compiling it takes longer."""
    hold(GAME.state_dtype, GAME.view_dtype)
    yield
    release(GAME.state_dtype, GAME.view_dtype)


@pytest.mark.usefixtures("plain_python")
def test_the_fit_compares_true_states_with_worlds_of_the_same_view() -> None:
    """Hands have the same size in both; only their cards differ."""
    rows = fit.differences(300)
    assert rows.any(axis=1).sum() > 200
    assert (rows.min(), rows.max()) >= (-3, 0)
    rough = fit.fitted(rows)
    kept = [(chefs_hat.GROUPS + group) * chefs_hat.MANY for group in range(5, 11)]  # one card kept of what was placed
    assert rough[kept].max() < 0


def test_the_written_module_has_the_weights() -> None:
    found: dict[str, object] = {}
    exec(fit.module(weights.CHEFS_HAT), found)  # noqa: S102  our own text
    assert np.array_equal(np.asarray(found["CHEFS_HAT"]), weights.CHEFS_HAT)
