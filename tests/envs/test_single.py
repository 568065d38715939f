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
    env = gymnasium.make(f"forno/{name}-v1", **settings)
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
    with pytest.raises(
        ValueError, match=r"the opponent in seat 1 .* cannot go on: its answer 10000 is not one of the legal actions"
    ):
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


def test_settings_are_checked() -> None:
    with pytest.raises(ValueError, match=r"no setting or option 'oponents': there are .* Did you mean opponents\?"):
        gymnasium.make_vec("forno/ChefsHat-v1", 2, oponents="greedy")
    with pytest.raises(ValueError, match=r"Chef's Hat has no setting or option 'shfts': .* Did you mean shifts\?"):
        gymnasium.make("forno/ChefsHat-v1", shfts=1)
    with pytest.raises(ValueError, match=r"reward cannot be 'ranks': it takes .* Did you mean rank\?"):
        gymnasium.make("forno/ChefsHat-v1", reward="ranks")
    with pytest.raises(ValueError, match="shaping cannot be 'much': it takes a number"):
        gymnasium.make("forno/ChefsHat-v1", shaping="much")
    with pytest.raises(ValueError, match="4 players need 3 opponents, not 2"):
        gymnasium.make("forno/ChefsHat-v1", opponents=["greedy", "greedy"])
    with pytest.raises(ValueError, match="seat cannot be 4: it takes 0 to 3, or random"):
        gymnasium.make("forno/ChefsHat-v1", seat=4)
    with pytest.raises(ValueError, match="history cannot be -1"):
        gymnasium.make("forno/ChefsHat-v1", history=-1)


@pytest.mark.parametrize(("game", "options"), [("chefs-hat", {"shifts": 3}), ("mamma-mia", {"players": 3})])
@pytest.mark.parametrize("shaping", [0.0, 0.3])
@pytest.mark.parametrize("reward", ["shift", "rank"])
def test_gradual_rewards_add_up_to_those_of_the_end(
    game: str, options: dict[str, Any], shaping: float, reward: str
) -> None:
    """Shifts add up to the difference of points, and shaping to nothing, for every seat."""
    env = GameEnv(game, reward=reward, shaping=shaping, opponents="greedy", **options)
    expected = GameEnv(game, reward="difference" if reward == "shift" else reward, opponents="greedy", **options)
    paid = 0
    for seed in range(3):
        _, info = env.reset(seed=seed)
        expected.reset(seed=seed)
        total, by_seat, over = 0.0, 0.0, False
        while not over:
            action = int(np.flatnonzero(info["action_mask"])[-1])
            _, last, _, _, end = expected.step(action)
            _, now, over, _, info = env.step(action)
            paid += now != 0
            total += now
            by_seat += info.get("rewards", 0)
        assert total == pytest.approx(last)
        np.testing.assert_allclose(by_seat, end["rewards"], atol=1e-12)
    assert paid >= 3


def test_a_shift_is_paid_when_it_ends() -> None:
    env = GameEnv("chefs-hat", reward="shift", opponents=None, shifts=3)
    _, info = env.reset(seed=4)
    states: Any = env._batch.states  # noqa: SLF001  the true ones
    paid = []
    over = False
    while not over:
        shift = int(states[0].shift)
        _, _, over, _, info = env.step(int(np.flatnonzero(info["action_mask"])[0]))
        if info["rewards"].any():
            paid.append(sorted(info["rewards"].tolist()))
            assert states[0].shift == shift + 1
    assert paid == [[pytest.approx(x) for x in (-2, -2 / 3, 2 / 3, 2)]] * 3
