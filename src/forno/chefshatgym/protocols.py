"""How ChefsHatGYM calls its agents: version 3 (`request_action`), version 2 (`get_action`), and before (`getAction`)."""

import inspect
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Protocol

import numpy as np

from forno.chefshatgym.tracker import GameTracker
from forno.chefshatgym.translation import ACTIONS, HAND, N_ACTIONS, SCALE, card_named, padded
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

_ROLES_V3 = {None: None, "chef": "chef", "sous-chef": "souschef", "waiter": "waiter", "dishwasher": "dishwasher"}
ROLES_V2 = {None: "", "chef": "Chef", "sous-chef": "Souschef", "waiter": "Waiter", "dishwasher": "Dishwasher"}
_SPECIALS_V3 = {"food-fight": "food_fight", "dinner-is-served": "dinner_served"}
SPECIALS_V2 = {"food-fight": "It is food fight!", "dinner-is-served": "Dinner served!"}


@dataclass(frozen=True)
class Position:
    """What a seat sees when it acts."""

    hand: list[int]
    board: list[int]
    possible: list[int]  # their numbers of its legal actions; after its own action, of what it could still add


@dataclass(frozen=True)
class OwnSeat:
    """The seat that gets a notification."""

    seat: int
    hand: list[int]
    before: Position | None = None  # its own action
    after: Position | None = None


class AgentProtocol(Protocol):
    def choose_action(self, position: Position) -> Any:
        """Their number of an action, unchecked."""
        ...

    def choose_gifts(self, hand: list[int], n: int) -> Any: ...

    def wants_special(self, special: str, hand: list[int], role: str) -> bool: ...

    def start_game(self, tracker: GameTracker, options: Mapping[str, Any]) -> None: ...

    def start_match(self, tracker: GameTracker, hand: list[int], starter: int) -> None: ...

    def notify(self, event: Event, tracker: GameTracker, own: OwnSeat) -> None: ...

    def flush(self) -> None:
        """Called after all events of one decision."""
        ...


class _WithOptionalHooks:
    """An agent whose missing `update_…` and `observe_…` methods do nothing: many agents define only those that they need.

    A hook that takes fewer arguments gets the last ones. Versions before 2.4 start a match without the cards.
    """

    def __init__(self, agent: Any) -> None:
        self._agent = agent

    def __getattr__(self, name: str) -> Any:
        if not name.startswith(("update_", "observe_")):
            return getattr(self._agent, name)
        hook = getattr(self._agent, name, None)
        return _nothing if hook is None else lambda *given: hook(*given[len(given) - min(_arity(hook), len(given)) :])


def _nothing(*_: Any) -> None:
    """Stands for a hook that an agent does not have."""


def _arity(method: Callable[..., Any]) -> int:
    """How many arguments a method takes; many if any number."""
    kinds = [parameter.kind for parameter in inspect.signature(method).parameters.values()]
    if inspect.Parameter.VAR_POSITIONAL in kinds:
        return 99
    return sum(kind in (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD) for kind in kinds)


class Version3:
    def __init__(self, agent: Any) -> None:
        self._agent = _WithOptionalHooks(agent)

    def choose_action(self, position: Position) -> Any:
        return self._agent.request_action(_observation(position))

    def choose_gifts(self, hand: list[int], n: int) -> Any:
        return self._agent.request_cards_to_exchange({"hand": hand, "n": n})

    def wants_special(self, special: str, hand: list[int], role: str) -> bool:
        asked = {"option": _SPECIALS_V3[special], "hand": hand, "role": _ROLES_V3[role]}
        return bool(self._agent.request_special_action(asked))

    def start_game(self, tracker: GameTracker, options: Mapping[str, Any]) -> None:
        self._agent.update_game_start(
            {
                "opponents": tracker.names,
                "actions": dict(enumerate(ACTIONS)),
                "max_rounds": None,
                "max_matches": options["shifts"],
                "max_points": options["target"] if options["shifts"] is None else None,
            }
        )

    def start_match(self, tracker: GameTracker, hand: list[int], starter: int) -> None:
        self._agent.update_start_match({"hand": hand, "starter_index": starter})

    def notify(self, event: Event, tracker: GameTracker, own: OwnSeat) -> None:
        agent, names = self._agent, tracker.names
        match event.data:
            case Dealt():
                agent.update_new_hand({"hand": own.hand})
                if tracker.match > 1:
                    agent.update_new_roles(_roles(tracker))
            case Special(seat, "food-fight"):
                agent.update_food_fight({"by": names[seat], "new_roles": _roles(tracker)})
            case Special(seat):
                agent.update_dinner_served({"by": names[seat]})
            case Exchanged():
                agent.update_hand_after_exchange({"hand": own.hand})
            case Placed() | Passed():
                agent.update_player_action(_action(tracker, own))
            case Pizza(seat, starter):
                info = {"player": names[seat], "round": tracker.round - 1, "next_player": names[starter]}
                agent.update_pizza_declared(info)
            case Shift(finish):
                order = [names[seat] for seat in finish]
                agent.update_match_over({"scores": tracker.by_name(tracker.score), "finishing_order": order})
            case Over():
                agent.update_game_over({"final_scores": tracker.by_name(tracker.score)})

    def flush(self) -> None:
        """Version 3 gets every event at once."""


def _roles(tracker: GameTracker) -> dict[str, Any]:
    return tracker.by_name([_ROLES_V3[role] for role in tracker.roles])


def _observation(position: Position) -> dict[str, Any]:
    return {
        "hand": np.array(padded(position.hand, HAND), float),
        "board": np.array(position.board, float),
        "possible_actions": [ACTIONS[k] for k in position.possible],
    }


def _action(tracker: GameTracker, own: OwnSeat) -> dict[str, Any]:
    info = {
        "player": tracker.names[tracker.author],
        "action": tracker.action,
        "valid": True,
        "random": False,
        "action_index": tracker.action_number,
        "board_before": np.array(tracker.board_before, float),
        "board_after": np.array(tracker.board, float),
        "cards_left": tracker.held[tracker.author],
    }
    if own.before is not None and own.after is not None:
        info |= {"observation_before": _observation(own.before), "observation_after": _observation(own.after)}
    return info


class Version2:
    def __init__(self, agent: Any) -> None:
        self._agent = _WithOptionalHooks(agent)
        self._info: dict[str, Any] = {}  # the last action and its consequences, which the agent gets together
        self._pending: list[str] = []  # methods to call with it
        self._gifts: dict[bool, list[int]] = {}  # True: given by this seat

    def choose_action(self, position: Position) -> Any:
        return int(np.argmax(self._agent.get_action(_vector(position))))

    def choose_gifts(self, hand: list[int], n: int) -> Any:
        return self._agent.get_exhanged_cards(hand, n)

    def wants_special(self, special: str, hand: list[int], role: str) -> bool:
        return bool(self._agent.do_special_action(self._info, SPECIALS_V2[special]))

    def start_game(self, tracker: GameTracker, options: Mapping[str, Any]) -> None:
        """Version 2 learns of a game when its first match starts."""

    def start_match(self, tracker: GameTracker, hand: list[int], starter: int) -> None:
        self._agent.update_start_match(hand, tracker.names, tracker.names[starter])

    def notify(self, event: Event, tracker: GameTracker, own: OwnSeat) -> None:
        if isinstance(event.data, Begins | Over):
            self.flush()
        match event.data:
            case Special(seat, action):
                self._agent.observe_special_action(SPECIALS_V2[action], seat)
            case Gave(giver, _, cards):
                self._gifts[giver == own.seat] = [card_named(name) for name in cards]
            case Exchanged():
                self._agent.update_exchange_cards(self._gifts[True], self._gifts[False])
            case Placed() | Passed():
                self._info = _info(tracker, own)
                self._pending.append("update_my_action" if tracker.author == own.seat else "update_action_others")
            case Finished():
                self._info |= _state_of(tracker)
            case Pizza(seat, starter):
                info = {"Is_Pizza": True, "Pizza_Author": seat, "Next_Player": starter}
                self._info |= _state_of(tracker) | info | {"Board_After": tracker.board}
            case Shift():
                self._info |= _state_of(tracker)
                self._pending.append("update_end_match")
            case Over():
                self._agent.update_game_over()

    def flush(self) -> None:
        for method in self._pending:
            self._tell(method)
        self._pending = []

    def _tell(self, method: str) -> None:
        getattr(self._agent, method)(self._info)


class Version1(Version2):
    """Agents of the first Chef's Hat Cup: they have `getAction`, and the rest of version 2 under older names, if at all."""

    _NAMES: ClassVar = {
        "update_my_action": "actionUpdate",
        "update_action_others": "observeOthers",
        "update_end_match": "matchUpdate",
    }

    def choose_action(self, position: Position) -> Any:
        return int(np.argmax(self._agent.getAction(_vector(position))))

    def choose_gifts(self, hand: list[int], n: int) -> Any:
        """Before version 2 the room gave cards away by itself: the Sous-Chef's highest, and of the Chef's those below the highest."""
        if hasattr(self._agent, "exchangeCards"):
            return self._agent.exchangeCards(hand, n)
        return sorted(hand)[-1:] if n == 1 else sorted(hand)[-n - 1 : -1]

    def wants_special(self, special: str, hand: list[int], role: str) -> bool:
        """Before version 2 the room asked nobody, and every special action was taken."""
        if hasattr(self._agent, "doSpecialAction"):
            return bool(self._agent.doSpecialAction(self._info, SPECIALS_V2[special]))
        return True

    def _tell(self, method: str) -> None:
        hook = getattr(self._agent, self._NAMES[method], None)
        if hook is None:
            return
        info = self._info | _older_names(self._info)
        if _arity(hook) == 1:
            hook(info)
            return
        before, after = np.array(info["Observation_Before"]), np.array(info["Observation_After"])
        given = [before, after, info["action"]]  # the reward is an argument in some of them, and they know it best
        if _arity(hook) > len(given) + 1:
            given.append(self._agent.getReward(*[info, before, after][: _arity(self._agent.getReward)]))
        hook(*given, info)


def _older_names(info: Mapping[str, Any]) -> dict[str, Any]:
    """The same facts as they were called before version 2.3."""
    author = info["Author_Index"]
    action = np.zeros(N_ACTIONS)
    if info["Action_Index"] >= 0:
        action[info["Action_Index"]] = 1
    is_finished = info["Finished_Players"][author]
    return {
        "validAction": True,
        "matches": info["Matches"],
        "rounds": info["Rounds"],
        "score": info["Game_Score"],
        "performanceScore": info["Game_Performance_Score"],
        "thisPlayer": author,
        "thisPlayerFinished": is_finished,
        "thisPlayerPosition": sum(info["Finished_Players"]) - 1 if is_finished else -1,
        "isPizzaReady": info["Is_Pizza"],
        "action": action,
        "observation": info["Observation_Before"],
        "nextObservation": info["Observation_After"],
        "possibleActions": info["Observation_Before"][-N_ACTIONS:],
        "lastActionPlayers": info["Last_action_Per_Player"],
    }


def _vector(position: Position) -> Any:
    """Their observation of 228 numbers: board, hand with empty places first, mask."""
    mask = np.zeros(N_ACTIONS)
    mask[position.possible] = 1
    return np.concatenate([_scaled(position.board), _scaled(sorted(padded(position.hand, HAND))), mask]).astype(
        np.float32
    )


def _scaled(cards: Iterable[int]) -> Any:
    return np.array(list(cards)) / SCALE


def _info(tracker: GameTracker, own: OwnSeat) -> dict[str, Any]:
    before, after = own.before, own.after
    return {
        "Matches": tracker.match,
        "Rounds": tracker.round,
        "Player_Names": tracker.names,
        "Author_Index": tracker.author,
        "Author_Possible_Actions": "" if before is None else [ACTIONS[k] for k in before.possible],
        "Action_Valid": True,
        "Action_Random": False,
        "Action_Index": tracker.action_number,
        "Action_Decoded": tracker.action,
        "Is_Pizza": False,
        "Pizza_Author": -1,
        "Next_Player": _next_player(tracker),
        "Board_Before": tracker.board_before,
        "Board_After": tracker.board,
        "Observation_Before": "" if before is None else _vector(before).tolist(),
        "Observation_After": "" if after is None else _vector(after).tolist(),
        **_state_of(tracker),
    }


def _next_player(tracker: GameTracker) -> int:
    """The next seat that has cards and has not passed. If there is none, the pizza is over and its event names the next player."""
    seats = [(tracker.author + ahead) % len(tracker.names) for ahead in range(1, len(tracker.names) + 1)]
    still_in = (seat for seat in seats if tracker.held[seat] > 0 and tracker.last_actions[seat] != "pass")
    return next(still_in, tracker.author)


def _state_of(tracker: GameTracker) -> dict[str, Any]:
    return {
        "Finished_Players": list(tracker.finished),
        "Cards_Per_Player": list(tracker.held),
        "Last_action_Per_Player": list(tracker.last_actions),
        "Current_Roles": [ROLES_V2[role] for role in tracker.roles],
        "Match_Score": list(tracker.match_score),
        "Game_Score": list(tracker.score),
        "Game_Performance_Score": list(tracker.performance),
    }
