"""PettingZoo: every seat is an agent.

`env` checks that it is used correctly, and ends the game after an illegal action. `raw_env` is faster: it has none of PettingZoo's wrappers.
`parallel_env` has PettingZoo's parallel interface: all agents give an action, and only the action of the current seat counts.
"""

from collections import deque
from typing import Any

import numpy as np
from gymnasium.spaces import Discrete, Space
from gymnasium.utils import seeding
from pettingzoo import AECEnv, ParallelEnv
from pettingzoo.utils import wrappers
from pettingzoo.utils.conversions import turn_based_aec_to_parallel

from forno.envs import render
from forno.envs.batch import observe_seat
from forno.envs.games import Games
from forno.envs.registration import VERSION
from forno.envs.setup import Setup, illegal_action_message, stream
from forno.envs.vector import spaces
from forno.rules.game import Value

Observation = dict[str, Any]
Info = dict[str, Any]


class raw_env(AECEnv):  # type: ignore[misc]  # noqa: N801  PettingZoo is untyped, and uses this name
    """`game` is the id of a game, such as `chefs-hat`. Other keyword arguments are options of the game."""

    def __init__(
        self,
        game: str = "chefs-hat",
        *,
        players: int = 4,
        reward: str = "rank",
        shaping: float = 0.0,
        history: int = 0,
        recall: bool = True,
        render_mode: str | None = None,
        **options: Value,
    ) -> None:
        super().__init__()
        given = {"players": players, "reward": reward, "shaping": shaping, "history": history, "recall": recall}
        self.setup = Setup.of(game, **given, **options)
        self.metadata = {
            "name": f"{game.replace('-', '_')}_v{VERSION}",
            "render_modes": list(render.MODES),
            "render_fps": 2,
            "is_parallelizable": False,
        }
        self.render_mode = render_mode
        self.possible_agents = [f"seat_{k}" for k in range(players)]
        self.agents: list[str] = []
        self._numbers = {agent: k for k, agent in enumerate(self.possible_agents)}
        self._spaces = {agent: spaces(self.setup, mask_in_observation=True) for agent in self.possible_agents}
        self._config = self.setup.config()
        self._batch = self.setup.batch(1)
        self._games = Games(self._batch, self._config)
        self._no_mask = np.zeros(self.setup.game.n_actions, np.int8)
        self._last: deque[str] = deque(maxlen=render.LAST)
        self._seeded = False

    def observation_space(self, agent: str) -> Space[Any]:
        return self._spaces[agent][0]

    def action_space(self, agent: str) -> Discrete:
        return self._spaces[agent][1]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        if seed is not None or not self._seeded:
            self._batch.rngs[0] = stream(seeding.np_random(seed)[0])[0]
            self._seeded = True
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, Info] = {agent: {} for agent in self.agents}
        self._skip_agent_selection = None
        self._last.clear()
        self._games.start(0)
        self._batch.rewards[0] = 0.0
        self._update_agents()

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        batch = self._batch
        if action is None or not 0 <= action < len(self._no_mask) or not batch.masks[0, action]:
            raise ValueError(illegal_action_message(self.setup, batch, 0, -1 if action is None else int(action)))
        if self.render_mode is not None:
            self._last.append(f"seat {self._numbers[agent]} {self.setup.game.describe(batch.states, 0, int(action))}")
        self._cumulative_rewards[agent] = 0.0
        self._games.step(0, int(action))
        self._update_agents()
        if self.render_mode == "human":
            self.render()

    def observe(self, agent: str) -> Observation:
        batch, seat = self._batch, self._numbers[agent]
        if seat == batch.seats[0]:
            return {"observation": batch.observations[0].copy(), "action_mask": batch.masks[0].copy()}
        seen = np.empty(self.setup.layout.size, np.int8)
        observe_seat(batch, self._config, 0, seat, seen)
        return {"observation": seen, "action_mask": self._no_mask.copy()}

    def render(self) -> Any:
        """Show all cards. The mode `human` prints to the terminal."""
        return render.render(self.render_mode, self.setup.game, self._batch.states, self.setup.players, self._last)

    def close(self) -> None:
        """Nothing needs to be closed."""

    def _update_agents(self) -> None:
        """Set the agent to act, or the rewards if the game is over."""
        batch = self._batch
        self.agent_selection = self.possible_agents[batch.seats[0]]
        if batch.over[0] or self._config.gradual:
            self.rewards = dict(zip(self.agents, batch.rewards[0].tolist(), strict=True))
            self._accumulate_rewards()
        if batch.over[0]:
            self.terminations = dict.fromkeys(self.agents, True)
            self._deads_step_first()


def env(game: str = "chefs-hat", **settings: Any) -> AECEnv:
    """The arguments are those of `raw_env`."""
    made: Any = wrappers.TerminateIllegalWrapper(raw_env(game, **settings), illegal_reward=-1)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(made))


def parallel_env(game: str = "chefs-hat", **settings: Any) -> ParallelEnv:
    """The arguments are those of `raw_env`."""
    return turn_based_aec_to_parallel(env(game, **settings))
