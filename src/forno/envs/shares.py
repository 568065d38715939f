"""The games of a batch, shared out among threads.

Compiled code lets other threads run, and each game has its own stream of chance. So the number of threads changes nothing but the time.
"""

from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from forno.envs.batch import Batch, Config, EndedGames, step_all, with_own_scratch
from forno.envs.rewards import Rewards
from forno.rules.log import check_room


class _Share(NamedTuple):
    batch: Batch
    games: NDArray[np.int64]
    ended: NDArray[np.int64]  # the games among them that ended in the last step come first


class Shares:
    def __init__(self, batch: Batch, threads: int) -> None:
        parts = np.array_split(np.arange(len(batch.states)), min(threads, len(batch.states)))
        self._shares = [
            _Share(with_own_scratch(batch) if k else batch, games, np.zeros_like(games))
            for k, games in enumerate(parts)
        ]
        self._pool = ThreadPoolExecutor(len(parts) - 1, "games") if len(parts) > 1 else None

    def step(
        self,
        config: Config,
        actions: NDArray[np.int64],
        rewards: Rewards,
        terminated: NDArray[np.bool_],
        ended_games: EndedGames,
    ) -> int:
        """Make one decision in every game. Return how many games have ended."""
        rewards.fill(0)
        terminated.fill(False)

        def step(share: _Share) -> int:
            ended = ended_games._replace(games=share.ended)
            chosen = actions[share.games[0] : share.games[-1] + 1]
            return step_all(share.batch, config, share.games, chosen, False, rewards, terminated, 0, ended)

        others = [] if self._pool is None else [self._pool.submit(step, share) for share in self._shares[1:]]
        counts = [step(self._shares[0]), *(other.result() for other in others)]
        total = 0
        for share, ended in zip(self._shares, counts, strict=True):
            ended_games.games[total : total + ended] = share.ended[:ended]
            total += ended
            check_room(share.batch.log)
        return total

    def close(self) -> None:
        if self._pool is not None:
            self._pool.shutdown()
