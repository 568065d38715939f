"""Chef's Hat on the wire."""

from collections.abc import Sequence
from typing import Any, Literal

from forno.rules.chefs_hat.names import CARDS, ROLES
from forno.rules.chefs_hat.rules import DINNER, EMPTY, EXCHANGE, FOOD_FIGHT, OVER, PIZZA, SPECIAL
from forno.rules.chefs_hat.texts import cards
from forno.server.messages import Pizza
from forno.server.views.parts import Json, Part, Wire
from forno.table.views import seat_or_none

_PHASES: dict[int, Literal["special", "exchange", "pizza", "over"]] = {
    SPECIAL: "special",
    EXCHANGE: "exchange",
    PIZZA: "pizza",
    OVER: "over",
}
_SPECIALS: dict[int, Literal["food-fight", "dinner-is-served"]] = {
    FOOD_FIGHT: "food-fight",
    DINNER: "dinner-is-served",
}


def _game(v: Any) -> Json:
    over = v.phase == OVER
    return {
        "phase": _PHASES[v.phase],
        "actor": None if over else seat_or_none(v.actor),
        "shift": v.shift + (0 if over else 1),
        "target": v.target,
        "shifts": None if v.shifts < 0 else v.shifts,
    }


def _points(v: Any) -> Json:
    return {"points": v.points, "roles": [ROLES[role] if role >= 0 else None for role in v.role]}


def _pizza(v: Any) -> Json:
    return {
        "passed": [bool(passed) for passed in v.passed],
        "finish": [seat for seat in v.finish if seat >= 0],
        "pizza": Pizza(None if v.number == EMPTY else v.number, v.count, seat_or_none(v.last)),
    }


def _special(v: Any) -> Json:
    return {"special": _SPECIALS.get(v.special), "announcer": seat_or_none(v.announcer)}


def _own(v: Any) -> Json:
    if v.seat < 0:
        return {"hand": None, "gave": [], "got": []}
    return {"hand": cards(v.hand), "gave": _gifts(v.gave), "got": _gifts(v.got)}


WIRE = Wire(
    public=(
        Part(("phase", "actor", "shift", "target", "shifts"), _game),
        Part(("points", "role"), _points),
        Part(("held",), lambda v: {"held": v.held}),
        Part(("passed", "finish", "number", "count", "last"), _pizza),
        Part(("special", "announcer"), _special),
    ),
    own=(Part(("seat", "hand", "gave", "got"), _own),),
)


def _gifts(types: Sequence[int]) -> list[str]:
    return [CARDS[card] for card in types if card >= 0]
