"""Agents around a function of observations and masks."""

from typing import Any

import numpy as np
import pytest
import torch

from forno.arena.worker import ContestWorker
from forno.matches.contest import Contest
from forno.observations import layout_of, observe
from forno.observations.network import NetworkAgent
from forno.rules import chance, find
from forno.table import Table

GAME = find("chefs-hat")
WEIGHTS = np.random.default_rng(1).normal(size=(layout_of(GAME.id).size, GAME.n_actions)).astype(np.float32)


def logits(observations: Any, masks: Any) -> Any:
    return observations @ WEIGHTS


def actions(observations: Any, masks: Any) -> Any:
    return np.where(masks, observations @ WEIGHTS, -np.inf).argmax(1)


def tensors(observations: Any, masks: Any) -> Any:
    return torch.from_numpy(observations).float() @ torch.from_numpy(WEIGHTS).requires_grad_()


def test_logits_actions_and_tensors_mean_the_same() -> None:
    table = Table(GAME, 4, key=bytes(32))
    rng = chance.stream(bytes(32))
    agents = [NetworkAgent(GAME, function) for function in (logits, actions, tensors)]
    for _ in range(40):
        assert table.actor is not None
        view, legal = table.view(table.actor), table.legal()
        chosen = {agent.choose(view, legal, rng) for agent in agents}
        best = legal[(observe(view) @ WEIGHTS)[legal].argmax()]
        assert chosen == {int(best)}
        table.act(table.actor, int(best))


def test_a_temperature_samples_from_the_softmax_by_the_stream() -> None:
    scores = np.log(np.array([0.0, 1, 2, 4], np.float64) + 1e-300)
    one = NetworkAgent(
        GAME, lambda observations, masks: np.tile(np.pad(scores, (0, GAME.n_actions - 4)), (len(masks), 1))
    )
    one.temperature = 1.0
    masks = np.zeros((7000, GAME.n_actions), np.bool_)
    masks[:, :4] = True
    rng = chance.quick_stream(bytes(32))
    chosen = one.choose_all(np.zeros((7000, 1), np.int8), masks, [rng] * 7000)
    np.testing.assert_allclose(np.bincount(chosen, minlength=4) / 7000, [0, 1 / 7, 2 / 7, 4 / 7], atol=0.02)
    masks[:, 3] = False
    assert set(one.choose_all(np.zeros((7000, 1), np.int8), masks, [rng] * 7000).tolist()) == {1, 2}


def test_a_contest_with_a_network_can_be_repeated() -> None:
    contest = Contest.make(GAME, ("mine", "greedy"), players=4, options={"shifts": 1}, key=bytes(32))
    rows = [
        ContestWorker(contest, {"mine": NetworkAgent(GAME, logits, temperature=5.0)})([0, 1]).rows for _ in range(2)
    ]
    assert (rows[0] == rows[1]).all()


@pytest.mark.parametrize(
    ("function", "sentence"),
    [
        (
            lambda observations, masks: observations,
            r"returned int8 of shape \(1, 182\). It must return logits of shape \(1, 217\)",
        ),
        (lambda observations, masks: np.zeros(1), r"float64 of shape \(1,\)"),
        (lambda observations, masks: masks * np.nan, "logits that are not numbers"),
    ],
)
def test_a_wrong_answer_is_explained(function: Any, sentence: str) -> None:
    table = Table(GAME, 4, key=bytes(32))
    with pytest.raises(ValueError, match=sentence):
        NetworkAgent(GAME, function).choose(table.view(1), table.legal(), chance.stream(bytes(32)))
