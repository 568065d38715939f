"""Which tables the conformance suite plays, and how: every game, every number of players, each option's values."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any, cast

import numba
import numpy as np
import pytest

from forno.rules import GAMES, arrays, chance
from forno.rules.chance import Rng, below
from forno.rules.game import CHANCE, NOBODY, SPECTATOR, Game, Option, Value, text_of
from forno.rules.log import SILENT, Log, new_log
from forno.rules.records import Records, new_records
from forno.table import Table

_config: Any = numba.config  # it adds its attributes at run time
COMPILED = not _config.DISABLE_JIT
SAMPLES = 30 if COMPILED else 6  # positions of a game, however long it is


@dataclass(frozen=True, eq=False)
class Case:
    game: Game
    players: int
    options: dict[str, Value]

    def __str__(self) -> str:
        settings = [f"{name}={text_of(value)}" for name, value in self.options.items()]
        return " ".join([self.game.id, str(self.players), *settings])

    @property
    def seats(self) -> range:
        return range(SPECTATOR, self.players)

    def new(self) -> Records:
        return self.game.new(self.players, self.options)

    def table(self, number: int) -> Table:
        return Table(self.game, self.players, self.options, key=key(number))


def key(number: int) -> bytes:
    return bytes([number]) * 32


def _values(option: Option) -> list[Value]:
    numbers = [] if option.numbers is None else [option.numbers[0], option.numbers[min(2, len(option.numbers) - 1)]]
    return [value for value in (*option.words, *numbers) if value != option.default]


def _cases() -> Iterator[Case]:
    """The defaults with every number of players, then each value of each option with the most players.

    Plain Python is a hundred times slower. There it is the defaults with the fewest players, and all options changed with the most.
    """
    for game in GAMES:
        if not COMPILED:
            yield Case(game, game.players[0], {})
            yield Case(
                game, game.players[-1], {option.name: _values(option)[-1] for option in game.options if _values(option)}
            )
            continue
        for players in game.players:
            yield Case(game, players, {})
        for option in game.options:
            for value in dict.fromkeys(_values(option)):
                yield Case(game, game.players[-1], {option.name: value})


CASES = tuple(_cases())
# By module, so that all tests of one table follow each other, and share the games that are walked through.
cases = pytest.mark.parametrize("case", CASES, ids=str, scope="module")


@dataclass
class Step:
    """One step or deal of a game: the states before and after it, and what was logged."""

    before: Records
    after: Records
    seat: int  # CHANCE for a deal
    action: int  # or the deal's number
    legal: list[int]
    log: Log
    key: bytes

    def repeat(self, game: Game, states: Records, log: Log) -> None:
        """Do the same to another state."""
        if self.seat == CHANCE:
            game.deal(states, 0, chance.stream(self.key, self.action), log)
        else:
            game.step(states, 0, self.action, log)


def copied(records: Records[Any]) -> Records[Any]:
    """A copy as one block: NumPy's own copy goes field by field, which takes longer than a step."""
    block = np.dtype((np.void, records.dtype.itemsize))
    return cast("Records[Any]", records.view(block).copy().view(records.dtype))


def legal(game: Game, states: Records) -> list[int]:
    actions = np.zeros(game.n_actions, np.int16)
    return list(actions[: game.legal(states, 0, actions)].tolist())


@lru_cache(maxsize=8)
def walk(case: Case, number: int) -> tuple[Step, ...]:
    """A whole game at random, the same for the same number. Nobody may change its states."""
    return tuple(_walk(case, number))


def _walk(case: Case, number: int) -> Iterator[Step]:
    game = case.game
    rng = chance.stream(key(number), 2**31)
    states = case.new()
    deals = 0
    while (seat := game.actor(states, 0)) != NOBODY:
        before = copied(states)
        log = new_log(game.max_events)
        choices = legal(game, states)
        if seat == CHANCE:
            step = Step(before, states, seat, deals, choices, log, key(number))
            deals += 1
        else:
            step = Step(before, states, seat, choices[below(rng, len(choices))], choices, log, key(number))
        step.repeat(game, states, log)
        step.after = copied(states)
        yield step


def sample(steps: Sequence[Step], n: int = SAMPLES) -> list[Step]:
    """Some steps, in their order, spread over the whole game at random: a fixed stride could miss the same phase every time."""
    if len(steps) <= n:
        return list(steps)
    chosen = np.random.default_rng(len(steps)).choice(len(steps), n, replace=False)
    return [steps[k] for k in sorted(chosen.tolist())]


def positions(case: Case, number: int, n: int = SAMPLES) -> Iterator[Records]:
    """Some states of a game in which nothing is to be shuffled, and always the last one."""
    *steps, last = walk(case, number)
    for step in sample([step for step in steps if case.game.actor(step.after, 0) != CHANCE], n - 1):
        yield step.after
    yield last.after


def view(game: Game, states: Records, seat: int) -> Records[Any]:
    views = new_records(1, game.view_dtype)
    game.view(states, 0, seat, views, 0)
    return views


def play_out(game: Game, states: Records, rng: Rng) -> int:
    """Play at random to the end. Returns the number of decisions."""
    actions = np.zeros(game.n_actions, np.int16)
    return arrays.play_games(copied(states), states, 1, rng, actions, SILENT)


def dirty(dtype: np.dtype[Any]) -> Records[Any]:
    """A record full of rubbish: whatever fills it must set every field. Padding belongs to no field and stays zero."""
    return copied(_rubbish(dtype))


@cache
def _rubbish(dtype: np.dtype[Any]) -> Records[Any]:
    records = new_records(1, dtype)
    for name in dtype.names or ():
        records[name] = 85
    return records
