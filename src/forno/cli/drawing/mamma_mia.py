"""Mamma Mia! and Mamma Mia! Plus in the terminal."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from rich import box
from rich.console import RenderableType
from rich.panel import Panel
from rich.table import Table as Grid
from rich.text import Text

from forno.cli.drawing.drawing import Beside, Group, does, in_words, joined, result, subject
from forno.rules import decks
from forno.rules.decks import COLOURS, KINDS
from forno.rules.kitchen import CHOOSE
from forno.rules.texts import mamma_mia as texts
from forno.table import Event, Table

_STYLES = (
    "bold bright_yellow",
    "bold magenta",
    "bold green",
    "bold yellow",
    "bold red",
    "bold bright_magenta",
)  # by kind and colour
_RULES = (
    "[bold]{title} in short[/]\n"
    "The cooks fill one oven together. In your turn [bold]place[/] ingredients of one kind, as many as you like, then perhaps one "
    "[bold]order[/] of yours on top, then draw up to {limit} cards{most}: all from the supply, or all from your own waiter (your pile of orders). "
    "Of the oven only the top card is seen, so remember what went in.\n"
    "When the supply is empty, the oven is turned over and taken out card by card, in the order in which it was filled. Ingredients are laid on "
    "the table; an order whose ingredients lie there by then is baked and uses them up. If some are missing you may add [bold]all[/] of them from your "
    "hand; otherwise the order goes back under your waiter.{helping} What is not used stays in the oven.\n"
    "After {rounds} rounds the most delivered orders win; ties: the most ingredients in hand.\n"
    "[bold]Beware:[/] without an ingredient in hand you place nothing{dead}.\n"
    "\n"
    "[bold]How actions are written[/]\n"
    "  [bold]place 3 salami[/]   [bold]order 4-salami[/] (one of your personal ingredient and four salami)   [bold]no order[/]\n"
    "  [bold]draw supply[/]   [bold]draw waiter[/]\n"
    "  [bold]bake[/], [bold]bake olive[/] (with olives as the kind of your choice), [bold]decline[/], [bold]add olive[/] (to a Bombastica)"
)
_HELPING = (
    " Or [bold]ask[/] for them, naming exactly what you want: the others are asked from your left, and who gives the cards delivers the top order "
    "of their own waiter, too."
)


class MammaMiaDrawing:
    rules = _RULES.format(
        title="Mamma Mia!",
        limit="seven",
        most="",
        helping="",
        rounds="three",
        dead=", and seven orders in hand never change again",
    )
    shows_delivered = True

    def table(self, table: Table, names: Sequence[str], seat: int) -> RenderableType:
        return Beside(self._players(table, names, seat), _oven(table, names, seat))

    def hand(self, table: Table, seat: int) -> Text:
        view = table.view(seat)[0]
        text = Text("   ").join(_cards(view.hand))
        own = decks.names(view.recipe)[seat]
        for order, name in enumerate(own):
            if int(view.menu) >> order & 1:
                text.append("\n  order ").append(name, _STYLES[seat])
                text.append(f": {takes(texts.recipe(view, seat, order))}", "dim")
        return text if text.plain else Text("no cards", "dim")

    def sentence(self, event: Event, names: Sequence[str], seat: int) -> str | None:
        return _sentence(event.name, event.data, names, seat) if event.name != "over" else result(event, names, seat)

    def groups(self, table: Table) -> list[Group]:
        found: dict[str, list[int]] = {}
        for position, action in enumerate(table.legal().tolist()):
            verb, *words = table.text(action).split()
            found.setdefault(words[-1] if verb in ("place", "request") else "", []).append(position)
        return list(found.items())

    def pauses(self, event: Event) -> bool:
        return event.name == "round"

    def _players(self, table: Table, names: Sequence[str], seat: int) -> Grid:
        view = table.view(seat)[0]
        grid = Grid(box=box.SIMPLE_HEAD, pad_edge=False, padding=(0, 1, 0, 0), show_edge=False)
        grid.add_column("  Cook", min_width=8, max_width=20, no_wrap=True)
        grid.add_column("Personal", min_width=9, no_wrap=True)
        for heading in ("Hand", "Orders", "Waiter", "Done"):
            grid.add_column(heading, justify="right")
        for k, name in enumerate(names):
            turn = "▸ " if view.actor == k and not table.is_over else "  "
            open_now = self.shows_delivered or view.memory_aid or table.is_over
            grid.add_row(
                turn + ("You" if k == seat else name),
                Text(KINDS[k], _STYLES[k]),
                str(view.n_ingredients[k] + view.n_orders[k]),
                str(view.n_orders[k]),
                str(view.waiting[k]),
                str(view.done[k]) if open_now else "·",
                style="bold" if k == seat else "",
            )
        return grid


class MammaMiaPlusDrawing(MammaMiaDrawing):
    """Delivered orders lie face down on one pile: nobody shows how many are whose (MP-9), but for the memory aid."""

    rules = (
        _RULES.format(
            title="Mamma Mia! Plus",
            limit="nine",
            most=", five at most",
            helping=_HELPING,
            rounds="three (without helping: four)",
            dead=", and draw five from the supply instead",
        )
        + "\n  [bold]ask[/], [bold]ask olive[/], then [bold]request 2 olive[/] for each kind; [bold]help[/], [bold]refuse[/]"
    )
    shows_delivered = False


def _cards(counts: Sequence[int]) -> list[Text]:
    """Ingredients, those of a kind together."""
    return [Text(f"{n} {KINDS[kind]}", _STYLES[kind]) for kind, n in enumerate(counts) if n > 0]


def _oven(table: Table, names: Sequence[str], seat: int) -> Panel:
    view = table.view(seat)[0]
    lines = Text()
    if view.phase >= CHOOSE and view.owner >= 0:
        order = decks.names(view.recipe)[view.owner][view.order]
        whose = "Your" if view.owner == seat else f"{names[view.owner]}'s"
        lines.append(f"{whose} {order}", "bold").append(
            f" ({takes(texts.recipe(view, view.owner, view.order))})\nOn the table: "
        )
        lines.append(Text(", ").join(_cards(view.table)) if view.table.any() else Text("nothing"))
        if view.asked.any():
            lines.append("\nAsked for: ").append(Text(", ").join(_cards(view.asked)))
        if view.missing:
            lines.append(f"\n{view.missing} cards to add")
    else:
        lines.append(_top(view, names, seat)).append(f"\n{view.n_supply} cards in the supply")
        if view.said[0] >= 0:
            lines.append(f"\nLast heard: {in_words(view.said[2])} {KINDS[view.said[1]]}", "dim")
        if view.memory_aid:
            lines.append("\n").append(_contents(view))
    title = f"Round {min(view.emptied + 1, view.rounds)} of {view.rounds}"
    return Panel(lines, title=title, border_style="red", padding=(0, 1), expand=True)


def _top(view: Any, names: Sequence[str], seat: int) -> Text:
    if view.n_oven == 0:
        return Text("The oven is empty.")
    text = Text(f"The oven: {view.n_oven} cards, on top ")
    kind, order = _card(view, view.oven[view.n_oven - 1])
    if kind is not None:
        return text.append(KINDS[kind], _STYLES[kind])
    assert order is not None
    owner, name = order
    return text.append(f"{'your' if owner == seat else names[owner] + chr(39) + 's'} {name}", _STYLES[owner])


def _card(view: Any, card: int) -> tuple[int | None, tuple[int, str] | None]:
    """A card of the oven: its kind, or an order's owner and name."""
    kinds, n_orders = view.recipe.shape[0], view.recipe.shape[1]
    if card < kinds:
        return int(card), None
    owner, order = divmod(int(card) - kinds, n_orders)
    return None, (owner, decks.names(view.recipe)[owner][order])


def _contents(view: Any) -> Text:
    """The oven counted: ingredients up to each order, as they will come out."""
    parts: list[Text] = []
    counts: Counter[int] = Counter()
    for card in view.oven[view.at : view.n_oven]:
        kind, order = _card(view, card)
        if kind is not None:
            counts[kind] += 1
        elif order is not None:
            parts += [
                *_cards([counts[k] for k in range(len(KINDS))]),
                Text(f"[{COLOURS[order[0]]} {order[1]}]", _STYLES[order[0]]),
            ]
            counts.clear()
    return Text("In it: ", "dim") + Text(", ").join([*parts, *_cards([counts[k] for k in range(len(KINDS))])])


def takes(recipe: Mapping[str, Any]) -> str:
    """What an order takes, in words."""
    needs = _count(recipe["needs"])
    cards, crossed = recipe["cards"], f", no {recipe['crossed']} on the table" if recipe["crossed"] else ""
    match recipe["form"]:
        case "bombastica":
            return f"all that lies there, {cards} cards or more"
        case "monotoni":
            return f"{needs} and {cards} of another kind"
        case "minimale":
            return f"{needs} and {cards} of the kind with the fewest on the table"
        case "ghiottona":
            return f"{needs} and {cards} each of two other kinds"
        case "monotoni-junior":
            return f"{cards} of one kind{crossed}"
        case "mamma-mia":
            return f"{needs} and {cards} of {' or of '.join(recipe['of'])}"
    return needs + crossed


def _count(cards: Mapping[str, int]) -> str:
    return joined([f"{n} {kind}" for kind, n in cards.items()]) if cards else "nothing"


def _whose(seat: int, names: Sequence[str], me: int) -> str:
    return "your" if seat == me else f"{names[seat]}'s"


def _sentence(name: str, data: Any, names: Sequence[str], me: int) -> str | None:
    who = subject(data["seat"], names, me) if "seat" in data else ""

    def do(verb: str) -> str:
        return f"{who} {does(data['seat'], me, verb)}"

    match name:
        case "begins":
            return f"Round {data['round']} begins."
        case "dealt":
            return f"{'Your cards' if data['seat'] == me else who + ' is dealt'}: {_grouped(data['cards'])}."
        case "starter":
            return f"{do('start')}."
        case "placed":
            return f"{who}: {in_words(data['n'])} {data['kind']}!"
        case "ordered":
            return f"{do('place')} the order {data['order']}."
        case "draw":
            return None if data["seat"] == me else f"{do('draw')} {data['n']} from the {data['pile']}."
        case "drew":
            return f"{do('draw')} from the {data['pile']}: {_grouped(data['cards'])}." if data["cards"] else None
        case "mamma-mia":
            return f"{do('turn')} up the Mamma Mia! card, and will take the pizzas out."
        case "pass":
            return f"{who} {'have' if data['seat'] == me else 'has'} no ingredient and must pass."
        case "takes-out":
            return f"{do('open')} the oven."
        case "ask":
            return f"{do('ask')} for {_count(data['cards'])}."
        case "help":
            return "Nobody helps." if data["helper"] is None else _helps(data["helper"], names, me)
    return _reveal_sentence(name, data, names, me)


def _reveal_sentence(name: str, data: Any, names: Sequence[str], me: int) -> str | None:
    match name:
        case "revealed":
            order = f"{_whose(data['seat'], names, me)} {data['order']} ({takes(data['takes'])})"
            return f"Out comes {order}. On the table: {_count(data['table'])}."
        case "bake":
            added = ""
            if data["from_hand"]:
                added = (
                    f" {subject(data['seat'], names, me)} {does(data['seat'], me, 'add')} {_count(data['from_hand'])}."
                )
            return f"  Baked, with {_count(data['used'])}.{added}"
        case "fail":
            return f"  Not baked: it goes back under {_whose(data['seat'], names, me)} waiter."
        case "round":
            return (
                f"The oven is empty. {sum(data['used'].values())} cards were used; in it stay: {_count(data['oven'])}."
            )
    return None


def _helps(helper: int, names: Sequence[str], me: int) -> str:
    theirs = "your" if helper == me else "their"
    return f"{subject(helper, names, me)} {does(helper, me, 'help')}, and {does(helper, me, 'deliver')} the top order of {theirs} waiter, unseen."


def _grouped(cards: Iterable[str]) -> str:
    """Three salami as such; an order by its name."""
    counted = Counter(cards)
    return joined([f"{n} {card}" if card in KINDS else f"the order {card}" for card, n in counted.items()])
