"""Mamma Mia! and Mamma Mia! Plus in the terminal."""

from collections import Counter
from collections.abc import Sequence

from rich import box
from rich.console import RenderableType
from rich.panel import Panel
from rich.table import Table as RichTable
from rich.text import Text

from forno.cli.drawing.base import Group, SideBySide
from forno.rules.mamma_mia import decks
from forno.rules.mamma_mia.decks import KINDS
from forno.rules.mamma_mia.events import Round
from forno.rules.mamma_mia.orders import recipe
from forno.rules.mamma_mia.state import CHOOSE, View
from forno.table import Event, Table
from forno.words import Words, who
from forno.words.mamma_mia import announced, ingredient, order, takes

_STYLES = (
    "bold bright_yellow",
    "bold magenta",
    "bold green",
    "bold yellow",
    "bold red",
    "bold bright_magenta",
)  # by kind and colour


class MammaMiaDrawing:
    examples: tuple[str, ...] = (
        "place 3 salami",
        "order 4-salami",
        "no order",
        "draw supply",
        "draw waiter",
        "bake",
        "bake olive",
        "decline",
        "add olive",
    )
    shows_delivered = True

    def table(self, words: Words, table: Table, names: Sequence[str], seat: int) -> RenderableType:
        return SideBySide(self._players(words, table, names, seat), _oven(words, table, names, seat))

    def hand(self, words: Words, table: Table, seat: int) -> Text:
        """Ingredients, then each order with the name to type and what it takes."""
        view: View = table.view(seat)[0]
        text = Text("   ").join(_cards(words, view.hand.tolist()))
        for number, name in enumerate(decks.names(view.recipe)[seat]):
            if int(view.menu) >> number & 1:
                title, needs = order(words, name), takes(words, recipe(view, seat, number))
                line = Text(words.text("order.takes", order=title, takes=needs), "dim")
                line.stylize(_STYLES[seat], 0, len(title))
                text.append("\n  ").append(line).append(f" (order {name})", "dim")
        return text if text.plain else Text(words.text("terminal.no-cards"), "dim")

    def groups(self, words: Words, table: Table) -> list[Group]:
        found: dict[str, list[int]] = {}
        for position, action in enumerate(table.legal().tolist()):
            verb, *rest = table.text(action).split()
            heading = ingredient(words, rest[-1], 2) if verb in ("place", "request") else ""
            found.setdefault(heading, []).append(position)
        return list(found.items())

    def pauses(self, event: Event) -> bool:
        return isinstance(event.data, Round)

    def _players(self, words: Words, table: Table, names: Sequence[str], seat: int) -> RichTable:
        view: View = table.view(seat)[0]
        grid = RichTable(box=box.SIMPLE_HEAD, pad_edge=False, padding=(0, 1, 0, 0), show_edge=False)
        grid.add_column(f"  {words.text('terminal.cook')}", min_width=8, max_width=20, no_wrap=True)
        grid.add_column(words.text("terminal.personal"), min_width=9, no_wrap=True)
        for heading in ("terminal.hand", "terminal.orders", "terminal.waiter", "terminal.done"):
            grid.add_column(words.text(heading), justify="right")
        for k, name in enumerate(names):
            turn = "▸ " if view.actor == k and not table.is_over else "  "
            open_now = self.shows_delivered or view.memory_aid or table.is_over
            grid.add_row(
                turn + (words.text("terminal.you") if k == seat else name),
                Text(ingredient(words, KINDS[k], 1), _STYLES[k]),
                str(view.n_ingredients[k] + view.n_orders[k]),
                str(view.n_orders[k]),
                str(view.waiting[k]),
                str(view.done[k]) if open_now else "·",
                style="bold" if k == seat else "",
            )
        return grid


class MammaMiaPlusDrawing(MammaMiaDrawing):
    """Delivered orders lie face down on one pile, so their owners are hidden (MP-9) unless the memory aid is on."""

    examples = (*MammaMiaDrawing.examples, "ask olive", "request 2 olive", "help", "refuse")
    shows_delivered = False


def _cards(words: Words, counts: Sequence[int]) -> list[Text]:
    """Ingredients by kind, with their counts."""
    return [
        Text(f"{n} {ingredient(words, KINDS[kind], int(n))}", _STYLES[kind]) for kind, n in enumerate(counts) if n > 0
    ]


def _oven(words: Words, table: Table, names: Sequence[str], seat: int) -> Panel:
    view: View = table.view(seat)[0]
    revealing = view.phase >= CHOOSE and view.owner >= 0
    lines = _reveal(words, view, names, seat) if revealing else _filling(words, view, names, seat)
    title = words.text("terminal.round", round=min(int(view.emptied) + 1, int(view.rounds)), rounds=int(view.rounds))
    return Panel(lines, title=title, border_style="red", padding=(0, 1), expand=True)


def _reveal(words: Words, view: View, names: Sequence[str], seat: int) -> Text:
    name = decks.names(view.recipe)[view.owner][view.order]
    lines = Text(_owned_order(words, view.owner, name, names, seat), "bold")
    lines.append(f" ({takes(words, recipe(view, view.owner, view.order))})\n", "not bold")
    on_table = Text(", ").join(_cards(words, view.table.tolist())) or Text(words.text("mamma-mia.cards.none"))
    lines.append(f"{words.text('terminal.on-table')} ", "not bold").append(on_table)
    if view.asked.any():
        lines.append(f"\n{words.text('terminal.asked')} ").append(Text(", ").join(_cards(words, view.asked.tolist())))
    if view.missing:
        lines.append(f"\n{words.text('terminal.to-add', n=int(view.missing))}")
    return lines


def _filling(words: Words, view: View, names: Sequence[str], seat: int) -> Text:
    lines = _top(words, view, names, seat)
    lines.append(f"\n{words.text('terminal.supply', n=int(view.n_supply))}")
    if view.said[0] >= 0:
        last = announced(words, KINDS[view.said[1]], int(view.said[2]))
        lines.append(f"\n{words.text('terminal.last-heard', cards=last)}", "dim")
    if view.memory_aid:
        lines.append("\n").append(_contents(words, view, names, seat))
    return lines


def _owned_order(words: Words, owner: int, name: str, names: Sequence[str], seat: int) -> str:
    return words.text("terminal.whose-order", **who(owner, names, seat), order=order(words, name))


def _top(words: Words, view: View, names: Sequence[str], seat: int) -> Text:
    if view.n_oven == 0:
        return Text(words.text("terminal.oven.empty"))
    text = Text(f"{words.text('terminal.oven', n=int(view.n_oven))} ")
    return text.append(_card(words, view, view.oven[view.n_oven - 1], names, seat))


def _card(words: Words, view: View, card: int, names: Sequence[str], seat: int) -> Text:
    """A card in the oven: an ingredient or an order."""
    kinds, n_orders = view.recipe.shape
    if card < kinds:
        return Text(ingredient(words, KINDS[card], 1), _STYLES[card])
    owner, number = divmod(int(card) - kinds, n_orders)
    return Text(_owned_order(words, owner, decks.names(view.recipe)[owner][number], names, seat), _STYLES[owner])


def _contents(words: Words, view: View, names: Sequence[str], seat: int) -> Text:
    """The cards in the oven in the order in which they come out, counted by kind between orders."""
    kinds = view.recipe.shape[0]
    parts: list[Text] = []
    counts: Counter[int] = Counter()
    for card in view.oven[view.at : view.n_oven]:
        if card < kinds:
            counts[int(card)] += 1
        else:
            parts += _cards(words, [counts[kind] for kind in range(kinds)])
            parts.append(Text("[").append(_card(words, view, card, names, seat)).append("]"))
            counts.clear()
    parts += _cards(words, [counts[kind] for kind in range(kinds)])
    return Text(f"{words.text('terminal.contents')} ", "dim").append(Text(", ").join(parts))
