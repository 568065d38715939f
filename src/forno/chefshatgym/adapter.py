"""Lets agents written for ChefsHatGYM play at our tables. They are called as in ChefsHatGYM, but never see the cards of other seats."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from forno.agents import Agent
from forno.agents.agent import take_turn
from forno.chefshatgym.protocols import AgentProtocol, OwnSeat, Position, Version1, Version2, Version3
from forno.chefshatgym.tracker import GameTracker
from forno.chefshatgym.translation import JOKER_CARD, board_of, card_named, cards_of, gift, our_action, their_action
from forno.rules import find
from forno.rules.chance import Rng, below
from forno.rules.chefs_hat.events import Dealt, Gave, Passed, Placed
from forno.rules.chefs_hat.names import ROLES
from forno.rules.chefs_hat.rules import CHEF, EXCHANGE, JOKER, MOZZARELLA, PIZZA, SPECIAL, SPECIALS, View
from forno.rules.chefs_hat.rules import EMPTY as NO_NUMBER
from forno.rules.game import Actions, BadSetup, Value
from forno.rules.records import Records, new_records
from forno.table import Table
from forno.table.event import Event

ATTEMPTS = 5  # to give a legal answer; then a random one is taken, as in ChefsHatGYM
_GAME = find("chefs-hat")


class AgentAdapter:
    """Wraps one of their agents as one of ours: of version 3 (it has `request_action`), version 2 (`get_action`) or before (`getAction`).

    It plays wherever our agents do. There it gets only the list of actions; `play_to_end` of this module also notifies it of what
    happens, as learners need. `refused` counts its illegal answers.
    """

    def __init__(self, agent: Any) -> None:
        self.refused = 0
        self._protocol = _protocol_of(agent)
        self._tracker: GameTracker | None = None  # None unless `notify` is called
        self._is_started = False
        self._hand: list[int] = []
        self._gifts: list[int] = []  # the Chef chooses two at once, but we ask for them one by one
        self._before: Position | None = None

    def choose(self, view: Records[Any], legal: Actions, rng: Rng) -> int:
        v = view[0]
        if not self._is_started:  # it must know the list of actions even if `notify` is never called
            self._start_game(GameTracker([f"seat {seat}" for seat in range(len(v.role))]), _GAME.check(len(v.role), {}))
        hand = cards_of(v.hand.tolist())
        if v.phase == SPECIAL:
            special = _GAME.describe(view, 0, int(legal[-1]))
            return int(legal[-1] if self._protocol.wants_special(special, hand, ROLES[v.role[v.seat]]) else SPECIALS)
        if v.phase == EXCHANGE:
            return self._give(v, hand, legal.tolist(), rng)
        return self._place(v, hand, legal.tolist(), rng)

    def _start_game(self, tracker: GameTracker, options: Mapping[str, Value]) -> None:
        self._protocol.start_game(tracker, options)
        self._is_started = True

    def _place(self, v: View, hand: list[int], legal: list[int], rng: Rng) -> int:
        possible = [action for action in map(their_action, legal) if action is not None]
        board = _board(v) if self._tracker is None else self._tracker.board
        self._before = Position(hand, board, sorted(possible))
        for _ in range(ATTEMPTS):
            answer = self._protocol.choose_action(self._before)
            if answer in possible:
                return our_action(int(answer))
            self.refused += 1
        return our_action(possible[below(rng, len(possible))])

    def _give(self, v: View, hand: list[int], legal: list[int], rng: Rng) -> int:
        n = 2 if v.role[v.seat] == CHEF and v.gave[0] < 0 else 1
        if n == 1 and self._gifts:  # the second gift of the Chef
            action = gift(self._gifts.pop(), legal)
            if action is not None:
                return action
        self._gifts = self._choose_gifts(hand, n, rng)
        action = gift(self._gifts.pop(), legal)
        assert action is not None
        return action

    def _choose_gifts(self, hand: list[int], n: int, rng: Rng) -> list[int]:
        for _ in range(ATTEMPTS):
            answer = self._protocol.choose_gifts(list(hand), n)
            if isinstance(answer, Sequence | np.ndarray) and len(answer) == n and not Counter(answer) - Counter(hand):
                return [int(card) for card in answer]
            self.refused += 1
        return [hand.pop(below(rng, len(hand))) for _ in range(n)]

    def notify(self, table: Table, seat: int, events: Sequence[Event]) -> None:
        """Pass on the events that reach a seat, in order, one call for each decision."""
        if self._tracker is None:
            self._tracker = GameTracker(table.names)
            self._start_game(self._tracker, table.options)
        tracker = self._tracker
        for event in events:
            tracker.update(event)
            own = self._own_seat(event, tracker, seat)
            self._protocol.notify(event, tracker, own)
        self._protocol.flush()
        v = table.view(seat)[0]
        if v.phase == PIZZA and not v.placed.any() and events:  # of the first pizza of a shift
            self._protocol.start_match(tracker, list(self._hand), int(v.actor))
        if table.is_over:
            self._tracker = None

    def _own_seat(self, event: Event, tracker: GameTracker, seat: int) -> OwnSeat:
        """Update the hand by an event, and return what the seat knows after it."""
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
                after = Position(self._hand, tracker.board, _could_add(self._hand, tracker))
                return OwnSeat(seat, list(self._hand), before, after)
        return OwnSeat(seat, list(self._hand))


def _protocol_of(agent: Any) -> AgentProtocol:
    if hasattr(agent, "request_action"):
        return Version3(agent)
    if hasattr(agent, "get_action"):
        return Version2(agent)
    if hasattr(agent, "getAction"):
        return Version1(agent)
    raise BadSetup(
        f"{type(agent).__name__} is not an agent of ChefsHatGYM: it has neither request_action nor get_action nor getAction."
    )


def _board(v: View) -> list[int]:
    """The board from a view, which does not tell jokers from the cards they stand for."""
    if v.number == NO_NUMBER:
        return board_of(0, 0, 0)
    return board_of(0, 0, int(v.count)) if v.number == JOKER_CARD else board_of(int(v.number), int(v.count), 0)


def _could_add(hand: Sequence[int], tracker: GameTracker) -> list[int]:
    """Their numbers of what the hand could place on the board now, according to our rules."""
    state = new_records(1, _GAME.state_dtype)
    s = state[0]
    s.phase = PIZZA
    for card in hand:
        s.hand[0, JOKER if card == JOKER_CARD else card - 1] += 1
    naturals = [card for card in tracker.board if 0 < card <= MOZZARELLA + 1]
    jokers = tracker.board.count(JOKER_CARD)
    s.number = naturals[0] if naturals else JOKER_CARD if jokers else NO_NUMBER
    s.count = len(naturals) + jokers
    actions = np.zeros(_GAME.n_actions, np.int16)
    found = map(their_action, actions[: _GAME.legal(state, 0, actions)].tolist())
    return sorted(action for action in found if action is not None)


def play_to_end(table: Table, agents: Sequence[Agent], rng: Rng) -> None:
    """Like `forno.agents.play_to_end`, but adapters are also notified of all events."""
    notified = 0
    while True:
        for seat, agent in enumerate(agents):
            if isinstance(agent, AgentAdapter):
                agent.notify(table, seat, table.events_for(seat, notified))
        if table.is_over:
            return
        notified = len(table.events)
        take_turn(table, agents, rng)
