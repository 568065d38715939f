"""A worker that plays games of Chef's Hat and writes them down as ChefsHatGYM does: its dataset's columns, in CSV."""

import csv
import io
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import Any

import numpy as np

from forno.agents import Agent
from forno.chefshatgym.course import Course
from forno.chefshatgym.speech import ROLES_SECOND, SPECIALS_SECOND
from forno.chefshatgym.words import ACTIONS, HAND, JOKER_CARD, card_named, padded, their_action
from forno.matches.agent_loading import AgentFailed, ask_agent, load_agent
from forno.matches.loop import open_streams
from forno.rules.chance import STREAM, stream
from forno.rules.chefs_hat.events import (
    Begins,
    Dealt,
    Exchanged,
    Gave,
    Passed,
    Pizza,
    Placed,
    Shift,
    Special,
)
from forno.rules.chefs_hat.names import ROLES
from forno.rules.chefs_hat.rules import PASS
from forno.simulate.plan import Plan
from forno.table import Event, Over, Table

COLUMNS = (
    "Match",
    "Round",
    "Agent_Names",
    "Source",
    "Action_Type",
    "Action_Description",
    "Player_Finished",
    "Player_Hands",
    "Board_Before",
    "Board_After",
    "Possible_Actions",
    "Current_Roles",
    "Match_Score",
    "Game_Score",
    "Game_Performance_Score",
)
_TWO_JOKERS = "C0;Q0;J2"  # which their rules do not have
Row = dict[str, Any]


class Dataset:
    """Called with the numbers of games: a CSV file as bytes, one experiment (their word) for each game."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan

    def __getstate__(self) -> dict[str, Any]:
        return {"plan": self.plan}  # each worker makes agents of its own

    @cached_property
    def _agents(self) -> dict[str, Agent]:
        return {name: load_agent(name, self.plan.game) for name in self.plan.contest.names}

    def prepare(self) -> None:
        _ = self._agents

    def __call__(self, games: Sequence[int]) -> bytes:
        text = io.StringIO()
        writer = csv.DictWriter(text, COLUMNS, lineterminator="\n")
        writer.writeheader()
        for number in games:
            writer.writerows(self._rows(number))
        return text.getvalue().encode()

    def _rows(self, number: int) -> Iterator[Row]:
        contest, seating = self.plan.contest, self.plan.seating(number)
        rotation = self.plan.rotation(number)
        key = contest.deal_key(number)
        names = [f"{agent}_{seat}" for seat, agent in enumerate(seating)]
        table = Table(self.plan.game, contest.players, contest.options, key=key, names=names)
        rngs = np.zeros(contest.players, STREAM)
        open_streams(stream(key), rotation, rngs)
        scribe = _Scribe(table)
        while not table.is_over:
            yield from scribe.rows()
            seat, legal = table.actor, table.legal()
            assert seat is not None
            try:
                agent, rng = self._agents[seating[seat]], rngs[seat : seat + 1]
                action = ask_agent(agent, table.view(seat), legal, rng)[0] if len(legal) > 1 else int(legal[0])
            except Exception as error:
                raise AgentFailed.by(seating[seat], contest, number, number, rotation, seat, error) from error
            table.act(seat, action)
            scribe.possible = legal.tolist()
        yield from scribe.rows()


class _Scribe:
    """Turns a table's events into their rows, in their order."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.course = Course(table.names)
        self.possible: list[int] = []  # at the last decision
        self._heard = 0
        self._hands: list[Counter[int]] = [Counter() for _ in table.names]
        self._gifts: dict[str | None, list[int]] = {}  # by the giver's role
        self._announcer = -1

    def rows(self) -> Iterator[Row]:
        """Of what has happened since the last call."""
        if self._heard == 0:
            yield _row("START_EXPERIMENT", 0, 0, Agent_Names=self.course.names)
        for event in self.table.events[self._heard :]:
            self._heard += 1
            self.course.hear(event)
            yield from self._told(event)

    def _told(self, event: Event) -> Iterator[Row]:
        course, names = self.course, self.course.names
        match event.data:
            case Begins():
                self._announcer = -1
                yield _row("NEW_MATCH", course.match, 0, Game_Score=course.by_name(course.score), **self._roles())
            case Dealt(seat, cards):
                self._hands[seat] = Counter(card_named(name) for name in cards)
                if seat == len(names) - 1:
                    yield _row("DEAL_CARDS", course.match, 0, Player_Hands=self._all_hands())
            case Special(seat, action):
                self._announcer = seat
                name, text = names[seat], SPECIALS_SECOND[action]
                yield _row("DECLARE_SPECIAL_ACTION", course.match, 0, name, Action_Description=text, **self._roles())
            case Gave(giver, receiver, cards):
                given = [card_named(name) for name in cards]
                self._gifts[course.roles[giver]] = given
                self._hands[giver] -= Counter(given)
                self._hands[receiver] += Counter(given)
            case Exchanged():
                gifts = [self._gifts[role] for role in reversed(ROLES)]
                what = [self._announcer >= 0, self._announcer, gifts[0], gifts[1][0], gifts[2][0], gifts[3]]
                yield _row("CARD_EXCHANGE", course.match, 0, Action_Description=what, Player_Hands=self._all_hands())
            case Placed(seat, number, naturals, jokers):
                self._hands[seat] -= Counter({number: naturals, JOKER_CARD: jokers})
                yield self._discard()
            case Passed():
                yield self._discard()
            case Pizza(seat):
                yield _row("DECLARE_PIZZA", course.match, course.round - 1, names[seat])
            case Shift():
                yield _row(
                    "END_MATCH",
                    course.match,
                    course.round,
                    Match_Score=course.by_name(course.match_score),
                    Game_Score=course.by_name(course.score),
                    **self._roles(),
                )
            case Over():
                yield _row(
                    "END_EXPERIMENT",
                    course.match,
                    course.round,
                    Game_Score=course.by_name(course.score),
                    Game_Performance_Score=course.by_name(course.performance),
                    **self._roles(),
                )

    def _discard(self) -> Row:
        course = self.course
        return _row(
            "DISCARD",
            course.match,
            course.round,
            course.names[course.author],
            Action_Description=course.action,
            Player_Finished=course.held[course.author] == 0,
            Player_Hands=sorted(padded(sorted(self._hands[course.author].elements()), HAND)),
            Board_Before=course.board_before,
            Board_After=course.board,
            Possible_Actions=[_text(action) for action in sorted(self.possible, key=_is_pass)],  # which is their last
        )

    def _all_hands(self) -> list[list[int]]:
        return [sorted(hand.elements()) for hand in self._hands]

    def _roles(self) -> Row:
        roles = self.course.roles
        return {} if None in roles else {"Current_Roles": self.course.by_name([ROLES_SECOND[role] for role in roles])}


def _row(kind: str, match: int, number: int, source: str = "SYSTEM", **values: Any) -> Row:
    return {"Match": match, "Round": number, "Source": source, "Action_Type": kind, **values}


def _is_pass(action: int) -> bool:
    return action == PASS


def _text(action: int) -> str:
    """Their text of one of our actions."""
    theirs = their_action(action)
    return _TWO_JOKERS if theirs is None else ACTIONS[theirs]
