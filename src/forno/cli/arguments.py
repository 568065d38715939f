"""Turns command-line arguments into games, options, keys, languages and records."""

import os
import string
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from forno.agents import agents_for, find
from forno.cli import saved_games
from forno.cli.errors import CommandError, capitalized, did_you_mean
from forno.rules import GAMES
from forno.rules.chance import KEY_BYTES
from forno.rules.game import BadSetup, Game, Option, Value
from forno.table import BadRecord, Record
from forno.words import Words, from_environment, languages

# The parameters that several commands share, with their help.
GameId = Annotated[str, Parameter(help="The game (see forno games).")]
GameOptions = Annotated[
    list[str] | None, Parameter(negative_iterable="", help="An option of the game as name=value. Can be repeated.")
]
Players = Annotated[int | None, Parameter(help="The number of players. The default is 4 if the game allows it.")]
Language = Annotated[
    str | None,
    Parameter(help=f"{', '.join(languages())}. The default is FORNO_LANGUAGE or the language of the terminal."),
]
RecordFile = Annotated[
    str, Parameter(allow_leading_hyphen=True, help="A record or a saved game, or - for standard input.")
]
BatchKey = Annotated[
    str | None,
    Parameter(
        help="64 hexadecimal digits that decide every deal and every random choice of the agents. The default is all zeros."
    ),
]
Ray = Annotated[
    list[str] | None,
    Parameter(
        consume_multiple=(0, 1),
        negative_iterable="",
        help="Play on a Ray cluster: the one at this address, or the one that Ray finds.",
    ),
]
Cores = Annotated[int | None, Parameter(help="How many processes play. The default is one per CPU core.")]


def game_named(game_id: str) -> Game:
    ids = [game.id for game in GAMES]
    if game_id.lower() not in ids:
        hint = did_you_mean(game_id, ids)
        raise CommandError(f"There is no game {game_id!r}: the games are {', '.join(ids)}.{hint}")
    return GAMES[ids.index(game_id.lower())]


def options_from(game: Game, words: Sequence[str]) -> dict[str, Value]:
    """Split `name=value` arguments. Names are checked and files are read here; the game checks the values."""
    options = {option.name: option for option in game.options}
    names = list(options)
    found: dict[str, Value] = {}
    for word in words:
        name, equals, value = word.partition("=")
        name = name.strip().replace("-", "_")
        if not equals:
            example = f"{game.options[0].name}={game.options[0].default}" if game.options else "name=value"
            raise CommandError(f"An option is written name=value, for example {example}, not {word!r}.")
        if name not in names:
            its = f"its options are {', '.join(names)}" if names else "it has none"
            raise CommandError(f"{game.title} has no option {name!r}: {its}.{did_you_mean(name, names)}")
        if name in found:
            raise CommandError(f"Option {name} is given twice.")
        found[name] = _value(options[name], value.strip())
    return found


def _value(option: Option, value: str) -> Value:
    if not option.is_file_name(value):
        return value
    try:
        return option.read_file(Path(value).read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError) as error:
        raise CommandError(f"{value}: this file cannot be read: {error}") from None
    except BadSetup as error:
        raise CommandError(f"{value}: {error}") from None


def bytes_from_hex(text: str, what: str) -> bytes:
    """Read 32 bytes from 64 hexadecimal digits. `what` names them in the error message."""
    text = text.strip()
    if len(text) != 2 * KEY_BYTES or not set(text) <= set(string.hexdigits):
        raise CommandError(f"{what} must have {2 * KEY_BYTES} hexadecimal digits (0-9, a-f); {text!r} does not.")
    return bytes.fromhex(text)


def agent_named(name: str, game: Game) -> str:
    """The text itself, if it names an agent that plays the game."""
    try:
        find(name, game)
    except BadSetup as error:
        raise CommandError(capitalized(str(error)) + did_you_mean(name, agents_for(game))) from None
    return name


def usual_agent(game: Game) -> str:
    """The agent that plays the other seats by default."""
    names = agents_for(game)
    return "greedy" if "greedy" in names else names[0]


def words_in(language: str | None) -> Words:
    """Words in the given language, by default that of the environment."""
    if language is None:
        return Words(from_environment(os.environ))
    if language not in languages():
        raise CommandError(f"There is no language {language!r}: the languages are {', '.join(languages())}.")
    return Words(language)


def text_from(file: str) -> str:
    """The text of a file, or of standard input for `-`, with the line ends of any system."""
    try:
        data = sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()
    except OSError as error:
        raise CommandError(f"The file {file} cannot be read: {error.strerror or error}.") from None
    try:
        return data.decode("utf-8-sig").replace("\r\n", "\n")
    except UnicodeDecodeError:
        raise CommandError(f"{file} is not a Forno record: it is not UTF-8 text.") from None


def record_in(text: str) -> Record:
    """The record in the text of a record or of a saved game. Raises BadRecord if there is none."""
    if not text.strip():
        raise BadRecord("it is empty.")
    return Record.loads(saved_games.record_text(text))
