"""An agent that plays below its strength, as people do."""

from dataclasses import dataclass
from typing import Any

from forno.agents.agent import Agent
from forno.rules import arrays
from forno.rules.chance import Rng, below
from forno.rules.game import Actions
from forno.rules.records import Records


@dataclass(frozen=True)
class Distracted:
    """Another agent that sometimes forgets or slips."""

    agent: Agent
    forgets: int  # percentage of decisions made without memory, from what is visible now
    slips: int  # percentage of decisions that are a random legal action

    def choose(self, view: Records[Any], legal: Actions, rng: Rng) -> int:
        if len(legal) == 1:
            return int(legal[0])
        if below(rng, 100) < self.slips:
            return int(legal[below(rng, len(legal))])
        if below(rng, 100) < self.forgets:
            view = view.copy()
            arrays.forget(view, 0)
        return self.agent.choose(view, legal, rng)
