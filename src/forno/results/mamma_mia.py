"""Results of Mamma Mia! and Mamma Mia! Plus: orders by round, rewards for helping, orders that failed by one card."""

from collections import Counter
from collections.abc import Mapping
from itertools import combinations

from forno.results.near_miss import NearMiss
from forno.rules.event_data import EventData
from forno.rules.mamma_mia import events
from forno.rules.mamma_mia.decks import KINDS
from forno.rules.mamma_mia.orders import Recipe
from forno.table import Table


def rounds(table: Table) -> list[list[int]]:
    """The orders delivered in each round, with the rewards for helping."""
    found, now = [], [0] * table.players
    for event in table.events:
        match event.data:
            case events.Bake(seat=seat, helper=helper):
                now[seat] += 1
                if helper is not None:
                    now[helper] += 1
            case events.Round():
                found.append(now)
                now = [0] * table.players
    return found


def tie_break(table: Table) -> list[int]:
    """The ingredients in hand (MM-26)."""
    return [int(n) for n in table.state[0].n_ingredients[: table.players]]


def rewards(table: Table) -> list[int]:
    """Empty where nobody can help."""
    if not table.state[0].helping:
        return []
    bakes = (event.data for event in table.events if isinstance(event.data, events.Bake))
    helped = Counter(bake.helper for bake in bakes)
    return [helped[seat] for seat in range(table.players)]


def near_misses(table: Table) -> list[NearMiss]:
    """Compares each order that failed with the cards on the table and in its owner's hand."""
    found: list[NearMiss] = []
    hands, number = Hands(table.players), 0
    revealed: events.Revealed | None = None
    for event in table.events:
        hands.follow(event.data)
        match event.data:
            case events.Begins(number):
                pass
            case events.Revealed():
                revealed = event.data
            case events.Fail(seat, order):
                assert revealed is not None
                if _missing(revealed.takes, revealed.table, hands.of[seat]) == 1:
                    found.append(NearMiss(number, seat, order))
    return found


class Hands:
    """The ingredients in each hand, event by event."""

    def __init__(self, players: int) -> None:
        self.of = [Counter[str]() for _ in range(players)]
        self._asked = Counter[str]()

    def follow(self, event: EventData) -> None:
        match event:
            case events.Dealt(seat, cards) | events.Drew(seat, _, cards):
                self.of[seat].update(card for card in cards if card in KINDS)
            case events.Placed(seat, kind, n):
                self.of[seat][kind] -= n
            case events.Ask(cards=asked):
                self._asked = Counter(asked)
            case events.Bake(seat=seat, from_hand=given, helper=helper):
                self.of[seat].subtract(given)
                if helper is not None:
                    self.of[helper].subtract(self._asked)


def _missing(recipe: Recipe, table: Mapping[str, int], hand: Mapping[str, int]) -> int | None:
    """How many cards are missing beyond those on the table and in hand, at best; None if no card would help."""
    if recipe.crossed is not None and table.get(recipe.crossed):
        return None  # MP-12
    if recipe.form == "bombastica":
        return max(0, recipe.cards - sum(table.values()) - sum(hand.values()))
    kinds = _fewest(recipe, table) if recipe.form == "minimale" else recipe.of
    have = Counter(table) + Counter(hand)
    ways = combinations(kinds, recipe.kinds)
    short = ((Counter(recipe.needs) + Counter(dict.fromkeys(way, recipe.cards))) - have for way in ways)
    return min((lacking.total() for lacking in short), default=None)


def _fewest(recipe: Recipe, table: Mapping[str, int]) -> list[str]:
    """The kinds that a Minimale can take (MM-23)."""
    counts = {kind: table[kind] for kind in recipe.of if table.get(kind)}
    return [kind for kind, n in counts.items() if n == min(counts.values())]
