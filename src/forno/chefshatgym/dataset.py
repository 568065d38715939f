"""Games of Chef's Hat in the layout of ChefsHatGYM's datasets: CSV files with its columns."""

import csv
import io
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any

from forno.agents import Agent, recalls
from forno.chefshatgym.protocols import ROLES_V2, SPECIALS_V2
from forno.chefshatgym.tracker import GameTracker
from forno.chefshatgym.translation import ACTIONS, HAND, JOKER_CARD, card_named, padded, their_action
from forno.matches.agent_loading import AgentFailed, ask_agent, load_agents, place_in
from forno.matches.contest import Contest
from forno.matches.formats import GameWriter
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
from forno.rules.game import BadSetup, Game
from forno.rules.records import new_records
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
_TWO_JOKERS = "C0;Q0;J2"  # not an action in their rules
Row = dict[str, Any]


class Dataset:
    """The format of `forno simulate --format chefshatgym`."""

    name = "chefshatgym"
    suffix = "csv"

    def check(self, game: Game) -> None:
        if game.id != "chefs-hat":
            raise BadSetup(f"the format {self.name} is for Chef's Hat, not for {game.title}.")

    def writer(self, contest: Contest) -> GameWriter:
        return DatasetWriter(contest)

    def facts(self) -> dict[str, Any]:
        return {}

    def contents(self, contest: Contest) -> dict[str, Any]:
        return {"columns": dict.fromkeys(COLUMNS, "as in ChefsHatGYM")}

    def finish(self, folder: Path, contest: Contest) -> None:
        """The files are complete."""


DATASET = Dataset()


class DatasetWriter:
    """Called with the numbers of games, returns a CSV file with one experiment (ChefsHatGYM's word) for each game."""

    def __init__(self, contest: Contest) -> None:
        self.contest = contest

    def __getstate__(self) -> dict[str, Any]:
        return {"contest": self.contest}  # each worker loads its own agents

    @cached_property
    def _agents(self) -> dict[str, Agent]:
        return load_agents(self.contest)

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
        contest, game = self.contest, self.contest.single_game(number)
        seating = contest.seating(game.deal, game.rotation)
        key = contest.deal_key(game.deal)
        names = [f"{agent}_{seat}" for seat, agent in enumerate(seating)]
        table = Table(contest.game, contest.players, contest.options, key=key, names=names)
        rngs = new_records(contest.players, STREAM)
        open_streams(stream(key), game.rotation, rngs)
        reporter = _Reporter(table)
        while not table.is_over:
            yield from reporter.new_rows()
            seat, legal = table.actor, table.legal()
            assert seat is not None
            try:
                agent, rng = self._agents[seating[seat]], rngs[seat : seat + 1]
                action = int(legal[0])
                if len(legal) > 1:
                    history = table.history() if recalls(agent) else None
                    action = ask_agent(agent, contest.game, table.view(seat), legal, rng, history)[0]
            except Exception as error:
                raise AgentFailed.by(seating[seat], error, place_in(contest, game, seat)) from error
            table.act(seat, action)
            reporter.possible = legal.tolist()
        yield from reporter.new_rows()


class _Reporter:
    """Turns a table's events into rows, in the order of ChefsHatGYM."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.tracker = GameTracker(table.names)
        self.possible: list[int] = []  # at the last decision
        self._reported = 0
        self._hands: list[Counter[int]] = [Counter() for _ in table.names]
        self._gifts: dict[str | None, list[int]] = {}  # by the role of the giver
        self._announcer = -1

    def new_rows(self) -> Iterator[Row]:
        """The rows of the events since the last call."""
        if self._reported == 0:
            yield _row("START_EXPERIMENT", 0, 0, Agent_Names=self.tracker.names)
        for event in self.table.events[self._reported :]:
            self._reported += 1
            self.tracker.update(event)
            yield from self._rows_of(event)

    def _rows_of(self, event: Event) -> Iterator[Row]:
        tracker, names = self.tracker, self.tracker.names
        match event.data:
            case Begins():
                self._announcer = -1
                yield _row("NEW_MATCH", tracker.match, 0, Game_Score=tracker.by_name(tracker.score), **self._roles())
            case Dealt(seat, cards):
                self._hands[seat] = Counter(card_named(name) for name in cards)
                if seat == len(names) - 1:
                    yield _row("DEAL_CARDS", tracker.match, 0, Player_Hands=self._all_hands())
            case Special(seat, action):
                self._announcer = seat
                name, text = names[seat], SPECIALS_V2[action]
                yield _row("DECLARE_SPECIAL_ACTION", tracker.match, 0, name, Action_Description=text, **self._roles())
            case Gave(giver, receiver, cards):
                given = [card_named(name) for name in cards]
                self._gifts[tracker.roles[giver]] = given
                self._hands[giver] -= Counter(given)
                self._hands[receiver] += Counter(given)
            case Exchanged():
                gifts = [self._gifts[role] for role in reversed(ROLES)]
                what = [self._announcer >= 0, self._announcer, gifts[0], gifts[1][0], gifts[2][0], gifts[3]]
                yield _row("CARD_EXCHANGE", tracker.match, 0, Action_Description=what, Player_Hands=self._all_hands())
            case Placed(seat, number, naturals, jokers):
                self._hands[seat] -= Counter({number: naturals, JOKER_CARD: jokers})
                yield self._discard()
            case Passed():
                yield self._discard()
            case Pizza(seat):
                yield _row("DECLARE_PIZZA", tracker.match, tracker.round - 1, names[seat])
            case Shift():
                yield _row(
                    "END_MATCH",
                    tracker.match,
                    tracker.round,
                    Match_Score=tracker.by_name(tracker.match_score),
                    Game_Score=tracker.by_name(tracker.score),
                    **self._roles(),
                )
            case Over():
                yield _row(
                    "END_EXPERIMENT",
                    tracker.match,
                    tracker.round,
                    Game_Score=tracker.by_name(tracker.score),
                    Game_Performance_Score=tracker.by_name(tracker.performance),
                    **self._roles(),
                )

    def _discard(self) -> Row:
        tracker = self.tracker
        return _row(
            "DISCARD",
            tracker.match,
            tracker.round,
            tracker.names[tracker.author],
            Action_Description=tracker.action,
            Player_Finished=tracker.held[tracker.author] == 0,
            Player_Hands=sorted(padded(sorted(self._hands[tracker.author].elements()), HAND)),
            Board_Before=tracker.board_before,
            Board_After=tracker.board,
            Possible_Actions=[_text(action) for action in sorted(self.possible, key=_is_pass)],  # `pass` is their last
        )

    def _all_hands(self) -> list[list[int]]:
        return [sorted(hand.elements()) for hand in self._hands]

    def _roles(self) -> Row:
        roles = self.tracker.roles
        return {} if None in roles else {"Current_Roles": self.tracker.by_name([ROLES_V2[role] for role in roles])}


def _row(kind: str, match: int, number: int, source: str = "SYSTEM", **values: Any) -> Row:
    return {"Match": match, "Round": number, "Source": source, "Action_Type": kind, **values}


def _is_pass(action: int) -> bool:
    return action == PASS


def _text(action: int) -> str:
    """Their text for one of our actions."""
    theirs = their_action(action)
    return _TWO_JOKERS if theirs is None else ACTIONS[theirs]
