"""Writes the golden playthroughs: whole games in readable text. Run it with `make golden`, then read the diff."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from forno import agents
from forno.rules import chance, find
from forno.rules.game import SPECTATOR, Value, text_of
from forno.table import Event, Table, view_to_json

FOLDER = Path(__file__).parent
SHOWN = 12  # legal actions shown per line
EVERY = 20  # decisions between two listings of the views


@dataclass(frozen=True)
class Playthrough:
    """One file with one game. The agents take the seats in turn."""

    file: str
    game: str
    players: int
    options: dict[str, Value] = field(default_factory=dict)
    agents: Sequence[str] = ("uniform",)
    key: bytes = bytes(32)


PLAYTHROUGHS = (
    Playthrough("mamma-mia.txt", "mamma-mia", 3),
    Playthrough("mamma-mia-plus.txt", "mamma-mia-plus", 3),
    Playthrough("chefs-hat.txt", "chefs-hat", 4, {"target": 6}, ("uniform", "larger-value")),
    Playthrough(
        "chefs-hat-shifts-2.txt", "chefs-hat", 4, {"shifts": 2}, ("larger-value", "uniform", "uniform"), bytes([1]) * 32
    ),
    Playthrough(
        "chefs-hat-food-fight.txt", "chefs-hat", 4, {"shifts": 3}, ("larger-value", "uniform"), bytes([9]) * 32
    ),
)


def lines(play: Playthrough) -> Iterator[str]:
    game = find(play.game)
    table = Table(game, play.players, play.options, key=play.key)
    seats = [play.agents[seat % len(play.agents)] for seat in range(play.players)]
    minds = [agents.find(name, game) for name in seats]
    rng = chance.agent_stream(play.key)
    yield f"{game.title}, version {game.version}"
    yield f"options: {', '.join(f'{name} {text_of(value)}' for name, value in table.options.items())}"
    yield f"key: {play.key.hex()}"
    yield f"agents: {', '.join(seats)}"
    yield ""
    yield from map(_event, table.events)
    count = 0
    while (seat := table.actor) is not None:
        if count % EVERY == 0:
            yield from _views(table)
        legal = table.legal()
        choice = minds[seat].choose(table.view(seat), legal, rng)
        texts = [table.text(action) for action in legal]
        more = f" … {len(texts)} in all" if len(texts) > SHOWN else ""
        yield f"{count}. seat {seat}: {table.text(choice)}    of: {', '.join(texts[:SHOWN])}{more}"
        yield from map(_event, table.act(seat, choice))
        count += 1
    yield from _views(table)


def _event(event: Event) -> str:
    who = "" if event.audience is None else f" to {','.join(map(str, sorted(event.audience))) or 'nobody'}"
    return f"    {event.name}{who} {json.dumps(event.data.as_json(), ensure_ascii=False)}"


def _views(table: Table) -> Iterator[str]:
    """The spectator's view, then how each seat's view differs from it."""
    public = table.view(SPECTATOR)
    yield f"  all see: {_fields(public, public.dtype.names or ())}"
    for seat in range(table.players):
        own = table.view(seat)
        names = [name for name in own.dtype.names or () if own[name].tobytes() != public[name].tobytes()]
        yield f"  seat {seat} sees: {_fields(own, names)}"


def _fields(view: Any, names: Sequence[str]) -> str:
    values = view_to_json(view)
    return " ".join(f"{name}={json.dumps(values[name], separators=(',', ':'))}" for name in sorted(names))


if __name__ == "__main__":
    for each in PLAYTHROUGHS:
        (FOLDER / each.file).write_text("\n".join(lines(each)) + "\n", encoding="utf-8")
