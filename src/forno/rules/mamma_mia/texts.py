"""The canonical texts of the actions of the Mamma Mia! games."""

from collections.abc import Callable

from forno.rules.game import BadText
from forno.rules.mamma_mia.decks import KINDS
from forno.rules.mamma_mia.decks import names as order_names
from forno.rules.mamma_mia.state import Edition, State
from forno.rules.records import Records

Describe = Callable[[Records[State], int, int], str]
Parse = Callable[[Records[State], int, str], int]


def _ways(verb: str, kinds: int) -> list[str]:
    """A verb with each set of kinds, in the order of the bit sets."""
    sets = ([KINDS[kind] for kind in range(kinds) if way >> kind & 1] for way in range(2**kinds))
    return [" ".join([verb, *names]) for names in sets]


def _fixed(edition: Edition) -> list[str]:
    """The texts in the order of the actions. Orders are numbers here: their names depend on the deck and the colour."""
    kinds = KINDS[: edition.kinds]
    return [
        *(f"place {n + 1} {kind}" for kind in kinds for n in range(edition.limit)),
        *(f"order {number}" for number in range(edition.n_orders)),
        "no order",
        "draw supply",
        "draw waiter",
        *_ways("bake", edition.kinds),
        "decline",
        *(f"add {kind}" for kind in kinds),
    ]


def _helping(edition: Edition) -> list[str]:
    kinds = KINDS[: edition.kinds]
    requests = [f"request {n} {kind}" for kind in kinds for n in range(16)]
    return [*_ways("ask", edition.kinds), *requests, "help", "refuse"]


def speech(title: str, edition: Edition, *, helping: bool) -> tuple[Describe, Parse]:
    """A game's `describe` and `parse`."""
    texts = _fixed(edition) + (_helping(edition) if helping else [])
    by_text = {text: action for action, text in enumerate(texts)}
    orders = range(edition.order, edition.order + edition.n_orders)

    def describe(states: Records[State], i: int, action: int) -> str:
        if action in orders:
            return f"order {_own_names(states[i])[action - edition.order]}"
        return texts[action]

    def parse(states: Records[State], i: int, text: str) -> int:
        words = " ".join(text.lower().split())
        verb, _, name = words.partition(" ")
        if verb == "order" and name in (names := _own_names(states[i])):
            return edition.order + names.index(name)
        action = by_text.get(words)
        if action is None or action in orders:
            raise BadText(
                f"{text.strip()!r} is no action of {title}. Examples: place 3 salami, order 4-salami, no order, draw supply, draw waiter, "
                "bake, bake olive, decline, add olive."
            )
        return action

    return describe, parse


def _own_names(s: State) -> tuple[str, ...]:
    return order_names(s.recipe)[max(0, int(s.actor))]
