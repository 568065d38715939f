"""A batch as Python steps it: game by game, or all games at once, shared out among threads.

Compiled code lets other threads run, and each game has its own stream of chance. So the number of threads changes nothing but the time.
"""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
from numpy.typing import NDArray

from forno.agents.networks import with_scratch
from forno.envs.addresses import addresses_of
from forno.envs.batch import ALONE, ANSWERS, DECISIONS, START, Batch, Config, Results, step_games
from forno.rules.log import check_room

_LINE = 64  # bytes; threads that write to the same line of the cache wait for each other


class Games:
    """The games of a batch, for one thread."""

    def __init__(self, batch: Batch, config: Config, results: Results | None = None) -> None:
        self.batch = batch
        self.results = Results.none(0, batch.policies.shape[1]) if results is None else results
        # Compiled code does not keep the arrays alive: this object does.
        self._passed = addresses_of(batch, config, self.results), batch.states, batch.views
        self._game, self._action = np.zeros(1, np.int64), np.zeros(1, np.int64)  # of a game that is stepped alone

    def start(self, i: int) -> int:
        """Start game `i` and play up to the first decision. Return the seat that decides, or NOBODY if the game is over."""
        return self.step(i, START)

    def step(self, i: int, action: int) -> int:
        """Do an action (unchecked) in game `i` and play up to the next decision. Return the seat that decides, or NOBODY.

        START, RANDOM_ACTION and FORFEIT stand in for an action.
        """
        self._game[0], self._action[0] = i, action
        seat = step_games(*self._passed, self._game, self._action, ALONE, 0)
        check_room(self.batch.log)
        return seat

    def step_all(self, games: NDArray[np.int64], actions: NDArray[np.int64], mode: int, ended: int) -> int:
        """See `step_games`."""
        return step_games(*self._passed, games, actions, mode, ended)


class SharedGames:
    """The games of a batch, in equal shares for several threads. The first one is the caller's."""

    def __init__(self, batch: Batch, config: Config, final: int, threads: int) -> None:
        """`final` is the size of the final observations, or 0 if they are not wanted."""
        n, players = batch.policies.shape
        self._numbers = np.array_split(np.arange(n), min(threads, n))
        self.results = Results.none(n, players, final)
        self.shares = []
        for numbers in self._numbers:
            own = slice(numbers[0], numbers[-1] + 1)
            results = self.results._replace(games=self.results.games[own], observations=self.results.observations[own])
            self.shares.append(Games(_with_own_scratch(batch), config, results))
        others = len(self.shares) - 1
        self._pool = ThreadPoolExecutor(others, "games") if others else None
        self._ended = [0] * len(self.shares)

    def reset(self, which: NDArray[np.bool_]) -> None:
        for i in np.flatnonzero(which).tolist():
            self.shares[0].start(i)

    def step(self, actions: NDArray[np.int64]) -> int:
        """Make one decision in every game. Return how many games have ended."""
        others = (
            []
            if self._pool is None
            else [self._pool.submit(self._step, k, actions) for k in range(1, len(self.shares))]
        )
        self._ended = [self._step(0, actions), *(other.result() for other in others)]
        for share in self.shares:
            check_room(share.batch.log)
        return sum(self._ended)

    def answer(self, games: NDArray[np.int64], answers: NDArray[np.int64]) -> int:
        """Go on with the answers of agents that are not compiled. Return how many games have ended in this step."""
        self._ended[0] = self.shares[0].step_all(games, answers, ANSWERS, self._ended[0])
        check_room(self.shares[0].batch.log)
        return sum(self._ended)

    def _step(self, k: int, actions: NDArray[np.int64]) -> int:
        numbers = self._numbers[k]
        return self.shares[k].step_all(numbers, actions[numbers[0] : numbers[-1] + 1], DECISIONS, 0)

    def ended(self) -> Iterator[tuple[int, NDArray[np.int8]]]:
        """The games that have ended in this step, with their final observations."""
        for share, n in zip(self.shares, self._ended, strict=True):
            yield from zip(share.results.games[:n].tolist(), share.results.observations[:n], strict=True)

    def close(self) -> None:
        if self._pool is not None:
            self._pool.shutdown()


def _with_own_scratch(b: Batch) -> Batch:
    """The same games for another thread."""
    own: dict[str, Any] = {name: _apart(getattr(b, name)) for name in ("views", "actions", "numbers", "log")}
    networks = with_scratch(b.networks)
    new: Any = {
        name: _apart(array) for name, array in networks._asdict().items() if array is not getattr(b.networks, name)
    }
    return b._replace(networks=networks._replace(**new), **own)


def _apart(array: NDArray[Any]) -> NDArray[Any]:
    """A copy in lines of the cache that nothing else uses."""
    room = np.zeros(array.nbytes + 2 * _LINE, np.uint8)
    first = -room.ctypes.data % _LINE
    copy = room[first : first + array.nbytes].view(array.dtype).reshape(array.shape)
    copy[...] = array
    return copy
