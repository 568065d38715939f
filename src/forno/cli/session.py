"""A game in the terminal: one person, and agents in the other seats."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np
from rich.console import Console
from rich.table import Table as Grid
from rich.text import Text

from forno import agents
from forno.cli.choices import Choices
from forno.cli.drawing import drawing_of
from forno.cli.saves import Save
from forno.cli.screen import is_terminal, printable
from forno.cli.trace import AGENTS_STREAM
from forno.cli.trouble import did_you_mean
from forno.rules import chance
from forno.table import Event, Refusal, Table

_COMMANDS = {
    "help": "the rules in short, and these commands (also: ?)",
    "hand": "your cards",
    "table": "the table once more (also: Enter)",
    "log": "all that has happened so far",
    "quit": "save and leave; forno play goes on from here",
}
_OTHER_WORDS = {"?": "help", "h": "help", "q": "quit", "exit": "quit", "": "table"}


class Leave(Exception):
    """The person wants to go."""


class Session:
    def __init__(self, table: Table, save: Save, console: Console) -> None:
        self.game_table = table
        self.seat = save.seat
        self.save = save
        self.console = console
        self.drawing = drawing_of(table.game)
        self.names = [printable(name) for name in table.names]
        self.bots = [agents.find(name, table.game) if name else None for name in save.agents]
        self.told = 0  # events
        self.waits = is_terminal()

    def run(self) -> Path | None:
        """Play to the end, and return where the finished game is kept; None if the person left before it."""
        self.save.write(self.game_table)
        try:
            self._tell_news()
            while not self.game_table.is_over:
                self._one_move()
                self.save.write(self.game_table)
                self._tell_news()
        except (Leave, EOFError, KeyboardInterrupt):
            self.console.print("\nThe game is saved. [forno play] goes on with it; [forno play --new] starts another.")
            return None
        path = self.save.finish(self.game_table)
        self._show_result()
        return path

    def skip_news(self) -> None:
        """After resuming: what is known already is not told again."""
        self.told = len(self.game_table.events)

    def _one_move(self) -> None:
        table, seat = self.game_table, self.game_table.actor
        assert seat is not None
        bot = self.bots[seat]
        if bot is None:
            action = self._ask()
            if self.waits:
                self.console.clear()
        else:
            # A stream for each decision, so that a resumed game goes on as it would have gone.
            rng = chance.stream(table.key, AGENTS_STREAM + len(table.moves))
            action = bot.choose(table.view(seat), table.legal(), rng)
        table.act(seat, action)

    def _tell_news(self) -> None:
        for event in self.game_table.events_for(self.seat, self.told):
            self._tell(event)
            if self.waits and self.drawing.pauses(event) and not self.game_table.is_over:
                self._read("Enter to go on: ")
                self.console.clear()
        self.told = len(self.game_table.events)

    def _tell(self, event: Event) -> None:
        sentence = self.drawing.sentence(event, self.names, self.seat)
        if sentence is not None:
            mine = event.data.get("seat") == self.seat
            self.console.print(Text(sentence, "bold" if mine else ""))

    def _show_table(self) -> None:
        table, console = self.game_table, self.console
        texts = [table.text(action) for action in table.legal().tolist()]
        console.print()
        console.print(self.drawing.table(table, self.names, self.seat))
        self._show_hand()
        console.print(Choices(self.drawing.groups(table), texts))

    def _show_hand(self) -> None:
        line = Text("Your hand  ", "bold").append(self.drawing.hand(self.game_table, self.seat))
        self.console.print(line)

    def _ask(self) -> int:
        """A legal action; everything else that the person types is answered here."""
        table = self.game_table
        legal = table.legal().tolist()
        texts = [table.text(action) for action in legal]
        self._show_table()
        only = f" (Enter: {texts[0]})" if len(texts) == 1 else ""
        while True:
            words = " ".join(self._read(f"Your action{only}, or help: ").lower().split())
            if words == "" and only:
                return int(legal[0])
            if words in texts:
                return int(legal[texts.index(words)])
            if words.isdecimal():
                if 0 < int(words) <= len(legal):
                    return int(legal[int(words) - 1])
                self._say(f"There is no action number {words}: they go from 1 to {len(legal)}.")
            elif (command := _OTHER_WORDS.get(words, words)) in _COMMANDS:
                self._obey(command)
            else:
                self._say(self._hint(words, texts))

    def _hint(self, words: str, texts: Sequence[str]) -> str:
        try:
            action = self.game_table.game.parse(self.game_table.state, 0, words)
        except ValueError:
            near = did_you_mean(words, [*texts, *_COMMANDS])
            return f"{printable(words)!r} is no action and no command.{near} A number from the list does too; help explains."
        try:
            self.game_table.act(self.seat, action)
        except Refusal as refusal:
            return refusal.sentence
        raise AssertionError("a legal action was not recognised as one")

    def _obey(self, command: str) -> None:
        match command:
            case "help":
                self.console.print(Text.from_markup(self.drawing.rules))
                self.console.print(Text.from_markup("\n[bold]Commands[/] besides actions and their numbers:"))
                for name, what in _COMMANDS.items():
                    self.console.print(Text(f"  {name:<6}", "bold").append(f" {what}", "not bold"))
            case "hand":
                self._show_hand()
            case "table":
                self._show_table()
            case "log":
                for event in self.game_table.events_for(self.seat):
                    self._tell(event)
            case "quit":
                raise Leave

    def _read(self, prompt: str) -> str:
        answer = self.console.input(Text(prompt, "bold cyan"))
        if not self.waits:  # nobody saw it being typed
            self.console.print(Text(printable(answer), "dim"))
        return answer

    def _say(self, sentence: str) -> None:
        self.console.print(Text(sentence, "yellow"))

    def _show_result(self) -> None:
        table = self.game_table
        better = np.zeros(table.players, np.int64)
        table.game.rank(table.state, 0, better)
        grid = Grid(title="Final result", title_justify="left")
        grid.add_column("Place", justify="right")
        grid.add_column("Player")
        grid.add_column("Points", justify="right")
        for seat in sorted(range(table.players), key=lambda seat: int(better[seat])):
            name = f"{self.names[seat]} (you)" if seat == self.seat else self.names[seat]
            style = "bold" if seat == self.seat else ""
            grid.add_row(str(better[seat] + 1), name, str(table.scores[seat]), style=style)
        self.console.print()
        self.console.print(grid)
