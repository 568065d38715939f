"""What each audience has noticed of a game that was played before, in one compiled call. It counts as `LiveGame` and `SeatFeed` do."""

from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from forno import warmup
from forno.rules import chance, verbs
from forno.rules.compiling import jit
from forno.rules.game import HIDDEN, NOBODY, SPECTATOR, Game
from forno.rules.log import EVERYBODY
from forno.rules.records import Int8, Int8s, Int64, Int64s, Record, Records, dtype_of, new_records
from forno.table import Course, Table

_actor, _view = verbs.actor, verbs.view


class Follower(Record):
    """How far an audience has come: see `SeatFeed`."""

    number: Int64
    read: Int64
    is_asked: Int8
    was_asked: Int8
    is_accepted: Int8


class Outcome(Record):
    """See `LiveGame`."""

    first: Int64
    previous_actor: Int64  # -1: none
    is_open: Int8


FOLLOWER, OUTCOME = dtype_of(Follower), dtype_of(Outcome)


class Followers:
    """All audiences of a game, from its beginning to after its last move. That move is not shown yet. Spectators come first, then the seats."""

    def __init__(self, table: Table, course: Course) -> None:
        n = table.players + 1
        self.followers = new_records(n, FOLLOWER)
        self.views = new_records(n + 1, table.game.view_dtype)  # as they were shown; one more to work with
        self.answered = np.zeros(
            len(course.seats), np.int64
        )  # the numbers of the positions in which the moves were made
        self._outcome = new_records(1, OUTCOME)
        contents = self.views.view(np.uint8).reshape(n + 1, -1)
        audiences = table.events.audiences
        follow(
            *(course.states, course.seats, course.n_events, audiences, self.views, contents),
            *(self.followers, self.answered, self._outcome),
        )
        self.outcome = self._outcome[0]


@jit
def follow(
    states: Records,
    seats: Int8s,
    n_events: Int64s,
    audiences: NDArray[np.int16],
    views: Records[Any],
    contents: NDArray[np.uint8],
    followers: Records[Follower],
    answered: Int64s,
    outcome: Records[Outcome],
) -> None:
    """See `Followers`. `contents` are the bytes of `views`."""
    o, spare = outcome[0], followers.shape[0]
    o.previous_actor = -1
    o.is_open = 1
    for j in range(spare):
        followers[j].number = -1
        _show(states, 0, j, n_events, audiences, views, contents, followers)
    for k in range(seats.shape[0]):
        if k > 0:
            _show_to_all(states, k, n_events, audiences, views, contents, followers, o)
        if o.is_open == 1:
            o.first = n_events[k]
        j = int(seats[k]) + 1
        f, v = followers[j], views[j]
        answered[k] = f.number
        f.number += 1
        f.is_asked = 0
        f.is_accepted = 1
        v.actor = HIDDEN
        actor = int(_actor(states[k + 1]))
        _view(states[k + 1], SPECTATOR, views[spare])
        o.is_open = 1 if actor == NOBODY or int(views[spare].actor) == actor else 0


@jit
def _show_to_all(
    states: Records,
    k: int,
    n_events: Int64s,
    audiences: NDArray[np.int16],
    views: Records[Any],
    contents: NDArray[np.uint8],
    followers: Records[Follower],
    o: Outcome,
) -> None:
    """To whoever may see it: everybody at an open position, or the one who is asked in secret."""
    number, actor = int(followers[0].number), int(views[0].actor)
    asked = int(_actor(states[k])) + 1
    for j in range(followers.shape[0]):
        if o.is_open == 1 or j == asked:
            _show(states, k, j, n_events, audiences, views, contents, followers)
    if followers[0].number != number:
        o.previous_actor = max(-1, actor)


@jit
def _show(
    states: Records,
    k: int,
    j: int,
    n_events: Int64s,
    audiences: NDArray[np.int16],
    views: Records[Any],
    contents: NDArray[np.uint8],
    followers: Records[Follower],
) -> None:
    """Show the state before move k to audience j, if it would notice anything."""
    f, spare, seat = followers[j], followers.shape[0], j - 1
    _view(states[k], seat, views[spare])
    is_asked = 1 if j > 0 and int(_actor(states[k])) == seat else 0
    notices = f.number < 0 or is_asked != f.is_asked
    for event in range(f.read, n_events[k]):
        audience = int(audiences[event])
        if audience == EVERYBODY or (j > 0 and audience >> seat & 1 == 1):
            notices = True
    for byte in range(contents.shape[1]):
        if contents[spare, byte] != contents[j, byte]:
            notices = True
    f.read = n_events[k]
    if notices:
        views[j] = views[spare]
        f.is_asked = f.was_asked = is_asked
        f.is_accepted = 0
        f.number += 1


def server_part(game: Game) -> warmup.Part:
    """What a table of a server needs. In one process it takes less time to compile than in two."""
    table = warmup.table_part(game)
    more = f"{game.title}: stored games", partial(_load_nothing, game)
    return warmup.Part(f"server-{game.id}", (Path(__file__), *table.sources), (*table.calls, more))


def _load_nothing(game: Game) -> None:
    table = Table(game, game.players[-1], key=bytes(chance.KEY_BYTES))
    Followers(table, table.replay([]))
