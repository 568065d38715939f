"""Chef's Hat in the terminal."""

from collections.abc import Sequence
from typing import Any

from rich import box
from rich.console import RenderableType
from rich.panel import Panel
from rich.table import Table as Grid
from rich.text import Text

from forno.cli.drawing.drawing import Beside, Group
from forno.rules.chefs_hat import rules
from forno.rules.chefs_hat.events import Begins, Pizza, Placed, Shift
from forno.rules.chefs_hat.names import ROLES
from forno.table import Event, Table
from forno.words import Words, who

_STYLES = (
    "bold red",
    "bold bright_red",
    "bold green",
    "bold cyan",
    "bold bright_green",
    "bold magenta",
    "bold bright_magenta",
    "bold yellow",
    "bold bright_blue",
    "bold bright_red",
    "bold white",
    "bold bright_yellow",
    "bold bright_cyan",
)  # by type of card


class ChefsHatDrawing:
    examples: tuple[str, ...] = ("8x3", "8x3+1j", "11x2", "jx2", "pass", "give 7", "food-fight")

    def table(self, words: Words, table: Table, names: Sequence[str], seat: int) -> RenderableType:
        return Beside(_players(words, table, names, seat), _pizza(words, table, names, seat))

    def hand(self, words: Words, table: Table, seat: int) -> Text:
        return cards(table.view(seat)[0].hand) or Text(words.text("terminal.no-cards"), "dim")

    def groups(self, words: Words, table: Table) -> list[Group]:
        """By number, commonest first as in the hand's right end: so that the list reads like the hand."""
        found: dict[str, list[int]] = {}
        for position, action in enumerate(table.legal().tolist()):
            found.setdefault(_heading(words, action), []).append(position)
        return list(found.items())

    def pauses(self, event: Event) -> bool:
        return isinstance(event.data, Shift)


def cards(counts: Any, gap: str = "   ") -> Text:
    """Cards in the order of their numbers, those of a kind together."""
    text = Text()
    for card, count in enumerate(counts):
        if count > 0:
            name = "J" if card == rules.JOKER else "11★" if card == rules.GOLDEN else str(card + 1)
            text.append(gap if text else "").append(" ".join([name] * int(count)), _STYLES[card])
    return text


def _role(words: Words, role: int) -> str:
    return words.text(f"role.{ROLES[role]}")


def _players(words: Words, table: Table, names: Sequence[str], seat: int) -> Grid:
    view = table.view(seat)[0]
    grid = Grid(box=box.SIMPLE_HEAD, pad_edge=False, padding=(0, 1, 0, 0), show_edge=False)
    # Widths that hold whatever comes: so that nothing moves from one decision to the next.
    grid.add_column(f"  {words.text('terminal.cook')}", min_width=8, max_width=20, no_wrap=True)
    grid.add_column(words.text("terminal.role"), min_width=10, no_wrap=True)
    grid.add_column(words.text("terminal.points"), min_width=6, justify="right")
    grid.add_column(words.text("terminal.cards"), min_width=5, justify="right")
    grid.add_column("", min_width=14, no_wrap=True)
    for k, name in enumerate(names):
        turn = "▸ " if view.actor == k and not table.is_over else "  "
        role = _role(words, view.role[k]) if view.role[k] >= 0 else "-"
        shown = words.text("terminal.you") if k == seat else name
        row = (turn + shown, role, str(view.points[k]), str(view.held[k]), _mark(words, view, k))
        grid.add_row(*row, style="bold" if k == seat else "dim" if view.passed[k] or view.held[k] == 0 else "")
    return grid


def _mark(words: Words, view: Any, seat: int) -> str:
    if view.phase in (rules.PIZZA, rules.OVER):
        for place in range(view.out):
            if view.finish[place] == seat:
                return words.text("terminal.chefs-hat.out", role=_role(words, place))
        if view.passed[seat]:
            return words.text("terminal.chefs-hat.passed")
        if view.last == seat:
            return words.text("terminal.chefs-hat.placed-last")
    return ""


def _pizza(words: Words, table: Table, names: Sequence[str], seat: int) -> Panel:
    view = table.view(seat)[0]
    lines = Text()
    if view.phase == rules.PIZZA and view.number == rules.EMPTY:
        lines.append(words.text("terminal.chefs-hat.new-pizza"), "bold")
        lines.append(f"\n{words.text('terminal.chefs-hat.starter', **who(view.actor, names, seat))}")
    elif view.phase == rules.PIZZA:
        lines = _last_placement(words, table, names, seat)
    elif view.phase == rules.EXCHANGE:
        lines.append(words.text("terminal.chefs-hat.exchange"))
    elif view.phase == rules.SPECIAL:
        lines.append(words.text("terminal.chefs-hat.special"))
    else:
        lines.append(words.text("terminal.chefs-hat.over"))
    shift = int(view.shift) + (0 if table.is_over else 1)
    until = "shifts" if view.shifts > 0 else "points"
    n = int(view.shifts if view.shifts > 0 else view.target)
    title = words.text("terminal.chefs-hat.shift", shift=shift, until=until, n=n)
    return Panel(lines, title=title, border_style="yellow", padding=(0, 1), expand=True)


def _last_placement(words: Words, table: Table, names: Sequence[str], seat: int) -> Text:
    view = table.view(seat)[0]
    placed = _placements_on_this_pizza(table, seat)
    lines = Text()
    for earlier in placed[:-1][-4:]:
        lines.append(f"{_short(earlier)} → ", "dim")
    lines.append(_placed_cards(placed[-1])).append(f" {_ingredient(words, view.number)}\n")
    lines.append(words.text("terminal.chefs-hat.by", **who(view.last, names, seat)))
    if view.number > 1:
        top = words.text("terminal.chefs-hat.to-top", count=int(view.count), number=int(view.number) - 1)
        lines.append(top, "dim")
    return lines


def _placements_on_this_pizza(table: Table, seat: int) -> list[Placed]:
    found: list[Placed] = []
    for event in reversed(table.events_for(seat)):
        match event.data:
            case Pizza() | Begins():
                break
            case Placed() as placed:
                found.append(placed)
    return found[::-1]


def _placed_cards(placed: Placed) -> Text:
    counts = [0] * rules.TYPES
    if placed.naturals:
        counts[placed.number - 1] = placed.naturals - placed.golden
    counts[rules.GOLDEN] = int(placed.golden)
    counts[rules.JOKER] = placed.jokers
    return cards(counts, " ")


def _short(placed: Placed) -> str:
    if not placed.naturals:
        return f"jx{placed.jokers}"
    return f"{placed.number}x{placed.naturals}" + (f"+{placed.jokers}j" if placed.jokers else "")


def _ingredient(words: Words, number: int) -> str:
    return words.text(f"chefs-hat.card.{number if number < 12 else 'joker'}")


def _heading(words: Words, action: int) -> str:
    if rules.PLACE <= action < rules.GIVE:
        number = int(rules.PLACED_NUMBER[action])
        return f"{number} {_ingredient(words, number)}" if number < 12 else _ingredient(words, number)
    return ""
