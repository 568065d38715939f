"""The agents. `AGENTS` is the registry: the same names in terminal, traces and arena."""

from dataclasses import dataclass

from forno.agents.agent import Agent, PolicyAgent, play_to_end, take_turn
from forno.agents.policies import GREEDY, LARGER_VALUE, UNIFORM
from forno.rules import GAMES
from forno.rules.game import BadSetup, Game

__all__ = ["AGENTS", "Agent", "AgentEntry", "PolicyAgent", "agents_for", "find", "play_to_end", "take_turn"]


@dataclass(frozen=True)
class AgentEntry:
    name: str
    help: str
    policy: int
    games: tuple[str, ...]


_ALL = tuple(game.id for game in GAMES)
AGENTS: tuple[AgentEntry, ...] = (
    AgentEntry("uniform", "any legal action, each as likely as the others", UNIFORM, _ALL),
    AgentEntry(
        "larger-value",
        "never passes when it can place: as many as possible of the commonest number",
        LARGER_VALUE,
        ("chefs-hat",),
    ),
    AgentEntry("greedy", "plays like a sensible person", GREEDY, _ALL),
)


def agents_for(game: Game) -> tuple[str, ...]:
    """Names of the agents that play a game."""
    return tuple(entry.name for entry in AGENTS if game.id in entry.games)


def find(name: str, game: Game) -> Agent:
    for entry in AGENTS:
        if entry.name == name and game.id in entry.games:
            return PolicyAgent(entry.policy)
    raise BadSetup(f"there is no agent {name!r} for {game.title}: its agents are {', '.join(agents_for(game))}.")
