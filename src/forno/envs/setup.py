"""The settings that all environments share."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field, fields
from functools import cached_property
from typing import Any

import numpy as np

from forno import agents, warmup
from forno.agents import Agent, CompiledNetworkAgent, PolicyAgent
from forno.agents.networks import table_of
from forno.agents.policies import NETWORKS
from forno.envs import rewards
from forno.envs.batch import (
    DECISIONS,
    ERROR,
    LEARNER,
    LOSE,
    NEXT_STEP,
    PYTHON_AGENT,
    RANDOM,
    RANDOM_SEAT,
    Batch,
    Config,
    Results,
    first_illegal,
    observe_seat,
    observe_waiting,
)
from forno.envs.games import Games
from forno.observations import WIDTH, Layout, layout_of
from forno.rules import chance, find
from forno.rules.chance import STREAM, Rng
from forno.rules.game import BadSetup, Game, Options
from forno.rules.log import SILENT, new_log
from forno.rules.records import new_records
from forno.suggestions import did_you_mean

Opponent = str | Agent  # a name as on the command line, or an agent object
Opponents = Opponent | Sequence[Opponent] | None

ILLEGAL = {"error": ERROR, "random": RANDOM, "lose": LOSE}
MAX_HISTORY = 10_000


@dataclass(frozen=True)
class Setup:
    """The settings of an environment.

    `opponents` play the other seats. Give one opponent for all seats, or a list clockwise from the learner's seat. With None, the learner plays
    every seat.
    """

    game: Game
    players: int = 4
    options: Options = field(default_factory=dict)
    opponents: Opponents = None
    seat: int | str = 0  # the learner's seat, or "random"
    reward: str = "rank"
    shaping: float = 0.0  # weight of a potential that is paid in advance: see docs/envs/gymnasium.md
    illegal: str = "lose"  # what happens after an illegal action: a key of ILLEGAL
    history: int = 0  # number of public events at the end of an observation
    recall: bool = True  # whether observations include what was visible earlier

    def __post_init__(self) -> None:
        """Raise BadSetup for a setting that is not allowed. The message names the allowed values."""
        self.game.check(self.players, self.options)
        self.agents()
        _one_of("reward", self.reward, rewards.NAMES)
        _one_of("illegal", self.illegal, ILLEGAL)
        if self.seat != "random" and self.seat not in range(self.players):
            raise BadSetup(f"seat cannot be {self.seat!r}: it takes 0 to {self.players - 1}, or random.")
        if type(self.shaping) not in (int, float) or not np.isfinite(self.shaping):
            raise BadSetup(f"shaping cannot be {self.shaping!r}: it takes a number.")
        if self.history not in range(MAX_HISTORY + 1):
            raise BadSetup(f"history cannot be {self.history!r}: it takes a number of events, 0 to {MAX_HISTORY}.")

    @classmethod
    def of(cls, game: str, **settings: Any) -> "Setup":
        """Make a setup from the id of a game. Keyword arguments that are not settings are options of the game."""
        names = {one.name for one in fields(cls)} - {"game", "options"}
        known = [*sorted(names), *(option.name for option in find(game).options)]
        for name in settings.keys() - set(known):
            raise BadSetup(
                f"{find(game).title} has no setting or option {name!r}: there are {', '.join(known)}.{did_you_mean(name, known)}"
            )
        options = {name: value for name, value in settings.items() if name not in names}
        return cls(find(game), options=options, **{name: settings[name] for name in names & settings.keys()})

    @cached_property
    def layout(self) -> Layout:
        return layout_of(self.game.id, self.history)

    def agents(self) -> list[Agent | None]:
        """Clockwise from the learner's seat; None where the learner decides."""
        if self.opponents is None:
            return [None] * self.players
        if isinstance(self.opponents, Sequence) and not isinstance(self.opponents, str):
            named = list(self.opponents)
        else:
            named = [self.opponents] * (self.players - 1)
        if len(named) != self.players - 1:
            raise BadSetup(f"{self.players} players need {self.players - 1} opponents, not {len(named)}.")
        return [None, *(agents.find(one, self.game, self.players) if isinstance(one, str) else one for one in named)]

    @property
    def is_gradual(self) -> bool:
        """Whether rewards are also paid before the end of a game."""
        return self.reward == "shift" or self.shaping != 0

    def config(self, autoreset: int = NEXT_STEP) -> Config:
        return Config(
            seat=RANDOM_SEAT if self.seat == "random" else int(self.seat),
            reward=list(rewards.NAMES).index(self.reward),
            shaping=float(self.shaping),
            gradual=self.is_gradual,
            worst=-self.game.scores[-1],
            illegal=ILLEGAL[self.illegal],
            autoreset=autoreset,
            forgets=not self.recall,
        )

    def batch(self, n: int) -> Batch:
        game, players, seated = self.game, self.players, self.agents()
        networks = [agent for agent in seated if isinstance(agent, CompiledNetworkAgent)]
        return Batch(
            template=game.new(players, self.options),
            states=new_records(n, game.state_dtype),
            rngs=new_records(n, STREAM),
            seating=np.array([_policy_number(agent, networks) for agent in seated], np.int8),
            policies=np.zeros((n, players), np.int8),
            seats=np.zeros(n, np.int8),
            over=np.ones(n, np.bool_),
            observations=np.zeros((n, self.layout.size), np.int8),
            masks=np.zeros((n, game.n_actions), np.int8),
            waiting=np.full(n, -1, np.int8),
            fresh=np.ones(n, np.bool_),
            rewards=np.zeros((n, players)),
            paid=np.zeros((n, players)),
            scores=np.zeros((n, players), np.int64),
            history=np.zeros((n, self.history, WIDTH), np.int8),
            views=new_records(3, game.view_dtype),
            actions=np.zeros(game.n_actions, np.int16),
            numbers=np.zeros(players, np.int64),
            log=new_log(game.max_events) if self.history else SILENT.copy(),
            networks=table_of([agent.network for agent in networks], [agent.temperature for agent in networks]),
        )


def _policy_number(agent: Agent | None, networks: list[CompiledNetworkAgent]) -> int:
    if agent is None:
        return LEARNER
    if isinstance(agent, CompiledNetworkAgent):
        return NETWORKS + networks.index(agent)
    return agent.policy if isinstance(agent, PolicyAgent) else PYTHON_AGENT


def _one_of(name: str, value: str, allowed: Collection[str]) -> None:
    if value not in allowed:
        hint = did_you_mean(str(value), allowed)
        raise BadSetup(f"{name} cannot be {value!r}: it takes {', '.join(allowed)}.{hint}")


def stream(generator: np.random.Generator) -> Rng:
    """A stream for all games of an environment, keyed by a generator such as Gymnasium makes from a seed."""
    return chance.quick_stream(generator.bytes(chance.KEY_BYTES))


def seeds_from(seed: int, n: int) -> list[int]:
    """Seeds for `n` games from one, by NumPy's SeedSequence: those of different seeds have nothing in common, not even of 0 and 1."""
    return [int(child.generate_state(1, np.uint64)[0]) for child in np.random.SeedSequence(seed).spawn(n)]


def illegal_action_message(setup: Setup, batch: Batch, i: int, action: int) -> str:
    """The error message for an illegal action. It lists legal ones."""
    describe = setup.game.describe
    allowed = [f"{k} ({describe(batch.states, i, int(k))})" for k in np.flatnonzero(batch.masks[i])]
    some = allowed if len(allowed) <= 8 else [*allowed[:7], f"{len(allowed) - 7} more"]
    name = f" ({describe(batch.states, i, action)})" if action in range(setup.game.n_actions) else ""
    return f"action {action}{name} is not allowed in game {i}. Allowed: {', '.join(some)}."


def environment_part(game: Game) -> warmup.Part:
    """What the environments need."""
    return warmup.loop_part("environments", game, _compile_loops)


def _compile_loops(game: Game) -> None:
    """Compile the functions of `batch` by calling each once with the types that the environments use."""
    setup = Setup(game, game.players[-1], opponents="uniform")
    batch, config = setup.batch(1), setup.config()
    batch.rngs[0] = stream(np.random.default_rng(0))[0]
    games = Games(batch, config, Results.none(1, setup.players))
    games.start(0)
    games.step(0, int(np.argmax(batch.masks[0])))
    observe_seat(batch, config, 0, 0, batch.observations[0])
    actions = np.argmax(batch.masks, axis=1)
    first_illegal(batch.over, batch.masks, actions)
    none = np.zeros(0, np.int64)
    games.step_all(np.zeros(1, np.int64), actions, DECISIONS, 0)
    observe_waiting(batch, none, batch.observations.copy(), np.zeros((0, game.n_actions), np.bool_))
