"""Write ui/src/gallery/scenes.json: positions of real games, one for each situation that the page can draw. Run it with `make scenes`.

A scene also says how its game was played, so that tests can play it again and see it in another language.
"""

import json
from collections.abc import Callable, Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any, cast

import msgspec

from forno import agents
from forno.results import result_of
from forno.rules import chance, find
from forno.server.messages import Choice, Position, Result, Room, SeatInfo, WireEvent
from forno.server.views import open_hands, wire_view
from forno.server.wire_events import wire_event
from forno.table import Table
from forno.words import Words

SCENES = Path(__file__).resolve().parent.parent / "ui" / "src" / "gallery" / "scenes.json"
NAMES = ("You", "Bruno", "Carla", "Dario", "Elena", "Fabio")
WORDS = Words("en")
Sent = dict[str, Any]  # a position as JSON
Test = Callable[[Sent], bool]


def verbs(position: Sent) -> set[str]:
    return {choice["action"].split()[0] for choice in position["legal"]}


def asked(phase: str | None = None, least: int = 1, **more: Any) -> Test:
    """Seat 0 decides among at least so many actions. `more` are wanted fields of the view or of the revealed order."""

    def test(position: Sent) -> bool:
        view = position["view"]
        facts = {**((view.get("reveal") or {}).get("order") or {}), **view}
        is_so = all(facts.get(field) == value for field, value in more.items())
        return len(position["legal"]) >= least and phase in {None, view["phase"]} and is_so

    return test


def waiting(phase: str, **more: Any) -> Test:
    """Another seat decides."""
    return lambda position: not position["legal"] and asked(phase, 0, **more)(position)


def told(name: str) -> Test:
    return lambda position: any(event["name"] == name for event in position["events"])


def can(*actions: str, least: int = 1) -> Test:
    """A legal action ends with one of these texts."""
    return lambda p: len(p["legal"]) >= least and any(choice["action"].endswith(actions) for choice in p["legal"])


def exchange(role: str) -> Test:
    return lambda position: asked("exchange")(position) and position["view"]["roles"][0] == role


def is_over(position: Sent) -> bool:
    return bool(position["view"]["phase"] == "over")


WANTED: list[tuple[str, str, int, dict[str, Any], Test]] = [
    ("opening", "chefs-hat", 4, {}, lambda p: bool(p["legal"]) and "golden" in p["view"]["hand"]),
    ("topping with jokers", "chefs-hat", 4, {}, lambda p: can("+2j", least=7)(p) and "pass" in verbs(p)),
    ("two to beat", "chefs-hat", 4, {}, lambda p: 3 <= len(p["legal"]) <= 6 and p["view"]["pizza"]["count"] > 1),
    ("starting a pizza", "chefs-hat", 4, {}, can("jx1", least=10)),
    ("only pass", "chefs-hat", 4, {}, lambda p: verbs(p) == {"pass"}),
    ("others play", "chefs-hat", 4, {}, lambda p: waiting("pizza", shift=2)(p) and p["view"]["pizza"]["count"] == 2),
    ("exchange as Chef", "chefs-hat", 4, {}, exchange("chef")),
    ("exchange as Sous-Chef", "chefs-hat", 4, {}, exchange("sous-chef")),
    ("food fight?", "chefs-hat", 4, {}, can("food-fight")),
    ("dinner?", "chefs-hat", 4, {}, can("dinner-is-served")),
    ("after the exchange", "chefs-hat", 4, {}, told("exchanged")),
    ("end of a shift", "chefs-hat", 4, {}, told("shift")),
    ("over", "chefs-hat", 4, {"target": 6}, is_over),
    ("place", "mamma-mia", 4, {}, asked("place", round=2)),
    ("order", "mamma-mia", 4, {}, asked("order", 4)),
    ("draw", "mamma-mia", 3, {"memory_aid": True}, asked("draw", round=2)),
    ("others place", "mamma-mia", 5, {}, waiting("place", round=2)),
    ("two players", "mamma-mia", 2, {"memory_aid": True}, asked("place", round=2)),
    ("bake or decline", "mamma-mia", 4, {}, asked("choose", form="normale")),
    ("a Monotoni", "mamma-mia", 4, {}, asked("choose", 3, form="monotoni")),
    ("adding to a Bombastica", "mamma-mia", 3, {}, asked("add")),
    ("taking out", "mamma-mia", 4, {}, told("takes-out")),
    ("end of a round", "mamma-mia", 4, {}, told("round")),
    ("over", "mamma-mia", 4, {}, is_over),
    ("place", "mamma-mia-plus", 6, {}, asked("place", round=2)),
    ("order", "mamma-mia-plus", 4, {}, asked("order", 6)),
    ("three players", "mamma-mia-plus", 3, {}, asked("order", 3)),
    ("a Ghiottona", "mamma-mia-plus", 4, {}, asked("choose", 9, form="ghiottona")),
    ("naming a request", "mamma-mia-plus", 4, {}, asked("request", 2)),
    ("asked for help", "mamma-mia-plus", 4, {}, asked("help")),
    ("a Bombastica to ask for", "mamma-mia-plus", 4, {}, asked("request", 3, form="bombastica")),
    ("taking out, helped", "mamma-mia-plus", 4, {}, told("help")),
    ("over", "mamma-mia-plus", 4, {}, is_over),
]


def wire(table: Table, first: int, words: Words = WORDS) -> list[WireEvent]:
    events = [event for event in table.events_for(0) if event.number >= first]
    return [wire_event(event, event.number, words.sentence(table.game, event, table.names, 0)) for event in events]


def sent(table: Table, number: int, first: int, words: Words = WORDS) -> Sent:
    """What the server sends to seat 0, with the events from number `first` on."""
    mine = table.actor == 0
    legal = [Choice(table.text(action), words.label(table, action)) for action in table.legal()] if mine else []
    position = Position(
        number,
        0,
        wire_view(table.game, table.view_record(0).tobytes()),
        legal,
        wire(table, first, words),
        False,
        None,
        [],
        None,
        None,
    )
    return cast("Sent", msgspec.json.decode(msgspec.json.encode(position)))


def play(game: str, players: int, options: dict[str, Any], key: int) -> Iterator[tuple[Table, int, int]]:
    """A game, move by move: the table, the number of moves, and the number of the first new event."""
    table = Table(find(game), players, options, key=key.to_bytes(32, "big"), names=NAMES[:players])
    good, wild = (agents.find(name, table.game) for name in ("greedy", "uniform"))
    rng = chance.stream(table.key, 7)
    number, first = 0, 0
    while True:
        yield table, number, first
        if table.is_over:
            return
        number, first = number + 1, len(table.events)
        asks = number % 3 == 0 and table.game.id == "mamma-mia-plus"  # a good player hardly ever asks for help
        agents.take_turn(table, [wild if asks else good] * table.players, rng)


def replay(scene: Sent) -> Table:
    """The table of a scene, played again."""
    moves = play(**scene["played"])
    return next(table for table, number, _ in moves if number == scene["position"]["number"])


def room(table: Table) -> Room:
    return Room(
        table="abcd",
        game=table.game.id,
        options={},
        state="finished" if table.is_over else "playing",
        seats=[
            SeatInfo(
                name,
                "bot" if seat else "person",
                "greedy" if seat else None,
                connected=True,
                grace=None,
                away=False,
                late=False,
                you=seat == 0,
            )
            for seat, name in enumerate(table.names)
        ],
        seat=0,
        host=True,
        public=False,
        clock=None,
        spectators=0,
        commitment="ab" * 32,
        result=_result(table) if table.is_over else None,
        rematch=None,
        stopped=False,
    )


def _result(table: Table) -> Result:
    return msgspec.convert({**asdict(result_of(table)), "key": "00" * 32}, Result)


def scene(name: str, game: str, players: int, options: dict[str, Any], test: Test) -> Sent:
    """The first position that passes the test, in games with the keys 0, 1, 2, …"""
    for key in range(400):
        played: Sent = {"game": game, "players": players, "options": options, "key": key}
        before: Sent = {}
        for table, number, first in play(**played):
            position = sent(table, number, first)
            if before and test(position):
                return {
                    "name": f"{game}: {name}",
                    "played": played,
                    "room": msgspec.to_builtins(room(table)),
                    "before": before | {"events": []},
                    "position": position,
                    "history": msgspec.to_builtins(wire(table, 0)[-30:]),  # enough to draw the current pizza
                    "hands": msgspec.to_builtins(open_hands(table)) if table.is_over else None,
                }
            before = position
    raise LookupError(f"no position found: {game}: {name}")


def main() -> None:
    scenes = [scene(*wanted) for wanted in WANTED]
    SCENES.write_text(json.dumps(scenes, ensure_ascii=False, separators=(",", ":")) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
