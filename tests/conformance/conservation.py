"""How each game's cards are counted. A new game needs an entry here."""

from collections import Counter
from collections.abc import Callable, Mapping

from forno.rules import chefs_hat
from forno.rules.game import Value
from forno.rules.kernel import Records

Cards = Counter[str]
Options = Mapping[str, Value]


def _chefs_hat(states: Records, i: int) -> Cards:
    """Hands, what has been placed, and in the exchange what has left a hand and not yet arrived."""
    s = states[i]
    found = s.hand.sum(axis=0) + s.placed.sum(axis=0)
    if s.phase == chefs_hat.EXCHANGE:
        for card in s.given.ravel():
            if card >= 0:
                found[card] += 1
    return Counter(dict(zip(chefs_hat.CARDS, found.tolist(), strict=True)))


def _chefs_hat_deck(players: int, options: Options) -> Cards:
    """CH-1."""
    return Counter({str(number): number for number in range(1, 11)} | {"11": 10, "golden": 1, "joker": 2})


# By game: the cards in a state once it has been dealt, and those that there are by the rules.
COUNT: dict[str, Callable[[Records, int], Cards]] = {"chefs-hat": _chefs_hat}
DECK: dict[str, Callable[[int, Options], Cards]] = {"chefs-hat": _chefs_hat_deck}
