"""The settings that all environments share, checked."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field, fields
from functools import cached_property
from typing import Any

import numpy as np

from forno import agents
from forno.agents import Agent, PolicyAgent
from forno.envs import rewards
from forno.envs.batch import (
    ERROR,
    LEARNER,
    LOSE,
    NEXT_STEP,
    OUTSIDE,
    RANDOM,
    SOMEWHERE,
    Batch,
    Ends,
    Rules,
    first_illegal,
    reset_all,
    see,
    start,
    step_all,
    turn,
)
from forno.observations import WIDTH, Layout, layout_of
from forno.rules import chance, find
from forno.rules.chance import STREAM, Rng
from forno.rules.game import BadSetup, Game, Options
from forno.rules.log import SILENT, new_log
from forno.rules.records import new_records

Opponent = str | Agent  # a name like those of the command line, or an agent of one's own
Opponents = Opponent | Sequence[Opponent] | None

ILLEGAL = {"error": ERROR, "random": RANDOM, "lose": LOSE}
MOST_EVENTS = 10_000


@dataclass(frozen=True)
class Setup:
    """One kind of table for learners.

    `opponents` play the other seats: one for all of them, or a list, clockwise from the learner's seat; None: the learner plays every seat.
    """

    game: Game
    players: int = 4
    options: Options = field(default_factory=dict)
    opponents: Opponents = None
    seat: int | str = 0  # the learner's; or random
    reward: str = "rank"
    illegal: str = "lose"  # what an illegal action does
    history: int = 0  # how many public events an observation ends with
    recall: bool = True  # whether seats remember what was seen once

    def __post_init__(self) -> None:
        """BadSetup, with a sentence that names what is allowed, if it cannot be played like this."""
        self.game.check(self.players, self.options)
        self.agents()
        _one_of("reward", self.reward, rewards.NAMES)
        _one_of("illegal", self.illegal, ILLEGAL)
        if self.seat != "random" and self.seat not in range(self.players):
            raise BadSetup(f"seat cannot be {self.seat!r}: it takes 0 to {self.players - 1}, or random.")
        if self.history not in range(MOST_EVENTS + 1):
            raise BadSetup(f"history cannot be {self.history!r}: it takes a number of events, 0 to {MOST_EVENTS}.")

    @classmethod
    def of(cls, game: str, **settings: Any) -> "Setup":
        """By the game's id. What is none of the settings above is an option of the game."""
        names = {one.name for one in fields(cls)} - {"game", "options"}
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
        return [None, *(agents.find(one, self.game) if isinstance(one, str) else one for one in named)]

    def rules(self, autoreset: int = NEXT_STEP) -> Rules:
        return Rules(
            seat=SOMEWHERE if self.seat == "random" else int(self.seat),
            reward=list(rewards.NAMES).index(self.reward),
            worst=-self.game.scores[-1],
            illegal=ILLEGAL[self.illegal],
            autoreset=autoreset,
            forgets=not self.recall,
        )

    def batch(self, n: int) -> Batch:
        game, players = self.game, self.players
        return Batch(
            template=game.new(players, self.options),
            states=new_records(n, game.state_dtype),
            rngs=new_records(n, STREAM),
            seating=np.array([_number(agent) for agent in self.agents()], np.int8),
            policies=np.zeros((n, players), np.int8),
            seats=np.zeros(n, np.int8),
            over=np.ones(n, np.bool_),
            observations=np.zeros((n, self.layout.size), np.int8),
            masks=np.zeros((n, game.n_actions), np.int8),
            rewards=np.zeros((n, players)),
            scores=np.zeros((n, players), np.int64),
            history=np.zeros((n, self.history, WIDTH), np.int8),
            views=new_records(1, game.view_dtype),
            actions=np.zeros(game.n_actions, np.int16),
            numbers=np.zeros(players, np.int64),
            log=new_log(game.max_events) if self.history else SILENT.copy(),
        )


def _number(agent: Agent | None) -> int:
    if agent is None:
        return LEARNER
    return agent.policy if isinstance(agent, PolicyAgent) else OUTSIDE


def _one_of(name: str, value: str, allowed: Collection[str]) -> None:
    if value not in allowed:
        raise BadSetup(f"{name} cannot be {value!r}: it takes {', '.join(allowed)}.")


def stream(generator: np.random.Generator) -> Rng:
    """The stream of one game after the other, decided by a generator such as Gymnasium makes from a seed."""
    return chance.quick_stream(generator.bytes(chance.KEY_BYTES))


def illegal_sentence(setup: Setup, batch: Batch, i: int, action: int) -> str:
    """That an action is not allowed, and which ones are."""
    describe = setup.game.describe
    allowed = [f"{k} ({describe(batch.states, i, int(k))})" for k in np.flatnonzero(batch.masks[i])]
    some = allowed if len(allowed) <= 8 else [*allowed[:7], f"{len(allowed) - 7} more"]
    name = f" ({describe(batch.states, i, action)})" if action in range(setup.game.n_actions) else ""
    return f"action {action}{name} is not allowed in game {i}. Allowed: {', '.join(some)}."


def compile_loops(game: Game) -> None:
    """Call each compiled function of `batch` once, as the environments do."""
    setup = Setup(game, game.players[-1], opponents="uniform")
    batch, rules = setup.batch(1), setup.rules()
    batch.rngs[0] = stream(np.random.default_rng(0))[0]
    start(batch, rules, 0)
    turn(batch, rules, 0, int(np.argmax(batch.masks[0])))
    see(batch, rules, 0, 0, batch.observations[0])
    reset_all(batch, rules, np.ones(1, np.bool_))
    actions = np.argmax(batch.masks, axis=1)
    first_illegal(batch, actions)
    ends = Ends.of(1, setup.players, batch.observations.copy())
    step_all(batch, rules, actions, np.zeros(1), np.zeros(1, np.bool_), ends)
