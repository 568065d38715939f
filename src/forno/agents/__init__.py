"""The agents. `AGENTS` is the registry, `LEVELS` those of it that people choose from: the same names in web, terminal, traces and arena."""

from forno.agents.agent import Agent, PolicyAgent, play_to_end, take_turn
from forno.agents.registry import AGENTS, LEVELS, AgentEntry, agents_for, find, levels_for

__all__ = [
    "AGENTS",
    "LEVELS",
    "Agent",
    "AgentEntry",
    "PolicyAgent",
    "agents_for",
    "find",
    "levels_for",
    "play_to_end",
    "take_turn",
]
