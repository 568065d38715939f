"""How bots behave: how long they pause, and how they react to what everybody has seen.

Nothing here depends on a secret. A bot knows the table's id, its own name and public events, and always does the same with them.
"""

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from forno.agents.names import NAMES
from forno.rules.chefs_hat import events as chefs_hat
from forno.rules.event_data import EventData
from forno.rules.mamma_mia import events as mamma_mia
from forno.server.messages import EmoteName
from forno.server.rows import SeatRow
from forno.table import Event, Over

Occasion = Literal["success", "failure", "praise", "surprise", "greeting"]


@dataclass(frozen=True)
class Manner:
    pace: float  # its pauses, compared with the usual ones
    chance: int  # of a reaction, in percent
    emotes: Mapping[Occasion, EmoteName]  # without an occasion: no reaction to it


MANNERS: Mapping[str, Manner] = {
    "cheerful": Manner(
        0.9,
        60,
        {"success": "laugh", "failure": "laugh", "praise": "bravo", "surprise": "wow", "greeting": "hello"},
    ),
    "calm": Manner(1.2, 30, {"success": "bravo", "praise": "bravo", "greeting": "hello"}),
    "grumpy": Manner(1.0, 50, {"failure": "grumble", "praise": "grumble", "surprise": "grumble"}),
    "dramatic": Manner(
        1.1, 70, {"success": "laugh", "failure": "tears", "surprise": "wow", "greeting": "hello", "praise": "tears"}
    ),
    "hasty": Manner(0.7, 40, {"success": "wow", "failure": "grumble", "surprise": "wow", "greeting": "hello"}),
}
_ORDER = tuple(MANNERS)


def manner_of(name: str) -> Manner:
    """A bot's manner goes with its name."""
    return MANNERS[_ORDER[NAMES.index(name) % len(_ORDER)]] if name in NAMES else MANNERS["calm"]


def reactions(
    table: str, seats: Sequence[SeatRow], events: Sequence[Event], first: int
) -> Iterator[tuple[int, EmoteName]]:
    """What the bots do after the events that spectators have seen from the one with number `first` on, at most one thing each.

    The number is the spectators' own. The table's numbers also count secret events.
    """
    occasions = [
        (event, seat, occasion)
        for event in range(first, len(events))
        for seat, occasion in _occasions(events[event].data)
    ]
    for number, seat in enumerate(seats):
        if seat.kind != "bot":
            continue
        manner = manner_of(seat.name)
        for event, concerned, occasion in occasions:
            felt = _felt(occasion, is_own=concerned == number)
            if felt is not None and felt in manner.emotes and _dice(table, event, number) < manner.chance:
                yield number, manner.emotes[felt]
                break


def greetings(table: str, seats: Sequence[SeatRow]) -> Iterator[tuple[int, EmoteName]]:
    """One of the bots greets a person back."""
    friendly = [
        (number, manner_of(seat.name).emotes["greeting"])
        for number, seat in enumerate(seats)
        if seat.kind == "bot" and "greeting" in manner_of(seat.name).emotes
    ]
    if friendly:
        yield friendly[_dice(table, 0, 0) % len(friendly)]


def _felt(occasion: Occasion, *, is_own: bool) -> Occasion | None:
    """What an occasion is to a seat: another's success deserves praise, another's failure is passed over."""
    if is_own or occasion == "surprise":
        return occasion
    return "praise" if occasion == "success" else None


def _occasions(data: EventData) -> Iterator[tuple[int, Occasion]]:
    """Whom an event concerns, and how."""
    match data:
        case mamma_mia.Bake(seat=seat) | chefs_hat.Finished(seat=seat, role="chef"):
            yield seat, "success"
        case mamma_mia.Fail(seat=seat) | chefs_hat.Finished(seat=seat, role="dishwasher"):
            yield seat, "failure"
        case mamma_mia.MammaMia(seat=seat) | chefs_hat.Special(seat=seat):
            yield seat, "surprise"
        case Over(winners=winners):
            for seat in winners:
                yield seat, "success"


def _dice(table: str, event: int, seat: int) -> int:
    """A number from 0 to 99 that anybody could compute."""
    return int.from_bytes(hashlib.sha256(f"{table} {event} {seat}".encode()).digest()[:8], "big") % 100
