"""The contract: what every game offers.

`Game` holds a game's fixed facts and its verbs, which are compiled functions over records. Chance comes from outside: where `actor`
returns CHANCE, the driver calls `deal` with a stream of its own.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeVar

import numpy as np
from numpy.typing import NDArray

from forno.rules import arrays, verbs
from forno.rules.chance import Rng
from forno.rules.event_data import EventData
from forno.rules.log import Log
from forno.rules.records import Int8s, Record, Records

CHANCE = -1  # `actor`: cards must be shuffled, by `deal`
NOBODY = -2  # `actor`: the game is over
HIDDEN = -1  # the actor in a view whose seat may not know who is asked
SPECTATOR = -1  # a seat for `view` that sees what everybody sees

S = TypeVar("S", bound=Record)  # a game's state
V = TypeVar("V", bound=Record)  # its view
S_contra = TypeVar("S_contra", bound=Record, contravariant=True)
V_contra = TypeVar("V_contra", bound=Record, contravariant=True)

Value = int | bool | str | None
Options = Mapping[str, Value]
Actions = NDArray[np.int16]
Numbers = NDArray[np.int64]


class BadSetup(ValueError):
    """A table cannot be set up like this. The message says what is allowed.

    Errors that players may cause also have a `code`, and `facts`: the arguments of the message `setup.<code>`, which says the same in
    other languages (see `Words.bad_setup`).
    """

    def __init__(self, sentence: str, code: str = "", **facts: str | int) -> None:
        super().__init__(sentence)
        self.code = code
        self.facts = facts


class BadText(ValueError):
    """A text that is not an action of this game."""


@dataclass(frozen=True)
class Option:
    """A setting of a table."""

    name: str
    help: str
    default: Value
    numbers: range | None = None  # allowed whole numbers
    words: tuple[Value, ...] = ()  # other allowed values: words, True and False (on, off), None (none)

    @property
    def allowed(self) -> str:
        """The allowed values, for people."""
        parts = [text_of(word) for word in self.words]
        if self.numbers is not None:
            parts.append(f"a whole number from {self.numbers[0]} to {self.numbers[-1]}")
        return " or ".join(parts)

    def read(self, value: Value) -> Value:
        """A value of the option from the value itself or from its text. BadSetup if it is not allowed."""
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

    def is_file_name(self, value: str) -> bool:
        """Whether a value that a person typed names a file with the value, rather than being one."""
        return False

    def read_file(self, text: str) -> Value:
        """A value of the option from the text of such a file. BadSetup if it is not allowed."""
        raise BadSetup(f"option {self.name} is not set by a file.")


_ALIASES: dict[Value, tuple[str, ...]] = {
    True: ("true", "yes"),
    False: ("false", "no"),
    None: ("null",),
}  # what other programs write


def text_of(value: Value) -> str:
    """An option's value as people write it."""
    if isinstance(value, bool):
        return "on" if value else "off"
    return "none" if value is None else str(value)


class Deal(Protocol[S_contra]):
    def __call__(self, s: S_contra, rng: Rng, log: Log, /) -> None: ...


class Actor(Protocol[S_contra]):
    def __call__(self, s: S_contra, /) -> int: ...


class Legal(Protocol[S_contra]):
    def __call__(self, s: S_contra, actions: Actions, /) -> int: ...


class Mask(Protocol[S_contra]):
    def __call__(self, s: S_contra, actions: Actions, out: Int8s, /) -> None: ...


class Step(Protocol[S_contra]):
    def __call__(self, s: S_contra, action: int, log: Log, /) -> None: ...


class Score(Protocol[S_contra]):
    def __call__(self, s: S_contra, scores: Numbers, /) -> None: ...


class See(Protocol[S_contra, V_contra]):
    def __call__(self, s: S_contra, seat: int, v: V_contra, /) -> None: ...


class Forget(Protocol[V_contra]):
    def __call__(self, v: V_contra, /) -> None: ...


class Resample(Protocol[V_contra, S_contra]):
    def __call__(self, v: V_contra, rng: Rng, deduce: bool, s: S_contra, /) -> None: ...


@dataclass(frozen=True)
class Verbs(Generic[S, V]):
    """A game's compiled functions over one record. Compiled code for any game calls them through `forno.rules.verbs`."""

    deal: Deal[S]  # shuffle by the stream, where the actor is CHANCE
    actor: Actor[S]  # the seat to decide, CHANCE or NOBODY
    legal: Legal[S]  # write the legal actions in ascending order and return how many; 0 unless a seat is to decide
    step: Step[S]  # the action must be legal: it is not checked
    score: Score[S]  # points by seat
    rank: Score[S]  # how many seats did better, with ties broken by the rules; winners have 0
    view: See[S, V]  # what a seat (or SPECTATOR) knows: a function of the public events and its own cards
    forget: Forget[V]  # remove from a view what is no longer visible, for players without a memory
    resample: Resample[V, S]  # a random state that agrees with a view; with `deduce`, also with what the rules imply
    mask: Mask[S] | None = None  # ones for legal actions, zeros for others; only if it is faster than to list them


@dataclass(frozen=True)
class Game:
    """One game: its fixed facts and its verbs.

    `id`, `title`, `version`: its names, and the version of its rules.
    `players`, `options`: how many can play, and the settings of a table.
    `n_actions`: actions are numbers below this. `describe(states, i, action)` gives an action's text, `parse` reads it back; both also take views.
    `scores`, `max_events`, `max_decisions`: bounds on a seat's points, the events of a step, and the decisions of a game.
    `state_dtype`, `view_dtype`, `event_types`: its records, and its events by code.
    `open_phases`: values of the view's `phase` in which everybody sees who decides and what.
    `has_shifts`: whether each shuffle begins a shift. `cards`: names of the cards that a view's `hand` counts.

    The verbs (`actor`, `legal`, `step`, …) take an array of records and an index. `forno.table.Table` is easier to use, and checks actions.
    """

    id: str
    title: str
    version: int  # changes when the same key and actions would lead to another game
    players: range
    options: tuple[Option, ...]
    n_actions: int
    max_events: int  # that one step or deal has, at most
    scores: range  # that a seat can have at the end, with the default options
    state_dtype: np.dtype[Any]
    view_dtype: np.dtype[Any]  # the record that `view` fills
    event_types: tuple[type[EventData], ...]  # by code

    make: Callable[[int, Options], Records[Any]]  # a new state, before its first deal, from checked options
    max_decisions: Callable[[int, Options], int]  # an upper bound for the decisions of a game
    verbs: Verbs[Any, Any]
    describe: Callable[[Records[Any], int, int], str]  # an action's canonical text
    parse: Callable[[Records[Any], int, str], int]  # its inverse; BadText for any other text
    has_shifts: bool = False  # each shuffle begins a shift, and contests also count points per shift

    # The verbs for Python, over an array of records and an index.
    deal = staticmethod(arrays.deal)
    actor = staticmethod(arrays.actor)
    legal = staticmethod(arrays.legal)
    step = staticmethod(arrays.step)
    score = staticmethod(arrays.score)
    rank = staticmethod(arrays.rank)
    view = staticmethod(arrays.view)
    forget = staticmethod(arrays.forget)
    resample = staticmethod(arrays.resample)

    open_phases: tuple[int, ...] = ()  # of a state and its views: everybody sees who decides and what they do
    cards: tuple[str, ...] = ()  # names of the cards that the view's `hand` counts, for drawings that know only this

    def __post_init__(self) -> None:
        verbs.register(self.verbs, self.state_dtype, self.view_dtype)

    @property
    def usual_players(self) -> int:
        """Four, as at most tables, if the game allows it."""
        return 4 if 4 in self.players else self.players[-1]

    def is_over(self, states: Records, i: int) -> bool:
        """Whether nobody is to decide any more."""
        return bool(arrays.actor(states, i) == NOBODY)

    def check(self, players: int, options: Options) -> dict[str, Value]:
        """All options with their values. BadSetup if one is not allowed."""
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

    def new(self, players: int, options: Options | None = None) -> Records[Any]:
        """A new state, before its first deal."""
        return self.make(players, self.check(players, options or {}))
