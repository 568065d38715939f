"""What a seat of Mamma Mia! or Mamma Mia! Plus observes.

Seats are counted clockwise from the own one, which is 0. With fewer players the last rows stay empty. Kinds of ingredients are numbered
as in the rules and the actions; `colour` is the own one.
"""

from forno.observations.history import Rows, append_events, fields, write_history
from forno.observations.layout import MOST, Layout, Slice, Vector
from forno.observations.writing import bits, number, numbers, one_hot
from forno.rules.compiling import jit
from forno.rules.log import Log
from forno.rules.mamma_mia.classic import CLASSIC
from forno.rules.mamma_mia.events import EVENT_TYPES
from forno.rules.mamma_mia.plus import PLUS
from forno.rules.mamma_mia.recipes import NOTHING, chosen_kinds, count_of, crossed_out, is_bombastica, needed
from forno.rules.mamma_mia.state import (
    OVER,
    REQUEST,
    Edition,
    State,
    View,
)

_PHASES = 9


def _layout(game: str, edition: Edition, copies: int) -> Layout:
    kinds, orders, seats = edition.kinds, edition.n_orders, edition.kinds
    return Layout(
        game,
        0,
        (
            Slice("colour", (seats,), 0, 1, "own seat, whose kind is the personal ingredient"),
            Slice("players", (seats,), 0, 1, "who plays, the own seat first"),
            Slice("rounds", (2,), 0, 4, "finished; left, this one included"),
            Slice("helping", (1,), 0, 1, "whether others can be asked for cards"),
            Slice("phase", (_PHASES,), 0, 1, "deal, place, order, draw, choose, add, over, request, help"),
            Slice("turn", (seats,), 0, 1, "who is to decide; nobody where that is a secret"),
            Slice("holder", (seats,), 0, 1, "who takes the pizzas out"),
            Slice("idle", (1,), 0, seats, "turns in a row in which nothing was placed or drawn"),
            Slice("hand", (kinds,), 0, copies, "own ingredients"),
            Slice("menu", (orders,), 0, 1, "own orders in hand"),
            Slice("unseen", (kinds,), 0, copies, "ingredients in other hands and in the supply"),
            Slice("n_ingredients", (seats,), 0, MOST, "in hand"),
            Slice("n_orders", (seats,), 0, orders, "in hand"),
            Slice("waiting", (seats,), 0, orders, "orders in the waiter"),
            Slice("done", (seats,), 0, orders, "orders delivered"),
            Slice("holds", (seats, kinds), 0, copies, "what a hand is known to have at least"),
            Slice("shown", (seats, orders), 0, 1, "orders in hand that all know"),
            Slice("under", (seats, orders), 0, orders, "orders put back: 1 for the lowest in the waiter, and so on"),
            Slice("baked", (seats, orders), 0, 1, "orders that all saw being baked"),
            Slice("n_supply", (1,), 0, MOST, "cards in the supply"),
            Slice("oven", (kinds,), 0, copies, "ingredients in it that have not been taken out"),
            Slice("queue", (seats, orders), 0, MOST, "orders in it: 1 for the next to be taken out, and so on"),
            Slice(
                "before",
                (orders, kinds),
                0,
                copies,
                "for own orders in it: ingredients on the table or that come before",
            ),
            Slice("table", (kinds,), 0, copies, "taken out and not used"),
            Slice("used", (kinds,), 0, copies, "used in this round"),
            Slice("said_by", (seats,), 0, 1, "who placed ingredients last"),
            Slice("said_kind", (kinds,), 0, 1, "which ones"),
            Slice("said_number", (1,), 0, copies, "how many"),
            Slice("needs", (orders, kinds), -1, 7, "what each own order takes in any case; -1 for what is crossed out"),
            Slice(
                "chooses",
                (orders, kinds),
                0,
                15,
                "of which kinds it takes how many, if they are chosen; Bombastica: of all together",
            ),
            Slice("groups", (orders,), 0, 2, "how many kinds are chosen"),
            Slice("owner", (seats,), 0, 1, "whose order is being decided"),
            Slice("order", (orders,), 0, 1, "which one of the owner's"),
            Slice("order_needs", (kinds,), -1, 7, "what it takes in any case, as in `needs`"),
            Slice("order_chooses", (kinds,), 0, 15, "as in `chooses`"),
            Slice("chosen", (kinds,), 0, 1, "kinds chosen for it, once it is being asked for"),
            Slice("asking", (kinds,), 0, 1, "kind that the owner is to ask for next"),
            Slice("asked", (kinds,), 0, 15, "what the owner asks for"),
            Slice("helper", (seats,), 0, 1, "who gives it"),
            Slice("refused", (1,), 0, 1, "whether one has refused to help with it"),
            Slice("missing", (1,), 0, 15, "cards that the owner has yet to add"),
            Slice("added", (kinds,), 0, 15, "and has added"),
        ),
    )


LAYOUT = _layout("mamma-mia", CLASSIC, 13)
LAYOUT_PLUS = _layout("mamma-mia-plus", PLUS, 15)


@jit
def observe(v: View, out: Vector) -> None:
    _observe(v, out, CLASSIC)


@jit
def observe_plus(v: View, out: Vector) -> None:
    _observe(v, out, PLUS)


@jit
def _observe(v: View, out: Vector, edition: Edition) -> None:
    """Spectators observe as seat 0 would, without a hand."""
    out[:] = 0
    seats, kinds, orders = edition.kinds, edition.kinds, edition.n_orders
    own = max(0, int(v.seat))
    at = one_hot(out, 0, seats, own)
    for k in range(v.players):
        out[at + k] = 1
    at = number(out, at + seats, int(v.emptied))
    at = number(out, at, int(v.rounds) - int(v.emptied))
    at = number(out, at, int(v.helping))
    at = one_hot(out, at, _PHASES, int(v.phase))
    at = one_hot(out, at, seats, _from(v, own, int(v.actor) if v.phase != OVER else -1))
    at = one_hot(out, at, seats, _from(v, own, int(v.holder)))
    at = number(out, at, int(v.idle))
    at = numbers(out, at, v.hand, kinds)
    at = bits(out, at, orders, int(v.menu))
    unseen = at
    for kind in range(kinds):
        out[at + kind] = v.copies - v.hand[kind] - v.table[kind] - v.used[kind]
    at = _hands(v, out, at + kinds, own, edition)
    at = number(out, at, int(v.n_supply))
    for kind in range(kinds):  # cards added to a Bombastica have left the hand; the helper's leave it at the end
        out[unseen + kind] -= v.added[kind]
    at = _oven(v, out, at, own, unseen, edition)
    at = numbers(out, at, v.table, kinds)
    at = numbers(out, at, v.used, kinds)
    at = one_hot(out, at, seats, _from(v, own, int(v.said[0])))
    at = one_hot(out, at, kinds, int(v.said[1]))
    at = number(out, at, max(0, int(v.said[2])))
    for order in range(orders):
        _needs(out, at + order * kinds, int(v.recipe[own, order]), kinds)
    at += orders * kinds
    for order in range(orders):
        _chooses(out, at + order * kinds, int(v.recipe[own, order]), int(v.choice[own, order]), kinds)
    at += orders * kinds
    for order in range(orders):
        at = number(out, at, chosen_kinds(int(v.recipe[own, order])))
    _decision(v, out, at, own, edition)


@jit
def _from(v: View, own: int, seat: int) -> int:
    """A seat counted from the own one; -1 for nobody."""
    if seat < 0:
        return -1
    return int(seat - own if seat >= own else seat - own + v.players)


@jit
def _hands(v: View, out: Vector, at: int, own: int, edition: Edition) -> int:
    """What is known of all players."""
    seats, kinds, orders = edition.kinds, edition.kinds, edition.n_orders
    holds = at + 4 * seats
    shown = holds + seats * kinds
    under = shown + seats * orders
    baked = under + seats * orders
    for k in range(v.players):
        seat = own + k if own + k < v.players else own + k - int(v.players)
        out[at + k] = v.n_ingredients[seat]
        out[at + seats + k] = v.n_orders[seat]
        out[at + 2 * seats + k] = v.waiting[seat]
        out[at + 3 * seats + k] = v.done[seat]
        numbers(out, holds + k * kinds, v.holds[seat], kinds)
        bits(out, shown + k * orders, orders, int(v.shown[seat]))
        for place in range(int(v.under[seat])):
            out[under + k * orders + int(v.waiter[seat, place])] = place + 1
        bits(out, baked + k * orders, orders, int(v.baked[seat]))
    return int(baked + seats * orders)


@jit
def _oven(v: View, out: Vector, at: int, own: int, unseen: int, edition: Edition) -> int:
    """The oven in the order in which it will be taken out. A view that has forgotten it has -1 below the top."""
    seats, kinds, orders = edition.kinds, edition.kinds, edition.n_orders
    queue = at + kinds
    before = queue + seats * orders
    n = 0
    for k in range(v.at, v.n_oven):
        card = int(v.oven[k])
        if card < 0:
            continue
        if card < kinds:
            out[at + card] += 1
            out[unseen + card] -= 1
            continue
        n += 1
        owner, order = (card - kinds) // orders, (card - kinds) % orders
        out[queue + _from(v, own, owner) * orders + order] = n
        if owner == own:
            for kind in range(kinds):
                out[before + order * kinds + kind] = out[at + kind] + v.table[kind]
    return int(before + orders * kinds)


@jit
def _needs(out: Vector, at: int, recipe: int, kinds: int) -> None:
    for kind in range(kinds):
        out[at + kind] = needed(recipe, kind)
    crossed = crossed_out(recipe)
    if crossed != NOTHING:
        out[at + crossed] = -1


@jit
def _chooses(out: Vector, at: int, recipe: int, choice: int, kinds: int) -> None:
    if is_bombastica(recipe):
        choice = -1
    for kind in range(kinds):
        out[at + kind] = count_of(recipe) * ((choice >> kind) & 1)


@jit
def _decision(v: View, out: Vector, at: int, own: int, edition: Edition) -> None:
    """The order that is being decided."""
    seats, kinds, orders = edition.kinds, edition.kinds, edition.n_orders
    owner = int(v.owner)
    if owner < 0:
        return
    at = one_hot(out, at, seats, _from(v, own, owner))
    at = one_hot(out, at, orders, int(v.order))
    _needs(out, at, int(v.recipe[owner, v.order]), kinds)
    _chooses(out, at + kinds, int(v.recipe[owner, v.order]), int(v.choice[owner, v.order]), kinds)
    at = bits(out, at + 2 * kinds, kinds, int(v.chosen))
    at = one_hot(out, at, kinds, int(v.asking) if v.phase == REQUEST else -1)
    at = numbers(out, at, v.asked, kinds)
    at = one_hot(out, at, seats, _from(v, own, int(v.helper)))
    at = number(out, at, int(v.refused))
    at = number(out, at, int(v.missing))
    numbers(out, at, v.added, kinds)


_HISTORY = fields(EVENT_TYPES)


@jit
def remember(s: State, log: Log, ring: Rows) -> None:
    append_events(log, _HISTORY, s.recipe.shape[1], ring)


@jit
def recall(v: View, ring: Rows, out: Vector) -> None:
    write_history(ring, _HISTORY, max(0, int(v.seat)), int(v.players), out)
