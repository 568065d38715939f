"""Chef's Hat on the wire."""

from typing import Literal

from forno.rules.chefs_hat.names import CARDS, ROLES
from forno.rules.chefs_hat.rules import DINNER, EMPTY, EXCHANGE, FOOD_FIGHT, OVER, PIZZA, SPECIAL, View
from forno.rules.chefs_hat.texts import cards
from forno.server.messages import ChefsHatView, OpenHand, Pizza
from forno.server.views.numbers import as_ints, seat_or_none

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


def view(v: View, now: View) -> ChefsHatView:
    over = v.phase == OVER
    return ChefsHatView(
        phase=_PHASES[int(v.phase)],
        actor=None if over else seat_or_none(v.actor),
        shift=int(v.shift) + (0 if over else 1),
        target=int(v.target),
        shifts=None if v.shifts < 0 else int(v.shifts),
        points=as_ints(v.points),
        roles=[ROLES[role] if role >= 0 else None for role in as_ints(v.role)],
        held=as_ints(v.held),
        passed=[bool(passed) for passed in as_ints(v.passed)],
        finish=[seat for seat in as_ints(v.finish) if seat >= 0],
        pizza=Pizza(None if v.number == EMPTY else int(v.number), int(v.count), seat_or_none(v.last)),
        special=_SPECIALS.get(int(v.special)),
        announcer=seat_or_none(v.announcer),
        hand=cards(as_ints(v.hand)) if v.seat >= 0 else None,
        gave=_gifts(as_ints(v.gave)),
        got=_gifts(as_ints(v.got)),
    )


def hand(v: View) -> OpenHand:
    return OpenHand(cards(as_ints(v.hand)), [])


def _gifts(types: list[int]) -> list[str]:
    return [CARDS[card] for card in types if card >= 0]
