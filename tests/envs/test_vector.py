"""The compiled vector environment must equal Gymnasium's vector of single environments."""

from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.error import ResetNeeded
from gymnasium.vector import AutoresetMode, SyncVectorEnv, VectorEnv

from forno.agents import CompiledNetworkAgent
from forno.envs.setup import seeds_from
from forno.envs.vector import GamesVectorEnv
from forno.observations import layout_of
from forno.observations.network import NetworkAgent
from forno.rules import GAMES, find
from forno.rules.chance import Rng
from forno.rules.game import Actions, Game
from networks import random_network

NUM = 5


class First:
    """An agent in plain Python."""

    def choose(self, view: Any, legal: Actions, rng: Rng) -> int:
        return int(legal[0])


def network(game_id: str) -> NetworkAgent:
    """A linear policy with random weights, which samples its actions."""
    game = find(game_id)
    weights = np.random.default_rng(1).normal(size=(layout_of(game_id).size, game.n_actions))
    return NetworkAgent(game, lambda observations, masks: observations @ weights, temperature=20.0)


CASES: list[tuple[str, dict[str, Any]]] = [
    ("ChefsHat", {"opponents": "greedy", "shifts": 2}),
    ("ChefsHat", {"opponents": ["uniform", "larger-value", "greedy"], "seat": "random", "shifts": 1, "history": 7}),
    ("ChefsHat", {"opponents": None, "shifts": 1, "mask_in_observation": True}),
    ("MammaMia", {"opponents": "uniform", "players": 2, "reward": "difference"}),
    ("MammaMiaPlus", {"opponents": "greedy", "players": 3, "reward": "points", "seat": 2, "recall": False}),
    (
        "ChefsHat",
        {"opponents": ["greedy", First(), network("chefs-hat")], "reward": "shift", "seat": "random", "shifts": 2},
    ),
    ("ChefsHat", {"opponents": None, "reward": "shift", "shaping": 0.5, "shifts": 2}),
    ("MammaMia", {"opponents": network("mamma-mia"), "players": 3, "shaping": 0.1}),
    ("ChefsHat", {"opponents": ["policy", "greedy", "policy:temperature=0.5"], "shifts": 1}),
]
cases = pytest.mark.parametrize(("name", "settings"), CASES, ids=[f"{name}-{k}" for k, (name, _) in enumerate(CASES)])
modes = pytest.mark.parametrize("mode", AutoresetMode, ids=lambda mode: mode.value)


def both(
    name: str, mode: AutoresetMode, settings: dict[str, Any], threads: int = 1
) -> tuple[VectorEnv[Any, Any, Any], SyncVectorEnv]:
    """The same games in both kinds of vector."""
    ours = gymnasium.make_vec(f"forno/{name}-v1", NUM, autoreset_mode=mode, threads=threads, **settings)
    single = [lambda: gymnasium.make(f"forno/{name}-v1", **settings)] * NUM
    return ours, SyncVectorEnv(single, autoreset_mode=mode)


def same(one: Any, other: Any, where: str = "") -> None:
    """Assert that both are deeply equal, including types."""
    assert type(one) is type(other), where
    if isinstance(one, dict):
        assert sorted(one) == sorted(other), where
        for key in one:
            same(one[key], other[key], f"{where}.{key}")
    elif isinstance(one, np.ndarray) and one.dtype == object:
        for k, (a, b) in enumerate(zip(one, other, strict=True)):
            same(a, b, f"{where}[{k}]")
    elif isinstance(one, np.ndarray):
        assert one.dtype == other.dtype, where
        if not np.array_equal(one, other):  # the assertion takes ten times as long
            np.testing.assert_array_equal(one, other, where)
    elif isinstance(one, tuple):
        for k, (a, b) in enumerate(zip(one, other, strict=True)):
            same(a, b, f"{where}[{k}]")
    else:
        assert one == other, where


def choose(rng: np.random.Generator, masks: Any, illegal: float) -> Any:
    """Random actions: legal ones, and sometimes any."""
    return np.array(
        [
            rng.integers(len(mask)) if not mask.any() or rng.random() < illegal else rng.choice(np.flatnonzero(mask))
            for mask in masks
        ]
    )


@cases
@modes
@pytest.mark.parametrize("illegal", ["lose", "random"])
def test_every_step_equals_gymnasiums_vector(
    name: str, settings: dict[str, Any], mode: AutoresetMode, illegal: str
) -> None:
    ours, theirs = both(name, mode, {**settings, "illegal": illegal}, threads={"lose": 1, "random": 3}[illegal])
    assert ours.observation_space == theirs.observation_space
    assert ours.action_space == theirs.action_space
    assert ours.metadata["autoreset_mode"] is mode
    rng = np.random.default_rng(7)
    (seen, info), expected = ours.reset(seed=3), theirs.reset(seed=[*seeds_from(3, NUM)])
    same((seen, info), expected, "reset")
    ends = 0
    for k in range(400):
        assert ours.observation_space.contains(seen)
        actions = choose(rng, info["action_mask"], 0.004)
        result, expected_result = ours.step(actions), theirs.step(actions)
        same(result, expected_result, f"step {k}")
        seen, _, terminated, _, info = result
        ends += int(terminated.sum())
        if mode is AutoresetMode.DISABLED and terminated.any():
            (seen, reset_info), expected = (
                env.reset(options={"reset_mask": terminated.copy()}) for env in (ours, theirs)
            )
            same((seen, reset_info), expected, f"reset after step {k}")
            info["action_mask"][terminated] = reset_info["action_mask"][terminated]
    assert ends >= NUM


def test_finished_game_must_be_reset_without_autoreset() -> None:
    env = GamesVectorEnv("chefs-hat", 2, opponents=None, shifts=1, autoreset_mode="Disabled")
    with pytest.raises(ResetNeeded, match="Call reset before the first step"):
        env.step(np.zeros(2, np.int64))
    _, info = env.reset(seed=1)
    illegal = int(np.flatnonzero(info["action_mask"][0] == 0)[0])
    actions = np.array([illegal, np.argmax(info["action_mask"][1])])
    seen, _, terminated, _, info = env.step(actions)
    assert terminated.tolist() == [True, False]
    with pytest.raises(ResetNeeded, match="reset it with options"):
        env.step(actions)
    for mask in ([True, False], np.zeros(2, np.bool_), np.ones(3, np.bool_), np.ones(2)):
        with pytest.raises(ValueError, match="reset_mask must be a boolean array of length 2"):
            env.reset(options={"reset_mask": mask})
    before = seen[1].copy()
    seen, info = env.reset(options={"reset_mask": terminated})
    assert (seen[1] == before).all()
    assert info["_action_mask"].tolist() == [True, False]
    env.step(np.array([np.argmax(info["action_mask"][0]), illegal]))


def test_runs_with_other_seeds_share_no_game() -> None:
    """Seeds s + i would: game 1 of seed 0 would be game 0 of seed 1."""
    starts = []
    for seed in (0, 1):
        env = GamesVectorEnv("chefs-hat", 64)
        seen, _ = env.reset(seed=seed)
        starts += [row.tobytes() for row in seen]
    assert len(set(starts)) == 128
    seeds = seeds_from(1, 64)
    assert seeds == seeds_from(1, 100)[:64]
    single = gymnasium.make("forno/ChefsHat-v1")
    assert single.reset(seed=seeds[9])[0].tobytes() == starts[64 + 9]


@pytest.mark.parametrize("name", ["ChefsHat", "MammaMiaPlus"])
def test_compiled_networks_play_as_python_agents_would(name: str) -> None:
    """Inside the compiled loop they decide as when they are asked one by one."""
    game = {"ChefsHat": "chefs-hat", "MammaMiaPlus": "mamma-mia-plus"}[name]
    networks = [CompiledNetworkAgent(random_network(find(game), seed)) for seed in range(3)]

    class Asked:
        def __init__(self, agent: CompiledNetworkAgent) -> None:
            self.choose = agent.choose

    compiled = GamesVectorEnv(game, NUM, opponents=networks, seat="random")
    asked = GamesVectorEnv(game, NUM, opponents=[Asked(network) for network in networks], seat="random")
    same(compiled.reset(seed=3), asked.reset(seed=3))
    for _ in range(60):
        actions = compiled._batch.masks.argmax(axis=1).astype(np.int64)  # noqa: SLF001
        same(compiled.step(actions), asked.step(actions))


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_masks_mark_the_legal_actions(game: Game) -> None:
    """A game may write its masks in another way than its list of legal actions."""
    env = GamesVectorEnv(game.id, 64, opponents=None, autoreset_mode="SameStep", threads=2)
    _, info = env.reset(seed=5)
    rng, found = np.random.default_rng(5), np.zeros(game.n_actions, np.int16)
    for _ in range(250):
        for i, mask in enumerate(info["action_mask"]):
            n = game.legal(env._batch.states, i, found)  # noqa: SLF001
            assert np.flatnonzero(mask).tolist() == found[:n].tolist()
        _, _, _, _, info = env.step(choose(rng, info["action_mask"], 0.0))
    env.close()


def test_error_for_an_illegal_action_leaves_all_games_as_they_were() -> None:
    """The check is made once, for all games, before any of them is stepped. Games that are over only start the next one, whatever the action."""
    ours = [GamesVectorEnv("chefs-hat", NUM, opponents=None, shifts=1, illegal="error", threads=2) for _ in range(2)]
    infos = [env.reset(seed=3)[1] for env in ours]
    rng = np.random.default_rng(4)
    some_over = False
    for _ in range(150):
        actions = choose(rng, infos[0]["action_mask"], 0.0)
        waiting = np.flatnonzero(infos[0]["action_mask"].any(1))
        some_over |= len(waiting) < NUM
        bad = actions.copy()
        bad[waiting[-1]] = rng.choice([-1, 999, np.flatnonzero(infos[0]["action_mask"][waiting[-1]] == 0)[0]])
        with pytest.raises(ValueError, match=rf"is not allowed in game {waiting[-1]}\. Allowed"):
            ours[0].step(bad)
        one, other = (env.step(actions) for env in ours)
        same(one, other)
        infos = [one[-1], other[-1]]
    assert some_over


def test_there_must_be_a_thread() -> None:
    with pytest.raises(ValueError, match="threads must be a number from 1 on, or 'all', not 0"):
        GamesVectorEnv("chefs-hat", 4, threads=0)


def test_more_threads_than_games_are_no_fault() -> None:
    env = GamesVectorEnv("chefs-hat", 2, threads=4)
    _, info = env.reset(seed=1)
    env.step(info["action_mask"].argmax(axis=1))
    env.close()


@modes
def test_arrays_that_the_next_step_overwrites_have_the_same_values(mode: AutoresetMode) -> None:
    settings: dict[str, Any] = {"opponents": None, "shifts": 1, "mask_in_observation": True, "autoreset_mode": mode}
    mine, kept = (GamesVectorEnv("chefs-hat", NUM, copy=copy, **settings) for copy in (True, False))
    rng = np.random.default_rng(7)
    begun = mine.reset(seed=3)
    same(kept.reset(seed=3), begun, "reset")
    masks, ends = begun[1]["action_mask"], 0
    for k in range(400):
        actions = choose(rng, masks, 0.004)
        result = mine.step(actions)
        same(kept.step(actions), result, f"step {k}")
        masks, ended = result[4]["action_mask"], result[2]
        ends += int(ended.sum())
        if mode is AutoresetMode.DISABLED and ended.any():
            _, reset_info = (env.reset(options={"reset_mask": ended.copy()})[1] for env in (kept, mine))
            masks[ended] = reset_info["action_mask"][ended]
    assert ends >= 2 * NUM
