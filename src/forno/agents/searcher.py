"""The agent that searches: its settings, candidates, budget and threads. What it does in each world is in `search`."""

import math
import os
import time
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple

import numpy as np

from forno.agents import policies, search
from forno.agents.search import Payoffs
from forno.rules import chance
from forno.rules.game import Actions, Game, Option, Value
from forno.rules.kernel import SILENT, Records

BLOCK = 8  # worlds that a thread looks at in one go
OPTIONS = (
    Option("sims", "simulations for each decision", 400, numbers=range(1, 1_000_001)),
    Option("ms", "milliseconds for each decision, instead of a number of simulations", None, range(1, 60_001), (None,)),
    Option("rollout", "the policy by which all play on in a simulation", "greedy", words=policies.NAMES),
    Option(
        "utility",
        "what it strives for: points more than the others, a high rank, or to win the game",
        "points",
        words=search.UTILITIES,
    ),
    Option(
        "horizon",
        "how far a simulation goes: to the next shuffle or to the end of the game; by itself what suits the utility",
        "auto",
        words=("auto", "shuffle", "game"),
    ),
    Option("threads", "processors to use; all: as many as there are", 1, range(1, 257), ("all",)),
)


class Settings(NamedTuple):
    """Values of `OPTIONS`, as the search needs them."""

    sims: int
    ms: int | None
    rollout: int
    utility: int
    to_end: bool
    threads: int

    @classmethod
    def of(cls, values: Mapping[str, Value]) -> "Settings":
        sims, ms, threads, horizon = values["sims"], values["ms"], values["threads"], values["horizon"]
        assert isinstance(sims, int)
        assert ms is None or isinstance(ms, int)
        return cls(
            sims=sims,
            ms=ms,
            rollout=policies.NAMES.index(str(values["rollout"])),
            utility=search.UTILITIES.index(str(values["utility"])),
            to_end=values["utility"] != "points" if horizon == "auto" else horizon == "game",
            threads=threads if isinstance(threads, int) else os.cpu_count() or 1,
        )


class SearchAgent:
    """Compares actions in random worlds that agree with its view, and drops the worse half of them again and again.

    What it chooses follows from the view, the stream and the settings alone, whatever the number of threads (unless time is its budget). It
    keeps nothing between decisions, and so serves any number of seats and games.
    """

    def __init__(self, game: Game, settings: Settings) -> None:
        self.game = game
        self.settings = settings

    def choose(self, view: Records, legal: Actions, rng: Records) -> int:
        if len(legal) == 1:
            return int(legal[0])
        usual = policies.choose(self.settings.rollout, view, 0, legal, len(legal), rng)
        alive = np.array([usual, *(action for action in legal if action != usual)], np.int16)
        key = chance.stream(b"".join(chance.word(rng).to_bytes(4, "little") for _ in range(8)))
        rounds = math.ceil(math.log2(len(alive)))
        payoffs: Payoffs = np.zeros((0, len(alive)))
        start = time.perf_counter()
        for k in range(rounds):
            if k > 0:
                best = self._better_half(payoffs)
                alive, payoffs = alive[best], payoffs[:, best]
            if self.settings.ms is None:
                worlds = max(1, self.settings.sims // (rounds * len(alive)))
                payoffs = self._go_on(view, alive, payoffs, worlds, key)
                continue
            end = start + self.settings.ms / 1000 * (k + 1) / rounds
            while len(payoffs) == 0 or time.perf_counter() < end:
                payoffs = self._go_on(view, alive, payoffs, BLOCK * self.settings.threads, key)
        return int(alive[self._better_half(payoffs)[0]])

    @staticmethod
    def _better_half(payoffs: Payoffs) -> Actions:
        """Best first; of equals the one that the policy would choose."""
        order = np.argsort(-payoffs.mean(axis=0), kind="stable")
        return order[: (len(order) + 1) // 2].astype(np.int16)

    def _go_on(self, view: Records, alive: Actions, payoffs: Payoffs, more: int, key: Records) -> Payoffs:
        """Try all candidates in more worlds: a row of payoffs for each world."""
        begin = len(payoffs)
        payoffs = np.vstack([payoffs, np.zeros((more, len(alive)))])
        blocks = range(begin, begin + more, BLOCK)
        threads = min(self.settings.threads, len(blocks))

        def work(thread: int) -> None:
            desk = _Desk(self.game, view)
            for first in blocks[thread::threads]:
                n = min(BLOCK, begin + more - first)
                self._imagine(view, desk, first, n, key)
                desk.try_out(first, n, alive, self.settings, payoffs, key)

        if threads == 1:
            work(0)
        else:
            with ThreadPoolExecutor(threads) as pool:
                list(pool.map(work, range(threads)))
        return payoffs

    def _imagine(self, view: Records, desk: "_Desk", first: int, n: int, key: Records) -> None:
        search.imagine(view, desk.worlds, first, n, key, desk.rng)


class _Desk:
    """What one thread writes on while it works."""

    def __init__(self, game: Game, view: Records) -> None:
        self.seat = int(view[0].seat)
        self.worlds = np.zeros(BLOCK, game.state)
        self.rng = np.zeros(1, chance.STREAM)
        self.states = np.zeros(1, game.state)
        self.views = np.zeros(1, game.seen)
        self.actions = np.zeros(game.n_actions, np.int16)
        self.numbers = np.zeros((2, game.players[-1]), np.int64)

    def try_out(self, first: int, n: int, alive: Actions, settings: Settings, payoffs: Payoffs, key: Records) -> None:
        search.try_out(
            self.worlds,
            first,
            n,
            self.seat,
            alive,
            settings.rollout,
            settings.utility,
            settings.to_end,
            payoffs,
            key,
            self.rng,
            self.states,
            self.views,
            self.actions,
            self.numbers,
            SILENT,
        )
