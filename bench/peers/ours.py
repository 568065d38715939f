"""Forno, through each of its interfaces."""

import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor

import numpy as np

from forno.rules import arrays, chance, find
from forno.rules.log import SILENT
from forno.rules.records import new_records
from peers.benchmark import Contender, Play, another_core, timed
from peers.libraries import AEC, DEALS, ROLLOUTS, module, play_aec

NAME = "Forno"
KERNEL = "kernel games"
ROLLOUT = "kernel rollouts"
VECTOR = "vector"
LARGE_VECTOR = "vector, large"
VECTOR_OF_TWO = "vector, 2 threads"
_GAME = find("chefs-hat")
_GAMES_AT_ONCE = 8192
_GAMES_OF_A_THREAD = 65536  # more: threads wake each other twice in a step, which takes a third of a millisecond


def contenders() -> Iterator[Contender]:
    yield Contender(NAME, _GAME.id, KERNEL, _whole_games)
    yield Contender(NAME, _GAME.id, ROLLOUT, _rollouts)
    yield Contender(NAME, _GAME.id, VECTOR, _vector)
    yield Contender(NAME, _GAME.id, LARGE_VECTOR, _large_vector)
    yield Contender(NAME, _GAME.id, VECTOR_OF_TWO, _vector_of_two)
    yield Contender(NAME, _GAME.id, AEC, _aec)


def _whole_games() -> Play:
    template, states = _GAME.new(4), _GAME.new(4)
    actions, rng = np.zeros(_GAME.n_actions, np.int16), chance.quick_stream(chance.new_key())
    return timed(lambda games: arrays.play_games(template, states, games, rng, actions, SILENT))


def _rollouts() -> Play:
    """Single shifts from dealt hands, since the rollouts of OpenSpiel have one deal and start after it."""
    actions, rng = np.zeros(_GAME.n_actions, np.int16), chance.quick_stream(chance.new_key())
    states = _GAME.new(4, {"shifts": 1})
    deals = [states.copy() for _ in range(DEALS)]
    for dealt in deals:
        _GAME.deal(dealt, 0, rng, SILENT)

    def play(games: int) -> int:
        decisions = 0
        for number in range(games):
            decisions += arrays.play_games(deals[number % DEALS], states, ROLLOUTS, rng, actions, SILENT)
        return decisions

    return timed(play)


def _vector() -> Play:
    return timed(_steps(1, _GAMES_AT_ONCE))


def _large_vector() -> Play:
    """One thread with as many games as each of two has."""
    return timed(_steps(1, _GAMES_OF_A_THREAD))


def _vector_of_two() -> Play:
    """By wall-clock time, with each thread on a core of its own: some kernels wake a thread on the core that is busy with the other one."""
    play = _steps(2, _GAMES_OF_A_THREAD)
    with another_core():
        play(1)  # the threads that this starts stay there

    def timed_play(steps: int) -> tuple[int, float]:
        start = time.perf_counter()
        decisions = play(steps)
        return decisions, time.perf_counter() - start

    return timed_play


def _steps(threads: int, games_of_each: int) -> Callable[[int], int]:
    """The learner plays all seats: each decision is one step, chosen at random from the mask, with as many threads."""
    pick = module("forno.envs.random_play").pick
    envs = module("forno.envs.vector")
    games = games_of_each * threads
    env = envs.GamesVectorEnv(_GAME.id, games, opponents=None, copy=False, autoreset_mode="SameStep", threads=threads)
    _, info = env.reset(seed=1)
    actions, pool = np.zeros(games, np.int64), ThreadPoolExecutor(threads)
    parts = [slice(k * games_of_each, (k + 1) * games_of_each) for k in range(threads)]
    streams = new_records(
        8 * threads, chance.STREAM
    )  # far apart: threads that write to one line of the cache wait for each other
    rngs = [streams[8 * k : 8 * k + 1] for k in range(threads)]
    for rng in rngs:
        rng[:] = chance.quick_stream(chance.new_key())

    def choose(part: slice, rng: chance.Rng) -> None:
        pick(info["action_mask"][part], rng, actions[part])

    def play(steps: int) -> int:
        nonlocal info
        for _ in range(steps):
            others = [pool.submit(choose, parts[k], rngs[k]) for k in range(1, threads)]
            choose(parts[0], rngs[0])
            for other in others:
                other.result()
            _, _, _, _, info = env.step(actions)
        return steps * games

    return play


def _aec() -> Play:
    env = module("forno.envs.aec").raw_env(_GAME.id)
    return timed(lambda games: sum(play_aec(env) for _ in range(games)))
