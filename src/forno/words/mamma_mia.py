"""The words of Mamma Mia! and Mamma Mia! Plus."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache

from forno.rules.event_data import EventData
from forno.rules.mamma_mia import events, orders
from forno.rules.mamma_mia.classic import CLASSIC
from forno.rules.mamma_mia.decks import KINDS
from forno.rules.mamma_mia.orders import Recipe, by_kind
from forno.rules.mamma_mia.plus import PLUS
from forno.rules.mamma_mia.state import Edition
from forno.table import Event, Table
from forno.words.messages import Argument, Messages, who


def sentence(words: Messages, event: Event, names: Sequence[str], me: int) -> str | None:
    if not (event.audience is None or event.audience):  # nobody sees it: it is there for traces
        return None
    return _public_sentence(words, event.data, names, me)


def _public_sentence(words: Messages, data: EventData, names: Sequence[str], me: int) -> str | None:
    key = f"mamma-mia.event.{data.name}"
    match data:
        case events.Placed(seat, kind, n):
            return words.text(key, **who(seat, names, me), cards=announced(words, kind, n))
        case events.Draw(seat, pile, n):
            if seat == me:  # who reads which cards they drew
                return None
            return words.text(key, **who(seat, names, me), pile=pile, n=n)
        case events.Drew(seat, pile, cards):
            return words.text(key, **who(seat, names, me), pile=pile, cards=_grouped(words, cards)) if cards else None
        case events.Ordered(seat, name) | events.Fail(seat, name):
            return words.text(key, **who(seat, names, me), order=order(words, name))
        case events.Begins(number):
            return words.text(key, round=number)
        case events.Starter(seat) | events.MammaMia(seat) | events.Pass(seat) | events.TakesOut(seat):
            return words.text(key, **who(seat, names, me))
        case events.Dealt(seat, cards):
            return words.text(key, **who(seat, names, me), cards=_grouped(words, cards))
        case _:
            return _taking_out(words, data, names, me)


def _taking_out(words: Messages, data: EventData, names: Sequence[str], me: int) -> str | None:
    key = f"mamma-mia.event.{data.name}"
    match data:
        case events.Revealed(seat, name, recipe, table):
            what: dict[str, Argument] = {"order": order(words, name), "takes": takes(words, recipe)}
            return words.text(key, **who(seat, names, me), **what, table=counted(words, table))
        case events.Bake(seat, _, used, from_hand):
            if not from_hand:
                return words.text(key, cards=counted(words, used))
            what = {"cards": counted(words, used), "added": counted(words, from_hand)}
            return words.text(f"{key}.adding", **who(seat, names, me), **what)
        case events.Round(_, oven, used):
            return words.text(key, oven=counted(words, oven), n=sum(used.values()))
        case events.Ask(seat, name, asked):
            return words.text(key, **who(seat, names, me), order=order(words, name), cards=counted(words, asked))
        case events.Help(_, None):
            return words.text(f"{key}.nobody")
        case events.Help(_, int(helper)):
            return words.text(key, **who(helper, names, me))
    return None


def label(words: Messages, table: Table, action: int) -> str:
    return fixed_label(words, table, action) or _label_now(words, table, table.text(action))


def fixed_label(words: Messages, table: Table, action: int) -> str | None:
    return _fixed_label(words, table.text(action))


@lru_cache(maxsize=5000)
def _fixed_label(words: Messages, text: str) -> str | None:
    verb, *rest = text.split()
    key = f"mamma-mia.action.{verb}"
    match verb:
        case "place" | "request":
            n = int(rest[0])
            return words.text(key, n=n, ingredient=ingredient(words, rest[1], n))
        case "order":
            return words.text(key, order=order(words, rest[0]))
        case "no":
            return words.text("mamma-mia.action.no-order")
        case "add":
            return words.text(key, ingredient=ingredient(words, rest[0], 1))
        case "ask":
            return words.text(key, kinds=_kinds(words, rest), chosen=len(rest))
        case "draw" | "bake" | "help":
            return None
    return words.text(key)


def _label_now(words: Messages, table: Table, text: str) -> str:
    verb, *rest = text.split()
    match verb:
        case "draw":
            return words.text("mamma-mia.action.draw", pile=rest[0], n=_n_drawn(table, rest[0]))
        case "bake":
            return _bake_label(words, table, rest)
    return words.text("mamma-mia.action.help", cards=counted(words, by_kind(table.own_view.asked)))


def warning(words: Messages, table: Table, action: int) -> str | None:
    """Seven orders in hand never change again: nothing can be placed, and a full hand draws nothing (MM-15)."""
    edition = _edition(table)
    if edition.skip or action != edition.draw + 1:  # the waiter; MP-6: Plus draws all the same
        return None
    view, limit = table.own_view, edition.limit
    full = view.n_orders[table.actor] + _n_drawn(table, "waiter") == limit
    return words.text("mamma-mia.warning.stuck", n=limit) if full and not view.n_ingredients[table.actor] else None


def _n_drawn(table: Table, pile: str) -> int:
    """How many cards the seat to act draws from a pile (MM-9, MP-5)."""
    view, edition, seat = table.own_view, _edition(table), table.actor
    missing = edition.limit - view.n_ingredients[seat] - view.n_orders[seat]
    there = view.n_supply if pile == "supply" else view.waiting[seat]
    return int(min(missing, edition.most, there))


def _edition(table: Table) -> Edition:
    return CLASSIC if table.game.id == "mamma-mia" else PLUS


def _bake_label(words: Messages, table: Table, kinds: Sequence[str]) -> str:
    """Names what the owner must add, so that they need not work it out."""
    view = table.own_view
    recipe = orders.recipe(view.record, view.owner, view.order)
    baked = words.text("mamma-mia.action.bake", kinds=_kinds(words, kinds), chosen=len(kinds))
    if recipe.form == "bombastica":
        any_cards = max(0, recipe.cards - sum(view.table))
        added = words.text("mamma-mia.cards.any", n=any_cards) if any_cards else ""
    else:
        needs = Counter(recipe.needs) + Counter(dict.fromkeys(kinds, recipe.cards))
        lacking = needs - Counter(by_kind(view.table))
        added = counted(words, {kind: lacking[kind] for kind in KINDS if lacking[kind]}) if lacking else ""
    return words.text("mamma-mia.action.bake.adding", bake=baked, cards=added) if added else baked


def _kinds(words: Messages, kinds: Sequence[str]) -> str:
    return words.joined(ingredient(words, kind, 2) for kind in kinds) if kinds else ""


@lru_cache(maxsize=1000)
def ingredient(words: Messages, kind: str, n: int = 1) -> str:
    """The name of an ingredient in the right plural form for n cards."""
    return words.text(f"ingredient.{kind}", n=n)


@lru_cache(maxsize=1000)
def announced(words: Messages, kind: str, n: int) -> str:
    """What a player announces, such as “three olives”."""
    return words.text(f"announced.{kind}", n=n, count=words.number(n))


def counted(words: Messages, cards: Mapping[str, int]) -> str:
    """Counted cards, such as “2 olives and 3 salami”."""
    return _counted(words, tuple(cards.items()))


@lru_cache(maxsize=5000)
def _counted(words: Messages, cards: tuple[tuple[str, int], ...]) -> str:
    if not cards:
        return words.text("mamma-mia.cards.none")
    return words.joined(f"{n} {ingredient(words, kind, n)}" for kind, n in cards)


def _grouped(words: Messages, cards: Iterable[str]) -> str:
    """Ingredients are counted, orders are named."""
    return words.joined(
        f"{n} {ingredient(words, card, n)}"
        if card in KINDS
        else words.text("mamma-mia.cards.order", order=order(words, card))
        for card, n in Counter(cards).items()
    )


@lru_cache(maxsize=1000)
def order(words: Messages, name: str) -> str:
    """The title of an order from its canonical name: “4 olives” for `4-olive`."""
    title, _, number = name.rpartition("-")
    if number.isdecimal():  # several orders have the same name
        return words.text("order.numbered", order=order(words, title), number=int(number))
    if not name[0].isdecimal():
        return words.text(f"order.{name}")
    parts = name.split("-")
    return counted(words, {kind: int(n) for n, kind in zip(parts[::2], parts[1::2], strict=True)})


def takes(words: Messages, recipe: Recipe) -> str:
    """The ingredients that an order takes, as text."""
    crossed = recipe.crossed
    return words.text(
        f"takes.{recipe.form}",
        needs=counted(words, recipe.needs),
        n=recipe.cards,
        first=ingredient(words, recipe.of[0], recipe.cards) if recipe.of else "",
        second=ingredient(words, recipe.of[-1], recipe.cards) if recipe.of else "",
    ) + (words.text("takes.crossed", ingredient=ingredient(words, crossed, 2)) if crossed else "")
