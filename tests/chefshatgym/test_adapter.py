"""Agents written for ChefsHatGYM play by our rules, are called as in ChefsHatGYM, and see only their own cards."""

from typing import Any

import numpy as np
import pytest

from forno import agents
from forno.chefshatgym import ACTIONS, AgentAdapter, our_action, play_to_end, their_action
from forno.chefshatgym.translation import card_named, cards_of
from forno.rules import chance, find
from forno.rules.chefs_hat.events import Dealt, Passed, Placed, Shift, Special
from forno.rules.chefs_hat.rules import GIVE, N_ACTIONS, SPECIALS
from forno.rules.chefs_hat.texts import TEXTS
from forno.rules.game import BadSetup
from forno.table import Table

GAME = find("chefs-hat")
NAMES = ["Ada", "Bea", "Cleo", "Dora"]


class Third:
    """Version 3. Remembers all calls."""

    def __init__(self, place: int = -1) -> None:
        self.heard: list[tuple[str, Any]] = []
        self.place = place  # of the possible actions

    def request_action(self, payload: dict[str, Any]) -> int:
        self.heard.append(("request_action", payload))
        return ACTIONS.index(payload["possible_actions"][self.place])

    def request_cards_to_exchange(self, payload: dict[str, Any]) -> list[int]:
        self.heard.append(("request_cards_to_exchange", payload))
        return sorted(payload["hand"])[-payload["n"] :]

    def request_special_action(self, payload: dict[str, Any]) -> bool:
        self.heard.append(("request_special_action", payload))
        return True

    def __getattr__(self, name: str) -> Any:
        if not name.startswith("update_"):
            raise AttributeError(name)
        return lambda payload: self.heard.append((name, payload))

    def told(self, name: str) -> list[Any]:
        return [payload for heard, payload in self.heard if heard == name]


class Second:
    """Version 2."""

    def __init__(self) -> None:
        self.heard: list[tuple[str, Any]] = []

    def get_action(self, observations: Any) -> Any:
        assert observations.shape == (228,)
        assert observations.dtype == np.float32
        self.heard.append(("get_action", observations))
        wishes = np.zeros(200)
        wishes[np.flatnonzero(observations[28:])[0]] = 0.7
        return wishes

    def get_exhanged_cards(self, cards: list[int], amount: int) -> list[int]:
        return sorted(cards)[-amount:]

    def do_special_action(self, info: Any, special: str) -> bool:
        self.heard.append(("do_special_action", special))
        return True

    def __getattr__(self, name: str) -> Any:
        if not name.startswith(("update_", "observe_")):
            raise AttributeError(name)
        return lambda *payload: self.heard.append((name, payload))

    def told(self, name: str) -> list[Any]:
        return [payload for heard, payload in self.heard if heard == name]


class First:
    """As the agents of the first cup, on the interface of ChefsHatGYM 1."""

    def __init__(self) -> None:
        self.heard: list[tuple[str, Any]] = []

    def getAction(self, observations: Any) -> Any:  # noqa: N802  theirs
        assert observations.shape == (228,)
        self.heard.append(("getAction", observations))
        return observations[28:] / 2

    def getReward(self, info: Any, before: Any, after: Any) -> float:  # noqa: N802
        assert before.shape == after.shape == (228,)
        return float(info["thisPlayerPosition"] == 0)

    def actionUpdate(self, before: Any, after: Any, action: Any, reward: float, info: Any) -> None:  # noqa: N802
        self.heard.append(("actionUpdate", (before, after, action, reward, info)))

    def observeOthers(self, info: Any) -> None:  # noqa: N802
        self.heard.append(("observeOthers", info))

    def matchUpdate(self, info: Any) -> None:  # noqa: N802
        self.heard.append(("matchUpdate", info))

    def told(self, name: str) -> list[Any]:
        return [payload for heard, payload in self.heard if heard == name]


class OnVersion23:
    """As agents on the base class of ChefsHatGYM 2.3: without `update_exchange_cards`, and a match starts without the cards."""

    def __init__(self) -> None:
        self.starts: list[Any] = []
        self.n_updates = 0

    def get_action(self, observations: Any) -> Any:
        return observations[28:]

    def get_exhanged_cards(self, cards: list[int], amount: int) -> list[int]:
        return sorted(cards[-amount:])

    def do_special_action(self, info: Any, special: str) -> None: ...

    def update_start_match(self, players: list[str], starting_player: str) -> None:
        self.starts.append((players, starting_player))

    def update_my_action(self, info: Any) -> None:
        self.n_updates += 1


class ClubLargerValue(OnVersion23):
    """What the LARGER_VALUE of the Players Club does: the last possible action but one, and the highest cards as gifts."""

    def get_action(self, observations: Any) -> Any:
        possible = np.flatnonzero(observations[28:])
        wishes = np.zeros(200)
        wishes[possible[max(0, len(possible) - 2)]] = 1
        return wishes

    def do_special_action(self, info: Any, special: str) -> Any:
        return True


def play(minds: list[Any], shifts: int = 12, key: int = 0) -> Table:
    """Agents of ours take the remaining seats."""
    seats = [AgentAdapter(mind) for mind in minds] + [agents.find("uniform", GAME)] * (4 - len(minds))
    table = Table(GAME, 4, {"shifts": shifts}, key=key.to_bytes(32, "little"), names=NAMES)
    play_to_end(table, seats, chance.stream(bytes(32)))
    return table


def test_their_actions_are_ours() -> None:
    assert len(ACTIONS) == len(set(ACTIONS)) == 200
    ours = [our_action(k) for k in range(200)]
    assert [their_action(action) for action in ours] == list(range(200))
    for theirs, action in enumerate(ours):
        text = ACTIONS[theirs]
        if text == "pass":
            assert TEXTS[action] == "pass"
            continue
        number, naturals, jokers = (int(part[1:]) for part in text.split(";"))
        expected = f"{number}x{naturals}" + (f"+{jokers}j" if jokers else "")
        assert TEXTS[action] == (expected if number else "jx1")
    lost = [TEXTS[action] for action in range(N_ACTIONS) if their_action(action) is None]
    assert lost == ["jx2", *TEXTS[GIVE:SPECIALS], *TEXTS[SPECIALS:]]


@pytest.mark.parametrize("mind", [Third, Second, First])
def test_plays_whole_games_legally(mind: Any) -> None:
    minds = [mind() for _ in range(4)]
    seats = [AgentAdapter(one) for one in minds]
    table = Table(GAME, 4, {"shifts": 20}, key=bytes(32), names=NAMES)
    play_to_end(table, seats, chance.stream(bytes(32)))
    assert table.is_over
    assert [seat.refused for seat in seats] == [0] * 4
    method = {Third: "request_action", Second: "get_action", First: "getAction"}[mind]
    asked = sum(len(one.told(method)) for one in minds)
    assert asked == sum(1 for event in table.events if event.name in ("placed", "passed"))


def test_version_3_gets_its_own_hand_at_every_step() -> None:
    mind = Third(place=0)
    table = play([mind])
    dealt = [event.data.cards for event in table.events_for(0) if isinstance(event.data, Dealt)]
    told = [payload["hand"] for payload in mind.told("update_new_hand")]
    assert told == [sorted(card_named(name) for name in cards) for cards in dealt]
    for name, payload in mind.heard:  # after an action the hand lacks what was placed
        if name == "update_player_action" and payload["player"] == "Ada":
            before, after = payload["observation_before"], payload["observation_after"]
            placed = 0 if payload["action"] == "pass" else np.count_nonzero(payload["board_after"])
            assert np.count_nonzero(before["hand"]) - np.count_nonzero(after["hand"]) == placed
            assert payload["cards_left"] == np.count_nonzero(after["hand"])
            assert payload["action"] in before["possible_actions"]
            assert ACTIONS[payload["action_index"]] == payload["action"]
            if payload["action"] != "pass":  # only lower numbers can be placed on it
                number = payload["board_after"][0]
                others = [text for text in after["possible_actions"] if text != "pass"]
                assert all(int(text.split(";")[0][1:]) < number for text in others)
        elif name == "update_player_action":
            assert "observation_before" not in payload


def test_version_3_is_asked_with_what_its_seat_sees() -> None:
    """Hand and board are those of the table at that moment."""
    mind = Third()
    adapter = AgentAdapter(mind)
    others = [agents.find("greedy", GAME)] * 3
    table = Table(GAME, 4, {"shifts": 8}, key=bytes(32), names=NAMES)
    rng, told = chance.stream(bytes(32)), 0
    minds = [adapter, *others]
    while not table.is_over:
        adapter.notify(table, 0, table.events_for(0, told))
        told = len(table.events)
        seat = table.actor
        assert seat is not None
        view = table.view(seat)
        action = minds[seat].choose(view, table.legal(), rng)
        if seat == 0 and mind.heard[-1][0] == "request_action":
            payload = mind.heard[-1][1]
            assert [int(card) for card in payload["hand"] if card] == cards_of(view[0].hand.tolist())
            cards = [int(card) for card in payload["board"] if card]
            assert cards == [13] if view[0].count == 0 else len(cards) == view[0].count
        table.act(seat, action)


def test_version_3_gets_notifications_in_their_order() -> None:
    mind = Third()
    table = play([mind], shifts=3)
    kinds = [name for name, _ in mind.heard if name not in ("request_action", "update_player_action")]
    assert kinds[:3] == ["update_game_start", "update_new_hand", "update_start_match"]
    assert kinds[-2:] == ["update_match_over", "update_game_over"]
    assert kinds.count("update_start_match") == kinds.count("update_match_over") == 3
    assert kinds.count("update_new_roles") == 2
    start = mind.told("update_game_start")[0]
    assert start["opponents"] == NAMES
    assert start["actions"] == dict(enumerate(ACTIONS))
    assert (start["max_matches"], start["max_points"]) == (3, None)
    assert mind.told("update_game_over")[0]["final_scores"] == dict(zip(NAMES, table.scores, strict=True))
    finishes = [event.data.finish for event in table.events if isinstance(event.data, Shift)]
    told = [payload["finishing_order"] for payload in mind.told("update_match_over")]
    assert told == [[NAMES[seat] for seat in finish] for finish in finishes]
    pizzas = sum(1 for event in table.events if event.name == "pizza")
    assert len(mind.told("update_pizza_declared")) == pizzas


def test_gifts_and_special_actions() -> None:
    minds = [Third() for _ in range(4)]
    table = play(minds, shifts=60)
    heard = [entry for mind in minds for entry in mind.heard]
    asked = [payload for name, payload in heard if name == "request_cards_to_exchange"]
    assert {payload["n"] for payload in asked} == {1, 2}
    assert len(asked) == 2 * sum(1 for event in table.events if event.name == "exchanged")
    for mind in minds:  # the hand is complete again after the exchange
        assert all(len(payload["hand"]) == 17 for payload in mind.told("update_hand_after_exchange"))
    specials = [event.data.action for event in table.events if isinstance(event.data, Special)]
    offered = [payload["option"] for name, payload in heard if name == "request_special_action"]
    assert sorted(offered) == sorted({"food-fight": "food_fight"}.get(name, "dinner_served") for name in specials)
    assert set(offered) == {"food_fight", "dinner_served"}
    roles = [payload["role"] for name, payload in heard if name == "request_special_action"]
    assert all((option == "food_fight") == (role == "dishwasher") for option, role in zip(offered, roles, strict=True))
    assert len(minds[0].told("update_food_fight")) == specials.count("food-fight")
    assert len(minds[0].told("update_dinner_served")) == specials.count("dinner-is-served")


def test_version_2_gets_each_action_once_with_its_consequences() -> None:
    mind = Second()
    table = play([mind], shifts=10)
    told = [payload[0] for name, payload in mind.heard if name in ("update_my_action", "update_action_others")]
    done = [event.data for event in table.events if isinstance(event.data, Placed | Passed)]
    assert [info["Author_Index"] for info in told] == [data.seat for data in done]
    assert [info["Action_Decoded"] == "pass" for info in told] == [isinstance(data, Passed) for data in done]
    assert sum(info["Is_Pizza"] for info in told) == sum(1 for event in table.events if event.name == "pizza")
    for name, payload in mind.heard:
        if name == "update_my_action":
            assert len(payload[0]["Observation_Before"]) == len(payload[0]["Observation_After"]) == 228
        elif name == "update_action_others":  # nothing about other hands
            assert payload[0]["Observation_Before"] == payload[0]["Observation_After"] == ""
            assert payload[0]["Author_Possible_Actions"] == ""
    ends = [payload[0] for payload in mind.told("update_end_match")]
    assert [info["Matches"] for info in ends] == list(range(1, 11))
    assert all(sorted(info["Match_Score"]) == [0, 1, 2, 3] for info in ends)
    assert ends[-1]["Game_Score"] == table.scores
    assert all(info["Finished_Players"] == [True] * 4 for info in ends)
    assert len(mind.told("update_game_over")) == 1
    starts = mind.told("update_start_match")
    assert len(starts) == 10
    assert all(len(cards) == 17 and players == NAMES and first in NAMES for cards, players, first in starts)
    exchanges = mind.told("update_exchange_cards")
    assert len(exchanges) == sum(1 for event in table.events if event.name == "exchanged")
    assert all(len(sent) == len(got) in (1, 2) for sent, got in exchanges)


def test_version_1_gets_each_action_once_by_the_older_names() -> None:
    mind = First()
    table = play([mind], shifts=10)
    done = [event.data for event in table.events if isinstance(event.data, Placed | Passed)]
    assert len(mind.told("actionUpdate")) == sum(data.seat == 0 for data in done)
    assert len(mind.told("observeOthers")) == sum(data.seat != 0 for data in done)
    for before, _, action, reward, info in mind.told("actionUpdate"):
        if TEXTS.index("jx2") != our_action(int(np.argmax(action))) and action.any():
            assert before[28 + np.argmax(action)] == 1
        assert reward == (info["thisPlayerFinished"] and info["thisPlayerPosition"] == 0)
    assert [info["matches"] for info in mind.told("matchUpdate")] == list(range(1, 11))
    assert sum(reward for _, _, _, reward, _ in mind.told("actionUpdate")) == sum(
        event.data.finish[0] == 0 for event in table.events if isinstance(event.data, Shift)
    )


def test_agents_of_version_23_play_and_learn() -> None:
    mind = OnVersion23()
    table = play([mind], shifts=30)
    assert any(event.name == "exchanged" for event in table.events)
    assert len(mind.starts) == 30
    assert all(players == NAMES and first in NAMES for players, first in mind.starts)
    assert mind.n_updates == sum(
        isinstance(event.data, Placed | Passed) and event.data.seat == 0 for event in table.events
    )


def test_club_larger_value_plays_as_theirs_does() -> None:
    """The same games, move by move."""
    for key in range(8):
        ours = [agents.find("club-larger-value", GAME)] * 2 + [agents.find("greedy", GAME)] * 2
        theirs = [AgentAdapter(ClubLargerValue()), AgentAdapter(ClubLargerValue()), *ours[2:]]
        played = []
        for seats in (ours, theirs):
            table = Table(GAME, 4, {"shifts": 20}, key=key.to_bytes(32, "little"), names=NAMES)
            agents.play_to_end(table, seats, chance.stream(bytes(32)))
            played.append(table.moves)
        assert played[0] == played[1]


def test_after_five_illegal_answers_a_random_action_is_taken() -> None:
    class Stubborn(Third):
        def request_action(self, payload: dict[str, Any]) -> int:
            super().request_action(payload)
            return 0  # the one 1, which it seldom has

        def request_cards_to_exchange(self, payload: dict[str, Any]) -> list[int]:
            super().request_cards_to_exchange(payload)
            return [99]

    mind = Stubborn()
    adapter = AgentAdapter(mind)
    table = Table(GAME, 4, {"shifts": 6}, key=bytes(32), names=NAMES)
    play_to_end(table, [adapter] + [agents.find("uniform", GAME)] * 3, chance.stream(bytes(32)))
    assert table.is_over
    assert adapter.refused > 100
    assert adapter.refused % 5 == 0


def test_it_plays_without_notifications() -> None:
    """As in the arena. It gets the list of actions once, since their agents answer with its indices."""
    mind = Third(place=0)
    seats = [AgentAdapter(mind)] + [agents.find("uniform", GAME)] * 3
    table = Table(GAME, 4, {"shifts": 6}, key=bytes(32))
    agents.play_to_end(table, seats, chance.stream(bytes(32)))
    assert table.is_over
    begins = mind.heard.pop(0)
    assert begins[0] == "update_game_start"
    assert begins[1]["actions"] == dict(enumerate(ACTIONS))
    assert {name for name, _ in mind.heard} <= {
        "request_action",
        "request_cards_to_exchange",
        "request_special_action",
    }


def test_other_objects_are_refused() -> None:
    with pytest.raises(BadSetup, match="neither request_action nor get_action nor getAction"):
        AgentAdapter(object())
