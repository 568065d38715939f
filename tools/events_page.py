"""Writes docs/events.md from the declarations of the events. Run it with `make docs`."""

import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from forno.rules import OWN_GAMES
from forno.rules.event_data import EventData
from forno.server.typescript import field_types
from forno.table import Over

PAGE = Path(__file__).resolve().parents[1] / "docs" / "events.md"
HEAD = """# Events

Written by `make docs`; do not edit. These are the events of each game, in the order of their codes in the [history](observations.md) of an observation. `data` has the
same fields in a [position on the wire](protocol.md), in `forno replay --json` and in the page. Types are those of TypeScript. Seats are numbers from 0; cards, kinds and orders have
their canonical names. A `Recipe` says what an order takes; its fields are those of an `Order` in a view.

In Python, each event is a class in the game's module `events` (`forno.rules.chefs_hat.events`, `forno.rules.mamma_mia.events`):

```python
>>> from forno.rules import find
>>> from forno.rules.chefs_hat.events import Placed
>>> from forno.table import Table
>>> table = Table(find("chefs-hat"), 4, key=bytes(32))
>>> [event] = table.act(1, "11x2")
>>> event.name, event.audience
('placed', None)
>>> event.data
Placed(seat=1, number=11, naturals=2, jokers=0, golden=True)
>>> isinstance(event.data, Placed)
True

```

A game declares its events with the same few lines: see `forno.rules.event_data`. The rules write each event as one row of numbers with `emit(log, code, audience, …)`. Columns 0 and 1
hold the code and the audience; the numbers begin in column 2, in the order of the fields. `Placed.column("jokers")` is the column of a field.
"""


def page() -> str:
    titles: dict[tuple[type[EventData], ...], list[str]] = {}
    for game in OWN_GAMES:
        titles.setdefault(game.event_types, []).append(game.title)
    sections = [_section(" and ".join(names), event_types) for event_types, names in titles.items()]
    return "\n".join([HEAD, *sections, _section("Every game", [Over])])


def _section(title: str, event_types: Sequence[type[EventData]]) -> str:
    return "\n".join([f"## {title}\n", "| event | data | |", "|---|---|---|", *map(_row, event_types), ""])


def _row(event: type[EventData]) -> str:
    types = ", ".join(_fields(event)) or "none"
    return f"| `{event.name}` | {types} | {' '.join((event.__doc__ or '').split())} |"


def _fields(event: type[EventData]) -> Iterator[str]:
    for name, kind in field_types(event).items():
        yield f"`{name}`: {kind}".replace("|", "\\|")


if __name__ == "__main__":
    if "--print" in sys.argv:
        sys.stdout.write(page())
    else:
        PAGE.write_text(page(), encoding="utf-8")
