"""A game in the terminal: one person, and agents in the other seats."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np
from rich.console import Console
from rich.table import Table as Grid
from rich.text import Text

from forno import agents
from forno.cli.choices import Choices
from forno.cli.drawing import Rules, drawing_of
from forno.cli.saves import Save
from forno.cli.screen import is_terminal, printable
from forno.cli.trace import AGENTS_STREAM
from forno.cli.trouble import closest
from forno.rules import chance
from forno.table import Event, Refusal, Table
from forno.words import Words

_COMMANDS = ("help", "hand", "table", "log", "quit")  # understood in every language, besides its own words
_OTHER_WORDS = {"?": "help", "h": "help", "q": "quit", "exit": "quit", "": "table"}


class Leave(Exception):
    """The person wants to go."""


class Session:
    def __init__(self, table: Table, save: Save, console: Console, words: Words) -> None:
        self.game_table = table
        self.words = words
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
            self.console.print(f"\n{self.words.text('terminal.saved')}")
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
                self._read(self.words.text("terminal.go-on"))
                self.console.clear()
        self.told = len(self.game_table.events)

    def _tell(self, event: Event) -> None:
        sentence = self.words.sentence(self.game_table.game, event, self.names, self.seat)
        if sentence is not None:
            mine = getattr(event.data, "seat", None) == self.seat
            self.console.print(Text(sentence, "bold" if mine else ""))

    def _show_table(self) -> None:
        table, console = self.game_table, self.console
        legal = table.legal().tolist()
        texts, labels = [table.text(action) for action in legal], [self.words.label(table, action) for action in legal]
        console.print()
        console.print(self.drawing.table(self.words, table, self.names, self.seat))
        self._show_hand()
        console.print(Choices(self.drawing.groups(self.words, table), texts, labels))

    def _show_hand(self) -> None:
        line = Text(f"{self.words.text('terminal.your-hand')}  ", "bold")
        self.console.print(line.append(self.drawing.hand(self.words, self.game_table, self.seat)))

    def _ask(self) -> int:
        """A legal action; everything else that the person types is answered here."""
        table = self.game_table
        legal = table.legal().tolist()
        texts = [table.text(action) for action in legal]
        self._show_table()
        prompt = self.words.text("terminal.prompt", choices=len(texts), only=texts[0])
        while True:
            typed = " ".join(self._read(prompt).lower().split())
            if typed == "" and len(texts) == 1:
                return int(legal[0])
            if typed in texts:
                return int(legal[texts.index(typed)])
            if typed.isdecimal():
                if 0 < int(typed) <= len(legal):
                    return int(legal[int(typed) - 1])
                self._say(self.words.text("terminal.no-such-number", number=typed, last=len(legal)))
            elif (command := self._command(typed)) is not None:
                self._obey(command)
            else:
                self._say(self._hint(typed, texts))

    def _own_word(self, command: str) -> str:
        return self.words.text(f"terminal.command.{command}")

    def _command(self, typed: str) -> str | None:
        command = _OTHER_WORDS.get(typed, typed)
        for known in _COMMANDS:
            if command in (known, self._own_word(known)):
                return known
        return None

    def _hint(self, typed: str, texts: Sequence[str]) -> str:
        try:
            action = self.game_table.game.parse(self.game_table.state, 0, typed)
        except ValueError:
            near = closest(typed, [*texts, *_COMMANDS, *map(self._own_word, _COMMANDS)])
            is_none = self.words.text("terminal.no-action", typed=printable(typed))
            hint = f" {self.words.text('terminal.did-you-mean', word=near)}" if near is not None else ""
            return f"{is_none}{hint} {self.words.text('terminal.numbers-do')}"
        try:
            self.game_table.act(self.seat, action)
        except Refusal as refusal:
            return self.words.refusal(refusal)
        raise AssertionError("a legal action was not recognised as one")

    def _obey(self, command: str) -> None:
        match command:
            case "help":
                self._help()
            case "hand":
                self._show_hand()
            case "table":
                self._show_table()
            case "log":
                for event in self.game_table.events_for(self.seat):
                    self._tell(event)
            case "quit":
                raise Leave

    def _help(self) -> None:
        self.console.print(Rules(self.words, self.game_table.game, self.drawing))
        self.console.print(Text(f"\n{self.words.text('terminal.commands')}", "bold"))
        grid = Grid.grid(padding=(0, 2, 0, 0))
        for command in _COMMANDS:
            grid.add_row(
                Text(f"  {self._own_word(command)}", "bold"), self.words.text(f"terminal.command.{command}.help")
            )
        self.console.print(grid)

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
        text = self.words.text
        grid = Grid(title=text("terminal.result"), title_justify="left")
        grid.add_column(text("terminal.place"), justify="right")
        grid.add_column(text("terminal.player"))
        grid.add_column(text("terminal.points"), justify="right")
        for seat in sorted(range(table.players), key=lambda seat: int(better[seat])):
            name = text("terminal.is-you", name=self.names[seat]) if seat == self.seat else self.names[seat]
            style = "bold" if seat == self.seat else ""
            grid.add_row(str(better[seat] + 1), name, str(table.scores[seat]), style=style)
        self.console.print()
        self.console.print(grid)
