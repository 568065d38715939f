"""Chef's Hat on the wire."""

from collections.abc import Callable
from typing import Literal

from msgspec.structs import replace

from forno.rules.chefs_hat.names import CARDS, ROLES
from forno.rules.chefs_hat.rules import DINNER, EMPTY, EXCHANGE, FOOD_FIGHT, OVER, PIZZA, SPECIAL
from forno.rules.chefs_hat.texts import cards
from forno.rules.records import Records
from forno.server.messages import ChefsHatView, OpenHand, Pizza
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


def public(v: PlainRecord, now: PlainRecord) -> Callable[[Records], ChefsHatView]:
    """The view of spectators, and the function that adds what a seat knows."""
    over = v.phase == OVER
    shared = ChefsHatView(
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

    def for_seat(seen: Records) -> ChefsHatView:
        if seen["seat"][0] < 0:
            return shared
        hand, gave, got = (seen[name][0].tolist() for name in ("hand", "gave", "got"))
        return replace(shared, hand=cards(hand), gave=_gifts(gave), got=_gifts(got))

    return for_seat


def hand(v: PlainRecord) -> OpenHand:
    return OpenHand(cards(v.hand), [])


def _gifts(types: list[int]) -> list[str]:
    return [CARDS[card] for card in types if card >= 0]
