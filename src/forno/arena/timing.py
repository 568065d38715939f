"""What the agents' choices took: kept apart from the results, which do not depend on the machine."""

import platform

import msgspec

from forno.arena.match import Clock
from forno.workers import cores


class AgentTiming(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    agent: str
    choices: int  # that were timed
    milliseconds: float  # for one of them, on average


class Timing(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Compiled policies are timed as called from Python, in some of the games."""

    machine: str
    cores: int
    python: str
    agents: list[AgentTiming]


def timing(names: tuple[str, ...], clock: Clock) -> Timing:
    timed = [
        AgentTiming(name, clock[name][0], 1000 * clock[name][1] / clock[name][0]) for name in names if name in clock
    ]
    return Timing(f"{platform.system()} {platform.machine()}", cores(), platform.python_version(), timed)
