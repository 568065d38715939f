"""The rules of Tiny Game, for two to four.

In each round twelve cards, 1 to 12, are dealt out. In turn, each player puts one card face down: their secret card. Then
they play tricks: in turn, each plays a card, and the highest takes the trick, which is worth a point. Whoever took the
last trick leads the next one. When only the secret cards are left they are shown, and the highest is worth two points.
The player with the most points after three rounds wins.

To replace: the record, the constants and the body of each verb. To keep: the verbs' names and arguments.
"""

from typing import Annotated

import numpy as np

from forno.rules.blocks import copier
from forno.rules.chance import Rng, shuffle
from forno.rules.compiling import jit
from forno.rules.game import CHANCE, NOBODY, Actions, Numbers, Options
from forno.rules.log import EVERYBODY, Log, emit
from forno.rules.records import Int8, Int8s, Record, Records, dtype_of, field_names, new_records
from tiny_game import events
from tiny_game.events import (
    BEGINS,
    DEALT,
    DEALT_CARDS,
    HIDES,
    PLAYED,
    ROUND,
    ROUND_POINTS,
    SEATS,
    SECRET,
    SHOWN,
    TRICK,
)

CARDS = len(events.CARDS)
DEAL, HIDE, PLAY, OVER = range(4)  # phases

# Actions: `HIDE_CARD + card` puts a card face down, `PLAY_CARD + card` plays it. Card 0 is the 1.
HIDE_CARD, PLAY_CARD, N_ACTIONS = 0, CARDS, 2 * CARDS


class Public(Record):
    """What everybody can see: it is in the state and in every view.

    -1 stands for "none". A table with fewer than four players leaves the last rows of the arrays empty.
    """

    phase: Int8
    players: Int8
    actor: Int8  # who decides; -1 between rounds and at the end
    leader: Int8  # who began this trick
    finished: Int8  # rounds
    rounds: Int8  # rounds to play
    points: Annotated[Int8s, (SEATS,)]
    held: Annotated[Int8s, (SEATS,)]  # number of cards in hand
    hidden: Annotated[Int8s, (SEATS,)]  # 1: has a card face down
    trick: Annotated[Int8s, (SEATS,)]  # card in this trick; -1
    played: Annotated[Int8s, (CARDS,)]  # who played this card in this round; -1
    shown: Annotated[Int8s, (SEATS,)]  # the secret card, once the round is over; -1


class State(Public):
    hand: Annotated[Int8s, (SEATS, CARDS)]  # 1: holds this card
    secret: Annotated[Int8s, (SEATS,)]  # card face down; -1


class View(Public):
    seat: Int8
    hand: Annotated[Int8s, (CARDS,)]  # own
    secret: Int8  # own


STATE, VIEW = dtype_of(State), dtype_of(View)
copy_public = copier(field_names(Public))  # from a state to a view, or back


def make(players: int, options: Options) -> Records[State]:
    """A state before its first deal. `options` have been checked."""
    states, rounds = new_records(1, STATE), options["rounds"]
    assert isinstance(rounds, int)
    states[0].players = players
    states[0].rounds = rounds
    states[0].actor = -1
    clear(states[0])
    return states


def max_decisions(players: int, options: Options) -> int:
    rounds = options["rounds"]
    assert isinstance(rounds, int)
    return CARDS * rounds


@jit
def clear(s: State) -> None:
    """Take all cards off the table."""
    s.held[:] = 0
    s.hidden[:] = 0
    s.trick[:] = -1
    s.played[:] = -1
    s.shown[:] = -1
    s.hand[:] = 0
    s.secret[:] = -1


@jit
def deal(s: State, rng: Rng, log: Log) -> None:
    clear(s)
    cards = np.arange(CARDS).astype(np.int8)
    shuffle(rng, cards)
    s.phase = HIDE
    s.actor = s.leader = s.finished % s.players
    emit(log, BEGINS, EVERYBODY, s.finished, s.leader)
    for k in range(CARDS):
        seat = k % s.players
        s.hand[seat, cards[k]] = 1
        s.held[seat] += 1
    for seat in range(s.players):
        row = emit(log, DEALT, 1 << seat, seat)  # for this seat only
        if row > 0:  # 0: nobody listens
            log[row, DEALT_CARDS : DEALT_CARDS + CARDS] = s.hand[seat]


@jit
def actor(s: State) -> int:
    if s.phase == DEAL:
        return CHANCE
    return NOBODY if s.phase == OVER else int(s.actor)


@jit
def legal(s: State, actions: Actions) -> int:
    """Any card in hand. Actions are written in ascending order."""
    n = 0
    if s.phase in (HIDE, PLAY):
        for card in range(CARDS):
            if s.hand[s.actor, card] == 1:
                actions[n] = card + (HIDE_CARD if s.phase == HIDE else PLAY_CARD)
                n += 1
    return n


@jit
def step(s: State, action: int, log: Log) -> None:
    seat = int(s.actor)
    card = action % CARDS
    s.hand[seat, card] = 0
    s.held[seat] -= 1
    s.actor = (seat + 1) % s.players
    if action < PLAY_CARD:
        s.secret[seat] = card
        s.hidden[seat] = 1
        emit(log, HIDES, EVERYBODY, seat)  # without the card, which is nobody else's business
        emit(log, SECRET, 1 << seat, seat, card)
        if s.actor == s.leader:
            s.phase = PLAY
    else:
        s.trick[seat] = card
        s.played[card] = seat
        emit(log, PLAYED, EVERYBODY, seat, card)
        if s.actor == s.leader:
            _end_trick(s, log)


@jit
def _end_trick(s: State, log: Log) -> None:
    winner = _highest(s.trick)
    s.points[winner] += 1
    s.trick[:] = -1
    s.actor = s.leader = winner
    emit(log, TRICK, EVERYBODY, winner)
    if s.held[winner] == 0:
        _end_round(s, log)


@jit
def _end_round(s: State, log: Log) -> None:
    for seat in range(s.players):
        s.shown[seat] = s.secret[seat]
        emit(log, SHOWN, EVERYBODY, seat, s.secret[seat])
    s.secret[:] = -1
    s.hidden[:] = 0
    s.points[_highest(s.shown)] += 2
    s.actor = -1
    s.finished += 1
    s.phase = OVER if s.finished == s.rounds else DEAL
    row = emit(log, ROUND, EVERYBODY)
    if row > 0:
        log[row, ROUND_POINTS : ROUND_POINTS + SEATS] = s.points


@jit
def _highest(cards: Int8s) -> int:
    best = 0
    for seat in range(SEATS):
        if cards[seat] > cards[best]:
            best = seat
    return best


@jit
def score(s: State, scores: Numbers) -> None:
    for seat in range(s.players):
        scores[seat] = s.points[seat]


@jit
def rank(s: State, ranks: Numbers) -> None:
    """Players with equal points share a rank."""
    for seat in range(s.players):
        ranks[seat] = 0
        for other in range(s.players):
            if s.points[other] > s.points[seat]:
                ranks[seat] += 1


@jit
def view(s: State, seat: int, v: View) -> None:
    """What `seat` knows. Every field is set, since `v` may hold anything. A spectator has no cards."""
    copy_public(s, v)
    v.seat = seat
    v.hand[:] = 0
    v.secret = -1
    if seat >= 0:
        v.hand[:] = s.hand[seat]
        v.secret = s.secret[seat]


@jit
def forget(v: View) -> None:
    """Tricks that were taken lie face down: only this one is in sight."""
    for card in range(CARDS):
        seat = int(v.played[card])
        if seat >= 0 and v.trick[seat] != card:
            v.played[card] = -1
