"""Contests: line-ups, seating, deals."""

import pytest

from forno.matches.contest import Contest
from forno.rules import find
from forno.rules.game import BadSetup

KEY = bytes(range(32))


def contest(*agents: str, game: str = "chefs-hat", players: int = 4, key: bytes = KEY) -> Contest:
    return Contest.make(find(game), agents, players=players, options={}, key=key)


def test_as_many_agents_as_seats_make_one_line_up() -> None:
    assert contest("a", "b", "c", "d").lineups == (("a", "b", "c", "d"),)
    assert contest("a", "b", "a", "b").lineups == (("a", "b", "a", "b"),)
    assert contest("a", "b", game="mamma-mia", players=2).lineups == (("a", "b"),)


def test_two_agents_play_one_against_a_field() -> None:
    assert contest("a", "b").lineups == (("a", "b", "b", "b"),)
    assert contest("a", "b", game="mamma-mia", players=5).lineups == (("a", "b", "b", "b", "b"),)


def test_one_agent_plays_all_seats() -> None:
    assert contest("a").lineups == (("a",) * 4,)


def test_fewer_agents_than_seats_sit_equally_often() -> None:
    lineups = contest("a", "b", "c", game="mamma-mia", players=5).lineups
    assert len(lineups) == 3
    seats = [name for lineup in lineups for name in lineup]
    assert [seats.count(name) for name in "abc"] == [5, 5, 5]


def test_more_agents_than_seats_play_in_all_combinations() -> None:
    lineups = contest(*"abcde").lineups
    assert len(set(lineups)) == 5
    assert all(len(set(lineup)) == 4 for lineup in lineups)
    seats = [name for lineup in lineups for name in lineup]
    assert [seats.count(name) for name in "abcde"] == [4] * 5


def test_every_agent_sits_in_every_seat_of_a_deal() -> None:
    one = contest("a", "b", "c", "d")
    seatings = [one.seating(7, rotation) for rotation in range(4)]
    assert seatings[0] == ("a", "b", "c", "d")
    assert seatings[1] == ("d", "a", "b", "c")
    assert all(sorted(column) == ["a", "b", "c", "d"] for column in zip(*seatings, strict=True))


def test_line_ups_take_turns() -> None:
    one = contest(*"abcde")
    assert [one.lineup(deal) for deal in range(10)] == list(one.lineups) * 2


@pytest.mark.parametrize(("games", "deals"), [(1, 1), (4, 1), (5, 2), (2000, 500)])
def test_games_are_rounded_up_to_whole_deals(games: int, deals: int) -> None:
    assert contest("a", "b").deals_for(games) == deals


def test_games_are_rounded_up_to_all_line_ups() -> None:
    assert contest(*"abcde").deals_for(21) == 10


def test_every_deal_has_its_own_key() -> None:
    one, other = contest("a", "b"), contest("a", "b", key=bytes(32))
    keys = {each.deal_key(deal) for each in (one, other) for deal in range(100)}
    assert len(keys) == 200
    assert one.deal_key(3) == contest("c", "d").deal_key(3)  # whoever the agents are


def test_names_are_the_distinct_agents() -> None:
    assert contest("b", "a", "b", "c").names == ("b", "a", "c")


def test_a_contest_that_cannot_be_played_is_refused() -> None:
    with pytest.raises(BadSetup, match="32 bytes"):
        contest("a", "b", key=b"")
    with pytest.raises(BadSetup, match="needs agents"):
        contest()
    with pytest.raises(BadSetup, match="4 players, not 3"):
        contest("a", "b", players=3)
    with pytest.raises(BadSetup, match="shifts cannot be"):
        Contest.make(find("chefs-hat"), ("a",), players=4, options={"shifts": "many"}, key=KEY)
