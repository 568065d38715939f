"""Agents written for ChefsHatGYM at our tables: asked and told as there, by our rules, and of their own cards alone."""

from typing import Any

import numpy as np
import pytest

from forno import agents
from forno.chefshatgym import ACTIONS, Guest, our_action, play_to_end, their_action
from forno.chefshatgym.words import card_named, cards_of
from forno.rules import chance, find
from forno.rules.chefs_hat.events import Dealt, Passed, Placed, Shift, Special
from forno.rules.chefs_hat.rules import GIVE, N_ACTIONS, SPECIALS
from forno.rules.chefs_hat.texts import TEXTS
from forno.rules.game import BadSetup
from forno.table import Table

GAME = find("chefs-hat")
NAMES = ["Ada", "Bea", "Cleo", "Dora"]


class Third:
    """Version 3. Remembers everything that it was asked and told."""

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


def play(minds: list[Any], shifts: int = 12, key: int = 0) -> Table:
    """With agents of ours in the seats that are left."""
    seats = [Guest(mind) for mind in minds] + [agents.find("uniform", GAME)] * (4 - len(minds))
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


@pytest.mark.parametrize("mind", [Third, Second])
def test_whole_games_by_the_rules(mind: Any) -> None:
    minds = [mind() for _ in range(4)]
    seats = [Guest(one) for one in minds]
    table = Table(GAME, 4, {"shifts": 20}, key=bytes(32), names=NAMES)
    play_to_end(table, seats, chance.stream(bytes(32)))
    assert table.is_over
    assert [seat.refused for seat in seats] == [0] * 4
    asked = sum(len(one.told("request_action" if mind is Third else "get_action")) for one in minds)
    assert asked == sum(1 for event in table.events if event.name in ("placed", "passed"))


def test_the_third_version_is_told_its_own_hand_at_every_step() -> None:
    mind = Third(place=0)
    table = play([mind])
    dealt = [event.data.cards for event in table.events_for(0) if isinstance(event.data, Dealt)]
    told = [payload["hand"] for payload in mind.told("update_new_hand")]
    assert told == [sorted(card_named(name) for name in cards) for cards in dealt]
    for name, payload in mind.heard:  # after an action the hand is what was before, less what was placed
        if name == "update_player_action" and payload["player"] == "Ada":
            before, after = payload["observation_before"], payload["observation_after"]
            placed = 0 if payload["action"] == "pass" else np.count_nonzero(payload["board_after"])
            assert np.count_nonzero(before["hand"]) - np.count_nonzero(after["hand"]) == placed
            assert payload["cards_left"] == np.count_nonzero(after["hand"])
            assert payload["action"] in before["possible_actions"]
            assert ACTIONS[payload["action_index"]] == payload["action"]
            if payload["action"] != "pass":  # what could be put on top: of lower numbers only
                number = payload["board_after"][0]
                others = [text for text in after["possible_actions"] if text != "pass"]
                assert all(int(text.split(";")[0][1:]) < number for text in others)
        elif name == "update_player_action":
            assert "observation_before" not in payload


def test_the_third_version_is_asked_by_what_its_seat_sees() -> None:
    """Hands and boards are those of the table at the moment of the question."""
    mind = Third()
    guest = Guest(mind)
    others = [agents.find("greedy", GAME)] * 3
    table = Table(GAME, 4, {"shifts": 8}, key=bytes(32), names=NAMES)
    rng, told = chance.stream(bytes(32)), 0
    minds = [guest, *others]
    while not table.is_over:
        guest.listen(table, 0, table.events_for(0, told))
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


def test_the_third_versions_calendar() -> None:
    """What is told, in which order, is what their room tells."""
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
    for mind in minds:  # the hand after the exchange has what was got, and lacks what was given
        assert all(len(payload["hand"]) == 17 for payload in mind.told("update_hand_after_exchange"))
    specials = [event.data.action for event in table.events if isinstance(event.data, Special)]
    offered = [payload["option"] for name, payload in heard if name == "request_special_action"]
    assert sorted(offered) == sorted({"food-fight": "food_fight"}.get(name, "dinner_served") for name in specials)
    assert set(offered) == {"food_fight", "dinner_served"}
    roles = [payload["role"] for name, payload in heard if name == "request_special_action"]
    assert all((option == "food_fight") == (role == "dishwasher") for option, role in zip(offered, roles, strict=True))
    assert len(minds[0].told("update_food_fight")) == specials.count("food-fight")
    assert len(minds[0].told("update_dinner_served")) == specials.count("dinner-is-served")


def test_the_second_version_hears_of_each_action_once_with_its_results() -> None:
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
        elif name == "update_action_others":  # nothing of anybody's hand
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


def test_who_answers_against_the_rules_is_asked_again_and_then_chance_decides() -> None:
    class Stubborn(Third):
        def request_action(self, payload: dict[str, Any]) -> int:
            super().request_action(payload)
            return 0  # the one 1, which it seldom has

        def request_cards_to_exchange(self, payload: dict[str, Any]) -> list[int]:
            super().request_cards_to_exchange(payload)
            return [99]

    mind = Stubborn()
    guest = Guest(mind)
    table = Table(GAME, 4, {"shifts": 6}, key=bytes(32), names=NAMES)
    play_to_end(table, [guest] + [agents.find("uniform", GAME)] * 3, chance.stream(bytes(32)))
    assert table.is_over
    assert guest.refused > 100
    assert guest.refused % 5 == 0


def test_it_plays_where_nobody_tells_it_anything() -> None:
    """As an agent like any other, for instance in the arena. The list of actions, from which their agents answer, it gets once."""
    mind = Third(place=0)
    seats = [Guest(mind)] + [agents.find("uniform", GAME)] * 3
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


def test_somebody_else_is_refused() -> None:
    with pytest.raises(BadSetup, match="neither request_action nor get_action"):
        Guest(object())
