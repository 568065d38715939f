"""Gymnasium: a vector of games that one compiled call steps all at once."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from gymnasium.error import ResetNeeded
from gymnasium.spaces import Box, Dict, Discrete, Space
from gymnasium.utils import seeding
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from forno.envs.batch import DISABLED, ERROR, NEXT_STEP, OUTSIDE, SAME_STEP, Ends, first_illegal, reset_all, step_all
from forno.envs.setup import Opponents, Setup, illegal_sentence, stream
from forno.rules.game import BadSetup
from forno.rules.log import check_room

Observations = Any  # an array, or with `mask_in_observation` a dictionary of two
Info = dict[str, Any]
Flags = NDArray[np.bool_]

AUTORESET = {
    AutoresetMode.NEXT_STEP: NEXT_STEP,
    AutoresetMode.SAME_STEP: SAME_STEP,
    AutoresetMode.DISABLED: DISABLED,
}


def spaces(setup: Setup, mask_in_observation: bool) -> tuple[Space[Any], Discrete]:
    """Of observations and actions."""
    layout = setup.layout
    seen: Space[Any] = Box(layout.low, layout.high, dtype=np.int8)
    if mask_in_observation:
        seen = Dict({"observation": seen, "action_mask": Box(0, 1, (setup.game.n_actions,), np.int8)})
    return seen, Discrete(setup.game.n_actions)


class GamesVectorEnv(VectorEnv[Observations, NDArray[np.int64], NDArray[Any]]):
    """`num_envs` games side by side, the learner against compiled opponents, or (`opponents=None`) in every seat.

    Further settings are those of `Setup`, and the game's options. Equal, step by step, to Gymnasium's own vector of single environments. What is
    returned is the caller's own; with `copy=False` it is written over by the next step, which saves time.
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
        **settings: Any,
    ) -> None:
        mode = AutoresetMode(autoreset_mode)
        self.setup = Setup.of(game, opponents=opponents, **settings)
        self.metadata = {"render_modes": [], "autoreset_mode": mode}
        self.num_envs = num_envs
        self.single_observation_space, self.single_action_space = spaces(self.setup, mask_in_observation)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._batch = self.setup.batch(num_envs)
        if OUTSIDE in self._batch.seating:
            raise BadSetup(
                "here only compiled opponents can play (uniform, larger-value, greedy): "
                'take the single environment, or vectorization_mode="sync".'
            )
        self._rules = self.setup.rules(AUTORESET[mode])
        self._mask_in_observation = mask_in_observation
        self._copy = copy
        self._rewards = np.zeros(num_envs)
        self._terminated = np.zeros(num_envs, np.bool_)
        self._truncated = np.zeros(num_envs, np.bool_)
        final = num_envs if mode is AutoresetMode.SAME_STEP else 0
        self._ends = Ends.of(num_envs, self.setup.players, np.zeros((final, self.setup.layout.size), np.int8))
        self._no_masks = np.zeros((final, self.setup.game.n_actions), np.int8)
        self._everywhere = np.ones(num_envs, np.bool_)
        self._seeded = np.zeros(num_envs, np.bool_)
        self._is_ready = False

    def reset(
        self, *, seed: int | Sequence[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observations, Info]:
        """With `options={"reset_mask": …}` only the games that it marks begin anew."""
        seeds = [seed + i for i in range(self.num_envs)] if isinstance(seed, int) else seed
        if seeds is not None and len(seeds) != self.num_envs:
            raise ValueError(f"{self.num_envs} games need {self.num_envs} seeds, not {len(seeds)}.")
        which = self._which(options)
        for i in np.flatnonzero(which).tolist():
            wanted = None if seeds is None else seeds[i]
            if wanted is not None or not self._seeded[i]:
                self._batch.rngs[i] = stream(seeding.np_random(wanted)[0])[0]
        self._seeded |= which
        self._is_ready = bool(self._seeded.all())
        reset_all(self._batch, self._rules, which)
        check_room(self._batch.log)
        return self._observed(), self._info(which)

    def step(self, actions: NDArray[np.int64]) -> tuple[Observations, NDArray[np.float64], Flags, Flags, Info]:
        batch, rules = self._batch, self._rules
        actions = np.ascontiguousarray(actions, np.int64)
        if actions.shape != (self.num_envs,):
            raise ValueError(
                f"{self.num_envs} games need an array of {self.num_envs} actions, not of shape {actions.shape}."
            )
        if not self._is_ready:
            raise ResetNeeded("Call reset before the first step.")
        if rules.autoreset == DISABLED and batch.over.any():
            raise ResetNeeded("A game is over: reset it with options={'reset_mask': …} before the next step.")
        if rules.illegal == ERROR and (bad := first_illegal(batch, actions)) >= 0:
            raise ValueError(illegal_sentence(self.setup, batch, bad, int(actions[bad])))
        ended = step_all(batch, rules, actions, self._rewards, self._terminated, self._ends)
        check_room(batch.log)
        info = self._info(self._everywhere)
        if ended:
            self._tell_end(info, ended)
        rewards, terminated, truncated = self._rewards, self._terminated, self._truncated
        if self._copy:
            return self._observed(), rewards.copy(), terminated.copy(), truncated.copy(), info
        return self._observed(), rewards, terminated, truncated, info

    def _which(self, options: dict[str, Any] | None) -> Flags:
        """The games that `reset` is for."""
        if options is None or "reset_mask" not in options:
            return self._everywhere
        which = options["reset_mask"]
        if (
            not isinstance(which, np.ndarray)
            or which.shape != (self.num_envs,)
            or which.dtype != np.bool_
            or not which.any()
        ):
            raise ValueError(f"reset_mask must be an array of {self.num_envs} truth values, at least one of them true.")
        return which

    def _observed(self) -> Observations:
        seen, masks = self._own(self._batch.observations), self._batch.masks
        return {"observation": seen, "action_mask": self._own(masks)} if self._mask_in_observation else seen

    def _own(self, array: NDArray[Any]) -> NDArray[Any]:
        return array.copy() if self._copy else array

    def _info(self, which: Flags) -> Info:
        """As Gymnasium merges the infos of single environments: with each key, `_key` says which games it is for."""
        masks, seats = self._batch.masks, self._batch.seats.astype(np.int64)
        if which is not self._everywhere:
            masks, seats = masks * which[:, np.newaxis], seats * which
        return {"action_mask": self._own(masks), "_action_mask": which.copy(), "seat": seats, "_seat": which.copy()}

    def _tell_end(self, info: Info, ended: int) -> None:
        """What single environments say of games that are over; when they begin anew at once, as final_obs and final_info."""
        over, ends = self._terminated, self._ends
        self._ends = Ends.of(self.num_envs, self.setup.players, ends.observations)  # the others are the caller's now
        results: Info = {"scores": ends.scores, "rewards": ends.rewards}
        if self._rules.autoreset != SAME_STEP:
            info |= _flagged(results, over)
            return
        masks = self._own(self._no_masks)
        last = np.empty(self.num_envs, object)
        for i in ends.games[:ended].tolist():
            seen = ends.observations[i].copy()
            last[i] = {"observation": seen, "action_mask": masks[i].copy()} if self._mask_in_observation else seen
        results = {"action_mask": masks, "seat": ends.seats} | results
        info |= _flagged({"final_obs": last, "final_info": _flagged(results, over)}, over)


def _flagged(values: Info, which: Flags) -> Info:
    flagged: Info = {}
    for key, value in values.items():
        flagged[key], flagged[f"_{key}"] = value, which.copy()
    return flagged
