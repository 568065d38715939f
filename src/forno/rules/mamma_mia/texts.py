"""The canonical texts of the Mamma Mia! games: actions, cards, events."""

from collections.abc import Callable, Sequence
from typing import Any

from forno.rules.game import BadText, EventType
from forno.rules.mamma_mia import decks
from forno.rules.mamma_mia.decks import KINDS
from forno.rules.mamma_mia.recipes import FORMS, NOTHING, chosen_kinds, count_of, crossed_out, form_of, needed
from forno.rules.mamma_mia.state import Edition, Public, State
from forno.rules.records import Records

PILES = ("supply", "waiter")
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
    return decks.names(s.recipe)[max(0, int(s.actor))]


def _count(numbers: Sequence[int]) -> dict[str, int]:
    """Counts by kind, without zeros."""
    return {kind: n for kind, n in zip(KINDS, numbers, strict=False) if n}


def recipe(s: Public, seat: int, order: int) -> dict[str, Any]:
    """What an order takes: `needs` in any case, and `cards` of each of so many `kinds` that the owner chooses."""
    code, choice = int(s.recipe[seat, order]), int(s.choice[seat, order])
    crossed = crossed_out(code)
    return {
        "form": FORMS[form_of(code)],
        "needs": _count([needed(code, kind) for kind in range(s.recipe.shape[0])]),
        "kinds": chosen_kinds(code),
        "cards": count_of(code),
        "of": [KINDS[kind] for kind in range(s.recipe.shape[0]) if choice >> kind & 1],
        "crossed": None if crossed == NOTHING else KINDS[crossed],
    }


def event_types(edition: Edition) -> tuple[EventType, ...]:
    """In the order of the codes of `kitchen`."""
    kinds = edition.kinds

    def order(s: State, number: int) -> str:
        return decks.names(s.recipe)[number // edition.n_orders][number % edition.n_orders]

    def card(number: int) -> str:
        return "mamma-mia" if number == kinds else KINDS[number]

    def hand(row: Sequence[int], s: State) -> dict[str, Any]:
        return {"seat": row[0], "cards": [*ingredients(row[2:]), order(s, row[1])]}

    def ingredients(counts: Sequence[int]) -> list[str]:
        return [KINDS[kind] for kind in range(kinds) for _ in range(counts[kind])]

    def drew(row: Sequence[int], s: State) -> dict[str, Any]:
        seat, pile, *numbers = row
        orders = [k for k in range(edition.n_orders) if pile and numbers[0] >> k & 1]
        cards = [order(s, seat * edition.n_orders + k) for k in orders] if pile else ingredients(numbers)
        return {"seat": seat, "pile": PILES[pile], "cards": cards}

    def revealed(row: Sequence[int], s: State) -> dict[str, Any]:
        seat, number = divmod(row[1], edition.n_orders)
        return {
            "seat": row[0],
            "order": order(s, row[1]),
            "takes": recipe(s, seat, number),
            "table": _count(row[2 : 2 + kinds]),
        }

    def bake(row: Sequence[int], s: State) -> dict[str, Any]:
        return {
            "seat": row[0],
            "order": order(s, row[1]),
            "used": _count(row[3 : 3 + kinds]),
            "from_hand": _count(row[3 + kinds : 3 + 2 * kinds]),
            "helper": None if row[2] < 0 else row[2],
        }

    def ended(row: Sequence[int], s: State) -> dict[str, Any]:
        return {"by": row[0], "oven": _count(row[1 : 1 + kinds]), "used": _count(row[1 + kinds : 1 + 2 * kinds])}

    return (
        EventType("begins", lambda row, s: {"round": row[0] + 1}),
        EventType("dealt", hand),
        EventType("starter", lambda row, s: {"seat": row[0]}),
        EventType(
            "waiter", lambda row, s: {"seat": row[0], "cards": [order(s, number) for number in row[2 : 2 + row[1]]]}
        ),
        EventType("supply", lambda row, s: {"cards": [card(number) for number in row[1 : 1 + row[0]]]}),
        EventType("placed", lambda row, s: {"seat": row[0], "kind": KINDS[row[1]], "n": row[2]}),
        EventType("ordered", lambda row, s: {"seat": row[0], "order": order(s, row[1])}),
        EventType("draw", lambda row, s: {"seat": row[0], "pile": PILES[row[1]], "n": row[2]}),
        EventType("drew", drew),
        EventType("mamma-mia", lambda row, s: {"seat": row[0]}),
        EventType("pass", lambda row, s: {"seat": row[0]}),
        EventType("takes-out", lambda row, s: {"seat": row[0]}),
        EventType("laid", lambda row, s: {"kind": KINDS[row[0]], "n": row[1]}),
        EventType("revealed", revealed),
        EventType("bake", bake),
        EventType("fail", lambda row, s: {"seat": row[0], "order": order(s, row[1])}),
        EventType("left", lambda row, s: {"table": _count(row[0:kinds])}),
        EventType("round", ended),
        EventType(
            "ask", lambda row, s: {"seat": row[0], "order": order(s, row[1]), "cards": _count(row[2 : 2 + kinds])}
        ),
        EventType("help", lambda row, s: {"seat": row[0], "helper": None if row[1] < 0 else row[1]}),
    )
