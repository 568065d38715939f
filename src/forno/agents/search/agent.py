"""The agent that searches: its settings, candidates, budget, memory and threads."""

import math
import os
import time
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np

from forno.agents import policies
from forno.agents.beliefs import blur_of, can_explain, has_belief
from forno.agents.horizon import NOTHING, Weights, weights_for
from forno.agents.networks import NetworkTable, shipped_table, with_scratch
from forno.agents.networks.forward import choose_by_network
from forno.agents.policies import NETWORK, NETWORKS, is_network
from forno.agents.search import simulation
from forno.agents.search.simulation import Payoffs
from forno.agents.search.tree import ENTRY, TRAIL
from forno.rules import chance
from forno.rules.chance import Rng
from forno.rules.game import Actions, BadSetup, Game, Option
from forno.rules.log import SILENT
from forno.rules.records import Records, new_records
from forno.table.history import History

TREES = 4  # whatever the number of threads, so that this number changes no choice
EVERY = 8  # of so many worlds that a walk considers, one is kept
BLOCK = 8  # worlds that a tree gets in a row
SPREAD = (0.5, 0.5, 0.2, 0.5)  # by utility; see `simulation.PARAMS`
_ROLLOUTS = (*policies.NAMES, NETWORK)
OPTIONS = (
    Option("sims", "simulations for each decision", 400, numbers=range(1, 1_000_001)),
    Option("ms", "milliseconds for each decision, instead of a number of simulations", None, range(1, 60_001), (None,)),
    Option(
        "pool",
        "worlds that it considers, to find plausible ones; 0: all possible worlds are equally likely",
        4000,
        range(1_000_001),
    ),
    Option(
        "belief",
        "what makes a world plausible: the cards that players usually keep, or that it explains the moves of this round",
        "cards",
        words=("cards", "moves"),
    ),
    Option(
        "rollout",
        "the policy of all seats in a simulation; policy is the network that comes with Forno",
        "greedy",
        words=_ROLLOUTS,
    ),
    Option("own", "the policy of its own seat in a simulation, if it is another one", None, words=(None, *_ROLLOUTS)),
    Option(
        "prior",
        "with own=policy: it tries only actions to which the network gives so many thousandths, and the best one",
        0,
        range(1001),
    ),
    Option(
        "later",
        "whether it counts what a position leads to after the next shuffle, in the games of Mamma Mia!",
        "off",
        words=("on", "off"),
    ),
    Option(
        "utility",
        "what it maximises: points ahead of the others, its rank, its chance to win, or points and in the last round also that chance",
        "points",
        words=simulation.UTILITIES,
    ),
    Option(
        "horizon",
        "where a simulation ends: at the next shuffle or at the end of the game; auto chooses by the utility",
        "auto",
        words=("auto", "shuffle", "game"),
    ),
    Option("depth", "decisions of a simulation that a tree makes; 0: the policy makes all of them", 0, range(101)),
    Option(
        "threads",
        f"processors to use, at most {TREES}; all: every processor of the machine",
        1,
        range(1, 257),
        ("all",),
    ),
)


class Settings(NamedTuple):
    """The values of `OPTIONS`, as the search needs them."""

    sims: int
    ms: int | None
    pool: int
    by_moves: bool
    rollout: int
    own: int
    prior: float
    later: bool
    utility: int
    to_end: bool
    depth: int
    threads: int

    @classmethod
    def of(cls, values: Mapping[str, Any]) -> "Settings":
        horizon, threads = values["horizon"], values["threads"]
        own = _number(values["own"] or values["rollout"])
        if values["prior"] > 0 and not is_network(own):
            raise BadSetup("the setting prior needs the network: add own=policy, as in search:own=policy,prior=5.")
        return cls(
            sims=values["sims"],
            ms=values["ms"],
            pool=values["pool"],
            by_moves=values["belief"] == "moves",
            rollout=_number(values["rollout"]),
            own=own,
            prior=values["prior"] / 1000,
            later=values["later"] == "on",
            utility=simulation.UTILITIES.index(values["utility"]),
            to_end=values["utility"] in ("rank", "win") if horizon == "auto" else horizon == "game",
            depth=values["depth"],
            threads=(os.cpu_count() or 1) if threads == "all" else threads,
        )

    def scaled(self, share: float) -> "Settings":
        """With a part of the budget."""
        ms = None if self.ms is None else max(1, round(self.ms * share))
        return self._replace(sims=max(1, round(self.sims * share)), ms=ms, pool=round(self.pool * share))


def _number(policy: str) -> int:
    return NETWORKS if policy == NETWORK else policies.NAMES.index(policy)


class SearchAgent:
    """Compares the legal actions in random worlds that agree with the view, and drops the worse half again and again.

    Unless time is the budget, the choice depends only on the view (with its history), the stream and the settings, not on the number of threads or on earlier
    choices. If the own seat or all of them play by the network that comes with Forno, that must be one for this game. The memory is allocated at the first choice and reused, so an agent makes one choice at a time.
    """

    def __init__(self, game: Game, settings: Settings) -> None:
        self.game = game
        self.settings = settings
        policies_used = (settings.own, settings.rollout)
        self.networks = shipped_table(game) if any(map(is_network, policies_used)) else None

    @property
    def recalls(self) -> bool:
        return self.settings.by_moves and self.settings.pool > 0 and can_explain(self.game)

    def choose(self, view: Records[Any], legal: Actions, rng: Rng) -> int:
        if len(legal) == 1:
            return int(legal[0])
        alive = self.candidates(view, legal, rng)
        if len(alive) == 1:
            return int(alive[0])
        key = chance.stream(b"".join(chance.word(rng).to_bytes(4, "little") for _ in range(8)))
        history = getattr(view, "history", None) if self.recalls else None
        weights = weights_for(self.game, view) if self.settings.later else NOTHING
        for tree in self.trees:
            tree.start(view, key, history, weights)
        rounds = math.ceil(math.log2(len(alive)))
        payoffs: Payoffs = np.zeros((0, len(alive)))
        start = time.perf_counter()
        for k in range(rounds):
            if k > 0:
                better = _better_half(payoffs)
                alive, payoffs = alive[better], payoffs[:, better]
            if self.settings.ms is None:
                payoffs = self.try_more(alive, payoffs, max(1, self.settings.sims // (rounds * len(alive))))
                continue
            end = start + self.settings.ms / 1000 * (k + 1) / rounds
            while len(payoffs) == 0 or time.perf_counter() < end:
                payoffs = self.try_more(alive, payoffs, BLOCK * self.settings.threads)
        return int(alive[payoffs.mean(axis=0).argmax()])  # the policy's own choice comes first and wins ties

    def candidates(self, view: Records[Any], legal: Actions, rng: Rng) -> Actions:
        """The actions to try: the policy's own choice comes first."""
        own, networks = self.settings.own, self.networks
        if networks is not None and is_network(own):
            usual = choose_by_network(networks, own - NETWORKS, view, 0, legal, len(legal), rng)
            logits = networks.logits[: len(legal)].astype(np.float64)
            chances = np.exp(logits - logits.max())
            legal = legal[chances >= self.settings.prior * chances.sum()]
        else:
            usual = policies.choose(own, view, 0, legal, len(legal), rng)
        return np.array([usual, *(action for action in legal if action != usual)], np.int16)

    @cached_property
    def trees(self) -> list["SearchTree"]:
        return [self.new_tree(number) for number in range(TREES)]

    def new_tree(self, number: int) -> "SearchTree":
        return SearchTree(self.game, self.settings, number, self.networks)

    def try_more(self, alive: Actions, payoffs: Payoffs, more: int) -> Payoffs:
        """Try all candidates in more worlds, and append a row of payoffs for each world."""
        begin, end = len(payoffs), len(payoffs) + more
        before = payoffs
        payoffs = np.zeros((end, len(alive)))  # by rows: for another layout, all would be compiled again
        payoffs[:begin] = before
        blocks = range(begin // BLOCK, (end - 1) // BLOCK + 1)

        def grow(tree: int) -> None:
            for block in blocks:
                if block % TREES == tree:
                    first, last = max(begin, block * BLOCK), min(end, (block + 1) * BLOCK)
                    self.trees[tree].sample_worlds(first, last - first)
                    self.trees[tree].try_out(first, last - first, alive, payoffs)

        if self.settings.threads == 1:
            for tree in range(TREES):
                grow(tree)
        else:
            with ThreadPoolExecutor(min(self.settings.threads, TREES)) as pool:
                list(pool.map(grow, range(TREES)))
        return payoffs


def _better_half(payoffs: Payoffs) -> Any:
    """Indices in ascending order. The first candidate, the policy's own choice, always stays, so the last comparison is with it."""
    best = np.argsort(-payoffs.mean(axis=0), kind="stable")[: (payoffs.shape[1] + 1) // 2]
    if 0 not in best:
        best[-1] = 0
    return np.sort(best)


class SearchTree:
    """A tree and the scratch memory of its simulations. Call `start` before each decision."""

    def __init__(self, game: Game, settings: Settings, number: int, networks: NetworkTable | None = None) -> None:
        self.game = game
        self.networks = None if networks is None else with_scratch(networks)
        self.weights = NOTHING
        self.tried = 0  # worlds in this decision
        self.number = number
        self.view = new_records(1, game.view_dtype)
        self.key = new_records(1, chance.STREAM)
        self.params = new_records(1, simulation.PARAMS)
        self.params[0] = (
            SPREAD[settings.utility],
            settings.depth,
            settings.own,
            settings.rollout,
            settings.utility,
            settings.to_end,
        )
        room = settings.sims if settings.ms is None else 20 * settings.ms
        self.tree = new_records(1 << (4 * room * settings.depth // TREES).bit_length(), ENTRY)
        self.trail = new_records(settings.depth, TRAIL)
        self.tries = -(-settings.pool // TREES)
        self.history: History | None = None
        explains = settings.by_moves and can_explain(game)
        kept = -(-self.tries // EVERY) if explains else self.tries if has_belief(game) else 0
        self.pool = new_records(kept, game.state_dtype)
        self.cumulative = np.zeros(kept)
        self.walk = new_records(3, game.state_dtype)
        self.worlds = new_records(BLOCK, game.state_dtype)
        self.rng = new_records(1, chance.STREAM)
        self.states = new_records(1, game.state_dtype)
        self.views = new_records(1, game.view_dtype)
        self.actions = np.zeros(game.n_actions, np.int16)
        self.numbers = np.zeros((2, game.players[-1]), np.int64)

    def start(self, view: Records[Any], key: Rng, history: History | None = None, weights: Weights = NOTHING) -> None:
        """Forget the last decision."""
        self.tried = 0
        self.weights = weights
        self.view, self.key, self.history = view, key, history
        self.tree[:] = np.zeros(1, ENTRY)

    def try_out(self, first: int, n: int, candidates: Actions, payoffs: Payoffs) -> None:
        """Try the candidates in the worlds that `sample_worlds` has made last."""
        simulation.try_out(
            self.worlds,
            first,
            n,
            int(self.view[0].seat),
            candidates,
            self.params,
            payoffs,
            self.key,
            self.rng,
            self.tree,
            self.trail,
            self.states,
            self.views,
            self.views.view(np.uint8),
            self.actions,
            self.numbers,
            SILENT,
            self.networks,
            self.weights,
        )

    def sample_worlds(self, first: int, n: int) -> None:
        if len(self.pool) == 0:
            simulation.sample_worlds(self.view, self.worlds, 2 * first, n, 2, self.key, self.rng)
        else:
            if self.tried == 0:
                self.fill_pool()
            simulation.draw(self.pool, self.cumulative, self.worlds, first, n, self.key, self.rng)
        self.tried += n

    def fill_pool(self) -> None:
        """Find the worlds that `sample_worlds` draws from."""
        number = chance.POOLS + self.number
        simulation.sample_worlds(self.view, self.pool, number, len(self.pool), 0, self.key, self.rng)
        if self.history is not None and len(self.history.actions) > 0:
            self.explain(self.history, self.tries)
            self.cumulative[:] = np.arange(1, len(self.pool) + 1)
        elif has_belief(self.game):
            simulation.weigh(self.view, self.pool, self.cumulative)
        else:
            self.cumulative[:] = np.arange(1, len(self.pool) + 1)

    def explain(self, history: History, tries: int) -> None:
        """Turn the worlds of the pool into such as explain the moves of the others."""
        simulation.explain(
            self.view,
            history.views,
            history.actions,
            tries,
            self.pool,
            self.views,
            self.walk,
            self.rng,
            blur_of(self.game),
        )
