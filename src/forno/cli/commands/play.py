"""`forno play`: a whole game in the terminal."""

from pathlib import Path

from rich.console import Console
from rich.text import Text

from forno import warmup
from forno.agents import specs
from forno.agents.names import NAMES
from forno.cli import arguments, saved_games
from forno.cli.commands.preheat import begin_plain
from forno.cli.console import is_terminal, printable, stdout_console
from forno.cli.errors import CommandError
from forno.cli.saved_games import SavedGame
from forno.cli.session import Session
from forno.rules import GAMES, find
from forno.rules.game import BadSetup, Game, Options
from forno.table import BadRecord, Table
from forno.table.record import NAME_LENGTH
from forno.warmup import BackgroundWarmup
from forno.words import Words

_DEFAULT_GAME = "chefs-hat"  # where nobody can be asked


def play(
    game: str | None = None,
    /,
    *,
    players: int | None = None,
    agents: str | None = None,
    seat: int = 0,
    option: arguments.GameOptions = None,
    key: str | None = None,
    name: str | None = None,
    new: bool = False,
    ask_to_pass: bool = False,
    language: arguments.Language = None,
) -> None:
    """Play a game in the terminal, against bots.

    The game is saved after every move. Leave whenever you like: the next *forno play* continues it. Any option except --name, --ask-to-pass and --language
    starts a new game.

    Try:

    - forno play
    - forno play chefs-hat --agents greedy,uniform,uniform --option target=9

    Parameters
    ----------
    game
        The game (see forno games). Without it, you are asked.
    players
        The number of players, you included. The default is 4 if the game allows it.
    agents
        The agents in the other seats: one for all, or one for each, separated by commas (see forno games).
    seat
        Your seat. 0 is the first.
    key
        64 hexadecimal digits that decide every shuffle: the same key deals the same cards.
    name
        Your name at the table and in the record.
    new
        Start a new game, and keep the saved one.
    ask_to_pass
        Ask you even where you can only pass.

    """
    console, words = stdout_console(), arguments.words_in(language)
    chosen = arguments.game_named(game) if game is not None else None
    wants_new = new or any(value is not None for value in (players, agents, option, key)) or seat != 0
    path = None if wants_new else saved_games.newest(chosen.id if chosen else None)
    session = _resume(path, console, words) if path is not None else None
    if session is None:
        chosen = chosen or _ask_game(console, words)
        begin_plain(chosen)
        count = players if players is not None else chosen.usual_players
        options = arguments.options_from(chosen, option or [])
        _check(chosen, count, options, words)
        bots = _bots(chosen, agents, count, seat)
        names = _names(name if name is not None else words.text("guest"), count, seat)
        secret = arguments.bytes_from_hex(key, "A key") if key is not None else None
        warming = _warm_up(chosen)
        table = Table(chosen, count, options, key=secret, names=names)
        session = Session(table, saved_games.new(chosen.id, seat, bots), console, words, warming)
        _greet(console, table, words)
    session.autopass = not ask_to_pass
    _finish(console, session, session.run())


def _ask_game(console: Console, words: Words) -> Game:
    if len(GAMES) == 1 or not is_terminal():
        return find(_DEFAULT_GAME)
    for number, game in enumerate(GAMES, 1):
        console.print(f"  {number} {words.title(game)}")
    while True:
        try:
            answer = console.input(words.text("terminal.which-game")).strip().lower()
        except (EOFError, KeyboardInterrupt):
            raise SystemExit(0) from None
        if answer.isdecimal() and 0 < int(answer) <= len(GAMES):
            return GAMES[int(answer) - 1]
        try:
            return arguments.game_named(answer)
        except CommandError as error:
            console.print(Text(f"{error} {words.text('terminal.number-does')}", "yellow"))


def _check(game: Game, players: int, options: Options, words: Words) -> None:
    try:
        game.new(players, options)
    except BadSetup as error:
        raise CommandError(words.bad_setup(error)) from None


def _bots(game: Game, agents: str | None, players: int, seat: int) -> tuple[str, ...]:
    if seat not in range(players):
        raise CommandError(f"There is no seat {seat}: with {players} players the seats are 0 to {players - 1}.")
    words = specs.split(agents if agents is not None else arguments.usual_agent(game))
    names = [arguments.agent_named(word, game) for word in words]
    if len(names) == 1:
        names *= players - 1
    if len(names) != players - 1:
        raise CommandError(
            f"--agents has {len(names)} names, but there are {players - 1} other seats: give one name or {players - 1}."
        )
    return (*names[:seat], "", *names[seat:])


def _names(name: str, players: int, seat: int) -> list[str]:
    name = name.strip()
    if not name or name != printable(name) or len(name) > NAME_LENGTH:
        raise CommandError(f"A name must have 1 to {NAME_LENGTH} printable characters.")
    names = [bot for bot in NAMES if bot != name][: players - 1]
    return [*names[:seat], name, *names[seat:]]


def _resume(path: Path, console: Console, words: Words) -> Session | None:
    """The saved game, or None if the person wants to start another."""
    try:
        saved_game, record = saved_games.load(path)
        game = find(record.game)
        facts: dict[str, str | int] = {"game": words.title(game), "moves": len(record.moves)}
        if is_terminal() and not _agrees(console, words.text("terminal.resume", **facts)):
            return None
        warming = _warm_up(game)
        session = _at_table(saved_game, record.replay(), console, words, warming)
    except BadRecord as error:
        raise CommandError(
            f"The saved game {path} is damaged: {error} The file was not changed. Start a new game with forno play --new."
        ) from None
    if not is_terminal():
        console.print(words.text("terminal.resumed", **facts))
    return session


def _warm_up(game: Game) -> BackgroundWarmup:
    """Games whose machine code is there need no warm-up, and then the same key always gives the same game."""
    is_compiled = all(make(game).is_compiled for make in warmup.GAME_PARTS)
    return BackgroundWarmup([] if is_compiled else [game])


def _at_table(
    saved_game: SavedGame, table: Table, console: Console, words: Words, warming: BackgroundWarmup
) -> Session:
    for name in filter(None, saved_game.agents):
        arguments.agent_named(name, table.game)
    session = Session(table, saved_game, console, words, warming)
    session.skip_past_events()
    return session


def _agrees(console: Console, question: str) -> bool:
    """Whether the answer is not “no” in one of our languages."""
    try:
        return console.input(Text(question, "bold cyan")).strip().lower() not in {"n", "no", "non", "nein"}
    except (EOFError, KeyboardInterrupt):
        raise SystemExit(0) from None


def _greet(console: Console, table: Table, words: Words) -> None:
    if is_terminal():
        console.clear()
    console.print(Text(words.text("terminal.greeting", game=words.title(table.game)), "bold"))
    console.print(words.text("terminal.commitment"))
    console.print(Text(table.commitment, "dim"), soft_wrap=True)
    console.print()


def _finish(console: Console, session: Session, path: Path | None) -> None:
    if path is None:
        return
    table, words = session.table, session.words
    console.print(f"\n{words.text('terminal.key')}")
    console.print(Text(table.key.hex(), "dim"), soft_wrap=True)
    console.print(
        f"\n{words.text('terminal.kept')}\n  forno replay {path}\n  forno verify {path}",
        soft_wrap=True,
    )
