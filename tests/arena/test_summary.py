"""Statistics on data whose answers are known."""

import msgspec
import numpy as np
import polars as pl
import pytest

from arena.contests import contest
from forno.arena.rating import rate
from forno.arena.results import frame
from forno.arena.summary import Summary, estimates, summarise
from forno.arena.worker import ContestWorker


def games(*tables: list[tuple[int, int]]) -> pl.DataFrame:
    """Rows from one table of (points, rank) by seat for each deal, the same in all rotations."""
    one = contest("a", "b", "c", "d")
    rows = [
        {
            "deal": deal,
            "rotation": rotation,
            "seat": seat,
            "agent": one.seating(deal, rotation)[seat],
            "points": points,
            "rank": rank,
            "win": 1 / [r for _, r in table].count(0) if rank == 0 else 0.0,
            "moves": 10,
            "shuffles": 2,
            "refused": 0,
        }
        for deal, table in enumerate(tables)
        for rotation in range(4)
        for seat, (points, rank) in enumerate(table)
    ]
    schema = {"points": pl.Int16, "rank": pl.Int8, "moves": pl.Int32, "shuffles": pl.Int16}
    return pl.DataFrame(rows, schema_overrides=schema)


def test_agents_are_equal_if_the_seat_decides_everything() -> None:
    summary = summarise(
        contest("a", "b", "c", "d"), games([(3, 0), (2, 1), (1, 2), (0, 3)], [(0, 3), (1, 2), (2, 1), (3, 0)])
    )
    for one in summary.agents:
        assert (one.points.value, one.points.low, one.points.high) == (1.5, 1.5, 1.5)
        assert one.points_per_shift is not None
        assert one.points_per_shift.value == 0.75
        assert one.place.value == 2.5
        assert one.win_share.value == 0.25
        assert one.places == [0.25] * 4
        assert (one.games, one.choices) == (8, 10)
    assert (summary.deals, summary.games, summary.par_points_per_shift) == (2, 8, 0.75)


def test_shared_ranks() -> None:
    """Two seats share the victory, so each gets half of it, and place 1.5."""
    one = contest("a", "b", "c", "d")
    rows = games([(3, 0), (3, 0), (1, 2), (0, 3)])
    first = rows.filter(pl.col("rotation") == 0)
    rows = pl.concat([first.with_columns(rotation=pl.lit(rotation)) for rotation in range(4)])  # without rotation
    summary = summarise(one, rows)
    assert [agent.win_share.value for agent in summary.agents] == [0.5, 0.5, 0, 0]
    assert [agent.place.value for agent in summary.agents] == [1.5, 1.5, 3, 4]
    before = {(pair.first, pair.second): pair.before.value for pair in summary.pairs}
    assert before["a", "b"] == 0.5
    assert before["a", "c"] == 1
    assert before["d", "c"] == 0


def test_one_deal_has_no_interval() -> None:
    summary = summarise(contest("a", "b", "c", "d"), games([(3, 0), (2, 1), (1, 2), (0, 3)]))
    assert summary.agents[0].points.low is None
    assert summary.agents[0].points.high is None


def test_pairs_add_up() -> None:
    one = contest("greedy", "larger-value", "uniform")
    summary = summarise(one, frame(one, [ContestWorker(one)(range(30))]))
    before = {(pair.first, pair.second): pair for pair in summary.pairs}
    assert len(before) == 6
    for (a, b), pair in before.items():
        assert pair.before.value + before[b, a].before.value == pytest.approx(1)
        assert pair.meetings == before[b, a].meetings > 0


def test_a_field_has_no_pair_with_itself() -> None:
    one = contest("greedy", "uniform")
    summary = summarise(one, frame(one, [ContestWorker(one)(range(5))]))
    assert [(pair.first, pair.second, pair.meetings) for pair in summary.pairs] == [
        ("greedy", "uniform", 60),
        ("uniform", "greedy", 60),
    ]
    assert [agent.games for agent in summary.agents] == [20, 60]


def ratio(values: np.ndarray[tuple[int], np.dtype[np.int64]], size: int) -> tuple[float, float]:
    found = estimates([(values, np.full(len(values), size), 1)], bytes(32))[0]
    assert found.low is not None
    assert found.high is not None
    return found.low, found.high


def test_intervals_cover_the_truth_at_their_confidence() -> None:
    """Each deal is a sum of four games, and three quarters of their variance is shared luck."""
    rng = np.random.default_rng(5)
    covered = 0
    for _ in range(200):
        luck = rng.normal(0, 30, 120)
        sums = np.rint(4 * luck + rng.normal(0, 17, (4, 120)).sum(0)).astype(np.int64)
        low, high = ratio(sums, 4)
        covered += low <= 0 <= high
    assert 180 <= covered <= 198


def test_games_of_a_deal_are_not_counted_as_independent() -> None:
    """100 deals of one game tell more than 25 deals of four equal games."""
    rng = np.random.default_rng(6)
    values = rng.integers(0, 100, 100)
    low, high = ratio(values, 1)
    low_4, high_4 = ratio(4 * values[:25], 4)
    assert high_4 - low_4 > 1.5 * (high - low)


def test_the_same_results_give_the_same_bytes_and_match_the_schema() -> None:
    one = contest()
    rows = frame(one, [ContestWorker(one)(range(12))])
    text = msgspec.json.encode(summarise(one, rows))
    assert text == msgspec.json.encode(summarise(one, rows))
    again = msgspec.json.decode(text, type=Summary)  # strict: no field more, none less
    assert again.format == 1
    assert again.contest == one.facts()
    with pytest.raises(msgspec.ValidationError):
        msgspec.json.decode(text.replace(b'"deals"', b'"dealz"'), type=Summary)


def test_ratings_follow_strength() -> None:
    one = contest("uniform", "greedy", "larger-value")
    ratings = {
        agent.agent: agent.rating for agent in summarise(one, frame(one, [ContestWorker(one)(range(60))])).agents
    }
    assert ratings["greedy"].mu > ratings["larger-value"].mu > ratings["uniform"].mu
    assert all(rating.sigma > 0 for rating in ratings.values())


def test_agents_that_always_share_the_victory_are_rated_equally() -> None:
    ratings = rate(["a", "b", "b"] * 20, [0, 0, 0] * 20, 3)
    assert ratings["a"].mu == pytest.approx(ratings["b"].mu)
    assert rate(["a", "b", "b"], [0, 1, 2], 3)["a"].mu > rate(["a", "b", "b"], [0, 1, 2], 3)["b"].mu
