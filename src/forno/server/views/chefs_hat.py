"""Chef's Hat on the wire."""

from typing import Literal

from msgspec import Struct

from forno.rules.chefs_hat.names import CARDS, ROLES
from forno.rules.chefs_hat.rules import DINNER, EMPTY, EXCHANGE, FOOD_FIGHT, OVER, PIZZA, SPECIAL
from forno.rules.chefs_hat.texts import cards
from forno.server.messages import ChefsHatView, OpenHand, Pizza
from forno.server.views.plain import Now
from forno.table.plain_record import PlainRecord
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


def public(v: PlainRecord, _: Now) -> ChefsHatView:
    """The view of spectators."""
    over = v.phase == OVER
    return ChefsHatView(
        phase=_PHASES[v.phase],
        actor=None if over else seat_or_none(v.actor),
        shift=v.shift + (0 if over else 1),
        target=v.target,
        shifts=None if v.shifts < 0 else v.shifts,
        points=v.points,
        roles=[ROLES[role] if role >= 0 else None for role in v.role],
        held=v.held,
        passed=[bool(passed) for passed in v.passed],
        finish=[seat for seat in v.finish if seat >= 0],
        pizza=Pizza(None if v.number == EMPTY else v.number, v.count, seat_or_none(v.last)),
        special=_SPECIALS.get(v.special),
        announcer=seat_or_none(v.announcer),
        hand=None,
        gave=[],
        got=[],
    )


class Own(Struct):
    hand: list[str] | None
    gave: list[str]
    got: list[str]


def own(v: PlainRecord) -> Own:
    return Own(cards(v.hand), _gifts(v.gave), _gifts(v.got)) if v.seat >= 0 else Own(None, [], [])


def hand(v: PlainRecord) -> OpenHand:
    return OpenHand(cards(v.hand), [])


def _gifts(types: list[int]) -> list[str]:
    return [CARDS[card] for card in types if card >= 0]
