"""Draws a game as text or as a picture, with all cards face up."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from forno.rules.chefs_hat import rules as chefs_hat
from forno.rules.chefs_hat.names import CARDS
from forno.rules.chefs_hat.texts import cards as card_names
from forno.rules.game import NOBODY, Game
from forno.rules.mamma_mia import decks
from forno.rules.mamma_mia import state as mamma_mia
from forno.rules.records import Records

MODES = ("ansi", "rgb_array", "human")
LAST = 6  # number of recent actions shown
Cards = list[tuple[str, str]]  # text and colour


@dataclass(frozen=True)
class Seat:
    cards: Cards
    points: int
    note: str  # beside the points
    decides: bool


@dataclass(frozen=True)
class Scene:
    title: str
    middle: str  # what is on the table
    seats: tuple[Seat, ...]
    last: tuple[str, ...]  # the latest actions


def render(mode: str | None, game: Game, states: Records, players: int, last: Iterable[str]) -> Any:
    """Return what Gymnasium and PettingZoo expect for this mode."""
    if mode is None:
        return None
    drawn = scene(game, states, players, last)
    if mode == "rgb_array":
        return picture(drawn)
    if mode == "ansi":
        return text(drawn)
    print(text(drawn))  # noqa: T201  the mode `human` prints
    return None


def scene(game: Game, states: Records, players: int, last: Iterable[str]) -> Scene:
    points = np.zeros(players, np.int64)
    game.score(states, 0, points)
    actor = game.actor(states, 0)
    middle, hands = _DESCRIPTIONS.get(game.id, _any_game)(states[0], players)
    title = f"{game.title}: " + ("over" if actor == NOBODY else f"seat {actor} decides")
    seats = (Seat(cards, int(points[k]), note, k == actor) for k, (cards, note) in enumerate(hands))
    return Scene(title, middle, tuple(seats), tuple(last))


_HATS = ("Chef", "Sous-Chef", "Waiter", "Dishwasher")
_SHADES = (  # the numbers of Chef's Hat from rare to common, then the golden mozzarella and the jokers
    *("#7a0c2e", "#a81c2f", "#c73d2c", "#d9622b", "#e3862c", "#d9a441", "#b7ab5a", "#8f9f62", "#6d8f6b", "#5b7f78"),
    *("#7d8790", "#d4a017", "#5e4b8b"),
)


def _chefs_hat(s: chefs_hat.State, players: int) -> tuple[str, list[tuple[Cards, str]]]:
    pizza = "the pizza is empty"
    if s.count > 0:
        what = "jokers" if s.number == 12 else f"number {s.number}"
        pizza = f"on the pizza: {s.count} of {what}, by seat {s.last}"
    shade = dict(zip(CARDS, _SHADES, strict=True))
    hands = []
    for seat in range(players):
        role = _HATS[s.role[seat]] if s.role[seat] >= 0 else ""
        passed = "passed" if s.passed[seat] else ""
        hand = [(card, shade[card]) for card in card_names(s.hand[seat].tolist())]
        hands.append((hand, ", ".join(filter(None, (role, passed)))))
    return f"shift {s.shift + 1}, {pizza}", hands


_COLOURS = ("#d9a441", "#5e4b8b", "#4f8f3a", "#8a5a3c", "#c73d2c", "#e58fa0")  # one per ingredient


def _mamma_mia(s: mamma_mia.State, players: int) -> tuple[str, list[tuple[Cards, str]]]:
    kinds = len(s.table)
    names = decks.names(s.recipe)
    hands = []
    for seat in range(players):
        hand = [(decks.KINDS[kind], _COLOURS[kind]) for kind in range(kinds) for _ in range(s.hand[seat, kind])]
        menu = [(name, "#4a4a4a") for k, name in enumerate(names[seat]) if s.menu[seat] >> k & 1]
        hands.append((hand + menu, f"{s.waiting[seat]} orders in the waiter"))
    table = ", ".join(f"{n} {kind}" for kind, n in zip(decks.KINDS, s.table.tolist(), strict=False) if n)
    middle = f"round {min(s.emptied + 1, s.rounds)}, {s.n_oven} cards in the oven, {s.n_supply} in the supply"
    return middle + (f", on the table: {table}" if table else ""), hands


def _any_game(s: Any, players: int) -> tuple[str, list[tuple[Cards, str]]]:
    """The fallback for other games: all fields of the state. If there is a field `hand`, its rows are the seats' cards."""
    names = list(s.dtype.names)
    hands: list[tuple[Cards, str]] = [([], "")] * players
    if "hand" in names and s.hand.ndim == 2:
        names.remove("hand")
        hands = [
            ([(_number(k, n), "#5b7f78") for k, n in enumerate(hand) if n], "") for hand in s.hand.tolist()[:players]
        ]
    return ", ".join(f"{name} {s[name].tolist()}" for name in names), hands


def _number(kind: int, n: int) -> str:
    return str(kind) if n == 1 else f"{n}x{kind}"


_DESCRIPTIONS: dict[str, Callable[[Any, int], tuple[str, list[tuple[Cards, str]]]]] = {
    "chefs-hat": _chefs_hat,
    "mamma-mia": _mamma_mia,
    "mamma-mia-plus": _mamma_mia,
}


def text(drawn: Scene) -> str:
    lines = [drawn.title, drawn.middle]
    for k, seat in enumerate(drawn.seats):
        mark = ">" if seat.decides else " "
        note = f", {seat.note}" if seat.note else ""
        lines.append(f"{mark} seat {k} ({seat.points} points{note}): {' '.join(card for card, _ in seat.cards)}")
    if drawn.last:
        lines.append("last: " + ", ".join(drawn.last))
    return "\n".join(lines) + "\n"


def picture(drawn: Scene) -> NDArray[np.uint8]:
    """An RGB picture, 720 pixels wide."""
    from matplotlib.backends.backend_agg import FigureCanvasAgg  # noqa: PLC0415  an extra, and slow to import
    from matplotlib.figure import Figure  # noqa: PLC0415
    from matplotlib.patches import FancyBboxPatch  # noqa: PLC0415

    figure = Figure(figsize=(7.2, 1.3 + 0.8 * len(drawn.seats)), dpi=100, facecolor="#fbf6ec")
    canvas: Any = FigureCanvasAgg(figure)  # partly untyped
    axes = figure.add_axes((0, 0, 1, 1))
    height = 13 + 8 * len(drawn.seats)
    axes.set_xlim(0, 72)
    axes.set_ylim(height, 0)
    axes.axis("off")
    axes.text(2, 3.4, drawn.title, fontsize=14, weight="bold", color="#3b2a20")
    axes.text(2, 6.4, drawn.middle, fontsize=9, color="#3b2a20")
    for k, seat in enumerate(drawn.seats):
        top = 9 + 8 * k
        weight = "bold" if seat.decides else "normal"
        name = f"{'▸ ' if seat.decides else ''}seat {k}: {seat.points} points" + (f", {seat.note}" if seat.note else "")
        axes.text(2, top + 1.2, name, fontsize=9, weight=weight, color="#a81c2f" if seat.decides else "#3b2a20")
        longest = max((len(card) for card, _ in seat.cards), default=0)
        width = min(68 / max(1, len(seat.cards)), 3.6 if longest <= 2 else 7.2)
        for n, (card, colour) in enumerate(seat.cards):
            left, style = 2 + n * width, "round,pad=0,rounding_size=0.6"
            axes.add_patch(FancyBboxPatch((left, top + 2), width - 0.5, 4.4, style, facecolor=colour, edgecolor="none"))
            shown: dict[str, Any] = {"fontsize": 8 if longest > 2 else 10, "ha": "center", "va": "center"}
            axes.text(left + width / 2 - 0.25, top + 4.2, _short(card, width), color="white", **shown)
    axes.text(2, height - 1.4, ", ".join(drawn.last), fontsize=8, color="#7d6a58")
    canvas.draw()
    return np.asarray(canvas.buffer_rgba())[..., :3].copy()


def _short(card: str, width: float) -> str:
    """Cut the name to fit the width."""
    return card if len(card) <= width * 1.4 else card[: max(2, int(width * 1.3) - 1)] + "."
