"""The two ways in which agents of ChefsHatGYM are asked and told: that of version 3 (`request_action`) and that of version 2 (`get_action`)."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np

from forno.chefshatgym.course import Course
from forno.chefshatgym.words import ACTIONS, HAND, N_ACTIONS, SCALE, card_named, padded
from forno.rules.chefs_hat.events import (
    Begins,
    Dealt,
    Exchanged,
    Finished,
    Gave,
    Passed,
    Pizza,
    Placed,
    Shift,
    Special,
)
from forno.table import Event, Over

_ROLES_THIRD = {None: None, "chef": "chef", "sous-chef": "souschef", "waiter": "waiter", "dishwasher": "dishwasher"}
ROLES_SECOND = {None: "", "chef": "Chef", "sous-chef": "Souschef", "waiter": "Waiter", "dishwasher": "Dishwasher"}
_SPECIALS_THIRD = {"food-fight": "food_fight", "dinner-is-served": "dinner_served"}
SPECIALS_SECOND = {"food-fight": "It is food fight!", "dinner-is-served": "Dinner served!"}


@dataclass(frozen=True)
class Sight:
    """What a seat has before it."""

    hand: list[int]
    board: list[int]
    possible: list[int]  # their numbers of what it may do; after its own action, of what it could still add


@dataclass(frozen=True)
class Own:
    """A seat that is told of something."""

    seat: int
    hand: list[int]
    before: Sight | None = None  # of its own action
    after: Sight | None = None


class Speech(Protocol):
    def place(self, sight: Sight) -> Any:
        """The number of an action; nobody has checked it."""
        ...

    def give(self, hand: list[int], n: int) -> Any: ...

    def announce(self, special: str, hand: list[int], role: str) -> bool: ...

    def begin(self, course: Course, options: Mapping[str, Any]) -> None: ...

    def begin_shift(self, course: Course, hand: list[int], starter: int) -> None: ...

    def tell(self, event: Event, course: Course, own: Own) -> None: ...

    def end_telling(self) -> None:
        """All that one decision brought about has been told."""
        ...


class Third:
    def __init__(self, agent: Any) -> None:
        self._agent = agent

    def place(self, sight: Sight) -> Any:
        return self._agent.request_action(_observation(sight))

    def give(self, hand: list[int], n: int) -> Any:
        return self._agent.request_cards_to_exchange({"hand": hand, "n": n})

    def announce(self, special: str, hand: list[int], role: str) -> bool:
        asked = {"option": _SPECIALS_THIRD[special], "hand": hand, "role": _ROLES_THIRD[role]}
        return bool(self._agent.request_special_action(asked))

    def begin(self, course: Course, options: Mapping[str, Any]) -> None:
        self._agent.update_game_start(
            {
                "opponents": course.names,
                "actions": dict(enumerate(ACTIONS)),
                "max_rounds": None,
                "max_matches": options["shifts"],
                "max_points": options["target"] if options["shifts"] is None else None,
            }
        )

    def begin_shift(self, course: Course, hand: list[int], starter: int) -> None:
        self._agent.update_start_match({"hand": hand, "starter_index": starter})

    def tell(self, event: Event, course: Course, own: Own) -> None:
        agent, names = self._agent, course.names
        match event.data:
            case Dealt():
                agent.update_new_hand({"hand": own.hand})
                if course.match > 1:
                    agent.update_new_roles(_roles(course))
            case Special(seat, "food-fight"):
                agent.update_food_fight({"by": names[seat], "new_roles": _roles(course)})
            case Special(seat):
                agent.update_dinner_served({"by": names[seat]})
            case Exchanged():
                agent.update_hand_after_exchange({"hand": own.hand})
            case Placed() | Passed():
                agent.update_player_action(_action(course, own))
            case Pizza(seat, starter):
                told = {"player": names[seat], "round": course.round - 1, "next_player": names[starter]}
                agent.update_pizza_declared(told)
            case Shift(finish):
                order = [names[seat] for seat in finish]
                agent.update_match_over({"scores": course.by_name(course.score), "finishing_order": order})
            case Over():
                agent.update_game_over({"final_scores": course.by_name(course.score)})

    def end_telling(self) -> None:
        """Everything was told at once."""


def _roles(course: Course) -> dict[str, Any]:
    return course.by_name([_ROLES_THIRD[role] for role in course.roles])


def _observation(sight: Sight) -> dict[str, Any]:
    return {
        "hand": np.array(padded(sight.hand, HAND), float),
        "board": np.array(sight.board, float),
        "possible_actions": [ACTIONS[k] for k in sight.possible],
    }


def _action(course: Course, own: Own) -> dict[str, Any]:
    told = {
        "player": course.names[course.author],
        "action": course.action,
        "valid": True,
        "random": False,
        "action_index": course.action_number,
        "board_before": np.array(course.board_before, float),
        "board_after": np.array(course.board, float),
        "cards_left": course.held[course.author],
    }
    if own.before is not None and own.after is not None:
        told |= {"observation_before": _observation(own.before), "observation_after": _observation(own.after)}
    return told


class Second:
    def __init__(self, agent: Any) -> None:
        self._agent = agent
        self._info: dict[str, Any] = {}  # of the last action and what it brought about: told in one piece
        self._untold: list[str] = []  # methods that wait for it
        self._gifts: dict[bool, list[int]] = {}  # own ones, others

    def place(self, sight: Sight) -> Any:
        return int(np.argmax(self._agent.get_action(_vector(sight))))

    def give(self, hand: list[int], n: int) -> Any:
        return self._agent.get_exhanged_cards(hand, n)

    def announce(self, special: str, hand: list[int], role: str) -> bool:
        return bool(self._agent.do_special_action(self._info, SPECIALS_SECOND[special]))

    def begin(self, course: Course, options: Mapping[str, Any]) -> None:
        """Their games begin with the first match."""

    def begin_shift(self, course: Course, hand: list[int], starter: int) -> None:
        self._agent.update_start_match(hand, course.names, course.names[starter])

    def tell(self, event: Event, course: Course, own: Own) -> None:
        if isinstance(event.data, Begins | Over):
            self.end_telling()
        match event.data:
            case Special(seat, action):
                self._agent.observe_special_action(SPECIALS_SECOND[action], seat)
            case Gave(giver, _, cards):
                self._gifts[giver == own.seat] = [card_named(name) for name in cards]
            case Exchanged():
                self._agent.update_exchange_cards(self._gifts[True], self._gifts[False])
            case Placed() | Passed():
                self._info = _info(course, own)
                self._untold.append("update_my_action" if course.author == own.seat else "update_action_others")
            case Finished():
                self._info |= _standing(course)
            case Pizza(seat, starter):
                told = {"Is_Pizza": True, "Pizza_Author": seat, "Next_Player": starter}
                self._info |= _standing(course) | told | {"Board_After": course.board}
            case Shift():
                self._info |= _standing(course)
                self._untold.append("update_end_match")
            case Over():
                self._agent.update_game_over()

    def end_telling(self) -> None:
        for method in self._untold:
            getattr(self._agent, method)(self._info)
        self._untold = []


def _vector(sight: Sight) -> Any:
    """Their 228 numbers: board, hand with empty places first, mask."""
    mask = np.zeros(N_ACTIONS)
    mask[sight.possible] = 1
    return np.concatenate([_scaled(sight.board), _scaled(sorted(padded(sight.hand, HAND))), mask]).astype(np.float32)


def _scaled(cards: Iterable[int]) -> Any:
    return np.array(list(cards)) / SCALE


def _info(course: Course, own: Own) -> dict[str, Any]:
    before, after = own.before, own.after
    return {
        "Matches": course.match,
        "Rounds": course.round,
        "Player_Names": course.names,
        "Author_Index": course.author,
        "Author_Possible_Actions": "" if before is None else [ACTIONS[k] for k in before.possible],
        "Action_Valid": True,
        "Action_Random": False,
        "Action_Index": course.action_number,
        "Action_Decoded": course.action,
        "Is_Pizza": False,
        "Pizza_Author": -1,
        "Next_Player": _next_player(course),
        "Board_Before": course.board_before,
        "Board_After": course.board,
        "Observation_Before": "" if before is None else _vector(before).tolist(),
        "Observation_After": "" if after is None else _vector(after).tolist(),
        **_standing(course),
    }


def _next_player(course: Course) -> int:
    """The next who has cards and has not passed. If there is none the pizza is done, and its event says who begins."""
    seats = [(course.author + ahead) % len(course.names) for ahead in range(1, len(course.names) + 1)]
    still_in = (seat for seat in seats if course.held[seat] > 0 and course.last_actions[seat] != "pass")
    return next(still_in, course.author)


def _standing(course: Course) -> dict[str, Any]:
    return {
        "Finished_Players": list(course.finished),
        "Cards_Per_Player": list(course.held),
        "Last_action_Per_Player": list(course.last_actions),
        "Current_Roles": [ROLES_SECOND[role] for role in course.roles],
        "Match_Score": list(course.match_score),
        "Game_Score": list(course.score),
        "Game_Performance_Score": list(course.performance),
    }
