"""What the two Mamma Mia! games share before a card is moved: their numbers, their records, their events.

Ingredients are counted by kind; seat i has colour i and the personal ingredient of kind i.
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
    """A game in numbers: its rules', and where its actions begin."""

    kinds: int  # of ingredients; as many colours
    n_orders: int  # of a colour
    dealt: int  # ingredients dealt to each
    limit: int  # cards in hand that one draws up to
    most: int  # cards that one draws in a turn
    skip: int  # cards drawn from the supply instead of a turn without ingredients; 0: as in any turn
    card: int  # Mamma Mia! cards in the supply
    # Actions: kind and number, own order, none, pile, bake (+ set of chosen kinds), decline, add (+ kind).
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
    """What lies open or was announced. The sizes of its arrays are those of an edition: see `layout`."""

    recipe: Annotated[Int32s, ("seats", "n_orders")]  # the orders: see forno.rules.mamma_mia.decks
    choice: Annotated[Int8s, ("seats", "n_orders")]
    players: Int8
    copies: Int8  # of each ingredient in this game
    rounds: Int8  # that the game has
    helping: Int8  # 1: on
    memory_aid: Int8  # 1: the page counts the oven for the players
    starter: Int8  # as set; -1: random
    phase: Int8
    actor: Int8  # seat to decide; in a view HIDDEN where others may not know that it is asked
    emptied: Int8  # rounds finished
    holder: Int8  # of the Mamma Mia! card, or who takes the pizzas out; -1
    idle: Int8  # turns in a row in which nothing was placed or drawn
    said: Annotated[Int8s, (3,)]  # the last announcement: seat, kind, number; -1
    n_ingredients: Annotated[Int8s, ("seats",)]  # in hand
    n_orders: Annotated[Int8s, ("seats",)]  # in hand
    waiting: Annotated[Int8s, ("seats",)]  # orders in the waiter
    under: Annotated[Int8s, ("seats",)]  # those at its bottom that were put back, so that all know them
    shown: Annotated[Int16s, ("seats",)]  # orders in hand that all know, since they were drawn from there; bit set
    holds: Annotated[Int8s, ("seats", "kinds")]  # what a hand is known to have at least
    done: Annotated[Int8s, ("seats",)]  # orders delivered
    baked: Annotated[Int16s, ("seats",)]  # which ones all saw being baked; bit set
    n_supply: Int8
    n_oven: Int16
    oven: Annotated[Int8s, ("oven",)]  # as filled: kind, or kinds + n_orders colour + order
    at: Int16  # cards taken out of it in this reveal
    table: Annotated[Int8s, ("kinds",)]  # what was taken out and is not used
    used: Annotated[Int8s, ("kinds",)]
    owner: Int8  # of the order that is being decided; -1
    order: Int8  # its number
    chosen: Int8  # kinds chosen for it, once it is being asked for; bit set
    asking: Int8  # kind that the owner is to ask for next
    asked: Annotated[Int8s, ("kinds",)]  # what the owner asks for
    helper: Int8  # who gives it; -1
    missing: Int8  # cards that the owner has yet to add
    added: Annotated[Int8s, ("kinds",)]  # and has added


class State(Public):
    menu: Annotated[Int16s, ("seats",)]  # orders in hand; bit set
    reward: Annotated[Int16s, ("seats",)]  # orders delivered unseen; bit set
    hand: Annotated[Int8s, ("seats", "kinds")]
    waiter: Annotated[Int8s, ("seats", "n_orders")]  # the top is the last
    supply: Annotated[Int8s, ("supply",)]  # the top is the last; kinds: the Mamma Mia! card
    refused: Int8  # seats that did not want to help with this order; bit set


class View(Public):
    menu: Int16  # own orders in hand; bit set
    seat: Int8
    hand: Annotated[Int8s, ("kinds",)]  # own
    waiter: Annotated[Int8s, ("seats", "n_orders")]  # what all know; -1
    refused: Int8  # 1: this seat did not want to help with this order


copy_public = copier(field_names(Public))  # from a state to a view, or back


def layout(edition: Edition, copies: int) -> tuple[np.dtype[State], np.dtype[View]]:
    """The records of a game with so many cards of each ingredient."""
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
    """A new game's record from checked options."""
    s = states[0]
    s.recipe[:], s.choice[:] = deck.recipe, deck.choice
    s.players = players
    s.copies = copies
    s.rounds = rounds
    s.memory_aid = bool(options["memory_aid"])
    starter = options["starter"]
    s.starter = starter if isinstance(starter, int) else -1
    if s.starter >= players:
        raise BadSetup(f"option starter cannot be {starter}: with {players} players the seats are 0 to {players - 1}.")
    s.holder = s.owner = s.helper = -1
    s.said[:] = -1
    return states


def bound(rounds: int, ingredients: int, orders: int, per_order: int) -> int:
    """No sequence of legal actions goes on for ever.

    In a placing phase cards only go from supply and waiters into hands, and from hands into the oven: each moves at most twice. A turn in
    which a seat is asked anything moves at least one card, so there are at most 2 (ingredients + orders) of these, of at most three decisions;
    turns without a decision come between them at most until all have passed (MM-15; in Plus, where a pass draws, until the supply is empty).
    A reveal decides on each order in the oven once, in at most `per_order` decisions.
    """
    return rounds * (2 * (ingredients + orders) * 3 + orders * per_order)


@jit
def number_of(edition: Edition, seat: int, order: int) -> int:
    """An order as a number for events: its colour and its place in the colour's deck."""
    return seat * edition.n_orders + order


@jit
def spend(s: State, seat: int, kind: int, n: int) -> None:
    s.hand[seat, kind] -= n
    s.n_ingredients[seat] -= n
    s.holds[seat, kind] = max(0, s.holds[seat, kind] - n)
