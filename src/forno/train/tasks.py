"""The work of gathering experience and of evaluating, in numbered tasks for threads, processes or a cluster.

A result depends on the task alone, not on who does it, nor on what else is done at the same time.
"""

import hashlib
import threading
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from forno.agents.networks import Network, table_of
from forno.agents.policies import GREEDY, NETWORKS
from forno.rules import chance, find
from forno.rules.game import Options
from forno.train.gather import LEARNER, Scratch, gather, new_experience, new_scratch, play_games
from forno.train.horizon import Worths, no_worths
from forno.train.settings import Settings

_GAMES = 4096  # for one task: more than it can need
_threads = threading.local()


@dataclass(frozen=True)
class Rows:
    """Decisions to learn from."""

    observations: NDArray[np.int8]
    payoffs: NDArray[np.float16]  # NaN where an action was not tried
    usual: NDArray[np.int16]
    closeness: NDArray[np.uint8]  # how `greedy` rates the actions

    def __len__(self) -> int:
        return len(self.observations)


Arrays = TypeVar("Arrays")  # a dataclass of arrays


def joined(parts: Sequence[Arrays]) -> Arrays:
    """All of them end to end."""
    first = parts[0]
    return type(first)(*(np.concatenate([vars(part)[name] for part in parts]) for name in vars(first)))


@dataclass(frozen=True)
class Gathered:
    """What one task has brought."""

    rows: Rows
    played: int  # decisions of the learner, in games and simulations

    @staticmethod
    def join(parts: Sequence["Gathered"]) -> "Gathered":
        return Gathered(joined([part.rows for part in parts]), sum(part.played for part in parts))


@dataclass(frozen=True)
class Opponents:
    """Who sits opposite the learner: compiled policies, and networks. Each seat draws one of them for each game."""

    policies: tuple[int, ...] = (GREEDY,)
    networks: tuple[Network, ...] = ()
    temperature: float = 0.0  # of the networks
    network_share: float = 0.0  # of the seats, if there are both
    self_play: float = 0.0  # share of the games in which the learner plays all seats

    def seating(self, games: int, players: int, rng: np.random.Generator) -> NDArray[np.int32]:
        """Policies by game and seat."""
        shape = (games, players)
        made = rng.choice(np.array(self.policies or (GREEDY,)), shape)
        if self.networks:
            share = self.network_share if self.policies else 1.0
            made = np.where(
                rng.random(shape) < share, NETWORKS + 1 + rng.integers(len(self.networks), size=shape), made
            )
        made[np.arange(games), rng.integers(players, size=games)] = LEARNER
        made[rng.random(games) < self.self_play] = LEARNER
        return made.astype(np.int32)


@dataclass(frozen=True)
class GatherTask:
    key: bytes
    game_id: str
    players: int
    rows: int
    learner: Network
    opponents: Opponents
    settings: Settings
    cloning: bool = False
    worths: Worths | None = None  # see `forno.train.horizon`
    options: Options = field(default_factory=dict)


def do_gather(task: GatherTask) -> Gathered:
    game, settings, opponents = find(task.game_id), task.settings, task.opponents
    room = new_experience(game, task.rows)
    networks = [task.learner, *opponents.networks, task.learner]  # it plays by chance, and simulates without
    table = table_of(networks, [1.0] + [opponents.temperature] * len(opponents.networks) + [0.0])
    filled = gather(
        game.new(task.players, task.options),
        opponents.seating(_GAMES, task.players, np.random.default_rng(list(task.key))),
        table,
        chance.stream(task.key),
        0 if task.cloning else settings.rollouts,
        1 if task.cloning else settings.share,
        0.0 if task.cloning else settings.plausible,
        settings.true_rollouts,
        no_worths(game) if task.worths is None else task.worths,
        _scratch(task.game_id, task.players),
        room,
    )
    rows = Rows(
        room.observations[:filled],
        room.payoffs[:filled].astype(np.float16),
        room.usual[:filled],
        room.closeness[:filled],
    )
    return Gathered(rows, int(room.played[0]))


@dataclass(frozen=True)
class PlayTask:
    """Games of one network against a field: each seat of the field is drawn from the opponents."""

    key: bytes
    game_id: str
    players: int
    games: int
    network: Network
    opponents: Opponents
    options: Options = field(default_factory=dict)


@dataclass(frozen=True)
class PlayedGames:
    """The network's results by game."""

    points: NDArray[np.int64]
    par: NDArray[np.float64]  # the mean points of all seats
    victories: NDArray[np.float64]  # shares
    shifts: NDArray[np.int64]  # shuffles of the game


def do_play(task: PlayTask) -> PlayedGames:
    game, opponents = find(task.game_id), task.opponents
    n, players = task.games, task.players
    seating = opponents.seating(n, players, np.random.default_rng(list(task.key)))
    own = np.argmax(seating == LEARNER, axis=1)
    table = table_of([task.network, *opponents.networks], [0.0] + [opponents.temperature] * len(opponents.networks))
    points, ranks, shuffles = (np.zeros(shape, np.int64) for shape in ((n, players), (n, players), n))
    play_games(
        game.new(players, task.options),
        seating,
        table,
        chance.stream(task.key),
        _scratch(task.game_id, players),
        points,
        ranks,
        shuffles,
    )
    rows = np.arange(n)
    won = ranks == 0
    return PlayedGames(points[rows, own], points.mean(1), (won / won.sum(1, keepdims=True))[rows, own], shuffles)


def task_key(key: bytes, *parts: object) -> bytes:
    """A key of its own for each task."""
    return hashlib.sha256(key + repr(parts).encode()).digest()


def _scratch(game_id: str, players: int) -> Scratch:
    """The memory of this thread."""
    made: dict[tuple[str, int], Scratch] = _threads.__dict__.setdefault("scratch", {})
    if (game_id, players) not in made:
        made[game_id, players] = new_scratch(find(game_id), players)
    return made[game_id, players]
