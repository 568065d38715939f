"""The contract: what every game offers, in the same words.

A game's verbs are compiled functions over arrays of records (see `kernel`); `Game` binds them with the game's fixed facts. Chance comes
from outside: where `actor` says CHANCE, the driver calls `deal` with a stream of its own.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from forno.rules import arrays, verbs
from forno.rules.events import Log
from forno.rules.records import Record, Records

CHANCE = -1  # `actor`: cards must be shuffled: call `deal`
NOBODY = -2  # `actor`: the game is over
HIDDEN = -1  # an actor in a view: somebody is asked, and this seat may not know who
SPECTATOR = -1  # a seat for `view`: sees what all see

Value = int | bool | str | None
Options = Mapping[str, Value]
Actions = NDArray[np.int16]
Numbers = NDArray[np.int64]


class BadSetup(ValueError):
    """A table that cannot be set up. The sentence names what is allowed.

    Errors that players may cause have a `code` as well, and `facts`: the arguments of the message `setup.<code>`, which says the same in
    other languages (see `Words.bad_setup`).
    """

    def __init__(self, sentence: str, code: str = "", **facts: str | int) -> None:
        super().__init__(sentence)
        self.code = code
        self.facts = facts


class BadText(ValueError):
    """An action's text that this game does not know."""


@dataclass(frozen=True)
class Option:
    """One thing that can be set per table."""

    name: str
    help: str
    default: Value
    numbers: range | None = None  # whole numbers that are allowed
    words: tuple[Value, ...] = ()  # further values: words, True and False (on, off), None (none)

    @property
    def allowed(self) -> str:
        """In words, for people."""
        parts = [text_of(word) for word in self.words]
        if self.numbers is not None:
            parts.append(f"a whole number from {self.numbers[0]} to {self.numbers[-1]}")
        return " or ".join(parts)

    def read(self, value: Value) -> Value:
        """The option's value from itself or from its text; BadSetup if it is not allowed."""
        for word in self.words:
            if value is word or (
                isinstance(value, str) and value.strip().lower() in (text_of(word), *_ALIASES.get(word, ()))
            ):
                return word
        number = value
        if isinstance(value, str) and value.strip().isascii() and value.strip().isdigit() and len(value) < 10:
            number = int(value)
        if (
            self.numbers is not None
            and isinstance(number, int)
            and not isinstance(number, bool)
            and number in self.numbers
        ):
            return number
        text = text_of(value)
        raise BadSetup(
            f"option {self.name} cannot be {text!r}: it takes {self.allowed}.",
            "option.value",
            option=self.name,
            value=text,
            allowed=self._allowed_values,
        )

    @property
    def _allowed_values(self) -> str:
        """Like `allowed`, without any words of a language."""
        numbers = [f"{self.numbers[0]}-{self.numbers[-1]}"] if self.numbers is not None else []
        return ", ".join([*map(text_of, self.words), *numbers])


_ALIASES: dict[Value, tuple[str, ...]] = {
    True: ("true", "yes"),
    False: ("false", "no"),
    None: ("null",),
}  # as other programs write them


def text_of(value: Value) -> str:
    """An option's value as people write it."""
    if isinstance(value, bool):
        return "on" if value else "off"
    return "none" if value is None else str(value)


@dataclass(frozen=True)
class EventType:
    """A kind of event: its name, and how the numbers of its row in the log are read (with the state, whose deck names the orders)."""

    name: str
    read: Callable[[Sequence[int], Record], dict[str, Any]]


class Deal(Protocol):
    def __call__(self, s: Record, rng: Records, log: Log, /) -> None: ...


class Actor(Protocol):
    def __call__(self, s: Record, /) -> int: ...


class Legal(Protocol):
    def __call__(self, s: Record, actions: Actions, /) -> int: ...


class Step(Protocol):
    def __call__(self, s: Record, action: int, log: Log, /) -> None: ...


class Score(Protocol):
    def __call__(self, s: Record, scores: Numbers, /) -> None: ...


class See(Protocol):
    def __call__(self, s: Record, seat: int, v: Record, /) -> None: ...


class Forget(Protocol):
    def __call__(self, v: Record, /) -> None: ...


class Resample(Protocol):
    def __call__(self, v: Record, rng: Records, deduce: bool, s: Record, /) -> None: ...


@dataclass(frozen=True)
class Verbs:
    """A game's compiled functions over one record: what compiled code calls (through `forno.rules.verbs`, for any game)."""

    deal: Deal  # where actor is CHANCE: shuffle by the stream
    actor: Actor  # seat to decide, CHANCE or NOBODY
    legal: Legal  # fill in the legal actions in ascending order, return how many; 0 unless a seat is to decide
    step: Step  # unchecked: the action must be legal
    score: Score  # points by seat
    rank: Score  # number of seats that did better, ties broken by the rules: winners have 0
    view: See  # what a seat (or SPECTATOR) knows: a function of the public events and its own cards
    forget: Forget  # take out of a view what was seen once and lies open no more: as at a table, for a bad memory
    resample: Resample  # a random state that agrees with a view; with `deduce`, also with what the rules imply


@dataclass(frozen=True)
class Game:
    """One game: its fixed facts and its verbs."""

    id: str
    title: str
    version: int  # moves when the same key and actions would lead elsewhere
    players: range
    options: tuple[Option, ...]
    n_actions: int
    max_events: int  # in one step or deal
    scores: range  # that a seat can have at the end (by the default options)
    state_dtype: np.dtype[np.record]
    view_dtype: np.dtype[np.record]  # the record that `view` fills
    event_types: tuple[EventType, ...]  # by code

    make: Callable[[int, Options], Records]  # one new state, before its first deal, from checked options
    max_decisions: Callable[[int, Options], int]  # no game has more decisions than this
    verbs: Verbs
    describe: Callable[[Records, int, int], str]  # an action's canonical text
    parse: Callable[[Records, int, str], int]  # its inverse; BadText for anything else

    # The verbs for Python: over an array of records and an index, the same functions for every game.
    deal = staticmethod(arrays.deal)
    actor = staticmethod(arrays.actor)
    legal = staticmethod(arrays.legal)
    step = staticmethod(arrays.step)
    score = staticmethod(arrays.score)
    rank = staticmethod(arrays.rank)
    view = staticmethod(arrays.view)
    forget = staticmethod(arrays.forget)
    resample = staticmethod(arrays.resample)

    def __post_init__(self) -> None:
        verbs.register(self.verbs, self.state_dtype, self.view_dtype)

    def is_over(self, states: Records, i: int) -> bool:
        return bool(arrays.actor(states, i) == NOBODY)

    def check(self, players: int, options: Options) -> dict[str, Value]:
        """All options with their values; BadSetup, with a sentence that names what is allowed."""
        if players not in self.players:
            raise self._bad_players(players)
        known = {option.name: option for option in self.options}
        for name in options:
            if name not in known:
                names = ", ".join(known)
                sentence = f"{self.title} has no option {name!r}: its options are {names}."
                raise BadSetup(sentence, "option", game=self.title, option=name, options=names)
        return {name: option.read(options.get(name, option.default)) for name, option in known.items()}

    def _bad_players(self, players: int) -> BadSetup:
        low, high = self.players[0], self.players[-1]
        if low == high:
            sentence = f"{self.title} is for {low} players, not {players}."
            return BadSetup(sentence, "players", game=self.title, n=low, players=players)
        sentence = f"{self.title} is for {low} to {high} players, not {players}."
        return BadSetup(sentence, "players.range", game=self.title, low=low, high=high, players=players)

    def new(self, players: int, options: Options | None = None) -> Records:
        """One new state, before its first deal."""
        return self.make(players, self.check(players, options or {}))
