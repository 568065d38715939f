"""The state of a game in ChefsHatGYM's terms, from our events. Its matches are our shifts, its rounds our pizzas."""

from collections.abc import Mapping, Sequence
from typing import Any

from forno.chefshatgym.translation import ACTIONS, HAND, board_of
from forno.rules.chefs_hat.rules import POINTS, ROLES
from forno.table.events import Event

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
        data = event.data
        match event.name:
            case "begins":
                self._begin(data["shift"], data["roles"])
            case "special":
                self.roles = list(data["roles"])
            case "placed":
                number = data["number"] if data["naturals"] else 0
                board = board_of(number, data["naturals"], data["jokers"])
                self._act(data["seat"], f"C{number};Q{data['naturals']};J{data['jokers']}", board)
                self.held[data["seat"]] -= data["naturals"] + data["jokers"]
            case "passed":
                self._act(data["seat"], "pass", self.board)
            case "finished":
                self.finished[data["seat"]] = True
            case "pizza":
                self.round += 1
                self.board = _EMPTY
                self.last_actions = ["" for _ in self.names]
            case "shift":
                self._end(data)

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

    def _end(self, data: Mapping[str, Any]) -> None:
        for place, seat in enumerate(data["finish"]):
            points = int(POINTS[place])
            self.roles[seat] = ROLES[place]
            self.finished[seat] = True
            self.match_score[seat] = points
            total = self.performance[seat] * (self.match - 1) + 10 * points / self.round
            self.performance[seat] = total / self.match
        self.score = list(data["points"])
