"""What a seat of Chef's Hat knows, by name."""

from dataclasses import dataclass

from forno.rules.chefs_hat.names import CARDS, ROLES, SPECIAL_ACTIONS
from forno.rules.chefs_hat.rules import DECK, EMPTY, KEPT_STILL, OVER, View
from forno.table.views.base import GameView, seat_or_none

Counts = dict[str, int]  # cards by name: "1" to "11", "golden", "joker"; those without cards are left out
_PHASES = ("deal", "special", "exchange", "pizza", "over")


@dataclass(frozen=True)
class Placement:
    """The last placement on the pizza."""

    number: int  # 1 to 11, or 12 for jokers alone
    cards: int  # how many, jokers included
    seat: int  # who placed them


class ChefsHatView(GameView):
    """What a seat of Chef's Hat knows.

    Lists with an entry for each seat begin with seat 0, which need not be the own one. Cards are counted by name: "1" to "11", "golden"
    (the golden mozzarella, also an 11) and "joker". The same facts as numbers are in the record `view[0]`; docs/games/chefs-hat.md explains them.
    """

    @property
    def _v(self) -> View:
        record: View = self[0]
        return record

    @property
    def seat(self) -> int | None:
        """The own seat; None for a spectator."""
        return seat_or_none(self._v.seat)

    @property
    def phase(self) -> str:
        """What is to be decided: `special`, `exchange` or `pizza`; `over` at the end."""
        return _PHASES[int(self._v.phase)]

    @property
    def actor(self) -> int | None:
        """The seat to decide; None at the end, and where that is a secret."""
        return None if self._v.phase == OVER else seat_or_none(self._v.actor)

    @property
    def hand(self) -> Counts:
        """Own cards."""
        return _counts(self._v.hand)

    @property
    def unseen(self) -> Counts:
        """The cards that the others hold, all together."""
        return _counts(DECK - self._v.hand - self._v.placed.sum(0))

    @property
    def pizza(self) -> Placement | None:
        """The last placement on this pizza, which the next one must top; None on an empty pizza."""
        v = self._v
        return None if v.number == EMPTY else Placement(int(v.number), int(v.count), int(v.last))

    @property
    def held(self) -> list[int]:
        """Cards in hand, by seat."""
        return [int(n) for n in self._v.held]

    @property
    def passed(self) -> list[bool]:
        """Who has passed on this pizza, by seat."""
        return [bool(passed) for passed in self._v.passed]

    @property
    def placed(self) -> list[Counts]:
        """Cards placed in this shift, by seat."""
        return [_counts(cards) for cards in self._v.placed]

    @property
    def points(self) -> list[int]:
        """Points by seat, up to the last finished shift."""
        return [int(n) for n in self._v.points]

    @property
    def roles(self) -> list[str | None]:
        """`chef`, `sous-chef`, `waiter` or `dishwasher`, by seat; None in the first shift."""
        return [ROLES[role] if role >= 0 else None for role in self._v.role]

    @property
    def finish(self) -> list[int]:
        """The seats that have run out of cards in this shift, the first one first."""
        return [int(seat) for seat in self._v.finish if seat >= 0]

    @property
    def special(self) -> str | None:
        """The special action of this shift: `dinner-is-served` or `food-fight`."""
        return None if self._v.special == KEPT_STILL else SPECIAL_ACTIONS[int(self._v.special)]

    @property
    def announcer(self) -> int | None:
        """The seat that took it."""
        return seat_or_none(self._v.announcer)

    @property
    def gave(self) -> list[str]:
        """Own gifts in this shift's exchange."""
        return _names(self._v.gave)

    @property
    def got(self) -> list[str]:
        """Gifts received in this shift's exchange, once everybody has given."""
        return _names(self._v.got)

    @property
    def shift(self) -> int:
        """How many shifts are finished."""
        return int(self._v.shift)

    @property
    def shifts(self) -> int | None:
        """The number of shifts after which the game ends; None if points end it."""
        return int(self._v.shifts) if self._v.shifts > 0 else None

    @property
    def target(self) -> int:
        """The points that end the game, unless `shifts` does."""
        return int(self._v.target)


def _counts(numbers: object) -> Counts:
    return {card: int(n) for card, n in zip(CARDS, numbers, strict=True) if n}  # type: ignore[call-overload]  # an array


def _names(types: object) -> list[str]:
    return [CARDS[card] for card in types if card >= 0]  # type: ignore[attr-defined]  # an array
