"""Where the time of a step of the vector environment goes, and on which cores its threads run.

    python tools/vector_parts.py

Each time is the one that a twentieth of the steps undercut, so that other work on the machine counts little.
"""

import ctypes
import sys
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numba
import numpy as np

from forno.envs.random_play import pick
from forno.envs.vector import GamesVectorEnv
from forno.observations import layout_of, observe_record
from forno.rules import arrays, chance, find
from forno.rules.compiling import borrowed
from forno.rules.log import SILENT
from forno.rules.verbs import mask, view

GAME = find("chefs-hat")
GAMES, STEPS, WARM_UP = 8192, 400, 700  # after the warm-up, games are at different points


@numba.njit(nogil=True)
def masks_of(states: Any, room: Any, masks: Any) -> None:
    states, room, masks = borrowed(states), borrowed(room), borrowed(masks)
    for i in range(masks.shape[0]):
        mask(states[i], room, masks[i])


@numba.njit(nogil=True)
def views_of(states: Any, seats: Any, views: Any) -> None:
    states, seats, views = borrowed(states), borrowed(seats), borrowed(views)
    for i in range(seats.shape[0]):
        view(states[i], int(seats[i]), views[i])


@numba.njit(nogil=True)
def observations_of(views: Any, observations: Any) -> None:
    views, observations = borrowed(views), borrowed(observations)
    for i in range(observations.shape[0]):
        observe_record(views[i], observations[i])


def nanoseconds(work: Callable[[], Any], before: Callable[[], Any] = lambda: None) -> float:
    """For each game."""
    took = []
    for _ in range(STEPS):
        before()
        start = time.perf_counter()
        work()
        took.append(time.perf_counter() - start)
    return float(np.quantile(took, 0.05)) * 1e9 / GAMES


def parts() -> dict[str, float]:
    env = GamesVectorEnv(GAME.id, GAMES, opponents=None, copy=False, autoreset_mode="SameStep")
    env.reset(seed=1)
    batch, games = env._batch, env._games  # noqa: SLF001  to measure what they do alone
    rng, actions = chance.quick_stream(bytes(32)), np.zeros(GAMES, np.int64)
    views = np.repeat(batch.views[:1], GAMES)

    def choose() -> None:
        pick(batch.masks, rng, actions)

    for _ in range(WARM_UP):
        choose()
        env.step(actions)
    template, states, room = GAME.new(4), GAME.new(4), np.zeros(GAME.n_actions, np.int16)
    key = chance.quick_stream(bytes(32))
    decisions = arrays.play_games(template, states, 50, key.copy(), room, SILENT)
    kernel = nanoseconds(lambda: arrays.play_games(template, states, 50, key.copy(), room, SILENT))
    found = {
        "kernel: random choice and step": kernel * GAMES / decisions,
        "whole step of the vector": nanoseconds(lambda: env.step(actions), choose),
        "its compiled part": nanoseconds(lambda: games.step(actions), choose),
        "random choice": nanoseconds(choose),
    }
    found["mask"] = nanoseconds(lambda: masks_of(batch.states, batch.actions, batch.masks))
    found["view"] = nanoseconds(lambda: views_of(batch.states, batch.seats, views))
    found["observation"] = nanoseconds(lambda: observations_of(views, batch.observations))
    return found


def shared_core(rounds: int = 200) -> float:
    """How often a thread that is woken runs on the core of the one that woke it and goes on working."""
    core = ctypes.CDLL(None).sched_getcpu
    work = np.zeros((GAMES, 128))

    def busy() -> int:
        np.sqrt(work, out=work)
        return int(core())

    with ThreadPoolExecutor(1) as pool:
        same = 0
        for _ in range(rounds):
            other = pool.submit(busy)
            own = busy()
            same += own == other.result()
    return same / rounds


def main() -> None:
    lines = [f"{name:32} {took:6.1f} ns" for name, took in parts().items()]
    size = GAME.n_actions + layout_of(GAME.id).size
    lines += [
        f"{'written in a step':32} {size:6} bytes of mask and observation",
        f"{'woken on the same core':32} {shared_core():6.0%}",
    ]
    sys.stdout.write("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()
