"""A game in the terminal: one person, and agents in the other seats."""

from collections.abc import Sequence
from pathlib import Path

from rich.console import Console
from rich.table import Table as RichTable
from rich.text import Text

from forno import agents
from forno.cli.action_list import ActionList
from forno.cli.console import is_terminal, printable
from forno.cli.drawing import RulesPage, drawing_of
from forno.cli.result_table import ResultTable
from forno.cli.saved_games import SavedGame
from forno.matches.agent_loading import CheckedAgent
from forno.rules import chance
from forno.suggestions import closest
from forno.table import Event, Refusal, Table
from forno.warmup import BackgroundWarmup
from forno.words import Words
from forno.words.memory import Memory

_COMMANDS = ("help", "hand", "table", "log", "quit")  # understood in every language, besides its own words
_ALIASES = {"?": "help", "h": "help", "q": "quit", "exit": "quit", "": "table"}


class Quit(Exception):
    """The person wants to leave."""


class Session:
    def __init__(
        self, table: Table, saved_game: SavedGame, console: Console, words: Words, warming: BackgroundWarmup
    ) -> None:
        self.table = table
        self.words = words
        self.seat = saved_game.seat
        self.saved_game = saved_game
        self.console = console
        self.drawing = drawing_of(table.game)
        self.names = [printable(name) for name in table.names]
        self.bots = [
            CheckedAgent(name, warming.agent(agents.find(name, table.game), table.game), table.game) if name else None
            for name in saved_game.agents
        ]
        self._warming = warming
        self.events_shown = 0
        self.autopass = True  # do not ask where passing is the only legal action
        self.is_interactive = is_terminal()

    def run(self) -> Path | None:
        """Play to the end and return the path of the record, or None if the person left before."""
        self.saved_game.write(self.table)
        try:
            self._show_new_events()
            while not self.table.is_over:
                self._one_move()
                self.saved_game.write(self.table)
                self._show_new_events()
        except (Quit, EOFError, KeyboardInterrupt):
            self.console.print(f"\n{self.words.text('terminal.saved')}")
            return None
        finally:
            self._warming.close()
        path = self.saved_game.finish(self.table)
        self._show_result()
        return path

    def skip_past_events(self) -> None:
        """After resuming: do not show again what the person has seen."""
        self.events_shown = len(self.table.events)

    def _one_move(self) -> None:
        table, seat = self.table, self.table.actor
        assert seat is not None
        bot, legal = self.bots[seat], table.legal().tolist()
        if bot is None and self.autopass and [table.text(action) for action in legal] == ["pass"]:
            action = legal[0]
        elif bot is None:
            action = self._ask()
            if self.is_interactive:
                self.console.clear()
        else:
            # Each decision has its own stream, so that a resumed game continues as it would have without the break.
            rng = chance.agent_stream(table.key, len(table.moves))
            action = bot.choose(agents.view_for(bot, table, seat), table.legal(), rng)
        table.act(seat, action)

    def _show_new_events(self) -> None:
        for event in self.table.events_for(self.seat, self.events_shown):
            self._show_event(event)
            if self.is_interactive and self.drawing.pauses(event) and not self.table.is_over:
                self._read(self.words.text("terminal.go-on"))
                self.console.clear()
        self.events_shown = len(self.table.events)

    def _show_event(self, event: Event) -> None:
        sentence = self.words.sentence(self.table.game, event, self.names, self.seat)
        if sentence is not None:
            mine = getattr(event.data, "seat", None) == self.seat
            self.console.print(Text(sentence, "bold" if mine else ""))

    def _show_table(self) -> None:
        table, console = self.table, self.console
        legal = table.legal().tolist()
        texts, labels = [table.text(action) for action in legal], [self.words.label(table, action) for action in legal]
        console.print()
        console.print(self.drawing.table(self.words, table, self.names, self.seat))
        self._show_hand()
        foreign = self.words.language != "en"  # the texts of actions are English
        console.print(ActionList(self.drawing.groups(self.words, table), texts, labels, labels_first=foreign))

    def _show_hand(self) -> None:
        line = Text(f"{self.words.text('terminal.your-hand')}  ", "bold")
        self.console.print(line.append(self.drawing.hand(self.words, self.table, self.seat)))

    def _ask(self) -> int:
        """Ask for a legal action. One with a warning must be entered twice."""
        self._show_table()
        warned = None
        while True:
            action = self._read_action()
            warning = self.words.warning(self.table, action)
            if warning is None or action == warned:
                return action
            warned = action
            self._warn(f"{warning} {self.words.text('terminal.confirm')}")

    def _read_action(self) -> int:
        """Read a legal action, and answer anything else that the person types."""
        legal = self.table.legal().tolist()
        texts = [self.table.text(action) for action in legal]
        prompt = self.words.text("terminal.prompt", choices=len(texts), only=texts[0])
        while True:
            typed = " ".join(self._read(prompt).lower().split())
            if typed == "" and len(legal) == 1:
                return int(legal[0])
            if typed in texts:  # before the commands: `help` is an action of Mamma Mia! Plus, too
                return int(legal[texts.index(typed)])
            if typed.isdecimal():
                if 0 < int(typed) <= len(legal):
                    return int(legal[int(typed) - 1])
                self._warn(self.words.text("terminal.no-such-number", number=typed, last=len(legal)))
            elif (command := self._command(typed)) is not None:
                self._run(command)
            else:
                try:
                    return self.table.check(self.seat, typed)
                except Refusal as refusal:
                    self._warn(self._explain(refusal, typed, texts))

    def _own_word(self, command: str) -> str:
        return self.words.text(f"terminal.command.{command}")

    def _command(self, typed: str) -> str | None:
        command = _ALIASES.get(typed, typed)
        for known in _COMMANDS:
            if command in (known, self._own_word(known)):
                return known
        return None

    def _explain(self, refusal: Refusal, typed: str, texts: Sequence[str]) -> str:
        if refusal.code != "unknown-action":
            return self.words.refusal(refusal)
        near = closest(typed, [*texts, *_COMMANDS, *map(self._own_word, _COMMANDS)])
        sentences = [self.words.text("terminal.no-action", typed=printable(typed))]
        if near is not None:
            sentences.append(self.words.text("terminal.did-you-mean", word=near))
        return " ".join([*sentences, self.words.text("terminal.numbers-do")])

    def _run(self, command: str) -> None:
        match command:
            case "help":
                self._show_help()
            case "hand":
                self._show_hand()
            case "table":
                self._show_table()
            case "log":
                self._show_log()
            case "quit":
                raise Quit

    def _show_log(self) -> None:
        """What the person is still told: see `Memory`."""
        events, memory = self.table.events_for(self.seat), Memory(self.seat)
        memory.hear(events)
        gone = memory.forgotten(self.table, is_asked=True)
        for number, event in enumerate(events):
            if number not in gone:
                self._show_event(event)
            elif number == gone.start:
                self.console.print(Text(self.words.text("terminal.log.forgotten"), "dim"))

    def _show_help(self) -> None:
        self.console.print(RulesPage(self.words, self.table.game, self.drawing))
        self.console.print(Text(f"\n{self.words.text('terminal.commands')}", "bold"))
        grid = RichTable.grid(padding=(0, 2, 0, 0))
        for command in _COMMANDS:
            grid.add_row(
                Text(f"  {self._own_word(command)}", "bold"), self.words.text(f"terminal.command.{command}.help")
            )
        self.console.print(grid)

    def _read(self, prompt: str) -> str:
        answer = self.console.input(Text(prompt, "bold cyan"))
        if not self.is_interactive:  # echo piped input, which no terminal has shown
            self.console.print(Text(printable(answer), "dim"))
        return answer

    def _warn(self, sentence: str) -> None:
        self.console.print(Text(sentence, "yellow"))

    def _show_result(self) -> None:
        self.console.print()
        self.console.print(ResultTable(self.words, self.table, self.names, self.seat))
