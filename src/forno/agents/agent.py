"""The contract of an agent, and agents made from compiled policies."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from forno.agents import policies
from forno.rules.chance import Rng
from forno.rules.game import Actions
from forno.rules.records import Records
from forno.table import Table


class Agent(Protocol):
    """Sees a view, never the state. With a true attribute `recalls`, its views have a `history` where there is one.

    An agent makes one choice at a time, since it may reuse its memory. It may serve several seats and games in turn; threads need their own.
    """

    def choose(self, view: Any, legal: Actions, rng: Rng) -> int:
        """One of `legal`.

        `view` says by name what the seat knows (`view.hand`: see `forno.table.views`); `view[0]` has the same as numbers. `rng` is a stream (see
        `forno.rules.chance`), the only source of randomness.
        """
        ...


@dataclass(frozen=True)
class PolicyAgent:
    policy: int  # see `forno.agents.policies`

    def choose(self, view: Records[Any], legal: Actions, rng: Rng) -> int:
        return policies.choose(self.policy, view, 0, legal, len(legal), rng)


@dataclass(frozen=True)
class CarelessAgent:
    """See `policies.careless_policy`."""

    noise: int
    forgets: int

    @property
    def policy(self) -> int:
        return policies.careless_policy(self.noise, self.forgets)

    def choose(self, view: Records[Any], legal: Actions, rng: Rng) -> int:
        return policies.choose(self.policy, view.copy(), 0, legal, len(legal), rng)  # it may overwrite the view


def recalls(agent: Agent) -> bool:
    """Whether an agent wants the history in its views: it has a true attribute `recalls`."""
    return bool(getattr(agent, "recalls", False))


def view_for(agent: Agent, table: Table, seat: int) -> Any:
    """The view of a seat for its agent."""
    return table.view(seat, recall=recalls(agent))


def take_turn(table: Table, agents: Sequence[Agent], rng: Rng) -> None:
    """Let the agent whose turn it is act. The game must not be over."""
    seat = table.actor
    assert seat is not None
    agent = agents[seat]
    table.act(seat, agent.choose(view_for(agent, table, seat), table.legal(), rng))


def play_to_end(table: Table, agents: Sequence[Agent], rng: Rng) -> None:
    while not table.is_over:
        take_turn(table, agents, rng)
