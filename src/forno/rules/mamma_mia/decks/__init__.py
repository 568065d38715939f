"""Order decks as data: what the orders of each colour take.

A deck is a TOML file with a list of orders for each colour, by their names (see mamma-mia.toml and docs/decks.md). Loaded, an order is two
numbers: a `recipe` of bit fields and the set of kinds from which its owner chooses.
"""

import functools
import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from forno.rules.game import BadSetup, Option, Value

KINDS = ("pineapple", "olive", "pepper", "mushroom", "salami", "shrimp")
COLOURS = (
    "yellow",
    "purple",
    "green",
    "brown",
    "red",
    "pink",
)  # MM-1, MP-1: COLOURS[i] has the personal ingredient KINDS[i]
FORMS = ("normale", "bombastica", "monotoni", "minimale", "ghiottona", "monotoni-junior", "minipizza", "mamma-mia")
NORMALE, BOMBASTICA, MONOTONI, MINIMALE, GHIOTTONA, MONOTONI_JUNIOR, MINIPIZZA, MAMMA_MIA = range(8)

# Bit fields of a recipe
NEED = 3  # bits for how many of each kind it takes in any case, kind by kind from bit 0 on
FORM = 18  # 3 bits
GROUPS = 21  # 2 bits: how many different kinds are chosen
COUNT = 23  # 4 bits: how many cards of each of them; for Bombastica, of any kind at least
CROSSED = 27  # 3 bits: the kind that must not lie on the table
NOTHING = 7  # crossed out

STANDARD = "standard"


@dataclass(frozen=True, eq=False)
class Printed:
    """What the decks of a game are like: colours (one for each kind), orders of a colour, forms with the number of cards of a chosen kind."""

    game: str
    kinds: int
    n_orders: int
    counts: Mapping[str, int]


@dataclass(frozen=True)
class Deck:
    recipe: NDArray[np.int32]  # by colour and order
    choice: NDArray[np.int8]  # bit sets of kinds


@dataclass(frozen=True)
class DeckOption(Option):
    """Set by the name of a file; its value is the deck itself on one line, so that a record needs no file."""

    printed: Printed = Printed("", 0, 0, {})

    @property
    def allowed(self) -> str:
        return f"{STANDARD} or the name of a deck file (see docs/decks.md)"

    def read(self, value: Value) -> Value:
        if not isinstance(value, str):
            raise BadSetup(f"option deck takes {self.allowed}.")
        if value == STANDARD:
            return value
        if ":" in value and ";" in value:  # the deck itself, from a record
            build(self.printed, value)
            return value
        text = _text(_load(Path(value)), value)
        try:
            build(self.printed, text)
        except BadSetup as error:
            raise BadSetup(f"{value}: {error}") from None
        return text


def _load(path: Path) -> dict[str, Any]:
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, ValueError) as error:
        raise BadSetup(f"{path}: this deck cannot be read: {error}") from None


def _text(deck: dict[str, Any], where: str) -> str:
    """A deck on one line, by which records keep it."""
    for colour, orders in deck.items():
        if not isinstance(orders, list) or not all(isinstance(order, str) for order in orders):
            raise BadSetup(f'{where}: {colour}: expected a list of orders, like {colour} = ["4-olive", "each"].')
        for number, order in enumerate(orders, 1):
            if re.search("[,;:]", order) or not order.strip():
                raise BadSetup(f"{where}: {colour}, order {number}: there is no order {order!r}.")
        if re.search("[,;:\n]", colour):
            raise BadSetup(f"{where}: there is no colour {colour!r}.")
    return "; ".join(f"{colour}: {', '.join(map(_one_line, orders))}" for colour, orders in deck.items()) + ";"


def _one_line(text: str) -> str:
    return " ".join(text.split())


@functools.lru_cache(maxsize=64)
def build(printed: Printed, text: str) -> Deck:
    """The deck of a text or the standard one; BadSetup names colour and order of what is wrong."""
    if text == STANDARD:
        path = Path(__file__).parent / f"{printed.game}.toml"
        text = _text(_load(path), path.name)
    colours: dict[str, list[str]] = {}
    for part in text.strip().strip(";").split(";"):
        colour, _, orders = part.partition(":")
        colours[colour.strip()] = [_one_line(order) for order in orders.split(",") if order.strip()]
    expected = COLOURS[: printed.kinds]
    if set(colours) != set(expected):
        raise BadSetup(f"the deck has the colours {', '.join(colours)}, but the game needs {', '.join(expected)}.")
    recipe = np.zeros((printed.kinds, printed.n_orders), np.int32)
    choice = np.zeros((printed.kinds, printed.n_orders), np.int8)
    for personal, colour in enumerate(expected):
        if len(colours[colour]) != printed.n_orders:
            raise BadSetup(
                f"the deck's {colour} has {len(colours[colour])} orders, but the game needs {printed.n_orders}."
            )
        for number, order in enumerate(colours[colour]):
            try:
                recipe[personal, number], choice[personal, number] = _order(order, personal, printed)
            except BadSetup as error:
                raise BadSetup(f"the deck's {colour}, order {number + 1} ({order}): {error}") from None
    return Deck(recipe, choice)


def _order(text: str, personal: int, printed: Printed) -> tuple[int, int]:
    """An order's recipe and choice from its name in a deck."""
    name, *words = text.split()
    crossed = personal if name in ("monotoni-junior", "minipizza") else NOTHING
    if words[-2:-1] == ["without"]:
        crossed = _kind(words[-1], printed)
        words = words[:-2]
    kinds = [_kind(word, printed) for word in words]
    form = FORMS.index(name) if name in FORMS[1:] else NORMALE
    if form and name not in printed.counts:
        raise BadSetup(f"this game has no {name}.")
    wanted = {MINIPIZZA: 1, MAMMA_MIA: 2}.get(form, 0)
    if len(kinds) != wanted or len(set(kinds)) != wanted:
        raise BadSetup(f"{name} takes {('no ingredient', 'one ingredient', 'two ingredients')[wanted]} after its name.")
    others = 2**printed.kinds - 1 - 2**personal
    need = {personal: 1}
    groups, choice = 0, 0
    match form:
        case 0:
            need |= _normale(name, personal, printed)
        case 1:
            need = {}
        case 2 | 3 | 4:
            groups, choice = (2 if form == GHIOTTONA else 1), others
        case 5:
            need, groups, choice = {}, 1, 2**printed.kinds - 1
        case 6:
            need = {kinds[0]: printed.counts[name]}
        case 7:
            groups, choice = 1, sum(2**kind for kind in kinds) & others
    if form == MAMMA_MIA and personal in kinds:
        raise BadSetup(f"{KINDS[personal]} is the personal ingredient: one of it is always needed.")
    if crossed in need:
        raise BadSetup(f"{KINDS[crossed]} cannot be both needed and crossed out.")
    choice &= ~(1 << crossed)  # MP-12
    count = printed.counts[name] if groups or form == BOMBASTICA else 0
    recipe = sum(n << (NEED * kind) for kind, n in need.items())
    return recipe | form << FORM | groups << GROUPS | count << COUNT | crossed << CROSSED, choice


def _kind(word: str, printed: Printed) -> int:
    if word not in KINDS[: printed.kinds]:
        raise BadSetup(f"there is no ingredient {word!r}: there are {', '.join(KINDS[: printed.kinds])}.")
    return KINDS.index(word)


def _normale(name: str, personal: int, printed: Printed) -> dict[int, int]:
    """Like 4-olive or 2-olive-2-mushroom, besides one personal ingredient."""
    if name == "each":
        return dict.fromkeys(range(printed.kinds), 1)
    if not re.fullmatch(r"[1-7]-[a-z]+(-[1-7]-[a-z]+)*", name):
        raise BadSetup(
            "there is no such order. Orders are like 4-olive, 2-olive-2-mushroom, each, "
            + ", ".join(printed.counts)
            + "."
        )
    parts = name.split("-")
    need = {_kind(kind, printed): int(n) for n, kind in zip(parts[::2], parts[1::2], strict=True)}
    if personal in need or len(need) != len(parts) // 2:
        raise BadSetup(f"name each other ingredient once, and not {KINDS[personal]}: one of it is always needed.")
    return need


@functools.lru_cache(maxsize=64)
def _names(recipes: bytes, n_orders: int) -> tuple[tuple[str, ...], ...]:
    rows = np.frombuffer(recipes, np.int32).reshape(-1, n_orders).tolist()
    named = []
    for personal, row in enumerate(rows):
        names: list[str] = []
        for recipe in row:
            name = _name(recipe, personal, len(rows))
            same = sum(
                other == name or (other.startswith(f"{name}-") and other[len(name) + 1 :].isdigit()) for other in names
            )
            names.append(f"{name}-{same + 1}" if same or name == "mamma-mia" else name)
        named.append(tuple(names))
    return tuple(named)


def names(recipe: NDArray[np.int32]) -> tuple[tuple[str, ...], ...]:
    """The orders' canonical names, by colour: unique within each."""
    return _names(np.ascontiguousarray(recipe).tobytes(), recipe.shape[1])


def _name(recipe: int, personal: int, kinds: int) -> str:
    form = recipe >> FORM & 7
    if form != NORMALE:
        return FORMS[form]
    need = [recipe >> NEED * kind & 7 for kind in range(kinds)]
    if need == [1] * kinds:
        return "each"
    return "-".join(f"{n}-{KINDS[kind]}" for kind, n in enumerate(need) if n and kind != personal)
