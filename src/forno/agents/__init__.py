"""The agents. `AGENTS` is the registry: the same names in terminal, traces and arena."""

from collections.abc import Mapping
from dataclasses import dataclass

from forno.agents import chefs_hat, mamma_mia
from forno.agents.agent import Agent, Policy, PolicyAgent, play_to_end, take_turn
from forno.agents.uniform import uniform
from forno.rules import GAMES
from forno.rules.game import BadSetup, Game

__all__ = ["AGENTS", "Agent", "AgentEntry", "Policy", "PolicyAgent", "agents_for", "find", "play_to_end", "take_turn"]


@dataclass(frozen=True)
class AgentEntry:
    name: str
    help: str
    policies: Mapping[str, Policy]  # by game


AGENTS: tuple[AgentEntry, ...] = (
    AgentEntry(
        "uniform",
        "any legal action, each as likely as the others",
        {game.id: uniform for game in GAMES},
    ),
    AgentEntry(
        "larger-value",
        "never passes when it can place: as many as possible of the commonest number",
        {"chefs-hat": chefs_hat.larger_value},
    ),
    AgentEntry(
        "greedy",
        "plays like a sensible person",
        {
            "mamma-mia": mamma_mia.greedy,
            "mamma-mia-plus": mamma_mia.greedy_plus,
            "chefs-hat": chefs_hat.greedy,
        },
    ),
)


def agents_for(game: Game) -> tuple[str, ...]:
    """Names of the agents that play a game."""
    return tuple(entry.name for entry in AGENTS if game.id in entry.policies)


def find(name: str, game: Game) -> Agent:
    for entry in AGENTS:
        if entry.name == name and game.id in entry.policies:
            return PolicyAgent(entry.policies[game.id])
    raise BadSetup(f"there is no agent {name!r} for {game.title}: its agents are {', '.join(agents_for(game))}.")
