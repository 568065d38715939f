"""Agents that play below their strength, as people do."""

from dataclasses import dataclass
from typing import Any

from forno.agents.agent import Agent
from forno.rules import arrays
from forno.rules.chance import Rng, below
from forno.rules.game import Actions
from forno.rules.records import Records


@dataclass(frozen=True)
class Distracted:
    """Another agent on a bad day."""

    agent: Agent
    forgets: int  # how many decisions of a hundred are made by what lies open alone, as if nothing had been seen before
    slips: int  # how many of a hundred are any legal action

    def choose(self, view: Records[Any], legal: Actions, rng: Rng) -> int:
        if len(legal) == 1:
            return int(legal[0])
        if below(rng, 100) < self.slips:
            return int(legal[below(rng, len(legal))])
        if below(rng, 100) < self.forgets:
            view = view.copy()
            arrays.forget(view, 0)
        return self.agent.choose(view, legal, rng)
