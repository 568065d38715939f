"""How long the agents think. Kept apart from the results, which do not depend on the machine."""

import platform

import msgspec

from forno.arena.worker import ThinkingTimes
from forno.workers import cores


class AgentTiming(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    agent: str
    choices: int  # timed ones
    milliseconds: float  # mean


class Timing(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Compiled policies are timed in some of the games, called from Python."""

    machine: str
    cores: int
    python: str
    agents: list[AgentTiming]


def timing(names: tuple[str, ...], times: ThinkingTimes) -> Timing:
    timed = [
        AgentTiming(name, times[name][0], 1000 * times[name][1] / times[name][0]) for name in names if name in times
    ]
    return Timing(f"{platform.system()} {platform.machine()}", cores(), platform.python_version(), timed)
