"""The words of Mamma Mia! and Mamma Mia! Plus."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from forno.rules.mamma_mia import texts
from forno.rules.mamma_mia.decks import KINDS
from forno.table import Event, Table
from forno.words.messages import Argument, Messages, who


def sentence(words: Messages, event: Event, names: Sequence[str], me: int) -> str | None:
    if not (event.audience is None or event.audience):  # what nobody sees, for traces
        return None
    data = event.data
    arguments = who(data["seat"], names, me) if "seat" in data else {}
    key = f"mamma-mia.event.{event.name}"
    match event.name:
        case "laid" | "left":  # told by what follows
            return None
        case "placed":
            return words.text(key, **arguments, cards=announced(words, data["kind"], data["n"]))
        case "draw":  # their own cards tell more
            return None if data["seat"] == me else words.text(key, **arguments, pile=data["pile"], n=data["n"])
        case "drew" if not data["cards"]:
            return None
        case "help":
            return words.text(f"{key}.nobody") if data["helper"] is None else _helps(words, data, names, me)
        case "bake":
            return _bake(words, data, arguments)
    return words.text(key, **arguments, **_rest(words, data))


def _rest(words: Messages, data: Mapping[str, Any]) -> dict[str, Argument]:
    """What else a message may want to say, each field in words."""
    found: dict[str, Argument] = {}
    for field, value in data.items():
        match field:
            case "round" | "pile":
                found[field] = value
            case "order":
                found[field] = order(words, value)
            case "takes":
                found[field] = takes(words, value)
            case "cards":
                found[field] = _grouped(words, value) if isinstance(value, list) else counted(words, value)
            case "table" | "oven":
                found[field] = counted(words, value)
            case "used":
                found["n"] = sum(value.values())
    return found


def _bake(words: Messages, data: Mapping[str, Any], arguments: Mapping[str, Argument]) -> str:
    used = counted(words, data["used"])
    if not data["from_hand"]:
        return words.text("mamma-mia.event.bake", cards=used)
    return words.text("mamma-mia.event.bake.adding", **arguments, cards=used, added=counted(words, data["from_hand"]))


def _helps(words: Messages, data: Mapping[str, Any], names: Sequence[str], me: int) -> str:
    return words.text("mamma-mia.event.help", **who(data["helper"], names, me))


def label(words: Messages, table: Table, action: int) -> str:
    verb, *rest = table.text(action).split()
    key = f"mamma-mia.action.{verb}"
    match verb:
        case "place" | "request":
            n = int(rest[0])
            return words.text(key, n=n, ingredient=ingredient(words, rest[1], n))
        case "order":
            return words.text(key, order=order(words, rest[0]))
        case "no":
            return words.text("mamma-mia.action.no-order")
        case "draw":
            return words.text(key, pile=rest[0])
        case "add":
            return words.text(key, ingredient=ingredient(words, rest[0], 1))
        case "bake":
            return _bake_label(words, table, rest)
        case "ask":
            return words.text(key, kinds=_kinds(words, rest), chosen=len(rest))
        case "help":
            return words.text(key, cards=counted(words, _by_kind(_own_view(table).asked)))
    return words.text(key)


def _bake_label(words: Messages, table: Table, kinds: Sequence[str]) -> str:
    """With what the owner must add, which they would else have to work out."""
    view = _own_view(table)
    recipe = texts.recipe(view, int(view.owner), int(view.order))
    baked = words.text("mamma-mia.action.bake", kinds=_kinds(words, kinds), chosen=len(kinds))
    if recipe["form"] == "bombastica":
        any_cards = max(0, recipe["cards"] - int(view.table.sum()))
        added = words.text("mamma-mia.cards.any", n=any_cards) if any_cards else ""
    else:
        needs = Counter(recipe["needs"]) + Counter(dict.fromkeys(kinds, recipe["cards"]))
        lacking = needs - Counter(_by_kind(view.table))
        added = counted(words, {kind: lacking[kind] for kind in KINDS if lacking[kind]}) if lacking else ""
    return words.text("mamma-mia.action.bake.adding", bake=baked, cards=added) if added else baked


def _own_view(table: Table) -> Any:
    assert table.actor is not None
    return table.view(table.actor)[0]


def _by_kind(counts: Sequence[int]) -> dict[str, int]:
    return {kind: int(n) for kind, n in zip(KINDS, counts, strict=False) if n}


def _kinds(words: Messages, kinds: Sequence[str]) -> str:
    return words.joined(ingredient(words, kind, 2) for kind in kinds) if kinds else ""


def ingredient(words: Messages, kind: str, n: int = 1) -> str:
    """The name of so many cards of an ingredient, without the number."""
    return words.text(f"ingredient.{kind}", n=n)


def announced(words: Messages, kind: str, n: int) -> str:
    """As one says it aloud: three olives."""
    return words.text(f"announced.{kind}", n=n, count=words.number(n))


def counted(words: Messages, cards: Mapping[str, int]) -> str:
    """Two olives and three salami."""
    if not cards:
        return words.text("mamma-mia.cards.none")
    return words.joined(f"{n} {ingredient(words, kind, n)}" for kind, n in cards.items())


def _grouped(words: Messages, cards: Iterable[str]) -> str:
    """Three salami as such; an order by its name."""
    return words.joined(
        f"{n} {ingredient(words, card, n)}"
        if card in KINDS
        else words.text("mamma-mia.cards.order", order=order(words, card))
        for card, n in Counter(cards).items()
    )


def order(words: Messages, name: str) -> str:
    """An order's title from its canonical name: `4-olive` is “4 olives”."""
    title, _, number = name.rpartition("-")
    if number.isdecimal():  # one of several with the same name
        return words.text("order.numbered", order=order(words, title), number=int(number))
    if not name[0].isdecimal():
        return words.text(f"order.{name}")
    parts = name.split("-")
    return counted(words, {kind: int(n) for n, kind in zip(parts[::2], parts[1::2], strict=True)})


def takes(words: Messages, recipe: Mapping[str, Any]) -> str:
    """What an order takes, in words (see `forno.rules.mamma_mia.texts.recipe`)."""
    crossed = recipe["crossed"]
    return words.text(
        f"takes.{recipe['form']}",
        needs=counted(words, recipe["needs"]),
        n=recipe["cards"],
        first=ingredient(words, recipe["of"][0], recipe["cards"]) if recipe["of"] else "",
        second=ingredient(words, recipe["of"][-1], recipe["cards"]) if recipe["of"] else "",
    ) + (words.text("takes.crossed", ingredient=ingredient(words, crossed, 2)) if crossed else "")
