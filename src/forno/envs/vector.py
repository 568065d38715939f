"""Gymnasium: a vector environment that steps all games in one compiled call."""

from collections.abc import Sequence
from typing import Any, Literal

import numpy as np
from gymnasium.error import ResetNeeded
from gymnasium.spaces import Box, Dict, Discrete, Space
from gymnasium.utils import seeding
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from forno.envs.batch import (
    DISABLED,
    ERROR,
    NEXT_STEP,
    PYTHON_AGENT,
    SAME_STEP,
    first_illegal,
)
from forno.envs.games import SharedGames
from forno.envs.opponents import ask_waiting
from forno.envs.setup import Opponents, Setup, illegal_action_message, seeds_from, stream
from forno.workers import cores

Observations = Any  # an array, or with `mask_in_observation` a dict of two arrays
Info = dict[str, Any]
Flags = NDArray[np.bool_]

AUTORESET = {
    AutoresetMode.NEXT_STEP: NEXT_STEP,
    AutoresetMode.SAME_STEP: SAME_STEP,
    AutoresetMode.DISABLED: DISABLED,
}


def spaces(setup: Setup, mask_in_observation: bool) -> tuple[Space[Any], Discrete]:
    """The observation space and the action space."""
    layout = setup.layout
    seen: Space[Any] = Box(layout.low, layout.high, dtype=np.int8)
    if mask_in_observation:
        seen = Dict({"observation": seen, "action_mask": Box(0, 1, (setup.game.n_actions,), np.int8)})
    return seen, Discrete(setup.game.n_actions)


class GamesVectorEnv(VectorEnv[Observations, NDArray[np.int64], NDArray[Any]]):
    """`num_envs` games, in each of which the learner plays against opponents, or every seat with `opponents=None`.

    Compiled opponents (`uniform`, `larger-value`, `greedy`) are fastest. A `NetworkAgent` decides for all games at once. Other agents are asked
    game by game.

    Other keyword arguments are the fields of `Setup` and the options of the game. Every step returns the same as Gymnasium's `SyncVectorEnv` of
    `GameEnv`s. With `copy=False`, the next step overwrites the returned arrays, which is faster. With several `threads` (or `"all"`), games
    are stepped on as many processors, with the same results.
    """

    def __init__(
        self,
        game: str,
        num_envs: int = 1,
        *,
        opponents: Opponents = "uniform",
        mask_in_observation: bool = False,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        copy: bool = True,
        threads: int | Literal["all"] = 1,
        **settings: Any,
    ) -> None:
        if threads != "all" and threads < 1:
            raise ValueError(f"threads must be a number from 1 on, or 'all', not {threads}.")
        mode = AutoresetMode(autoreset_mode)
        self.setup = Setup.of(game, opponents=opponents, **settings)
        self.metadata = {"render_modes": [], "autoreset_mode": mode}
        self.num_envs = num_envs
        self.single_observation_space, self.single_action_space = spaces(self.setup, mask_in_observation)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._batch = self.setup.batch(num_envs)
        self._agents = self.setup.agents()
        self._asks_agents = PYTHON_AGENT in self._batch.seating
        self._config = self.setup.config(AUTORESET[mode])
        self._mask_in_observation = mask_in_observation
        self._copy = copy
        self._truncated = np.zeros(num_envs, np.bool_)
        self._all_games = np.ones(num_envs, np.bool_)
        self._no_masks = np.zeros(
            (num_envs if mode is AutoresetMode.SAME_STEP else 0, self.setup.game.n_actions), np.int8
        )
        final = self.setup.layout.size if mode is AutoresetMode.SAME_STEP else 0
        self._games = SharedGames(self._batch, self._config, final, cores() if threads == "all" else threads)
        # New arrays for all games in each step would take a tenth of its time.
        self._seats = np.zeros(num_envs, np.int64)
        self._last = np.empty(num_envs, object)  # the final observations of these games:
        self._ended: list[int] = []
        self._seeded = np.zeros(num_envs, np.bool_)
        self._is_ready = False

    def reset(
        self, *, seed: int | Sequence[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observations, Info]:
        """From a whole number as seed, `seeds_from` derives the seeds of the games. `options={"reset_mask": …}` resets only the marked games."""
        seeds = seeds_from(seed, self.num_envs) if isinstance(seed, int) else seed
        if seeds is not None and len(seeds) != self.num_envs:
            raise ValueError(f"{self.num_envs} games need {self.num_envs} seeds, not {len(seeds)}.")
        which = self._games_to_reset(options)
        for i in np.flatnonzero(which).tolist():
            wanted = None if seeds is None else seeds[i]
            if wanted is not None or not self._seeded[i]:
                self._batch.rngs[i] = stream(seeding.np_random(wanted)[0])[0]
        self._seeded |= which
        self._is_ready = bool(self._seeded.all())
        self._games.reset(which)
        self._let_agents_play(0)
        return self._observation(), self._info(which)

    def step(self, actions: NDArray[np.int64]) -> tuple[Observations, NDArray[np.float64], Flags, Flags, Info]:
        batch, config = self._batch, self._config
        actions = np.ascontiguousarray(actions, np.int64)
        if actions.shape != (self.num_envs,):
            raise ValueError(
                f"{self.num_envs} games need an array of {self.num_envs} actions, not one of shape {actions.shape}."
            )
        if not self._is_ready:
            raise ResetNeeded("Call reset before the first step.")
        if config.autoreset == DISABLED and batch.over.any():
            raise ResetNeeded("A game is over: reset it with options={'reset_mask': …} before the next step.")
        if config.illegal == ERROR and (bad := first_illegal(batch.over, batch.masks, actions)) >= 0:
            raise ValueError(illegal_action_message(self.setup, batch, bad, int(actions[bad])))
        stepped = ~batch.over if config.gradual else self._all_games
        ended = self._let_agents_play(self._games.step(actions))
        info = self._info(self._all_games)
        if config.gradual:
            self._add_rewards(info, stepped)
        if ended:
            self._add_results(info)
        results, output = self._games.results, self._output
        return self._observation(), output(results.rewards), output(results.terminated), output(self._truncated), info

    def _let_agents_play(self, ended: int) -> int:
        """Let the agents that are not compiled play until every game waits for the learner. Return how many games have ended in this step."""
        batch = self._batch
        while self._asks_agents and (batch.waiting >= 0).any():
            games, answers = ask_waiting(self.setup, batch, self._agents)
            ended = self._games.answer(games, answers)
        return ended

    def close_extras(self, **kwargs: Any) -> None:
        self._games.close()

    def _games_to_reset(self, options: dict[str, Any] | None) -> Flags:
        if options is None or "reset_mask" not in options:
            return self._all_games
        which = options["reset_mask"]
        if (
            not isinstance(which, np.ndarray)
            or which.shape != (self.num_envs,)
            or which.dtype != np.bool_
            or not which.any()
        ):
            raise ValueError(
                f"reset_mask must be a boolean array of length {self.num_envs} with at least one true value."
            )
        return which

    def _observation(self) -> Observations:
        seen, masks = self._output(self._batch.observations), self._batch.masks
        return {"observation": seen, "action_mask": self._output(masks)} if self._mask_in_observation else seen

    def _output(self, array: NDArray[Any]) -> NDArray[Any]:
        return array.copy() if self._copy else array

    def _info(self, which: Flags) -> Info:
        """The infos of all games, merged as Gymnasium does it: `_key` marks the games that have `key`."""
        masks, seats = self._batch.masks, self._seats
        seats[:] = self._batch.seats
        if which is not self._all_games:
            masks, seats = masks * which[:, np.newaxis], seats * which
        marked = which.copy()
        return {
            "action_mask": self._output(masks),
            "_action_mask": marked,
            "seat": self._output(seats),
            "_seat": marked,
        }

    def _add_rewards(self, info: Info, stepped: Flags) -> None:
        """Add the rewards of all seats in this step. Those of games that were reset in the same step go to final_info."""
        if self._config.autoreset == SAME_STEP:
            stepped = stepped & ~self._games.results.terminated
        if stepped.any():
            info |= _flagged({"rewards": self._batch.rewards * stepped[:, np.newaxis]}, stepped)

    def _add_results(self, info: Info) -> None:
        """Add the results of ended games. If these were reset in the same step, add them as final_obs and final_info."""
        found, output = self._games.results, self._output
        results: Info = {"scores": output(found.scores), "rewards": output(found.final_rewards)}
        if self._config.autoreset == SAME_STEP:
            masks = output(self._no_masks)
            results = {"action_mask": masks, "seat": output(found.seats)} | results
            results = {"final_obs": self._final(masks), "final_info": _flagged(results, found.terminated)}
        info |= _flagged({name: value for name, value in results.items() if name not in info}, found.terminated)

    def _final(self, masks: NDArray[np.int8]) -> NDArray[Any]:
        """The final observations of the games that have ended in this step."""
        for i in self._ended:
            self._last[i] = None
        self._ended.clear()
        for i, seen in self._games.ended():
            own = self._output(seen)
            self._last[i] = {"observation": own, "action_mask": masks[i].copy()} if self._mask_in_observation else own
            self._ended.append(i)
        return self._output(self._last)


def _flagged(values: Info, which: Flags) -> Info:
    flagged, marked = dict(values), which.copy()
    for key in values:
        flagged[f"_{key}"] = marked
    return flagged
