"""The result of a game agrees with its scores, its ranking and its states."""

import itertools

import pytest

from forno import agents
from forno.results import result_of
from forno.results.mamma_mia import Hands, _missing
from forno.rules import GAMES, chance, find
from forno.rules.mamma_mia import events
from forno.rules.mamma_mia.orders import Recipe, by_kind
from forno.table import Table


def played(game: str, number: int, players: int | None = None, agent: str = "greedy", **options: int) -> Table:
    found = find(game)
    table = Table(found, players or found.usual_players, options, key=bytes([number] * 32))
    bot = agents.find(agent, found)
    while table.actor is not None:
        seat = table.actor
        table.act(seat, bot.choose(table.view(seat), table.legal(), chance.agent_stream(table.key, len(table.moves))))
    return table


@pytest.mark.parametrize("game", [game.id for game in GAMES])
def test_a_result_agrees_with_scores_and_winners(game: str) -> None:
    for number in range(3):
        table = played(game, number)
        result = result_of(table)
        assert [seat for seat, place in enumerate(result.places) if place == 1] == table.winners == result.winners
        if result.rounds:
            assert [sum(points) for points in zip(*result.rounds, strict=True)] == table.scores
        for tie in result.ties:
            assert {table.scores[seat] for seat in tie.seats} == {tie.score}
            assert [result.places[seat] for seat in tie.seats] == sorted(result.places[seat] for seat in tie.seats)


def test_more_ingredients_break_a_tie_in_mamma_mia() -> None:
    ties = 0
    for number in range(16):
        table = played("mamma-mia", number)
        result = result_of(table)
        for tie in result.ties:
            ties += 1
            for (left, more), (right, fewer) in itertools.pairwise(zip(tie.seats, tie.numbers, strict=True)):
                assert more == sum(table.state[0].hand[left])
                assert (result.places[left] < result.places[right]) == (more > fewer)
    assert ties > 3


def test_finishing_earlier_breaks_a_tie_in_chefs_hat() -> None:
    """After one shift nobody is tied, after two somebody can be."""
    ties = [tie for number in range(12) for tie in result_of(played("chefs-hat", number, shifts=2)).ties]
    assert ties
    assert all(tie.numbers == sorted(tie.numbers) for tie in ties)


def test_points_by_shift() -> None:
    assert all(sorted(points) == [0, 1, 2, 3] for points in result_of(played("chefs-hat", 1)).rounds)


def test_rewards_are_part_of_the_points() -> None:
    table = played("mamma-mia-plus", 1, agent="greedy")
    helped = [event.data.helper for event in table.events if isinstance(event.data, events.Help)]
    result = result_of(table)
    assert result.rewards == [helped.count(seat) for seat in range(table.players)]
    assert sum(result.rewards) > 0
    assert result_of(played("mamma-mia", 1)).rewards == []


@pytest.mark.parametrize("game", ["mamma-mia", "mamma-mia-plus"])
def test_near_misses_are_failed_orders(game: str) -> None:
    table = played(game, 2)
    found = result_of(table).near_misses
    failed = [(event.data.seat, event.data.order) for event in table.events if isinstance(event.data, events.Fail)]
    assert found
    assert set(found) == {miss for miss in found if (miss.seat, miss.order) in failed}
    assert len(found) < len(failed)
    assert {miss.round for miss in found} <= {1, 2, 3}


@pytest.mark.parametrize("game", ["mamma-mia", "mamma-mia-plus"])
def test_hands_can_be_followed_by_events(game: str) -> None:
    table = played(game, 3)
    hands = Hands(table.players)
    for event in table.events:
        hands.follow(event.data)
    real = [by_kind(hand.tolist()) for hand in table.state[0].hand[: table.players]]
    assert [dict(+hand) for hand in hands.of] == real


NORMALE = Recipe("normale", {"olive": 1, "salami": 4}, 0, 0, [], None)
MINIMALE = Recipe("minimale", {"olive": 1}, 1, 3, ["salami", "pepper"], None)
GHIOTTONA = Recipe("ghiottona", {"olive": 1}, 2, 4, ["salami", "pepper", "shrimp"], None)
JUNIOR = Recipe("monotoni-junior", {}, 1, 5, ["salami", "pepper"], "olive")
BOMBASTICA = Recipe("bombastica", {}, 0, 15, [], None)


@pytest.mark.parametrize(
    ("recipe", "table", "hand", "missing"),
    [
        (NORMALE, {"olive": 1, "salami": 2}, {"salami": 1}, 1),
        (NORMALE, {"olive": 3, "salami": 4}, {}, 0),
        (MINIMALE, {"olive": 1, "salami": 2, "pepper": 9}, {}, 1),  # the fewest decide, not the best
        (MINIMALE, {"olive": 1}, {"salami": 3}, None),  # none of them lies on the table
        (GHIOTTONA, {"olive": 1, "salami": 4, "pepper": 1, "shrimp": 3}, {}, 1),
        (JUNIOR, {"salami": 4}, {}, 1),
        (JUNIOR, {"salami": 4, "olive": 1}, {"salami": 1}, None),
        (BOMBASTICA, {"salami": 9, "olive": 2}, {"pepper": 3}, 1),
    ],
)
def test_cards_that_are_missing(
    recipe: Recipe, table: dict[str, int], hand: dict[str, int], missing: int | None
) -> None:
    assert _missing(recipe, table, hand) == missing
