"""What positions of all games have in common."""

from typing import Any, Generic, Self, TypeVar

import numpy as np
from numpy.typing import NDArray

from forno.rules import chance
from forno.rules.game import Game
from forno.rules.log import Log, new_log, rows_of
from forno.rules.records import Record, Records, new_records
from forno.table.event import Event, read_row

S = TypeVar("S", bound=Record)
V = TypeVar("V", bound=Record)


def key(number: int) -> bytes:
    return number.to_bytes(32, "little")


class Position(Generic[S, V]):
    """One state, and the events since it was set up."""

    def __init__(self, game: Game, states: Records[S]) -> None:
        self.game = game
        self.states = states
        self.all_events: list[Event] = []

    @property
    def state(self) -> Any:  # tests index NumPy fields more freely than their annotations allow
        return self.states[0]

    @property
    def actor(self) -> int:
        return self.game.actor(self.states, 0)

    @property
    def is_over(self) -> bool:
        return self.game.is_over(self.states, 0)

    @property
    def players(self) -> int:
        raise NotImplementedError

    @property
    def ranks(self) -> list[int]:
        ranks = np.zeros(self.players, np.int64)
        self.game.rank(self.states, 0, ranks)
        return list(ranks.tolist())

    @property
    def scores(self) -> list[int]:
        scores = np.zeros(self.players, np.int64)
        self.game.score(self.states, 0, scores)
        return list(scores.tolist())

    def legal_actions(self) -> NDArray[np.int16]:
        actions = np.zeros(self.game.n_actions, np.int16)
        return actions[: self.game.legal(self.states, 0, actions)]

    def legal(self) -> list[str]:
        """The texts of the legal actions."""
        return [self.describe(int(action)) for action in self.legal_actions()]

    def describe(self, action: int) -> str:
        return self.game.describe(self.states, 0, action)

    def do(self, *actions: str) -> Self:
        """Do actions one after another, each by the seat whose turn it is. They must be legal."""
        for action in actions:
            assert action in self.legal(), f"{action} is not among {self.legal()}"
            log = new_log(self.game.max_events)
            self.game.step(self.states, 0, self.game.parse(self.states, 0, action), log)
            self._read(log)
        return self

    def deal(self, number: int) -> Self:
        log = new_log(self.game.max_events)
        self.game.deal(self.states, 0, chance.stream(key(number)), log)
        self._read(log)
        return self

    def _read(self, log: Log) -> None:
        for row in rows_of(log):
            self.all_events.append(Event(len(self.all_events), *read_row(self.game, self.states[0], row.tobytes())))
        self.check()

    def check(self) -> Self:
        """Assert that the fields of the state agree with each other."""
        return self

    def events(self, name: str, seat: int | None = None) -> list[dict[str, Any]]:
        """The data of all events of this name. With `seat`, only what that seat (or SPECTATOR) is told."""
        return [
            event.data.as_json()
            for event in self.all_events
            if event.name == name and (seat is None or event.reaches(seat))
        ]

    def events_for(self, seat: int) -> list[Any]:
        """The data of all events that a seat (or SPECTATOR) is told."""
        return [event.data for event in self.all_events if event.reaches(seat)]

    def view(self, seat: int) -> Records[V]:
        views = new_records(1, self.game.view_dtype)
        self.game.view(self.states, 0, seat, views, 0)
        return views

    def world(self, seat: int, stream: int, *, deduce: bool = True) -> Self:
        """A random state that agrees with what a seat knows."""
        states = new_records(1, self.game.state_dtype)
        self.game.resample(self.view(seat), 0, chance.stream(key(99), stream), deduce, states, 0)
        return type(self)(self.game, states)

    def copy(self) -> Self:
        """The same state, without the events before it."""
        return type(self)(self.game, self.states.copy())
