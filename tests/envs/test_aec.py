"""PettingZoo's own tests, for all games and numbers of players."""

import functools
from typing import Any

import numpy as np
import pettingzoo
import pytest
from pettingzoo.test import api_test, parallel_api_test, parallel_seed_test, render_test, seed_test

import forno.envs  # noqa: F401  registers the ids
from forno.envs import aec
from forno.observations import layout_of
from forno.rules import GAMES

TABLES = [(game.id, players) for game in GAMES for players in game.players]
# PettingZoo accepts dict observations only from environments that it knows by name, and warns about others.
pytestmark = [
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be"),
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array"),
]
tables = pytest.mark.parametrize(("game", "players"), TABLES, ids=[f"{game}-{n}" for game, n in TABLES])
SHORT: dict[str, dict[str, Any]] = {
    "chefs-hat": {"shifts": 1}
}  # short enough for PettingZoo's tests to reach the end of a game
TITLES = {game.id: game.title for game in GAMES}


@tables
def test_api(game: str, players: int, capsys: pytest.CaptureFixture[str]) -> None:
    settings = {"players": players, **SHORT.get(game, {})}
    api_test(aec.env(game, **settings), num_cycles=120, verbose_progress=False)
    api_test(aec.raw_env(game, **settings), num_cycles=120, verbose_progress=False)
    parallel_api_test(aec.parallel_env(game, **settings), num_cycles=400)
    assert capsys.readouterr().out.count("Passed") == 3


@tables
def test_seeds(game: str, players: int) -> None:
    seed_test(functools.partial(aec.env, game, players=players), num_cycles=100)
    parallel_seed_test(functools.partial(aec.parallel_env, game, players=players), num_cycles=100)


@tables
def test_render(game: str, players: int, capsys: pytest.CaptureFixture[str]) -> None:
    render_test(functools.partial(aec.env, game, players=players))
    assert f"{TITLES[game]}: seat" in capsys.readouterr().out


def play(env: Any, seed: int) -> tuple[list[float], int]:
    """Play at random to the end. Return the reward of each seat and the number of steps."""
    env.reset(seed=seed)
    rng = np.random.default_rng(seed)
    got, steps = dict.fromkeys(env.possible_agents, 0.0), 0
    for agent in env.agent_iter():
        seen, reward, terminated, _, _ = env.last()
        got[agent] += reward
        steps += 1
        env.step(None if terminated else rng.choice(np.flatnonzero(seen["action_mask"])))
    return list(got.values()), steps


@pytest.mark.parametrize("reward", ["rank", "win", "difference"])
@tables
def test_rewards_are_paid_once_at_the_end_and_sum_to_zero(game: str, players: int, reward: str) -> None:
    env = aec.env(game, players=players, reward=reward)
    got, steps = play(env, 5)
    assert steps > 20
    assert sum(got) == pytest.approx(0)
    assert max(got) > 0 > min(got)


def test_points_reward_equals_the_scores() -> None:
    got, _ = play(aec.env("chefs-hat", reward="points", shifts=1), 3)
    assert sorted(got) == [0, 1, 2, 3]


@pytest.mark.parametrize("game", TITLES)
def test_only_the_current_seat_has_a_mask(game: str) -> None:
    env = aec.raw_env(game)
    env.reset(seed=1)
    for agent in env.agents:
        seen = env.observe(agent)
        assert env.observation_space(agent).contains(seen)
        assert seen["action_mask"].any() == (agent == env.agent_selection)
        if game == "chefs-hat":
            turn = layout_of(game).part(seen["observation"], "turn")
            ahead = (int(env.agent_selection[-1]) - int(agent[-1])) % 4
            assert turn.tolist() == [int(k == ahead) for k in range(4)]


def test_illegal_actions() -> None:
    raw = aec.raw_env("chefs-hat")
    raw.reset(seed=1)
    before = raw.observe(raw.agent_selection)
    with pytest.raises(ValueError, match=r"action 5 .*is not allowed in game 0. Allowed: .*11x1"):
        raw.step(5)
    np.testing.assert_array_equal(raw.observe(raw.agent_selection)["observation"], before["observation"])
    env = aec.env("chefs-hat")
    env.reset(seed=1)
    first = env.agent_selection
    env.last()
    env.step(5)
    assert all(env.terminations.values())
    assert env.rewards[first] == -1


def test_registered() -> None:
    env = pettingzoo.make("aec", "forno/MammaMiaPlus-v1", players=6, helping=False)
    env.reset(seed=2)
    assert env.metadata["name"] == "mamma_mia_plus_v1"
    assert len(env.agents) == 6
    par = pettingzoo.make("parallel", "forno/MammaMia-v1", players=2)
    seen, _ = par.reset(seed=2)
    assert sorted(seen) == ["seat_0", "seat_1"]


def test_bad_settings_raise_a_helpful_error() -> None:
    with pytest.raises(ValueError, match="Mamma Mia! is for 2 to 5 players, not 6"):
        aec.env("mamma-mia", players=6)
    with pytest.raises(ValueError, match="reward cannot be 'glory': it takes rank, win, difference, points"):
        aec.env("mamma-mia", reward="glory")
    with pytest.raises(ValueError, match="Chef's Hat has no setting or option 'helping'"):
        aec.env("chefs-hat", helping=True)
