"""How each game's cards are counted. Games without an entry are not counted; tests/test_games_complete.py lists them."""

from collections import Counter
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from forno.rules.chefs_hat import rules as chefs_hat
from forno.rules.chefs_hat.names import CARDS
from forno.rules.game import Value
from forno.rules.mamma_mia import state as mamma_mia
from forno.rules.mamma_mia.decks import COLOURS, KINDS
from forno.rules.records import Records

if TYPE_CHECKING:  # a test runs this with a copy of the game, whose records would be the same
    from tiny_game import rules as tiny_game

Cards = Counter[str]
Options = Mapping[str, Value]


def _chefs_hat(states: Records[chefs_hat.State], i: int) -> Cards:
    """Hands, what has been placed, and in the exchange what has left a hand and not yet arrived."""
    s = states[i]
    found = s.hand.sum(axis=0) + s.placed.sum(axis=0)
    if s.phase == chefs_hat.EXCHANGE:
        for card in s.given.ravel():
            if card >= 0:
                found[card] += 1
    return Counter(dict(zip(CARDS, found.tolist(), strict=True)))


def _chefs_hat_deck(players: int, options: Options) -> Cards:
    """CH-1."""
    return Counter({str(number): number for number in range(1, 11)} | {"11": 10, "golden": 1, "joker": 2})


def _mamma_mia(states: Records[mamma_mia.State], i: int) -> Cards:
    """Ingredients: hands, supply, oven, table, used, and what is being added; orders: hands, waiters, oven, delivered, and the one revealed."""
    s = states[i]
    kinds, n_orders = s.hand.shape[1], s.waiter.shape[1]
    names = [*KINDS[:kinds], *(_order(seat, order) for seat in range(len(s.menu)) for order in range(n_orders))]
    ingredients = (s.hand.sum(axis=0) + s.table + s.used + s.added).tolist()
    found: Cards = Counter(dict(zip(names[:kinds], ingredients, strict=True)))
    for card in s.supply[: s.n_supply].tolist():
        found["mamma-mia" if card == kinds else names[card]] += 1
    if kinds == 5 and s.holder >= 0:
        found["mamma-mia"] += 1
    for card in s.oven[s.at : s.n_oven].tolist():
        found[names[card]] += 1
    for seat in range(s.players):
        menu, reward, baked = int(s.menu[seat]), int(s.reward[seat]), int(s.baked[seat])
        first = kinds + seat * n_orders
        for order in range(n_orders):
            found[names[first + order]] += (menu >> order & 1) + (reward >> order & 1) + (baked >> order & 1)
        for order in s.waiter[seat, : s.waiting[seat]].tolist():
            found[names[first + order]] += 1
    if s.owner >= 0:
        found[_order(int(s.owner), int(s.order))] += 1
    assert s.n_ingredients.tolist() == s.hand.sum(axis=1).tolist()
    assert s.n_orders.tolist() == [int(menu).bit_count() for menu in s.menu]
    assert s.done.tolist() == [int(baked | reward).bit_count() for baked, reward in zip(s.baked, s.reward, strict=True)]
    assert not (s.shown & ~s.menu).any()
    assert (s.holds <= s.hand).all()
    return found


def _tiny_game(states: "Records[tiny_game.State]", i: int) -> Cards:
    """Hands, secret cards, and what has been played or shown."""
    s = states[i]
    found = Counter(str(card + 1) for hand in s.hand for card in np.flatnonzero(hand))
    found.update(str(card + 1) for card in (*s.secret, *s.shown) if card >= 0)
    found.update(str(card + 1) for card in np.flatnonzero(s.played >= 0))
    assert s.held.tolist() == s.hand.sum(axis=1).tolist()
    assert s.hidden.tolist() == (s.secret >= 0).tolist()
    return found


def _order(seat: int, order: int) -> str:
    return f"{COLOURS[seat]} {order}"


def _mamma_mia_deck(players: int, options: Options) -> Cards:
    """MM-1, MM-2, MM-3."""
    return Counter(
        dict.fromkeys(KINDS[:5], {2: 8, 3: 10, 4: 12, 5: 13}[players])
        | {_order(seat, order): 1 for seat in range(players) for order in range(8)}
        | {"mamma-mia": 1}
    )


def _mamma_mia_plus_deck(players: int, options: Options) -> Cards:
    """MP-1, MP-2, MP-4."""
    return Counter(
        dict.fromkeys(KINDS, {2: 8, 3: 10, 4: 12, 5: 14, 6: 15}[players])
        | {_order(seat, order): 1 for seat in range(players) for order in range(15)}
    )


def _tiny_game_deck(players: int, options: Options) -> Cards:
    return Counter(str(number) for number in range(1, 13))


# By game: the cards in a state once it has been dealt, and those that there are by the rules.
COUNT: dict[str, Callable[[Records[Any], int], Cards]] = {
    "chefs-hat": _chefs_hat,
    "mamma-mia": _mamma_mia,
    "mamma-mia-plus": _mamma_mia,
    "tiny-game": _tiny_game,
}
DECK: dict[str, Callable[[int, Options], Cards]] = {
    "chefs-hat": _chefs_hat_deck,
    "mamma-mia": _mamma_mia_deck,
    "mamma-mia-plus": _mamma_mia_plus_deck,
    "tiny-game": _tiny_game_deck,
}
