"""Agents that play: `find` makes one from a text. `LEVELS` are those that people choose as opponents.

The names are the same in the browser, the terminal, traces and the arena.
"""

from forno.agents.agent import Agent, CarelessAgent, PolicyAgent, play_to_end, recalls, take_turn, view_for
from forno.agents.bots import LEVELS
from forno.agents.networks import CompiledNetworkAgent
from forno.agents.registry import (
    AGENTS,
    AgentEntry,
    agents_for,
    allow_agent,
    allowed_agents,
    find,
    find_level,
    is_guided,
    levels_for,
    searches,
    stand_in,
    with_budget,
)

__all__ = [
    "AGENTS",
    "LEVELS",
    "Agent",
    "AgentEntry",
    "CarelessAgent",
    "CompiledNetworkAgent",
    "PolicyAgent",
    "agents_for",
    "allow_agent",
    "allowed_agents",
    "find",
    "find_level",
    "is_guided",
    "levels_for",
    "play_to_end",
    "recalls",
    "searches",
    "stand_in",
    "take_turn",
    "view_for",
    "with_budget",
]
