"""Agents written for ChefsHatGYM, at our tables. They are asked and told as they are used to; but what another seat holds nobody tells them."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from forno.agents import Agent
from forno.agents.agent import take_turn
from forno.chefshatgym.course import Course
from forno.chefshatgym.speech import Own, Second, Sight, Speech, Third
from forno.chefshatgym.words import JOKER_CARD, board_of, card_named, cards_of, gift, our_action, their_action
from forno.rules import find
from forno.rules.chance import below
from forno.rules.chefs_hat.events import Dealt, Gave, Passed, Placed
from forno.rules.chefs_hat.names import ROLES
from forno.rules.chefs_hat.rules import CHEF, EXCHANGE, JOKER, MOZZARELLA, PIZZA, SPECIAL, SPECIALS
from forno.rules.chefs_hat.rules import EMPTY as NO_NUMBER
from forno.rules.game import Actions, BadSetup, Value
from forno.rules.records import Record, Records
from forno.table import Table
from forno.table.events import Event

ATTEMPTS = 5  # to answer by the rules; then, as in their rooms, chance decides
_GAME = find("chefs-hat")


class Guest:
    """An agent of ours whose mind is one of theirs: of version 3, which has `request_action`, or of version 2, with `get_action`.

    It can play wherever our agents do, and is then told the list of actions alone; with `play_to_end` of this module it is also told what happens,
    as learners need. `refused` counts its answers that the rules did not allow.
    """

    def __init__(self, agent: Any) -> None:
        self.refused = 0
        self._speech = _speech_of(agent)
        self._course: Course | None = None  # while we are told what happens
        self._is_greeted = False
        self._hand: list[int] = []
        self._gifts: list[int] = []  # chosen together, asked for one by one
        self._before: Sight | None = None

    def choose(self, view: Records, legal: Actions, rng: Records) -> int:
        v = view[0]
        if not self._is_greeted:  # nobody tells it anything, but it must know the list of actions
            self._greet(Course([f"seat {seat}" for seat in range(len(v.role))]), _GAME.check(len(v.role), {}))
        hand = cards_of(v.hand.tolist())
        if v.phase == SPECIAL:
            special = _GAME.describe(view, 0, int(legal[-1]))
            return int(legal[-1] if self._speech.announce(special, hand, ROLES[v.role[v.seat]]) else SPECIALS)
        if v.phase == EXCHANGE:
            return self._give(v, hand, legal.tolist(), rng)
        return self._place(v, hand, legal.tolist(), rng)

    def _greet(self, course: Course, options: Mapping[str, Value]) -> None:
        self._speech.begin(course, options)
        self._is_greeted = True

    def _place(self, v: Record, hand: list[int], legal: list[int], rng: Records) -> int:
        possible = [action for action in map(their_action, legal) if action is not None]
        board = _board(v) if self._course is None else self._course.board
        self._before = Sight(hand, board, sorted(possible))
        for _ in range(ATTEMPTS):
            answer = self._speech.place(self._before)
            if answer in possible:
                return our_action(int(answer))
            self.refused += 1
        return our_action(possible[below(rng, len(possible))])

    def _give(self, v: Record, hand: list[int], legal: list[int], rng: Records) -> int:
        n = 2 if v.role[v.seat] == CHEF and v.gave[0] < 0 else 1
        if n == 1 and self._gifts:  # the Chef's second
            action = gift(self._gifts.pop(), legal)
            if action is not None:
                return action
        self._gifts = self._choose_gifts(hand, n, rng)
        action = gift(self._gifts.pop(), legal)
        assert action is not None
        return action

    def _choose_gifts(self, hand: list[int], n: int, rng: Records) -> list[int]:
        for _ in range(ATTEMPTS):
            answer = self._speech.give(list(hand), n)
            if isinstance(answer, Sequence | np.ndarray) and len(answer) == n and not Counter(answer) - Counter(hand):
                return [int(card) for card in answer]
            self.refused += 1
        return [hand.pop(below(rng, len(hand))) for _ in range(n)]

    def listen(self, table: Table, seat: int, events: Sequence[Event]) -> None:
        """To all events that reach a seat, in their order: those that one decision brought about at a time."""
        if self._course is None:
            self._course = Course(table.names)
            self._greet(self._course, table.options)
        course = self._course
        for event in events:
            course.hear(event)
            own = self._own(event, course, seat)
            self._speech.tell(event, course, own)
        self._speech.end_telling()
        v = table.view(seat)[0]
        if v.phase == PIZZA and not v.placed.any() and events:  # the first one of this shift
            self._speech.begin_shift(course, list(self._hand), int(v.actor))
        if table.is_over:
            self._course = None

    def _own(self, event: Event, course: Course, seat: int) -> Own:
        """What the seat has when it is told: its hand goes along with the events."""
        match event.data:
            case Dealt(_, names):
                self._hand = sorted(card_named(name) for name in names)
            case Gave(giver, _, names):
                cards = Counter(card_named(name) for name in names)
                hand = Counter(self._hand)
                self._hand = sorted((hand - cards if giver == seat else hand + cards).elements())
            case Placed(author, number, naturals, jokers) if author == seat:
                placed = Counter({number: naturals, JOKER_CARD: jokers})
                self._hand = sorted((Counter(self._hand) - placed).elements())
        match event.data:
            case Placed(author) | Passed(author) if author == seat:
                before, self._before = self._before, None
                after = Sight(self._hand, course.board, _could_add(self._hand, course))
                return Own(seat, list(self._hand), before, after)
        return Own(seat, list(self._hand))


def _speech_of(agent: Any) -> Speech:
    if hasattr(agent, "request_action"):
        return Third(agent)
    if hasattr(agent, "get_action"):
        return Second(agent)
    raise BadSetup(f"{type(agent).__name__} is no agent of ChefsHatGYM: it has neither request_action nor get_action.")


def _board(v: Record) -> list[int]:
    """From a view alone, which does not tell jokers from what they stand for."""
    if v.number == NO_NUMBER:
        return board_of(0, 0, 0)
    return board_of(0, 0, int(v.count)) if v.number == JOKER_CARD else board_of(int(v.number), int(v.count), 0)


def _could_add(hand: Sequence[int], course: Course) -> list[int]:
    """Their numbers of what could be placed from a hand on the board as it is: asked of our rules, at a table made up for it."""
    state = np.zeros(1, _GAME.state_dtype)
    s = state[0]
    s.phase = PIZZA
    for card in hand:
        s.hand[0, JOKER if card == JOKER_CARD else card - 1] += 1
    naturals = [card for card in course.board if 0 < card <= MOZZARELLA + 1]
    jokers = course.board.count(JOKER_CARD)
    s.number = naturals[0] if naturals else JOKER_CARD if jokers else NO_NUMBER
    s.count = len(naturals) + jokers
    actions = np.zeros(_GAME.n_actions, np.int16)
    found = map(their_action, actions[: _GAME.legal(state, 0, actions)].tolist())
    return sorted(action for action in found if action is not None)


def play_to_end(table: Table, agents: Sequence[Agent], rng: Records) -> None:
    """Like `forno.agents.play_to_end`; guests are also told what happens, from the table's first event on."""
    told = 0
    while True:
        for seat, agent in enumerate(agents):
            if isinstance(agent, Guest):
                agent.listen(table, seat, table.events_for(seat, told))
        if table.is_over:
            return
        told = len(table.events)
        take_turn(table, agents, rng)
