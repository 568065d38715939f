"""The state of a game in ChefsHatGYM's terms, from our events. Its matches are our shifts, its rounds our pizzas."""

from collections.abc import Sequence
from typing import Any

from forno.chefshatgym.translation import ACTIONS, HAND, board_of
from forno.rules.chefs_hat.events import Begins, Finished, Passed, Pizza, Placed, Shift, Special
from forno.rules.chefs_hat.names import ROLES
from forno.rules.chefs_hat.rules import POINTS
from forno.table.event import Event

_EMPTY = board_of(0, 0, 0)


class GameTracker:
    """Call `update` with every public event, in order."""

    def __init__(self, names: Sequence[str]) -> None:
        self.names = list(names)
        self.match = 0
        self.round = 1
        self.board = self.board_before = _EMPTY
        self.author = -1  # of the last action
        self.action = ""  # its text; two jokers alone are not in their list of actions
        self.last_actions = ["" for _ in names]  # by seat, on this pizza
        self.held = [HAND for _ in names]
        self.finished = [False for _ in names]
        self.roles: list[str | None] = [None for _ in names]  # in our terms
        self.match_score = [-1 for _ in names]
        self.score = [0 for _ in names]
        self.performance = [0.0 for _ in names]  # mean over the matches of 10 * points / rounds

    @property
    def action_number(self) -> int:
        return ACTIONS.index(self.action) if self.action in ACTIONS else -1

    def by_name(self, values: Sequence[Any]) -> dict[str, Any]:
        return dict(zip(self.names, values, strict=True))

    def update(self, event: Event) -> None:
        match event.data:
            case Begins(shift, roles):
                self._begin(shift, roles)
            case Special(_, _, roles):
                self.roles = list(roles)
            case Placed(seat, number, naturals, jokers):
                number = number if naturals else 0
                self._act(seat, f"C{number};Q{naturals};J{jokers}", board_of(number, naturals, jokers))
                self.held[seat] -= naturals + jokers
            case Passed(seat):
                self._act(seat, "pass", self.board)
            case Finished(seat):
                self.finished[seat] = True
            case Pizza():
                self.round += 1
                self.board = _EMPTY
                self.last_actions = ["" for _ in self.names]
            case Shift() as shift_end:
                self._end(shift_end)

    def _begin(self, shift: int, roles: Sequence[str | None]) -> None:
        self.match = shift
        self.round = 1
        self.board = _EMPTY
        self.roles = list(roles)
        self.last_actions = ["" for _ in self.names]
        self.held = [HAND for _ in self.names]
        self.finished = [False for _ in self.names]

    def _act(self, seat: int, text: str, board: list[int]) -> None:
        self.author = seat
        self.action = text
        self.last_actions[seat] = text
        self.board_before, self.board = self.board, board

    def _end(self, shift: Shift) -> None:
        for place, seat in enumerate(shift.finish):
            points = int(POINTS[place])
            self.roles[seat] = ROLES[place]
            self.finished[seat] = True
            self.match_score[seat] = points
            total = self.performance[seat] * (self.match - 1) + 10 * points / self.round
            self.performance[seat] = total / self.match
        self.score = list(shift.points)
