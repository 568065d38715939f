"""What the two Mamma Mia! games share: their numbers, their records, the codes of their events.

Ingredients are counted by kind. Seat i has colour i, and kind i is its personal ingredient.
"""

from typing import Annotated, NamedTuple

import numpy as np

from forno.rules.blocks import copier
from forno.rules.compiling import jit
from forno.rules.game import BadSetup, Options
from forno.rules.mamma_mia.decks import Deck
from forno.rules.records import Int8, Int8s, Int16, Int16s, Int32s, Record, Records, dtype_of, field_names

DEAL, PLACE, ORDER, DRAW, CHOOSE, ADD, OVER, REQUEST, HELP = range(9)  # phases; the last two in Plus only
SUPPLY, WAITER = 0, 1  # piles to draw from


class Edition(NamedTuple):
    """The numbers in which the games differ, and where each kind of action begins."""

    kinds: int  # of ingredients, and as many colours
    n_orders: int  # of a colour
    dealt: int  # ingredients dealt to each seat
    limit: int  # cards in hand up to which a seat draws
    most: int  # cards that a seat draws in a turn, at most
    skip: int  # cards drawn from the supply by a seat that has no ingredient to place; 0: as in any turn
    card: int  # Mamma Mia! cards in the supply
    # Actions: place (kind and number), order, no order, draw (pile), bake (+ bit set of chosen kinds), decline, add (+ kind).
    order: int
    no_order: int
    draw: int
    bake: int
    decline: int
    add: int

    @classmethod
    def of(cls, kinds: int, n_orders: int, dealt: int, limit: int, most: int, skip: int, card: int) -> "Edition":
        order = kinds * limit
        draw = order + n_orders + 1
        decline = draw + 2 + 2**kinds
        return cls(
            kinds, n_orders, dealt, limit, most, skip, card, order, draw - 1, draw, draw + 2, decline, decline + 1
        )


class Public(Record):
    """What everybody knows. `layout` sets the sizes of the arrays."""

    recipe: Annotated[Int32s, ("seats", "n_orders")]  # of the orders: see `recipes`
    choice: Annotated[Int8s, ("seats", "n_orders")]  # kinds to choose from, as bit sets
    players: Int8
    copies: Int8  # of each ingredient in this game
    rounds: Int8  # of the whole game
    helping: Int8  # 1: on
    memory_aid: Int8  # 1: the page counts the oven for the players
    starter: Int8  # by the options; -1: random
    phase: Int8
    actor: Int8  # the seat to decide; in a view, HIDDEN where others may not know that it is asked
    emptied: Int8  # rounds finished
    holder: Int8  # of the Mamma Mia! card, or in Plus who takes the pizzas out; or -1
    idle: Int8  # turns in a row without a card placed or drawn
    said: Annotated[Int8s, (3,)]  # the last placement: seat, kind, number; or -1
    n_ingredients: Annotated[Int8s, ("seats",)]  # in hand
    n_orders: Annotated[Int8s, ("seats",)]  # in hand
    waiting: Annotated[Int8s, ("seats",)]  # orders in the waiter
    under: Annotated[Int8s, ("seats",)]  # how many of them, at the bottom, were put back: everybody knows these
    shown: Annotated[Int16s, ("seats",)]  # known orders in hand, drawn from those put back; bit set
    holds: Annotated[Int8s, ("seats", "kinds")]  # what everybody knows to be in a hand, at least
    done: Annotated[Int8s, ("seats",)]  # orders delivered
    baked: Annotated[Int16s, ("seats",)]  # the orders that everybody saw being baked; bit set
    n_supply: Int8
    n_oven: Int16
    oven: Annotated[Int8s, ("oven",)]  # from the bottom: a kind, or kinds + n_orders * colour + order
    at: Int16  # how many of its cards are taken out
    table: Annotated[Int8s, ("kinds",)]  # ingredients taken out and not used
    used: Annotated[Int8s, ("kinds",)]
    owner: Int8  # of the order that is being decided, or -1
    order: Int8  # its number
    chosen: Int8  # kinds chosen for it, while its owner asks for help; bit set
    asking: Int8  # the kind that the owner is to name next
    asked: Annotated[Int8s, ("kinds",)]  # what the owner asks for
    helper: Int8  # who gives it, or -1
    missing: Int8  # cards that the owner still has to add
    added: Annotated[Int8s, ("kinds",)]  # what the owner has added


class State(Public):
    menu: Annotated[Int16s, ("seats",)]  # orders in hand; bit set
    reward: Annotated[Int16s, ("seats",)]  # orders delivered unseen; bit set
    hand: Annotated[Int8s, ("seats", "kinds")]
    waiter: Annotated[Int8s, ("seats", "n_orders")]  # the top is the last
    supply: Annotated[Int8s, ("supply",)]  # the top is the last; kinds: the Mamma Mia! card
    refused: Int8  # seats that refused to help with this order; bit set


class View(Public):
    menu: Int16  # own orders in hand; bit set
    seat: Int8
    hand: Annotated[Int8s, ("kinds",)]  # own
    waiter: Annotated[Int8s, ("seats", "n_orders")]  # what everybody knows, or -1
    refused: Int8  # 1: this seat refused to help with this order


copy_public = copier(field_names(Public))  # from a state to a view, or back


def layout(edition: Edition, copies: int) -> tuple[np.dtype[State], np.dtype[View]]:
    """The records of a game with `copies` cards of each ingredient."""
    kinds, n_orders = edition.kinds, edition.n_orders
    sizes = {
        "seats": kinds,
        "kinds": kinds,
        "n_orders": n_orders,
        "oven": kinds * copies + kinds * n_orders,
        "supply": kinds * copies + 1,
    }
    return dtype_of(State, **sizes), dtype_of(View, **sizes)


def fill(
    states: Records[State], players: int, options: Options, deck: Deck, copies: int, rounds: int
) -> Records[State]:
    """Set up a new game from checked options."""
    s = states[0]
    s.recipe[:], s.choice[:] = deck.recipe, deck.choice
    s.players = players
    s.copies = copies
    s.rounds = rounds
    s.memory_aid = bool(options["memory_aid"])
    starter = options["starter"]
    s.starter = starter if isinstance(starter, int) else -1
    if isinstance(starter, int) and starter >= players:
        last = players - 1
        sentence = f"option starter cannot be {starter}: with {players} players the seats are 0 to {last}."
        raise BadSetup(sentence, "starter", starter=starter, players=players, last=last)
    s.holder = s.owner = s.helper = -1
    s.said[:] = -1
    return states


def bound(rounds: int, ingredients: int, orders: int, per_order: int) -> int:
    """An upper bound for the decisions of a game.

    In a placing phase cards move from supply and waiters to hands, and from hands to the oven, so each moves at most twice. A turn with
    a decision moves at least one card. So there are at most 2 * (ingredients + orders) such turns, with at most three decisions each.
    Turns without a decision end when all have passed (MM-15), or in Plus, where a pass draws, when the supply is empty. A reveal decides
    on each order in the oven once, with at most `per_order` decisions.
    """
    return rounds * (2 * (ingredients + orders) * 3 + orders * per_order)


@jit
def number_of(edition: Edition, seat: int, order: int) -> int:
    """An order as one number: its colour and its place in the colour's deck."""
    return seat * edition.n_orders + order


@jit
def spend(s: State, seat: int, kind: int, n: int) -> None:
    s.hand[seat, kind] -= n
    s.n_ingredients[seat] -= n
    s.holds[seat, kind] = max(0, s.holds[seat, kind] - n)
