"""A table: one game with its seats, checked actions, views, events, and the key that decides every shuffle."""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice
from types import MappingProxyType
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from forno.rules import arrays, chance
from forno.rules.compiling import is_held
from forno.rules.game import CHANCE, NOBODY, SPECTATOR, Actions, BadSetup, BadText, Game, Options
from forno.rules.log import Log, clear, new_log
from forno.rules.records import Records, new_records
from forno.table import moving
from forno.table.event import Event, Events, Over
from forno.table.history import History, Recall
from forno.table.plain_record import PlainRecord, new_record
from forno.table.record import NAME_LENGTH, Record
from forno.table.refusal import Refusal
from forno.table.shared import shared
from forno.table.views import named_view

_MOVE_EVENTS = 4  # a move has at most this many times the events of a step: it may end a round, and cards are dealt
_LOG_ROWS = 4096  # of a replay


@dataclass(frozen=True)
class Course:
    """How a game went, move by move."""

    seats: NDArray[np.int8]
    actions: NDArray[np.int16]
    states: Records[Any]  # before each move, and after the last one
    n_events: NDArray[np.int64]  # so far, at each of them


class Table:
    """One game, from its first deal to its end.

    >>> from forno.rules import find
    >>> table = Table(find("chefs-hat"), 4, key=bytes(32))
    >>> table.actor
    1
    >>> [table.text(action) for action in table.legal()]
    ['11x1', '11x2', '11x3', '11x4']
    >>> [event.name for event in table.act(1, "11x4")]
    ['placed']
    """

    def __init__(
        self,
        game: Game,
        players: int,
        options: Options | None = None,
        *,
        key: bytes | None = None,
        names: Sequence[str] | None = None,
    ) -> None:
        """Raises BadSetup, with a sentence for people, if the settings do not fit the game. The default key is random."""
        self.game = game
        self.players = players
        self.options = game.check(players, options or {})
        given = names if names is not None else [f"seat {seat}" for seat in range(players)]
        self.names = tuple(" ".join(name.split())[:NAME_LENGTH].strip() for name in given)  # one line in a record
        if len(self.names) != players:
            raise BadSetup(f"{players} players need {players} names, not {len(self.names)}.")
        self.key = chance.new_key() if key is None else key
        self.moves: list[tuple[int, int]] = []  # seat and action
        self.texts: list[str] = []  # the actions' canonical texts
        self._state = game.new(players, self.options)
        self._shared = shared(game, players, self.options, self._state)
        self.events = Events(self._shared.read)
        self._log = new_log(game.max_events)
        self._deals = 0
        self._recall = Recall(self._state.copy())
        self._actor: int | None = None
        self._own: PlainRecord | None = None  # `own_view`, once it is made
        self._actions: Actions = np.zeros(game.n_actions, np.int16)
        self._deal_cards(self.game.actor(self._state, 0))

    @property
    def commitment(self) -> str:
        """The SHA-256 of the key. It is published before the game, the key after it."""
        return hashlib.sha256(self.key).hexdigest()

    @property
    def actor(self) -> int | None:
        """The seat to act, or None when the game is over. This can be a secret: only views say what players may know."""
        return self._actor

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.actor is None

    @property
    def state(self) -> Records[Any]:
        """A copy of the whole state, secrets included: for traces, tests, and the end of the game."""
        return self._state.copy()

    def legal(self) -> Actions:
        """The legal actions of the seat to act, in ascending order. Empty when the game is over."""
        return self._actions[: self.game.legal(self._state, 0, self._actions)].copy()

    def text(self, action: int) -> str:
        """The canonical text of an action."""
        if self._actor is None:
            return self.game.describe(self._state, 0, int(action))
        key = self._actor, int(action)
        text = self._shared.texts.get(key)
        if text is None:
            text = self._shared.texts[key] = self.game.describe(self._state, 0, int(action))
        return text

    def check(self, seat: int, action: int | str) -> int:
        """Return the number of an action that `seat` may take now, given by number or text.

        Raises Refusal, with a sentence for the player, if the action is not allowed. Changes nothing.
        """
        actor = self.actor
        if actor is None:
            raise Refusal("game-over", "The game is over.")
        if seat != actor:
            raise Refusal("not-your-turn", "It is not your turn.")
        if isinstance(action, str):
            try:
                action = self.game.parse(self._state, 0, action)
            except BadText as error:
                raise Refusal("unknown-action", str(error), action=action) from None
        legal = self.legal().tolist()
        if action not in legal:
            raise self._illegal(action, legal)
        return int(action)

    def act(self, seat: int, action: int | str) -> list[Event]:
        """Take an action and return the new events. Raises the Refusal of `check`, and then changes nothing."""
        first = len(self.events)
        self.do(seat, action)
        return self.events[first:]

    def do(self, seat: int, action: int | str) -> None:
        """The same, for whoever looks at the events later."""
        number = self._shared.actions.get((seat, action)) if isinstance(action, str) else action
        if number is None or not 0 <= number < self.game.n_actions:
            number = self.check(seat, action)
        text = self.text(number)
        actor = moving.act(self._state, seat, int(number), self._actions, self._log)
        if actor == moving.REFUSED:
            self.check(seat, action)
        self._shared.actions[seat, text] = number
        self.moves.append((seat, int(number)))
        self.texts.append(text)
        self.events.add(self._log)
        self._deal_cards(actor)

    def replay(self, moves: Sequence[tuple[int, str]]) -> Course:
        """Do many moves, given by seat and text. It is the same as `act` for each, but takes a twentieth of the time.

        Raises Refusal at a move that is not allowed. Those before it are done.
        """
        course = Course(
            np.array([seat for seat, _ in moves], np.int8),
            np.zeros(len(moves), np.int16),
            new_records(len(moves) + 1, self.game.state_dtype),
            np.full(len(moves) + 1, len(self.events), np.int64),
        )
        course.states[0] = self._state[0]
        log, done = new_log(_LOG_ROWS), 0
        while True:
            first = done
            done = self._replay_known(course, first, self._read_known(course, moves, first), log)
            self.texts += [text for _, text in moves[first:done]]
            if done == first < len(moves):
                self.act(*moves[done])
                done += 1
                course.states[done] = self._state[0]
            course.n_events[done] = len(self.events)  # with the last one of a game
            if done == len(moves):
                return course

    def _read_known(self, course: Course, moves: Sequence[tuple[int, str]], first: int) -> int:
        """Fill in the actions from `first` on whose texts are known. Returns the first other one."""
        done = first
        if not is_held(self.game.state_dtype):  # otherwise move by move, so that machine code can take over
            for seat_and_text in islice(moves, first, None):
                if (action := self._shared.actions.get(seat_and_text)) is None:
                    break
                course.actions[done] = action
                done += 1
        return done

    def _replay_known(self, course: Course, first: int, end: int, log: Log) -> int:
        """Do the moves from `first` to `end`. Returns the first one that is not done."""
        clear(log)
        shuffles = np.array([self._deals], np.int64)
        end = arrays.replay(
            *(course.states, course.seats, course.actions, first, end, chance.stream(self.key), shuffles),
            *(self._actions, log, _MOVE_EVENTS * self.game.max_events, course.n_events),
        )
        if end > first:
            self.moves += zip(course.seats[first:end].tolist(), course.actions[first:end].tolist(), strict=True)
            self._state[0] = course.states[end]
            self._deals = int(shuffles[0])
            self.events.add(log)
            self._deal_cards(self.game.actor(self._state, 0))
        return end

    def view(self, seat: int, *, recall: bool = False) -> Any:
        """What a seat (or SPECTATOR) knows, readable by name (see `forno.table.views`): `table.view(0).hand`.

        It is also an array with one record of `game.view_dtype`, which compiled functions take. With `recall` it also has a `history`: what
        everybody has seen the players do since the last shuffle.
        """
        view = named_view(self.view_record(seat), self.game)
        if recall:
            view.history = self.history()
        return view

    def history(self) -> History:
        """The decisions since the last shuffle that everybody saw."""
        return self._recall.history(self.game, self.key, self.moves)

    def view_record(self, seat: int) -> Records[Any]:
        """The same as a plain array with one record."""
        if not SPECTATOR <= seat < self.players:
            raise IndexError(
                f"there is no seat {seat}: seats are 0 to {self.players - 1}, and {SPECTATOR} for spectators."
            )
        game = self.game
        view: Records[Any] = new_record(game.view_dtype)
        game.view(self._state, 0, seat, view, 0)
        return view

    def view_records(self) -> Records[Any]:
        """Those of spectators and then of all seats, in one array."""
        game, n = self.game, self.players + 1
        views: Any = np.ndarray(n, game.view_dtype, bytearray(n * game.view_dtype.itemsize))
        moving.see(self._state, views)
        return cast("Records[Any]", views)

    @property
    def own_view(self) -> PlainRecord:
        """What the seat to act knows, as plain numbers. It is made once for a position. Not for a game that is over."""
        assert self._actor is not None
        if self._own is None:
            self._own = PlainRecord(self.view_record(self._actor))
        return self._own

    def events_for(self, seat: int, since: int = 0) -> list[Event]:
        """The events that a seat (or SPECTATOR) may know about, starting with number `since`."""
        return list(self.events.of(seat, since))

    @property
    def scores(self) -> list[int]:
        """The points by seat, so far."""
        return self._by_seat(self.game.score)

    @property
    def winners(self) -> list[int]:
        """The seats in the lead, and at the end the winners. There are several if they share the victory."""
        return [seat for seat, better in enumerate(self._by_seat(self.game.rank)) if better == 0]

    def record(self) -> Record:
        """The game so far, in a form that can be stored."""
        moves = tuple((seat, text) for (seat, _), text in zip(self.moves, self.texts, strict=True))
        return Record(
            self.game.id,
            self.game.version,
            MappingProxyType(self.options),
            self.key,
            self.names,
            moves,
            self.commitment,
        )

    def _deal_cards(self, actor: int) -> None:
        """Shuffle and deal until a seat must act or the game is over. `actor` is who is to decide now."""
        while actor == CHANCE:
            clear(self._log)
            self.game.deal(self._state, 0, chance.stream(self.key, self._deals), self._log)
            self._deals += 1
            self.events.add(self._log)
            actor = self.game.actor(self._state, 0)
        self._actor, self._own = None if actor == NOBODY else actor, None
        if self.is_over:
            self.events.end(Over(self.scores, self.winners))

    def _by_seat(self, verb: Any) -> list[int]:
        numbers = np.zeros(self.players, np.int64)
        verb(self._state, 0, numbers)
        return numbers.tolist()

    def _name(self, action: int) -> str:
        return self.text(action) if 0 <= action < self.game.n_actions else f"action {action}"

    def _illegal(self, action: int, legal: list[int]) -> Refusal:
        texts = [self.text(allowed) for allowed in legal]
        some, more = (texts, 0) if len(texts) <= 8 else (texts[:7], len(texts) - 7)
        name, allowed = self._name(action), ", ".join(some)
        sentence = f"{name} is not allowed now. Allowed: {allowed}{f' and {more} more' if more else ''}."
        return Refusal("illegal-action", sentence, action=name, allowed=allowed, more=more)
