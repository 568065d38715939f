"""Libraries that can be installed beside Forno. Each plays at random in the loop that its documentation shows."""

import importlib
import os
import random
import warnings
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import numpy as np

from peers.benchmark import Contender, NotInstalled, Play, timed

_INSTALL = 'pip install "forno[bench]"'
OPENSPIEL, PETTINGZOO, RLCARD = "OpenSpiel", "PettingZoo", "RLCard"
ROLLOUT = "C++ rollouts"
LOOP = "Python loop"
AEC = "AEC raw"
DEALS = 8  # dealt hands that rollouts start from
ROLLOUTS = 200  # per call, from one deal


def contenders() -> Iterator[Contender]:
    for game in ("hearts", "spades", "dou_dizhu"):
        yield Contender(OPENSPIEL, game, ROLLOUT, partial(_rollouts, game))
        yield Contender(OPENSPIEL, game, "C++ games", partial(_bots, game))
        yield Contender(OPENSPIEL, game, LOOP, partial(_loop, game))
    yield Contender(RLCARD, "doudizhu", LOOP, _rlcard)
    for game in ("leduc_holdem_v4", "texas_holdem_v4", "texas_holdem_no_limit_v6", "hanabi_v5"):
        yield Contender(PETTINGZOO, game.rpartition("_")[0], AEC, partial(_pettingzoo, game))


def module(name: str) -> Any:
    """Import a module. Raises NotInstalled, with the command that installs it."""
    try:
        return importlib.import_module(name)
    except ImportError as error:
        raise NotInstalled(f"{error}. {_INSTALL}") from None


def _play_out(state: Any) -> int:
    """OpenSpiel's loop in Python, which samples the chance nodes itself."""
    decisions = 0
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, chances = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(random.choices(outcomes, chances)[0])
        else:
            state.apply_action(random.choice(state.legal_actions()))
            decisions += 1
    return decisions


def _loop(name: str) -> Play:
    game = module("pyspiel").load_game(name)
    return timed(lambda games: sum(_play_out(game.new_initial_state()) for _ in range(games)))


def _bots(name: str) -> Play:
    """Whole games, deal included, in C++. Their mean length is measured in Python beforehand."""
    pyspiel = module("pyspiel")
    game = pyspiel.load_game(name)
    length = _mean_length(game.new_initial_state)
    bots = [pyspiel.make_uniform_random_bot(seat, 1 + seat) for seat in range(game.num_players())]

    def play(games: int) -> int:
        for number in range(games):
            pyspiel.evaluate_bots(game.new_initial_state(), bots, number)
        return round(games * length)

    return timed(play)


def _rollouts(name: str) -> Play:
    """OpenSpiel's fastest way: the random rollouts of its C++ search, from dealt hands."""
    pyspiel = module("pyspiel")
    game = pyspiel.load_game(name)
    deals = [_dealt(game) for _ in range(DEALS)]
    length = _mean_length(lambda: random.choice(deals).clone())
    evaluator = pyspiel.RandomRolloutEvaluator(ROLLOUTS, 1)
    # One simulation of the search evaluates the given position once.
    bot = pyspiel.MCTSBot(game, evaluator, 1.0, 1, 100, solve=False, seed=1, verbose=False)

    def play(games: int) -> int:
        for number in range(games):
            bot.step(deals[number % DEALS])
        return round(games * ROLLOUTS * length)

    return timed(play)


def _dealt(game: Any) -> Any:
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(random.choice(state.legal_actions()))
    return state


def _mean_length(start: Callable[[], Any]) -> float:
    return float(np.mean([_play_out(start()) for _ in range(400)]))


def _rlcard() -> Play:
    env = module("rlcard").make("doudizhu")

    def play(games: int) -> int:
        decisions = 0
        for _ in range(games):
            state, _ = env.reset()
            while not env.is_over():
                state, _ = env.step(random.choice(list(state["legal_actions"])))
                decisions += 1
        return decisions

    return timed(play)


def _pettingzoo(name: str) -> Play:
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")  # it prints a greeting to stdout
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # PettingZoo warns about its own code
        game = module(f"pettingzoo.classic.{name}")
        try:
            env = game.raw_env()
        except ImportError as error:  # some of its games import their engine only now
            raise NotInstalled(f"{error}. {_INSTALL}") from None
    return timed(lambda games: sum(play_aec(env) for _ in range(games)))


def play_aec(env: Any) -> int:
    """One random game in PettingZoo's loop."""
    env.reset()
    decisions = 0
    for _ in env.agent_iter():
        observation, _, terminated, truncated, _ = env.last()
        if terminated or truncated:
            env.step(None)
        else:
            env.step(int(random.choice(np.flatnonzero(observation["action_mask"]))))
            decisions += 1
    return decisions
