"""Whole games. A referee written from the text of the rules alone checks each line of their traces."""

import json
from collections import Counter
from collections.abc import Iterator
from copy import deepcopy
from dataclasses import dataclass
from functools import cache
from typing import Any

import numba
import pytest

from forno import agents
from forno.cli.trace import trace
from forno.rules import find
from forno.rules.chance import Rng, below
from forno.rules.game import Actions, Game, Value
from forno.rules.records import Records
from referee.mamma_mia import Foul, check

_config: Any = numba.config  # it adds its attributes at run time
KEYS = 1 if _config.DISABLE_JIT else 8
Setting = tuple[tuple[str, Value], ...]

CLASSIC: list[tuple[str, int, Setting]] = [
    ("mamma-mia", n, options) for n in range(2, 6) for options in ((), (("starter", n - 1),))
]
PLUS: list[tuple[str, int, Setting]] = [
    ("mamma-mia-plus", n, options)
    for n in range(2, 7)
    for options in ((), (("helping", False),), (("edition", "it"), ("starter", 0)), (("edition", "fr"),))
]


@dataclass(frozen=True)
class Fancy:
    """Takes the first legal action that begins with one of these words, or else a random one; sometimes a random one anyway."""

    game: Game
    words: tuple[str, ...]
    steady: int  # of 10 choices

    def choose(self, view: Records[Any], legal: Actions, rng: Rng) -> int:
        if below(rng, 10) < self.steady:
            for word in self.words:
                for action in legal:
                    if self.game.describe(view, 0, int(action)).startswith(word):
                        return int(action)
        return int(legal[below(rng, len(legal))])


FANCIES = {
    "waits": ("place 1", "no order", "draw waiter", "decline", "refuse"),
    "wastes": ("place 2", "order", "draw waiter", "decline", "refuse"),
    "sparing": ("place 1", "no order", "draw supply", "decline"),
    "spendthrift": ("place 3", "place 2", "order bombastica", "order", "bake", "draw supply"),
    "helps": ("order bombastica", "order", "ask", "help"),
    "begs": ("place 3", "order", "ask", "refuse"),
    "feeds": ("order mini", "order mono", "order each", "order", "bake", "draw waiter", "ask", "help"),
}


@cache
def played(game: str, players: int, options: Setting, number: int, fancy: str = "", steady: int = 0) -> tuple[str, ...]:
    found = agents.find

    def look(name: str, game: Game) -> Any:
        return Fancy(game, FANCIES[name], steady) if name in FANCIES else found(name, game)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(agents, "find", look)
        key = bytes([number, players] * 16)
        return tuple(trace(find(game), players, dict(options), key, fancy or "uniform"))


@pytest.mark.parametrize(("game", "players", "options"), CLASSIC + PLUS)
def test_games_of_chance(game: str, players: int, options: Setting) -> None:
    for number in range(KEYS):
        check(played(game, players, options, number))


def fancy_games() -> Iterator[tuple[str, int, Setting, int, str, int]]:
    for at, fancy in enumerate(FANCIES):
        for steady in (8, 10):
            tables: list[tuple[str, int, Setting]] = [
                *(("mamma-mia", players, ()) for players in range(2, 6)),
                *(("mamma-mia-plus", players, ()) for players in range(2, 7)),
                ("mamma-mia-plus", 4, (("helping", False),)),
            ]
            for number, (game, players, options) in enumerate(tables):
                if KEYS > 1 or (at + number + steady // 2) % 2:  # half of them where they take long
                    yield game, players, options, players, fancy, steady


@pytest.mark.parametrize("fancy", FANCIES)
def test_games_with_a_bent(fancy: str) -> None:
    for setting in fancy_games():
        if setting[4] == fancy:
            check(played(*setting))


WANTED = {
    "mamma-mia": (
        "pass, all passed, card taken, card last, card alone, card waits alone, short supply, short waiter, free, missing, impossible, add, "
        "choice with a free way, tie broken by hand, bake bombastica, decline bombastica, bake minimale, decline minimale, bake monotoni, "
        "decline monotoni, bake each, bake 4-olive, decline 4-olive"
    ),
    "mamma-mia-plus": (
        "pass, no supply, short supply, short waiter, hand of more, free, missing, impossible, add, choice with a free way, tie broken by hand, "
        "ask bombastica, ask minimale, ask monotoni, ask ghiottona, ask monotoni-junior, ask minipizza, ask mamma-mia-1, ask mamma-mia-2, "
        "ask each, ask 4-shrimp, bake bombastica, bake ghiottona, bake minimale, bake monotoni-junior, bake minipizza, bake mamma-mia-1, "
        "one request possible, help with an order, refuse with an order, help with bombastica, refuse with bombastica, nobody helped"
    ),
}


@pytest.mark.parametrize("game", WANTED)
def test_nothing_was_left_out(game: str) -> None:
    """Every rare event happened in the games above."""
    met: Counter[str] = Counter()
    for setting in fancy_games():
        if setting[0] == game:
            met += check(played(*setting))
    for name, players, options in CLASSIC + PLUS:
        if name == game:
            met += check(played(name, players, options, 0))
    assert [what for what in WANTED[game].split(", ") if not met[what]] == []


def changed(line: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """The line with one number raised, or one item of a list removed."""
    for name, value in line.items():
        if isinstance(value, bool):
            continue
        if isinstance(value, int):
            yield {**line, name: value + 1}
        elif isinstance(value, dict):
            for other in changed(value):
                yield {**line, name: other}
        elif isinstance(value, list) and value:
            yield {**line, name: value[:-1]}
            yield {**line, name: [*value, deepcopy(value[0])]}


@pytest.mark.parametrize(("game", "players", "every"), [("mamma-mia", 3, 3), ("mamma-mia-plus", 4, 11)])
def test_the_referee_sees_every_change(game: str, players: int, every: int) -> None:
    lines = [json.loads(line) for line in played(game, players, (), 0)]
    texts = [json.dumps(line) for line in lines]
    tried = 0
    for at in range(1, len(lines), every):
        without = texts[:at] + texts[at + 1 :]
        twice = [*texts[: at + 1], *texts[at:]]
        others = [[*texts[:at], json.dumps(other), *texts[at + 1 :]] for other in changed(lines[at])]
        for wrong in (without, twice, *others):
            with pytest.raises(Foul):
                check(wrong)
            tried += 1
    assert tried > 200
