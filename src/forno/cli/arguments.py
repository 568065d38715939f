"""From the words of the command line to games, options, keys, languages and records."""

import os
import string
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from forno.agents import agents_for, find
from forno.cli import saves
from forno.cli.trouble import Trouble, did_you_mean
from forno.rules import GAMES
from forno.rules.chance import KEY_BYTES
from forno.rules.game import BadSetup, Game
from forno.table import BadRecord, Record
from forno.words import Words, from_environment, languages

File = Annotated[str, Parameter(allow_leading_hyphen=True)]  # `-` is one


def game_named(game_id: str) -> Game:
    ids = [game.id for game in GAMES]
    if game_id.lower() not in ids:
        hint = did_you_mean(game_id, ids)
        raise Trouble(f"There is no game {game_id!r}: the games are {', '.join(ids)}.{hint}")
    return GAMES[ids.index(game_id.lower())]


def options_from(game: Game, words: Sequence[str]) -> dict[str, str]:
    """`name=value` words, unchecked but for their form and names; the game checks the values."""
    names = [option.name for option in game.options]
    found: dict[str, str] = {}
    for word in words:
        name, equals, value = word.partition("=")
        name = name.strip().replace("-", "_")
        if not equals:
            example = f"{game.options[0].name}={game.options[0].default}" if game.options else "name=value"
            raise Trouble(f"An option is written name=value, for example {example}; {word!r} is not.")
        if name not in names:
            its = f"its options are {', '.join(names)}" if names else "it has none"
            raise Trouble(f"{game.title} has no option {name!r}: {its}.{did_you_mean(name, names)}")
        if name in found:
            raise Trouble(f"Option {name} is given twice.")
        found[name] = value.strip()
    return found


def digits(text: str, what: str) -> bytes:
    """32 bytes from 64 hexadecimal digits."""
    text = text.strip()
    if len(text) != 2 * KEY_BYTES or not set(text) <= set(string.hexdigits):
        raise Trouble(f"{what} has {2 * KEY_BYTES} hexadecimal digits (0-9, a-f); this is not one: {text!r}.")
    return bytes.fromhex(text)


def agent_named(name: str, game: Game) -> str:
    """The same text, if it means an agent."""
    try:
        find(name, game)
    except BadSetup as error:
        sentence = str(error)
        raise Trouble(sentence[0].upper() + sentence[1:] + did_you_mean(name, agents_for(game))) from None
    return name


def usual_agent(game: Game) -> str:
    names = agents_for(game)
    return "greedy" if "greedy" in names else names[0]


def words_in(language: str | None) -> Words:
    """In the language named, or that of the environment."""
    if language is None:
        return Words(from_environment(os.environ))
    if language not in languages():
        raise Trouble(f"There is no language {language!r}: the languages are {', '.join(languages())}.")
    return Words(language)


def text_from(file: str) -> str:
    """A file's text; `-` is standard input."""
    try:
        data = sys.stdin.buffer.read() if file == "-" else Path(file).read_bytes()
    except OSError as error:
        raise Trouble(f"the file {file} cannot be read: {error.strerror or error}.") from None
    try:
        return data.decode()
    except UnicodeDecodeError:
        raise Trouble(f"{file} is not a record of Forno: it is no UTF-8 text.") from None


def record_in(text: str) -> Record:
    """The record in a text, which may be a saved game too. BadRecord if there is none."""
    if not text.strip():
        raise BadRecord("it is empty.")
    return Record.loads(saves.record_text(text))
