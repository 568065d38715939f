"""Writes docs/observations.md: what each seat observes, from the layouts themselves. Run it with `make docs`."""

import sys
from pathlib import Path

from forno.observations import WIDTH, layout_of
from forno.rules import OWN_GAMES
from forno.rules.game import Game

PAGE = Path(__file__).resolve().parent / "observations.md"
HEAD = f"""# What a seat observes

Written by `make docs`; do not edit. All environments ([Gymnasium](envs/gymnasium.md), [PettingZoo](envs/pettingzoo.md), [OpenSpiel](envs/openspiel.md)) and bulk
simulation give the same vector of small whole numbers (`int8`). It is made of the seat's view alone, so it holds what the seat may know and no more, and of all that it
has seen ("seen ever"): an agent needs no memory of its own. With `recall=False` it holds what lies open at the moment, as for people at a table.

- **Seats are relative**: 0 is the own seat, 1 the next to the left, and so on. One network can play every seat.
- **Named slices**: `forno.observations.layout_of("chefs-hat")` knows them. `layout.part(vectors, "hand")` is a slice of one vector or of many, in its shape, and
  `layout.scale` is what to multiply by to have numbers from -1 to 1.
- **History**: what the past means for the present is in the slices (who placed what, which orders lie where). With `history=K` a last slice follows, `history` of shape (K, {WIDTH}):
  the last K public events, the latest one at the end, each with its code (1 for the first event of the game's list, 0 where there is none yet) and its numbers; seats are relative there, too.
- **Versions**: a change of the slices raises the version, and with it the environments' ids (`forno/ChefsHat-v0`).
"""


def _table(game: Game) -> str:
    layout = layout_of(game.id)
    rows = [
        f"| `{part.name}` | {at} | {', '.join(map(str, part.shape))} | {part.low} to {part.high} | {part.help} |"
        for part, at in zip(layout.slices, layout.offsets.values(), strict=True)
    ]
    events = ", ".join(f"{code} {event.name}" for code, event in enumerate(game.event_types, 1))
    return "\n".join(
        [
            f"\n## {game.title}\n",
            f"Version {layout.version}: {layout.size} numbers. [What the words mean](games/{game.id}.md#view).\n",
            "| slice | at | shape | numbers | what |",
            "|---|---|---|---|---|",
            *rows,
            f"\nCodes of events in `history` (those that are public): {events}.",
        ]
    )


def page() -> str:
    return HEAD + "\n".join(_table(game) for game in OWN_GAMES) + "\n"


if __name__ == "__main__":
    if "--print" in sys.argv:
        sys.stdout.write(page())
    else:
        PAGE.write_text(page(), encoding="utf-8")
