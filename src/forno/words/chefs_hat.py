"""The words of Chef's Hat."""

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache

import numpy as np

from forno.rules.chefs_hat import rules
from forno.rules.chefs_hat.events import (
    Begins,
    Dealt,
    Exchanged,
    Finished,
    Gave,
    Passed,
    Pizza,
    Placed,
    Shift,
    Special,
)
from forno.rules.chefs_hat.names import CARDS, ROLES
from forno.rules.chefs_hat.texts import TEXTS
from forno.table import Event, Table
from forno.words.messages import Messages, who

_ELEVENS = frozenset(np.flatnonzero(rules.PLACED_NUMBER == 11).tolist())  # actions that place 11s


def sentence(words: Messages, event: Event, names: Sequence[str], me: int) -> str | None:
    key = f"chefs-hat.event.{event.name}"
    match event.data:
        case Placed() as placed:
            cards = placement(words, placed.number, placed.naturals, placed.jokers, golden=placed.golden)
            return words.text(key, **who(placed.seat, names, me), cards=cards)
        case Passed(seat):
            return words.text(key, **who(seat, names, me))
        case Begins() as begins:
            return _begins(words, begins, names, me)
        case Dealt(seat, dealt):
            return words.text(key, **who(seat, names, me), cards=" ".join(card(words, name) for name in dealt))
        case Special(seat, action, roles):
            new_roles = words.joined(_roles(words, roles, names, me))
            return words.text(f"{key}.{action}", **who(seat, names, me), roles=new_roles)
        case Gave(giver, receiver, gifts):
            to = who(receiver, names, me)
            cards = _gifts(words, gifts)
            return words.text(key, **who(giver, names, me), cards=cards, to_you=to["you"], to=to["name"])
        case Exchanged():
            return words.text(key)
        case Pizza(_, starter):
            return words.text(key, **who(starter, names, me))
        case Finished(seat, role):
            return words.text(key, **who(seat, names, me), role=words.text(f"role.{role}"))
        case Shift() as shift:
            return words.text(key, places=words.joined(_places(words, shift, names, me)))
    return None


def label(words: Messages, table: Table, action: int) -> str:
    return _label(words, action, action in _ELEVENS and _holds_golden(table))


def fixed_label(words: Messages, table: Table, action: int) -> str | None:
    return None if action in _ELEVENS else label(words, table, action)


@lru_cache(maxsize=5000)
def _label(words: Messages, action: int, golden: bool) -> str:
    if action == rules.PASS:
        return words.text("chefs-hat.action.pass")
    if action >= rules.SPECIALS:
        return words.text(f"chefs-hat.action.{TEXTS[action]}")
    if action >= rules.GIVE:
        return words.text("chefs-hat.action.give", cards=_gifts(words, [CARDS[action - rules.GIVE]]))
    number, naturals = int(rules.PLACED_NUMBER[action]), int(rules.PLACED_NATURALS[action])
    cards = placement(words, number, naturals, int(rules.PLACED_JOKERS[action]), golden=golden)
    return words.text("chefs-hat.action.place", cards=cards)


def card(words: Messages, name: str) -> str:
    """The short name of a card in a hand: 8, golden, joker."""
    return name if name.isdecimal() else words.text(f"chefs-hat.short.{name}")


@lru_cache(maxsize=5000)
def placement(words: Messages, number: int, naturals: int, jokers: int, *, golden: bool) -> str:
    """The cards of a placement, such as “three 8s and a joker”."""
    counts = {"golden": int(golden), str(number): naturals - int(golden), "joker": jokers}
    return words.joined(_counted(words, name, n) for name, n in counts.items() if n)


def _gifts(words: Messages, cards: Sequence[str]) -> str:
    return words.joined(_counted(words, name, n) for name, n in Counter(cards).items())


def _counted(words: Messages, name: str, n: int) -> str:
    if name == "golden":
        return words.text("chefs-hat.cards.golden")
    if name == "joker":
        return words.text("chefs-hat.cards.jokers", n=n, count=words.number(n))
    return words.text("chefs-hat.cards.number", n=n, count=words.number(n), number=int(name))


def _holds_golden(table: Table) -> bool:
    return bool(table.own_view.hand[rules.GOLDEN] == 1)


def _begins(words: Messages, begins: Begins, names: Sequence[str], me: int) -> str:
    if begins.roles[0] is None:
        return words.text("chefs-hat.event.begins.first")
    roles = words.joined(_roles(words, begins.roles, names, me))
    return words.text("chefs-hat.event.begins", shift=begins.shift, roles=roles)


def _roles(words: Messages, roles: Sequence[str | None], names: Sequence[str], me: int) -> list[str]:
    """Who has which role, the Chef first. Empty before the first shift is over."""
    by_role = sorted((ROLES.index(role), seat) for seat, role in enumerate(roles) if role is not None)
    return [
        words.text("chefs-hat.is", **who(seat, names, me), role=words.text(f"role.{ROLES[role]}"))
        for role, seat in by_role
    ]


def _places(words: Messages, shift: Shift, names: Sequence[str], me: int) -> list[str]:
    return [
        words.text(
            "chefs-hat.event.shift.place",
            **who(seat, names, me),
            role=words.text(f"role.{ROLES[place]}"),
            gain=int(rules.POINTS[place]),
            points=shift.points[seat],
        )
        for place, seat in enumerate(shift.finish)
    ]
