"""Forno, through each of its interfaces."""

from collections.abc import Iterator

import numpy as np

from forno.rules import arrays, chance, find
from forno.rules.log import SILENT
from peers.benchmark import Contender, Play, timed
from peers.libraries import AEC, DEALS, ROLLOUTS, module, play_aec

NAME = "Forno"
KERNEL = "kernel games"
ROLLOUT = "kernel rollouts"
VECTOR = "vector"
_GAME = find("chefs-hat")
_GAMES_AT_ONCE = 4096


def contenders() -> Iterator[Contender]:
    yield Contender(NAME, _GAME.id, KERNEL, _whole_games)
    yield Contender(NAME, _GAME.id, ROLLOUT, _rollouts)
    yield Contender(NAME, _GAME.id, VECTOR, _vector)
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
    """The learner plays all seats: each decision is one step, chosen at random from the mask."""
    pick = module("forno.envs.random_play").pick
    envs = module("forno.envs.vector")
    env = envs.GamesVectorEnv(_GAME.id, _GAMES_AT_ONCE, opponents=None, copy=False, autoreset_mode="SameStep")
    _, info = env.reset(seed=1)
    actions, rng = np.zeros(_GAMES_AT_ONCE, np.int64), chance.quick_stream(chance.new_key())

    def play(steps: int) -> int:
        nonlocal info
        for _ in range(steps):
            pick(info["action_mask"], rng, actions)
            _, _, _, _, info = env.step(actions)
        return steps * _GAMES_AT_ONCE

    return timed(play)


def _aec() -> Play:
    env = module("forno.envs.aec").raw_env(_GAME.id)
    return timed(lambda games: sum(play_aec(env) for _ in range(games)))
