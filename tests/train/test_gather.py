"""Experience: what is recorded, and that a task decides its result."""

from dataclasses import replace

import numpy as np
import pytest

from forno.agents.networks import Network
from forno.agents.policies import GREEDY, NETWORKS
from forno.observations import layout_of
from forno.rules import find
from forno.train.gather import LEARNER
from forno.train.settings import Settings
from forno.train.tasks import GatherTask, Opponents, PlayTask, Rows, do_gather, do_play
from networks import random_network

TINY = find("tiny-game")


def task(seed: int = 0, **changes: object) -> GatherTask:
    made = GatherTask(bytes(32), TINY.id, 3, 200, random_network(TINY, seed), Opponents(), Settings(share=1))
    return replace(made, **changes)  # type: ignore[arg-type]


def rows_of(seed: int = 0, **changes: object) -> Rows:
    return do_gather(task(seed, **changes)).rows


def test_rows_have_a_payoff_for_each_legal_action() -> None:
    rows = rows_of()
    assert len(rows) == 200
    allowed = ~np.isnan(rows.payoffs)
    assert (allowed.sum(1) > 1).all()
    assert allowed[np.arange(200), rows.usual].all()
    low, high = layout_of(TINY.id).low, layout_of(TINY.id).high
    assert (rows.observations >= low).all()
    assert (rows.observations <= high).all()
    assert np.nanstd(rows.payoffs.astype(float), axis=1).max() > 0, "some action is better than another"


def test_the_payoffs_of_many_simulations_vary_less() -> None:
    """Payoffs of the same positions, apart from chance: the mean of many is nearer to their mean."""
    one, many = (rows_of(settings=Settings(share=1, rollouts=n)) for n in (1, 200))
    assert np.nanstd(one.payoffs.astype(float)) > np.nanstd(many.payoffs.astype(float))


def test_the_learner_simulates_at_its_best() -> None:
    """A network that prefers what `greedy` would do: in play it samples, in simulations it does that."""
    inputs, outputs = layout_of(TINY.id).size, TINY.n_actions + 1
    shapes = ((inputs, 8), 8, (8, 8), 8, (outputs, 8), outputs, (outputs - 1, 8))
    arrays = [*(np.zeros(shape, np.float32) for shape in shapes), np.full(outputs - 1, 0.5, np.float32)]
    network = Network(np.zeros(inputs, np.uint8), *arrays)
    own, by_greedy = (rows_of(learner=network, settings=Settings(true_rollouts=true)) for true in (True, False))
    assert own.payoffs.tobytes() == by_greedy.payoffs.tobytes()


def test_implausible_actions_are_seldom_tried() -> None:
    """A network that is sure of what `greedy` would do: other actions are tried now and then, and decisions without one are left out."""
    outputs = TINY.n_actions
    network = replace(random_network(TINY, 1), advice_bias=np.full(outputs, 500, np.float32))
    every, some = (rows_of(learner=network, settings=Settings(share=1, plausible=p)) for p in (0.0, 0.01))
    tried = [(~np.isnan(rows.payoffs)).sum(1) for rows in (every, some)]
    assert tried[0].mean() > tried[1].mean()
    assert tried[1].min() == 2
    assert ~np.isnan(some.payoffs[np.arange(len(some)), some.usual]).any()


def test_the_end_of_a_simulation_is_rated_by_what_follows() -> None:
    """With a weight on a number that is always the same, all payoffs before the last shuffle change alike."""
    seen = rows_of().observations
    constant = int(np.flatnonzero((seen == seen[0]).all(0) & (seen[0] == 3))[0])  # the number of players
    worths = np.zeros((3, seen.shape[1]), np.float32)
    worths[1:, constant] = 2
    plain, rated = rows_of(), rows_of(worths=worths)
    more = (rated.payoffs - plain.payoffs).astype(float)
    allowed = ~np.isnan(plain.payoffs)
    assert set(np.round(more[allowed], 2)) == {0, 6}


def test_a_task_decides_its_result() -> None:
    first, same, other = rows_of(), rows_of(), rows_of(key=bytes([1] * 32))
    assert first.payoffs.tobytes() == same.payoffs.tobytes()
    assert first.observations.tobytes() == same.observations.tobytes()
    assert first.observations.tobytes() != other.observations.tobytes()


def test_while_cloning_only_usual_actions_are_recorded() -> None:
    rows = rows_of(cloning=True)
    assert not np.nan_to_num(rows.payoffs).any()
    assert len(rows) == 200


def test_all_decisions_of_the_learner_are_counted() -> None:
    """While cloning each one is recorded. In simulations the learner decides only if they are true."""
    assert do_gather(task(cloning=True)).played == 200
    in_games, in_all = (do_gather(task(settings=Settings(share=1, true_rollouts=true))) for true in (False, True))
    assert 200 <= in_games.played < 400
    assert in_all.played > 2 * in_games.played


def test_seats_of_opponents() -> None:
    rng = np.random.default_rng(0)
    networks = (random_network(TINY, 1), random_network(TINY, 2))
    seating = Opponents((GREEDY,), networks, network_share=0.5, self_play=0.25).seating(4000, 3, rng)
    learners = (seating == LEARNER).sum(1)
    assert set(learners.tolist()) == {1, 3}
    assert (learners == 3).mean() == pytest.approx(0.25, abs=0.03)
    others = seating[seating != LEARNER]
    assert set(others.tolist()) == {GREEDY, NETWORKS + 1, NETWORKS + 2}
    assert (others == GREEDY).mean() == pytest.approx(0.5, abs=0.03)
    assert set(Opponents((), networks[:1]).seating(10, 3, rng).ravel().tolist()) == {LEARNER, NETWORKS + 1}


def test_copies_of_one_network_share_the_points() -> None:
    network = random_network(TINY)
    played = do_play(PlayTask(bytes(32), TINY.id, 3, 600, network, Opponents((), (network,))))
    assert (played.points - played.par).mean() == pytest.approx(0, abs=0.3)
    assert played.victories.mean() == pytest.approx(1 / 3, abs=0.06)
    assert (played.shifts == 3).all()
