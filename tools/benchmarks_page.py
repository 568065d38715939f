"""Measure the environments' steps per second and write docs/benchmarks.md. Run it with `make benchmarks`.

Each number is the best of several rounds, by CPU time, so that other work on the machine disturbs it as little as possible. Games can be named, to measure only
those: the results of all are kept in docs/benchmarks/speed.json.
"""

import json
import os
import platform
import sys
import time
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np

import forno.envs  # noqa: F401  registers the environments
from forno.envs.random_play import pick
from forno.envs.registration import NAMES, VERSION
from forno.rules import OWN_GAMES, find
from forno.rules.chance import quick_stream
from forno.rules.game import Game

PAGE = Path(__file__).resolve().parent.parent / "docs" / "benchmarks.md"
RESULTS = PAGE.parent / "benchmarks" / "speed.json"
SELF_PLAY = "none: self-play"
BEGIN, END = "<!-- speed -->", "<!-- /speed -->"
BATCHES = (1, 64, 1024)
ROUNDS, SECONDS = 5, 0.2  # of CPU time


def vector_speed(name: str, opponents: str | None, batch: int) -> float:
    """Learner's steps per second with random legal actions, observations and masks included."""
    envs = gymnasium.make_vec(
        name, batch, vectorization_mode="vector_entry_point", opponents=opponents, autoreset_mode="SameStep", copy=False
    )
    _, info = envs.reset(seed=1)
    actions, rng = np.zeros(batch, np.int64), quick_stream(bytes(32))
    best = 0.0
    for _ in range(ROUNDS):
        steps, start = 0, time.process_time()
        while time.process_time() - start < SECONDS:
            for _ in range(max(1, 1024 // batch)):
                pick(info["action_mask"], rng, actions)
                _, _, _, _, info = envs.step(actions)
                steps += batch
        best = max(best, steps / (time.process_time() - start))
    return best


def single_speed(name: str, opponents: str) -> float:
    env = gymnasium.make(name, opponents=opponents)
    rng = np.random.default_rng(1)
    _, info = env.reset(seed=1)
    best = 0.0
    for _ in range(ROUNDS):
        steps, start = 0, time.process_time()
        while time.process_time() - start < SECONDS:
            _, _, over, _, info = env.step(rng.choice(np.flatnonzero(info["action_mask"])))
            if over:
                _, info = env.reset()
            steps += 1
        best = max(best, steps / (time.process_time() - start))
    return best


def processor() -> str:
    lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines() if Path("/proc/cpuinfo").exists() else []
    names = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return names[0] if names else platform.processor() or platform.machine()


def measure(game: Game) -> dict[str, Any]:
    """The speeds of a game by opponents: of the single environment, if it has opponents, and of each vector."""
    name = f"forno/{NAMES[game.id]}-v{VERSION}"
    speeds = {
        opponents or SELF_PLAY: [
            single_speed(name, opponents) if opponents else None,
            *(vector_speed(name, opponents, batch) for batch in BATCHES),
        ]
        for opponents in ("uniform", "greedy", None)
    }
    facts = f"{processor()}, one of {os.cpu_count()} cores, {platform.system()}, Python {platform.python_version()}, NumPy {np.__version__}"
    return {"machine": facts, "speeds": speeds}


def table(measured: dict[str, dict[str, Any]]) -> str:
    rows = [
        f"| {find(game).title} | {opponents} | {' | '.join(f'{one:,.0f}' if one else '-' for one in speeds)} |"
        for game, found in measured.items()
        for opponents, speeds in found["speeds"].items()
    ]
    machines = "; ".join(dict.fromkeys(found["machine"] for found in measured.values()))
    head = " | ".join(f"vector of {batch:,}" for batch in BATCHES)
    return "\n".join(
        [
            f"{machines}.",
            "",
            f"| game, 4 players | opponents | single | {head} |",
            "|---|---|---|" + "---|" * len(BATCHES),
            *rows,
        ]
    )


if __name__ == "__main__":
    RESULTS.parent.mkdir(exist_ok=True)
    for chosen in [find(one) for one in sys.argv[1:]] or OWN_GAMES:
        new = measure(chosen)
        stored = json.loads(RESULTS.read_text(encoding="utf-8")) if RESULTS.exists() else {}
        stored[chosen.id] = new
        RESULTS.write_text(json.dumps(stored, indent=1) + "\n", encoding="utf-8")
        before, _, rest = PAGE.read_text(encoding="utf-8").partition(BEGIN)
        PAGE.write_text(f"{before}{BEGIN}\n{table(stored)}\n{END}{rest.partition(END)[2]}", encoding="utf-8")
