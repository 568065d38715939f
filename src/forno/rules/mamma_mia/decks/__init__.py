"""Order decks as text: what the orders of each colour take.

People keep a deck in a TOML file with a list of orders for each colour (see mamma-mia.toml and docs/decks.md). Options and records
keep it as text on one line, which `from_toml` makes of such a file's text. Nothing here opens a file that somebody names: the
standard decks are data of this package.
"""

import functools
import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from importlib import resources
from typing import Any

import numpy as np
from numpy.typing import NDArray

from forno.rules.game import BadSetup, Option, Value
from forno.rules.mamma_mia.recipes import (
    BOMBASTICA,
    FORMS,
    GHIOTTONA,
    MAMMA_MIA,
    MINIMALE,
    MINIPIZZA,
    MONOTONI,
    MONOTONI_JUNIOR,
    NORMALE,
    NOTHING,
    form_of,
    needed,
    pack,
)

KINDS = ("pineapple", "olive", "pepper", "mushroom", "salami", "shrimp")
COLOURS = ("yellow", "purple", "green", "brown", "red", "pink")  # COLOURS[i] has the ingredient KINDS[i] (MM-1, MP-1)

STANDARD = "standard"


@dataclass(frozen=True, eq=False)
class Printed:
    """The shape of a game's decks: one colour for each kind, the number of orders of each, and the forms with their number of cards."""

    game: str
    kinds: int
    n_orders: int
    counts: Mapping[str, int]  # cards of a chosen kind, by form


@dataclass(frozen=True)
class Deck:
    recipe: NDArray[np.int32]  # by colour and order
    choice: NDArray[np.int8]  # the kinds to choose from, as bit sets


@dataclass(frozen=True)
class DeckOption(Option):
    printed: Printed = Printed("", 0, 0, {})

    @property
    def allowed(self) -> str:
        return f"{STANDARD} or the text of a deck (see docs/decks.md)"

    def read(self, value: Value) -> Value:
        if not isinstance(value, str) or self.is_file_name(value):
            raise BadSetup(f"option deck takes {self.allowed}.", "deck")
        build(self.printed, value)
        return value

    def is_file_name(self, value: str) -> bool:
        return value != STANDARD and not (":" in value and ";" in value)

    def read_file(self, text: str) -> Value:
        deck = from_toml(text)
        build(self.printed, deck)
        return deck


def from_toml(text: str) -> str:
    """A deck on one line from the text of a deck file. Only `build` checks the orders."""
    try:
        deck: dict[str, Any] = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise BadSetup(f"this deck cannot be read: {error}") from None
    for colour, orders in deck.items():
        if not isinstance(orders, list) or not all(isinstance(order, str) for order in orders):
            raise BadSetup(f'{colour}: expected a list of orders, like {colour} = ["4-olive", "each"].')
        for number, order in enumerate(orders, 1):
            if re.search("[,;:]", order) or not order.strip():
                raise BadSetup(f"{colour}, order {number}: there is no order {order!r}.")
        if re.search("[,;:\n]", colour):
            raise BadSetup(f"there is no colour {colour!r}.")
    return "; ".join(f"{colour}: {', '.join(map(_one_line, orders))}" for colour, orders in deck.items()) + ";"


def _one_line(text: str) -> str:
    return " ".join(text.split())


def standard(game: str) -> str:
    """The text of the file with a game's standard deck."""
    return resources.files(__name__).joinpath(f"{game}.toml").read_text(encoding="utf-8")


@functools.lru_cache(maxsize=64)
def build(printed: Printed, text: str) -> Deck:
    """The deck of a text on one line, or the standard one. BadSetup names the colour and the order of a mistake."""
    if text == STANDARD:
        text = from_toml(standard(printed.game))
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
    chosen, choice = 0, 0
    if form == NORMALE:
        need |= _normale(name, personal, printed)
    elif form == BOMBASTICA:
        need = {}
    elif form in (MONOTONI, MINIMALE, GHIOTTONA):
        chosen, choice = (2 if form == GHIOTTONA else 1), others
    elif form == MONOTONI_JUNIOR:
        need, chosen, choice = {}, 1, 2**printed.kinds - 1
    elif form == MINIPIZZA:
        need = {kinds[0]: printed.counts[name]}
    else:
        chosen, choice = 1, sum(2**kind for kind in kinds) & others
    if form == MAMMA_MIA and personal in kinds:
        raise BadSetup(f"{KINDS[personal]} is the personal ingredient: one of it is always needed.")
    if crossed in need:
        raise BadSetup(f"{KINDS[crossed]} cannot be both needed and crossed out.")
    choice &= ~(1 << crossed)  # MP-12
    count = printed.counts[name] if chosen or form == BOMBASTICA else 0
    return pack(form, need, chosen, count, crossed), choice


def _kind(word: str, printed: Printed) -> int:
    if word not in KINDS[: printed.kinds]:
        raise BadSetup(f"there is no ingredient {word!r}: there are {', '.join(KINDS[: printed.kinds])}.")
    return KINDS.index(word)


def _normale(name: str, personal: int, printed: Printed) -> dict[int, int]:
    """What a name like 4-olive or 2-olive-2-mushroom adds to the personal ingredient."""
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
    """The canonical names of the orders, by colour. They are unique within a colour."""
    return _names(np.ascontiguousarray(recipe).tobytes(), recipe.shape[1])


def _name(recipe: int, personal: int, kinds: int) -> str:
    form = form_of(recipe)
    if form != NORMALE:
        return FORMS[form]
    need = [needed(recipe, kind) for kind in range(kinds)]
    if need == [1] * kinds:
        return "each"
    return "-".join(f"{n}-{KINDS[kind]}" for kind, n in enumerate(need) if n and kind != personal)
