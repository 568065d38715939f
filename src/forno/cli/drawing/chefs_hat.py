"""Chef's Hat in the terminal."""

from collections.abc import Sequence
from typing import Any

from rich import box
from rich.console import RenderableType
from rich.panel import Panel
from rich.table import Table as Grid
from rich.text import Text

from forno.cli.drawing.drawing import Beside, Group, does, in_words, joined, result, subject
from forno.rules import chefs_hat as rules
from forno.table import Event, Table

INGREDIENTS = (
    "chilli pepper",
    "shrimp",
    "basil",
    "gorgonzola",
    "bell pepper",
    "olives",
    "salami",
    "mushroom",
    "onion",
    "tomato",
    "mozzarella",
    "jokers",
)
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
_ROLES = {"chef": "Chef", "sous-chef": "Sous-Chef", "waiter": "Waiter", "dishwasher": "Dishwasher"}
_TITLES = tuple(_ROLES[role] for role in rules.ROLES)

_RULES = (
    "[bold]Chef's Hat in short[/]\n"
    "Four cooks get rid of 17 cards each. The ingredients are numbered from 1 (chilli pepper, a single card) to 11 (mozzarella, eleven "
    "cards): a low number is rare, and rare is strong. Two jokers go with anything.\n"
    "[bold]Pizzas.[/] Who holds the golden mozzarella (11★) starts the shift with it. Then, clockwise, each places cards of one number: "
    "a [bold]lower number[/] than the last placement on this pizza, and [bold]at least as many cards[/]. Jokers count as the number they "
    "are placed with; alone they are a 12, which can only start a pizza. Or pass, and be out of this pizza, not of the shift. When all "
    "others have passed, the pizza goes to the oven and who placed last starts the next one.\n"
    "[bold]Shifts.[/] The first without cards becomes Chef, 3 points; then Sous-Chef 2, Waiter 1, Dishwasher 0. Before the next shift the "
    "Dishwasher must give the two rarest cards to the Chef, and the Waiter the rarest one to the Sous-Chef, who give back as many cards "
    "of their choice. Who is dealt both jokers may first call [bold]dinner-is-served[/] (no exchange) or, as Dishwasher, "
    "[bold]food-fight[/] (all roles turned round), or [bold]keep-still[/].\n"
    "The game ends with the shift in which somebody reaches the target (15 points if nothing else was agreed).\n"
    "\n"
    "[bold]How actions are written[/]\n"
    "  [bold]8x3[/]      place three 8s\n"
    "  [bold]8x3+1j[/]   place three 8s and a joker\n"
    "  [bold]11x2[/]     place two 11s; the golden mozzarella is one of them if you hold it\n"
    "  [bold]jx2[/]      place two jokers alone\n"
    "  [bold]pass[/]     place nothing more on this pizza\n"
    "  [bold]give 7[/]   give a 7 away (also: give golden, give joker)"
)


class ChefsHatDrawing:
    rules = _RULES

    def table(self, table: Table, names: Sequence[str], seat: int) -> RenderableType:
        return Beside(_players(table, names, seat), _pizza(table, names, seat))

    def hand(self, table: Table, seat: int) -> Text:
        return cards(table.view(seat)[0].hand)

    def sentence(self, event: Event, names: Sequence[str], seat: int) -> str | None:
        return _sentence(event.name, event.data, names, seat) if event.name != "over" else result(event, names, seat)

    def groups(self, table: Table) -> list[Group]:
        """By number, commonest first as in the hand's right end: so that the list reads like the hand."""
        found: dict[str, list[int]] = {}
        for position, action in enumerate(table.legal().tolist()):
            found.setdefault(_heading(action), []).append(position)
        return list(found.items())

    def pauses(self, event: Event) -> bool:
        return event.name == "shift"


def cards(counts: Any, gap: str = "   ") -> Text:
    """Cards in the order of their numbers, those of a kind together."""
    text = Text()
    for card, count in enumerate(counts):
        if count > 0:
            name = "J" if card == rules.JOKER else "11★" if card == rules.GOLDEN else str(card + 1)
            text.append(gap if text else "").append(" ".join([name] * int(count)), _STYLES[card])
    return text or Text("no cards", "dim")


def _players(table: Table, names: Sequence[str], seat: int) -> Grid:
    view = table.view(seat)[0]
    grid = Grid(box=box.SIMPLE_HEAD, pad_edge=False, padding=(0, 1, 0, 0), show_edge=False)
    # Widths that hold whatever comes: so that nothing moves from one decision to the next.
    grid.add_column("  Cook", min_width=8, max_width=20, no_wrap=True)
    grid.add_column("Role", min_width=10, no_wrap=True)
    grid.add_column("Points", min_width=6, justify="right")
    grid.add_column("Cards", min_width=5, justify="right")
    grid.add_column("", min_width=14, no_wrap=True)
    for k, name in enumerate(names):
        turn = "▸ " if view.actor == k and not table.is_over else "  "
        role = _TITLES[view.role[k]] if view.role[k] >= 0 else "-"
        row = (turn + ("You" if k == seat else name), role, str(view.points[k]), str(view.held[k]), _mark(view, k))
        grid.add_row(*row, style="bold" if k == seat else "dim" if view.passed[k] or view.held[k] == 0 else "")
    return grid


def _mark(view: Any, seat: int) -> str:
    if view.phase in (rules.PIZZA, rules.OVER):
        for place in range(view.out):
            if view.finish[place] == seat:
                return f"out: {_TITLES[place]}"
        if view.passed[seat]:
            return "passed"
        if view.last == seat:
            return "placed last"
    return ""


def _pizza(table: Table, names: Sequence[str], seat: int) -> Panel:
    view = table.view(seat)[0]
    until = f"{view.shifts} shifts" if view.shifts > 0 else f"{view.target} points"
    shift = view.shift + (0 if table.is_over else 1)
    lines = Text()
    if view.phase == rules.PIZZA and view.number == rules.EMPTY:
        lines.append("A new pizza.\n", "bold")
        starter = "You start" if view.actor == seat else f"{names[view.actor]} starts"
        lines.append(f"{starter} it.")
    elif view.phase == rules.PIZZA:
        placed = _placements_on_this_pizza(table, seat)
        for data in placed[:-1][-4:]:
            lines.append(f"{_short(data)} → ", "dim")
        lines.append(_placed_cards(placed[-1]))
        lines.append(f" {INGREDIENTS[view.number - 1]}\n")
        lines.append(f"by {'you' if view.last == seat else names[view.last]}")
        if view.number > 1:
            number = f"{view.number - 1} or lower" if view.number > 2 else "number 1"
            lines.append(f"; to top it: {view.count} or more of {number}", "dim")
    elif view.phase == rules.EXCHANGE:
        lines.append("Exchange: Chef and Sous-Chef choose what they give.")
    elif view.phase == rules.SPECIAL:
        lines.append("The cards are dealt. Who holds both jokers may speak now.")
    else:
        lines.append("The oven cools down.")
    return Panel(lines, title=f"Shift {shift}, to {until}", border_style="yellow", padding=(0, 1), expand=True)


def _placements_on_this_pizza(table: Table, seat: int) -> list[Any]:
    found: list[Any] = []
    for event in reversed(table.events_for(seat)):
        if event.name in {"pizza", "begins"}:
            break
        if event.name == "placed":
            found.append(event.data)
    return found[::-1]


def _placed_cards(data: Any) -> Text:
    counts = [0] * rules.TYPES
    if data["naturals"]:
        counts[data["number"] - 1] = data["naturals"] - data["golden"]
    counts[rules.GOLDEN] = int(data["golden"])
    counts[rules.JOKER] = data["jokers"]
    return cards(counts, " ")


def _short(data: Any) -> str:
    if not data["naturals"]:
        return f"jx{data['jokers']}"
    return f"{data['number']}x{data['naturals']}" + (f"+{data['jokers']}j" if data["jokers"] else "")


def _heading(action: int) -> str:
    if rules.PLACE <= action < rules.GIVE:
        number = int(rules.PLACED_NUMBER[action])
        return f"{number} {INGREDIENTS[number - 1]}" if number < 12 else "jokers"
    return "give" if rules.GIVE <= action < rules.SPECIALS else ""


def _sentence(name: str, data: Any, names: Sequence[str], me: int) -> str | None:
    match name:
        case "begins":
            return _begins(data, names, me)
        case "dealt":
            hand = " ".join(data["cards"])
            return f"Your cards: {hand}." if data["seat"] == me else f"{names[data['seat']]} is dealt: {hand}."
        case "special":
            return _special(data, names, me)
        case "gave":
            to = "you" if data["to"] == me else names[data["to"]]
            what = joined([card if card.isdigit() else f"the {card}" for card in data["cards"]])
            return f"{subject(data['from'], names, me)} {does(data['from'], me, 'give')} {what} to {to}."
        case "placed":
            return f"{subject(data['seat'], names, me)} {does(data['seat'], me, 'place')} {_what(data)}."
        case "passed":
            return f"{subject(data['seat'], names, me)} {does(data['seat'], me, 'pass')}."
        case "pizza":
            follower = subject(data["next"], names, me)
            return f"The pizza goes to the oven. {follower} {does(data['next'], me, 'start')} the next one."
        case "finished":
            has = "have" if data["seat"] == me else "has"
            return f"{subject(data['seat'], names, me)} {has} no cards left: {_ROLES[data['role']]}!"
        case "shift":
            return _shift(data, names, me)
    return None


def _begins(data: Any, names: Sequence[str], me: int) -> str:
    if data["roles"][0] is None:
        return "The first shift begins: no roles yet, no exchange."
    by_role = sorted(range(len(names)), key=lambda seat: rules.ROLES.index(data["roles"][seat]))
    roles = joined([f"{_ROLES[data['roles'][seat]]} {'you' if seat == me else names[seat]}" for seat in by_role])
    return f"Shift {data['shift']} begins: {roles}."


def _special(data: Any, names: Sequence[str], me: int) -> str:
    who = f"{subject(data['seat'], names, me)} {does(data['seat'], me, 'show')} both jokers"
    if data["action"] == "dinner-is-served":
        return f"{who}: dinner is served! No exchange in this shift."
    now = [f"{names[seat] if seat != me else 'you'} {_ROLES[role]}" for seat, role in enumerate(data["roles"])]
    return f"{who}: food fight! All roles are turned round: {joined(now)}."


def _shift(data: Any, names: Sequence[str], me: int) -> str:
    lines = ["End of the shift:"]
    for place, seat in enumerate(data["finish"]):
        name = "You" if seat == me else names[seat]
        lines.append(f"  {_TITLES[place]:<11}{name:<20} +{rules.POINTS[place]}, now {data['points'][seat]}")
    return "\n".join(lines)


def _what(data: Any) -> str:
    """Three 8s and a joker."""
    plain = data["naturals"] - data["golden"]
    parts = ["the golden mozzarella"] if data["golden"] else []
    if plain:
        parts.append(
            f"{in_words(plain) if plain > 1 else _article(data['number'])} {data['number']}{'s' * (plain > 1)}"
        )
    if data["jokers"]:
        parts.append("a joker" if data["jokers"] == 1 else "two jokers")
    return joined(parts)


def _article(number: int) -> str:
    return "an" if number in (8, 11) else "a"
