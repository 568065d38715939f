"""Write scenes.json: one position of a real game for each situation that the tables know, with the events that led to it."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec

from forno import agents
from forno.rules import chance, find
from forno.server.messages import Choice, Position, Result, Room, SeatInfo, WireEvent
from forno.server.views import open_hands, wire_view
from forno.table import Table
from forno.words import Words

SCENES = Path(__file__).parent / "scenes.json"
NAMES = ("You", "Bruno", "Carla", "Dario", "Elena", "Fabio")
WORDS = Words("en")
Test = Callable[[Position], bool]


def verbs(position: Position) -> set[str]:
    return {choice.action.split()[0] for choice in position.legal}


def asked(phase: str, **more: Any) -> Test:
    """The reader decides, in a phase, and fields of the view (or its reveal's order) are as said."""

    def test(position: Position) -> bool:
        view = msgspec.to_builtins(position.view)
        order = ((view.get("reveal") or {}).get("order")) or {}
        return bool(position.legal) and view["phase"] == phase and all({**order, **view}[k] == v for k, v in more.items())

    return test


def told(name: str) -> Test:
    return lambda position: any(event.name == name for event in position.events)


def is_over(position: Position) -> bool:
    return position.view.phase == "over"


WANTED: list[tuple[str, str, int, dict[str, Any], Test]] = [
    ("opening", "chefs-hat", 4, {}, lambda p: bool(p.legal) and "golden" in p.view.hand),
    ("topping with jokers", "chefs-hat", 4, {}, lambda p: any("+2j" in c.action for c in p.legal) and len(p.legal) > 6 and p.view.pizza.number is not None),
    ("two to beat", "chefs-hat", 4, {}, lambda p: 3 <= len(p.legal) <= 6 and p.view.pizza.count > 1 and p.view.shift > 1),
    ("starting a pizza", "chefs-hat", 4, {}, lambda p: any(c.action == "jx1" for c in p.legal) and len(p.legal) > 9),
    ("only pass", "chefs-hat", 4, {}, lambda p: [c.action for c in p.legal] == ["pass"]),
    ("others play", "chefs-hat", 4, {}, lambda p: not p.legal and p.view.shift == 2 and p.view.pizza.count == 2),
    ("exchange as Chef", "chefs-hat", 4, {}, lambda p: bool(p.legal) and p.view.phase == "exchange" and p.view.roles[0] == "chef"),
    ("exchange as Sous-Chef", "chefs-hat", 4, {}, lambda p: bool(p.legal) and p.view.phase == "exchange" and p.view.roles[0] == "sous-chef"),
    ("food fight?", "chefs-hat", 4, {}, lambda p: "food-fight" in verbs(p)),
    ("dinner?", "chefs-hat", 4, {}, lambda p: "dinner-is-served" in verbs(p)),
    ("after the exchange", "chefs-hat", 4, {}, told("exchanged")),
    ("end of a shift", "chefs-hat", 4, {}, told("shift")),
    ("over", "chefs-hat", 4, {"target": 6}, is_over),
    ("place", "mamma-mia", 4, {}, asked("place", round=2)),
    ("order", "mamma-mia", 4, {}, lambda p: asked("order")(p) and len(p.legal) > 3),
    ("draw", "mamma-mia", 3, {"memory_aid": True}, asked("draw")),
    ("others place", "mamma-mia", 5, {}, lambda p: not p.legal and p.view.phase == "place" and p.view.round == 2),
    ("bake or decline", "mamma-mia", 4, {}, asked("choose", form="normale")),
    ("a Monotoni", "mamma-mia", 4, {}, lambda p: asked("choose", form="monotoni")(p) and len(p.legal) > 2),
    ("adding to a Bombastica", "mamma-mia", 3, {}, asked("add")),
    ("taking out", "mamma-mia", 4, {}, told("takes-out")),
    ("end of a round", "mamma-mia", 4, {}, told("round")),
    ("over", "mamma-mia", 4, {}, is_over),
    ("place", "mamma-mia-plus", 6, {}, asked("place", round=2)),
    ("order", "mamma-mia-plus", 4, {}, lambda p: asked("order")(p) and len(p.legal) > 5),
    ("a Ghiottona", "mamma-mia-plus", 4, {}, lambda p: asked("choose", form="ghiottona")(p) and len(p.legal) > 8),
    ("naming a request", "mamma-mia-plus", 4, {}, lambda p: asked("request")(p) and len(p.legal) > 1),
    ("asked for help", "mamma-mia-plus", 4, {}, asked("help")),
    ("a Bombastica to ask for", "mamma-mia-plus", 4, {}, lambda p: asked("request", form="bombastica")(p) and len(p.legal) > 2),
    ("taking out, helped", "mamma-mia-plus", 4, {}, told("help")),
    ("over", "mamma-mia-plus", 4, {}, is_over),
]  # fmt: skip


def wire(table: Table, first: int) -> list[WireEvent]:
    events = [event for event in table.events_for(0) if event.number >= first]
    return [
        WireEvent(event.number, event.name, dict(event.data), WORDS.sentence(table.game, event, table.names, 0))
        for event in events
    ]


def positions(table: Table) -> Iterator[Position]:
    """What seat 0 is sent, move by move."""
    number, first = 0, 0
    seats = [agents.find(agents.agents_for(table.game)[-1], table.game)] * table.players
    wild = agents.find("uniform", table.game)
    rng = chance.stream(table.key, 7)
    while True:
        mine = table.actor == 0
        legal = [Choice(table.text(action), WORDS.label(table, action)) for action in table.legal()] if mine else []
        view = wire_view(table.game, table.view(0))
        yield Position(number, 0, view, legal, wire(table, first), False, None)
        if table.is_over:
            return
        number, first = number + 1, len(table.events)
        asks = number % 3 == 0 and table.game.id == "mamma-mia-plus"
        agents.take_turn(table, [wild] * table.players if asks else seats, rng)


def room(table: Table) -> Room:
    seats = [
        SeatInfo(name, "bot" if seat else "person", "greedy" if seat else None, True, False, seat == 0)
        for seat, name in enumerate(table.names)
    ]
    over = table.is_over
    result = Result(table.scores, table.winners, "00" * 32) if over else None
    return Room(
        "abcd", table.game.id, {}, "finished" if over else "playing", seats, 0, True, False, None, 0, "ab" * 32,
        result, None, None,
    )  # fmt: skip


def scene(name: str, game: str, players: int, options: dict[str, Any], test: Test) -> dict[str, Any]:
    for attempt in range(400):
        key = attempt.to_bytes(32, "big")
        table = Table(find(game), players, options=options, key=key, names=NAMES[:players])
        before = None
        for position in positions(table):
            if test(position) and before is not None:
                after = msgspec.to_builtins(position)
                start = msgspec.to_builtins(before) | {"events": []}
                hands = msgspec.to_builtins(open_hands(table)) if table.is_over else None
                return {
                    "name": f"{game}: {name}",
                    "room": msgspec.to_builtins(room(table)),
                    "before": start,
                    "position": after,
                    "history": msgspec.to_builtins(wire(table, 0)[-30:]),  # enough for what lies on a pizza
                    "hands": hands,
                }
            before = position
    raise LookupError(f"no such situation: {game}: {name}")


def main() -> None:
    scenes = []
    for wanted in WANTED:
        print(wanted[:2], flush=True)
        scenes.append(scene(*wanted))
    SCENES.write_text(json.dumps(scenes, ensure_ascii=False, separators=(",", ":")) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
