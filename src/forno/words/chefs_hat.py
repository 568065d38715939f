"""The words of Chef's Hat."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from forno.rules.chefs_hat import rules
from forno.rules.chefs_hat.texts import TEXTS
from forno.table import Event, Table
from forno.words.messages import Messages, who


def sentence(words: Messages, event: Event, names: Sequence[str], me: int) -> str | None:
    data = event.data
    key = f"chefs-hat.event.{event.name}"
    match event.name:
        case "begins":
            return _begins(words, data, names, me)
        case "dealt":
            cards = " ".join(card(words, name) for name in data["cards"])
            return words.text(key, **who(data["seat"], names, me), cards=cards)
        case "special":
            roles = words.joined(_roles(words, data["roles"], names, me))
            return words.text(f"{key}.{data['action']}", **who(data["seat"], names, me), roles=roles)
        case "gave":
            to = who(data["to"], names, me)
            cards = _gifts(words, data["cards"])
            return words.text(key, **who(data["from"], names, me), cards=cards, to_you=to["you"], to=to["name"])
        case "exchanged":
            return words.text(key)
        case "placed":
            return words.text(key, **who(data["seat"], names, me), cards=placement(words, data))
        case "passed":
            return words.text(key, **who(data["seat"], names, me))
        case "pizza":
            return words.text(key, **who(data["next"], names, me))
        case "finished":
            return words.text(key, **who(data["seat"], names, me), role=words.text(f"role.{data['role']}"))
        case "shift":
            return words.text(key, places=words.joined(_places(words, data, names, me)))
    return None


def label(words: Messages, table: Table, action: int) -> str:
    if action == rules.PASS:
        return words.text("chefs-hat.action.pass")
    if action >= rules.SPECIALS:
        return words.text(f"chefs-hat.action.{TEXTS[action]}")
    if action >= rules.GIVE:
        return words.text("chefs-hat.action.give", cards=_gifts(words, [rules.CARDS[action - rules.GIVE]]))
    number, naturals = int(rules.PLACED_NUMBER[action]), int(rules.PLACED_NATURALS[action])
    data = {
        "number": number,
        "naturals": naturals,
        "jokers": int(rules.PLACED_JOKERS[action]),
        "golden": number == 11 and _holds_golden(table),
    }
    return words.text("chefs-hat.action.place", cards=placement(words, data))


def card(words: Messages, name: str) -> str:
    """A card as it stands in a hand: 8, golden, joker."""
    return name if name.isdecimal() else words.text(f"chefs-hat.short.{name}")


def placement(words: Messages, data: Mapping[str, Any]) -> str:
    """Three 8s and a joker."""
    counts = {
        "golden": int(data["golden"]),
        str(data["number"]): data["naturals"] - int(data["golden"]),
        "joker": data["jokers"],
    }
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
    assert table.actor is not None
    return bool(table.view(table.actor)[0].hand[rules.GOLDEN] == 1)


def _begins(words: Messages, data: Mapping[str, Any], names: Sequence[str], me: int) -> str:
    if data["roles"][0] is None:
        return words.text("chefs-hat.event.begins.first")
    roles = words.joined(_roles(words, data["roles"], names, me))
    return words.text("chefs-hat.event.begins", shift=data["shift"], roles=roles)


def _roles(words: Messages, roles: Sequence[str | None], names: Sequence[str], me: int) -> list[str]:
    """Who is what, the Chef first; nothing before there are roles."""
    by_role = sorted((rules.ROLES.index(role), seat) for seat, role in enumerate(roles) if role is not None)
    return [
        words.text("chefs-hat.is", **who(seat, names, me), role=words.text(f"role.{rules.ROLES[role]}"))
        for role, seat in by_role
    ]


def _places(words: Messages, data: Mapping[str, Any], names: Sequence[str], me: int) -> list[str]:
    return [
        words.text(
            "chefs-hat.event.shift.place",
            **who(seat, names, me),
            role=words.text(f"role.{rules.ROLES[place]}"),
            gain=int(rules.POINTS[place]),
            points=data["points"][seat],
        )
        for place, seat in enumerate(data["finish"])
    ]
