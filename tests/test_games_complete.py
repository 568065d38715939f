"""Lists the optional parts that a game lacks, with file names. A new game can be played without them."""

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest

from conformance import conservation
from counts.totals import LINES
from forno.agents.policies import has_policies
from forno.cli.drawing import DRAWINGS
from forno.locales import LANGUAGES, messages
from forno.observations import _OWN as LAYOUTS
from forno.rules import OWN_GAMES, find
from forno.rules.game import Game
from forno.words.words import SPEECHES
from golden.write import PLAYTHROUGHS

ROOT = Path(__file__).parents[1]


class Part(NamedTuple):
    file: str
    what: str
    has: Callable[[Game], bool]


def _text(path: str) -> str:
    file = ROOT / path
    return file.read_text(encoding="utf-8") if file.exists() else ""


def _keys(game: Game) -> list[str]:
    """The keys of messages that the page and the terminal derive from names in the registry."""
    keys = [f"game.{game.id}", f"rules.{game.id}.1.text", f"glossary.{game.id}.1.text"]
    for option in game.options:
        keys += [f"option.{option.name}", f"option.{option.name}.help"]
        keys += [f"option.{option.name}.{word}" for word in option.words if isinstance(word, str)]
    return keys


PARTS = (
    Part("tests/conformance/conservation.py", "how its cards are counted", lambda game: game.id in conservation.COUNT),
    Part("tests/golden/write.py", "a golden playthrough", lambda game: game.id in {play.game for play in PLAYTHROUGHS}),
    Part("tests/counts/totals.py", "totals from fixed keys", lambda game: game.id in {line.game for line in LINES}),
    Part("docs/rules.md", "its rules, by number", lambda game: f"\n## {game.title}" in _text("docs/rules.md")),
    Part("docs/games/", "a page", lambda game: bool(_text(f"docs/games/{game.id}.md"))),
    Part(
        "src/forno/locales/",
        "its names, rules and glossary in all languages",
        lambda game: all(key in messages(language) for language in LANGUAGES for key in _keys(game)),
    ),
    Part("src/forno/words/words.py", "sentences for its events", lambda game: game.id in SPEECHES),
    Part("src/forno/agents/policies.py", "a greedy policy", has_policies),
    Part("src/forno/cli/drawing/__init__.py", "a drawing for the terminal", lambda game: game.id in DRAWINGS),
    Part("src/forno/observations/__init__.py", "a layout for learners", lambda game: game.id in LAYOUTS),
    Part("ui/src/games/", "a table on the page", lambda game: f'"{game.id}"' in _text("ui/src/games/index.ts")),
)


def lacks(game: Game) -> list[str]:
    return [f"{part.file}: {part.what}" for part in PARTS if not part.has(game)]


@pytest.mark.parametrize("game", OWN_GAMES, ids=lambda game: game.id)
def test_nothing_is_missing(game: Game) -> None:
    assert lacks(game) == []


def test_tiny_game_lacks_all_optional_parts() -> None:
    """The tiny game has only a function that counts its cards. Everything else uses fallbacks."""
    assert lacks(find("tiny-game")) == [f"{part.file}: {part.what}" for part in PARTS[1:]]
