"""The single Gymnasium environment."""

from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.error import ResetNeeded
from gymnasium.utils.env_checker import check_env

import forno.envs  # noqa: F401  registers the ids
from forno.envs.single import GameEnv
from forno.observations import observe_one
from forno.rules import find
from forno.rules.chance import Rng
from forno.rules.game import Actions
from forno.rules.records import Records, new_records

NAMES = ("ChefsHat", "MammaMia", "MammaMiaPlus")


@pytest.mark.parametrize("settings", [{}, {"illegal": "random", "mask_in_observation": True}], ids=["box", "dict"])
@pytest.mark.parametrize("name", NAMES)
def test_gymnasium_check(name: str, settings: dict[str, Any], capsys: pytest.CaptureFixture[str]) -> None:
    env = gymnasium.make(f"forno/{name}-v0", **settings)
    check_env(env.unwrapped)
    assert f"{find(env.unwrapped.setup.game.id).title}: seat" in capsys.readouterr().out  # type: ignore[attr-defined]


class First:
    """A custom agent that takes the first legal action and remembers what it saw."""

    def __init__(self) -> None:
        self.views: list[Records[Any]] = []

    def choose(self, view: Records[Any], legal: Actions, rng: Rng) -> int:
        self.views.append(view)
        return int(legal[0])


class Cheat(First):
    def choose(self, view: Records[Any], legal: Actions, rng: Rng) -> int:
        return 10_000


def test_custom_agents_play_in_their_seats() -> None:
    agents = [First(), First()]
    env = GameEnv("mamma-mia", players=4, opponents=[agents[0], "greedy", agents[1]], seat="random")
    for seed in range(3):
        _, info = env.reset(seed=seed)
        own, over = info["seat"], False
        while not over:
            _, _, over, _, info = env.step(int(np.flatnonzero(env.action_masks())[0]))
            assert info["seat"] == own
        for agent, ahead in zip(agents, (1, 3), strict=True):
            assert {int(view[0].seat) for view in agent.views} == {(own + ahead) % 4}
            assert {int(view[0].actor) for view in agent.views} == {(own + ahead) % 4}
            agent.views.clear()


def test_illegal_action_of_an_opponent_raises() -> None:
    env = GameEnv("mamma-mia", players=2, opponents=Cheat(), starter=1)
    with pytest.raises(ValueError, match=r"the opponent in seat 1 .* chose 10000, which is not allowed"):
        env.reset(seed=1)


def test_observation_mask_and_scores_match_the_state() -> None:
    env = GameEnv("chefs-hat", opponents="larger-value", shifts=1, seat=2, reward="points")
    game = env.setup.game
    seen, info = env.reset(seed=4)
    over, reward = False, 0.0
    rng = np.random.default_rng(1)
    while not over:
        states, view = env._batch.states, new_records(1, game.view_dtype)  # noqa: SLF001  environments do not expose the state
        assert game.actor(states, 0) == 2
        game.view(states, 0, 2, view, 0)
        np.testing.assert_array_equal(seen, observe_one(game.id, view))
        legal = np.zeros(game.n_actions, np.int16)
        legal = legal[: game.legal(states, 0, legal)]
        np.testing.assert_array_equal(np.flatnonzero(info["action_mask"]), legal)
        assert reward == 0
        seen, reward, over, truncated, info = env.step(rng.choice(legal))
        assert not truncated
    assert sorted(info["scores"]) == [0, 1, 2, 3]
    assert reward == info["scores"][2] == info["rewards"][2]
    assert not info["action_mask"].any()
    with pytest.raises(ResetNeeded):
        env.step(0)


def test_illegal_actions() -> None:
    env = GameEnv("chefs-hat", illegal="error")
    env.reset(seed=1)
    bad = int(np.flatnonzero(~env.action_masks())[0])
    with pytest.raises(ValueError, match=rf"action {bad} .*is not allowed in game 0. Allowed: "):
        env.step(bad)
    with pytest.raises(ValueError, match=r"action 999 is not allowed"):
        env.step(999)
    env = GameEnv("chefs-hat", illegal="lose")
    env.reset(seed=1)
    _, reward, over, _, info = env.step(bad)
    assert over
    assert reward == -1
    assert info["rewards"].tolist() == [-1, *[pytest.approx(1 / 3)] * 3]
    for reward_name, least in (("win", -1 / 3), ("points", -17), ("difference", -17)):
        env = GameEnv("chefs-hat", reward=reward_name)
        env.reset(seed=1)
        assert env.step(bad)[1] == pytest.approx(least)
    env = GameEnv("chefs-hat", illegal="random")
    env.reset(seed=1)
    assert env.step(bad)[2] is False


def test_vector_takes_only_compiled_opponents() -> None:
    with pytest.raises(ValueError, match="only compiled opponents"):
        gymnasium.make_vec("forno/ChefsHat-v0", 2, opponents=First())
    with pytest.raises(ValueError, match="4 players need 3 opponents, not 2"):
        gymnasium.make("forno/ChefsHat-v0", opponents=["greedy", "greedy"])
    with pytest.raises(ValueError, match="seat cannot be 4: it takes 0 to 3, or random"):
        gymnasium.make("forno/ChefsHat-v0", seat=4)
    with pytest.raises(ValueError, match="history cannot be -1"):
        gymnasium.make("forno/ChefsHat-v0", history=-1)
