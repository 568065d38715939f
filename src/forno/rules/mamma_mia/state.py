"""What the two Mamma Mia! games share before a card is moved: their numbers, their records, their events.

Ingredients are counted by kind; seat i has colour i and the personal ingredient of kind i.
"""

from typing import Any, NamedTuple

import numpy as np

from forno.rules.blocks import copier
from forno.rules.compiling import jit
from forno.rules.game import BadSetup, Options
from forno.rules.mamma_mia.decks import Deck
from forno.rules.records import Record, Records, RecordType, record

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


def _public(kinds: int, n_orders: int, copies: int) -> tuple[Any, ...]:
    """The fields of what lies open or was announced."""
    seats = kinds
    return (
        ("recipe", np.int32, (seats, n_orders)),  # the orders: see forno.rules.mamma_mia.decks
        ("choice", np.int8, (seats, n_orders)),
        ("players", np.int8),
        ("copies", np.int8),  # of each ingredient in this game
        ("rounds", np.int8),  # that the game has
        ("helping", np.int8),  # 1: on
        ("memory_aid", np.int8),  # 1: the page counts the oven for the players
        ("starter", np.int8),  # as set; -1: random
        ("phase", np.int8),
        ("actor", np.int8),  # seat to decide; in a view HIDDEN where others may not know that it is asked
        ("emptied", np.int8),  # rounds finished
        ("holder", np.int8),  # of the Mamma Mia! card, or who takes the pizzas out; -1
        ("idle", np.int8),  # turns in a row in which nothing was placed or drawn
        ("said", np.int8, (3,)),  # the last announcement: seat, kind, number; -1
        ("n_ingredients", np.int8, (seats,)),  # in hand
        ("n_orders", np.int8, (seats,)),  # in hand
        ("waiting", np.int8, (seats,)),  # orders in the waiter
        ("under", np.int8, (seats,)),  # those at its bottom that were put back, so that all know them
        ("shown", np.int16, (seats,)),  # orders in hand that all know, since they were drawn from there; bit set
        ("holds", np.int8, (seats, kinds)),  # what a hand is known to have at least
        ("done", np.int8, (seats,)),  # orders delivered
        ("baked", np.int16, (seats,)),  # which ones all saw being baked; bit set
        ("n_supply", np.int8),
        ("n_oven", np.int16),
        ("oven", np.int8, (kinds * copies + seats * n_orders,)),  # as filled: kind, or kinds + n_orders colour + order
        ("at", np.int16),  # cards taken out of it in this reveal
        ("table", np.int8, (kinds,)),  # what was taken out and is not used
        ("used", np.int8, (kinds,)),
        ("owner", np.int8),  # of the order that is being decided; -1
        ("order", np.int8),  # its number
        ("chosen", np.int8),  # kinds chosen for it, once it is being asked for; bit set
        ("asking", np.int8),  # kind that the owner is to ask for next
        ("asked", np.int8, (kinds,)),  # what the owner asks for
        ("helper", np.int8),  # who gives it; -1
        ("missing", np.int8),  # cards that the owner has yet to add
        ("added", np.int8, (kinds,)),  # and has added
    )


copy_public = copier([name for name, *_ in _public(1, 1, 1)])  # from a state to a view or back


def layout(kinds: int, n_orders: int, copies: int) -> tuple[RecordType, RecordType]:
    """The records of state and view."""
    seats, public = kinds, _public(kinds, n_orders, copies)
    state = record(
        *public,
        ("menu", np.int16, (seats,)),  # orders in hand; bit set
        ("reward", np.int16, (seats,)),  # orders delivered unseen; bit set
        ("hand", np.int8, (seats, kinds)),
        ("waiter", np.int8, (seats, n_orders)),  # the top is the last
        ("supply", np.int8, (kinds * copies + 1,)),  # the top is the last; kinds: the Mamma Mia! card
        ("refused", np.int8),  # seats that did not want to help with this order; bit set
    )
    seen = record(
        *public,
        ("menu", np.int16),  # own orders in hand; bit set
        ("seat", np.int8),
        ("hand", np.int8, (kinds,)),  # own
        ("waiter", np.int8, (seats, n_orders)),  # what all know; -1
        ("refused", np.int8),  # 1: this seat did not want to help with this order
    )
    return state, seen


# Codes of events
(
    BEGINS,
    HAND,
    STARTER,
    WAITERS,
    STOCK,
    PLACED,
    ORDERED,
    DRAWS,
    DREW,
    MAMMA_MIA,
    PASSES,
    TAKES_OUT,
    LAID,
    REVEALED,
    BAKED,
    FAILED,
    LEFT,
    ROUND,
    ASKS,
    HELPS,
) = range(20)


def fill(states: Records, players: int, options: Options, deck: Deck, copies: int, rounds: int) -> Records:
    """A new game's record from checked options."""
    s = states[0]
    s.recipe[:], s.choice[:] = deck.recipe, deck.choice
    s.players = players
    s.copies = copies
    s.rounds = rounds
    s.memory_aid = options["memory_aid"]
    if isinstance(options["starter"], int) and options["starter"] >= players:
        starter, last = options["starter"], players - 1
        sentence = f"option starter cannot be {starter}: with {players} players the seats are 0 to {last}."
        raise BadSetup(sentence, "starter", starter=starter, players=players, last=last)
    s.starter = -1 if options["starter"] == "random" else options["starter"]
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
def spend(s: Record, seat: int, kind: int, n: int) -> None:
    s.hand[seat, kind] -= n
    s.n_ingredients[seat] -= n
    s.holds[seat, kind] = max(0, s.holds[seat, kind] - n)
