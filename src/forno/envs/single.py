"""Gymnasium: one learner against opponents."""

from collections import deque
from typing import Any

import numpy as np
from gymnasium import Env
from gymnasium.error import ResetNeeded
from numpy.typing import NDArray

from forno.envs import render
from forno.envs.batch import ERROR, FORFEIT, PYTHON_AGENT, RANDOM, RANDOM_ACTION
from forno.envs.games import Games
from forno.envs.opponents import agent_of, ask
from forno.envs.setup import Opponents, Setup, illegal_action_message, stream
from forno.envs.vector import Info, Observations, spaces
from forno.rules.game import NOBODY


class GameEnv(Env[Observations, np.int64]):
    """Each step is a decision of the learner. The opponents play in between.

    Other keyword arguments are the fields of `Setup` and the options of the game. `info["action_mask"]` marks the legal actions, and
    `action_masks()` does so for sb3-contrib.
    """

    metadata = {"render_modes": list(render.MODES), "render_fps": 2}  # noqa: RUF012  as Gymnasium declares it

    def __init__(
        self,
        game: str,
        *,
        opponents: Opponents = "uniform",
        mask_in_observation: bool = False,
        render_mode: str | None = None,
        **settings: Any,
    ) -> None:
        self.setup = Setup.of(game, opponents=opponents, **settings)
        self.render_mode = render_mode
        self.observation_space, self.action_space = spaces(self.setup, mask_in_observation)
        self._mask_in_observation = mask_in_observation
        self._config = self.setup.config()
        self._batch = self.setup.batch(1)
        self._games = Games(self._batch, self._config)
        self._agents = self.setup.agents()
        self._last: deque[str] = deque(maxlen=render.LAST)
        self._seeded = False

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Observations, Info]:
        super().reset(seed=seed)
        if seed is not None or not self._seeded:
            self._batch.rngs[0] = stream(self.np_random)[0]
            self._seeded = True
        self._last.clear()
        self._play_python_agents(self._games.start(0))
        if self.render_mode == "human":
            self.render()
        return self._observation(), self._info()

    def step(self, action: np.int64 | int) -> tuple[Observations, float, bool, bool, Info]:
        batch = self._batch
        if batch.over[0]:
            raise ResetNeeded("The game is over or has not started: call reset.")
        decided = batch.seats[0]
        if self.action_space.contains(action) and batch.masks[0, action]:
            if self.render_mode is not None:
                self._last.append(f"seat {decided} {self.setup.game.describe(batch.states, 0, int(action))}")
            self._play_python_agents(self._games.step(0, int(action)))
        elif self._config.illegal == ERROR:
            raise ValueError(illegal_action_message(self.setup, batch, 0, int(action)))
        else:
            instead = RANDOM_ACTION if self._config.illegal == RANDOM else FORFEIT
            self._play_python_agents(self._games.step(0, instead))
        over = bool(batch.over[0])
        reward = float(batch.rewards[0, decided]) if over or self._config.gradual else 0.0
        if self.render_mode == "human":
            self.render()
        info = self._info()
        if over or self._config.gradual:
            info["rewards"] = batch.rewards[0].copy()
        return self._observation(), reward, over, False, info

    def action_masks(self) -> NDArray[np.bool_]:
        return np.asarray(self._batch.masks[0], np.bool_)

    def render(self) -> Any:
        """Show all cards. The mode `human` prints to the terminal after every step."""
        return render.render(self.render_mode, self.setup.game, self._batch.states, self.setup.players, self._last)

    def _play_python_agents(self, seat: int) -> None:
        """Let Python agents play until the learner must decide or the game is over."""
        batch, setup = self._batch, self.setup
        while seat != NOBODY and batch.policies[0, seat] == PYTHON_AGENT:
            agent = agent_of(setup, batch, self._agents, 0, seat)
            seat = self._games.step(0, ask(setup, batch, 0, seat, agent))

    def _observation(self) -> Observations:
        seen = self._batch.observations[0].copy()
        if self._mask_in_observation:
            return {"observation": seen, "action_mask": self._batch.masks[0].copy()}
        return seen

    def _info(self) -> Info:
        batch = self._batch
        info: Info = {"action_mask": batch.masks[0].copy(), "seat": int(batch.seats[0])}
        if batch.over[0]:
            info["scores"] = batch.scores[0].copy()
        return info
