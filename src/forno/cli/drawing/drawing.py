"""What a game's drawing offers to the commands that show tables to people."""

from collections.abc import Iterable, Sequence
from typing import Protocol

from rich.console import Console, ConsoleOptions, RenderableType, RenderResult
from rich.table import Table as Grid
from rich.text import Text

from forno.rules.game import SPECTATOR
from forno.table import Event, Table

Group = tuple[str, list[int]]  # a heading, and positions in the list of legal actions


class Drawing(Protocol):
    """Whatever is drawn for a seat comes from its view and its events: there is nothing to leak."""

    def table(self, table: Table, names: Sequence[str], seat: int) -> RenderableType:
        """All that lies on the table, as a seat (or SPECTATOR) sees it, without the seat's hand."""
        ...

    def hand(self, table: Table, seat: int) -> Text:
        """A seat's own cards, on one line if the terminal is wide enough."""
        ...

    def sentence(self, event: Event, names: Sequence[str], seat: int) -> str | None:
        """What happened, told to a seat (“You place …”) or SPECTATOR; None if it needs no words."""
        ...

    def groups(self, table: Table) -> list[Group]:
        """The legal actions, as they are best laid out."""
        ...

    def pauses(self, event: Event) -> bool:
        """Whether a person wants to take a breath after this event."""
        ...

    @property
    def rules(self) -> str:
        """The rules in short and how actions are written, as Rich markup."""
        ...


def result(event: Event, names: Sequence[str], seat: int) -> str:
    """The sentence for a table's last event."""
    winners = event.data["winners"]
    who = " and ".join("you" if winner == seat else names[winner] for winner in winners)
    if seat in winners and len(winners) == 1:
        return "The game is over: you win!"
    if len(winners) > 1:
        return f"The game is over: {who} share the victory."
    return f"The game is over: {who} wins."


def subject(seat: int, names: Sequence[str], me: int) -> str:
    return "You" if seat == me != SPECTATOR else names[seat]


def does(seat: int, me: int, verb: str) -> str:
    """A verb that fits `subject`: place, places; pass, passes."""
    if seat == me != SPECTATOR:
        return verb
    return verb + ("es" if verb.endswith("s") else "s")


_WORDS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven")


def in_words(n: int) -> str:
    return _WORDS[n] if n < len(_WORDS) else str(n)


def joined(parts: Iterable[str]) -> str:
    """One, two and three."""
    *some, last = parts
    return f"{', '.join(some)} and {last}" if some else last


class Beside:
    """The players and what lies in the middle, beside each other, or one above the other if there is no room."""

    def __init__(self, players: RenderableType, middle: RenderableType) -> None:
        self.players = players
        self.middle = middle

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        if options.max_width < 76:
            yield self.players
            yield self.middle
            return
        grid = Grid.grid(padding=(0, 1, 0, 0), expand=True)
        grid.add_column()
        grid.add_column(ratio=1)
        grid.add_row(self.players, self.middle)
        yield grid
