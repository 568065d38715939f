"""Statistics on data whose answers are known."""

import msgspec
import numpy as np
import polars as pl
import pytest

from arena.contests import contest
from forno.arena.intervals import difference, estimate, student
from forno.arena.rating import rate
from forno.arena.results import frame
from forno.arena.summary import Summary, summarise
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
    found = estimate(values, np.full(len(values), size))
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


@pytest.mark.parametrize("deals", [4, 12, 48])
def test_intervals_are_right_for_few_deals(deals: int) -> None:
    """Points per shift: the deals differ in luck and in how many shifts they have. Percentiles of a bootstrap cover 80% with four deals."""
    rng = np.random.default_rng(deals)
    covered = 0
    for _ in range(2000):
        shifts = rng.integers(24, 37, deals)
        points = rng.poisson(1.5 * shifts * rng.gamma(20, 1 / 20, deals))
        found = estimate(points, shifts)
        assert found.low is not None
        assert found.high is not None
        covered += found.low <= 1.5 <= found.high
    assert 0.93 < covered / 2000 < 0.97


@pytest.mark.parametrize(
    ("deals", "share", "least"), [(4, 0.25, 0.93), (12, 0.05, 0.93), (12, 0.9, 0.93), (48, 0.98, 0.93)]
)
def test_intervals_of_shares_are_right_near_their_ends(deals: int, share: float, least: float) -> None:
    """Victories in deals of four games whose luck is partly shared."""
    rng = np.random.default_rng(deals + int(100 * share))
    covered = 0
    for _ in range(2000):
        luck = rng.beta(8 * share, 8 * (1 - share), deals)
        found = estimate(rng.binomial(4, luck), np.full(deals, 4), is_share=True)
        assert found.low is not None
        assert found.high is not None
        assert 0 <= found.low <= found.value <= found.high <= 1
        covered += found.low <= share <= found.high
    assert covered / 2000 >= least


def test_paired_differences_cover_the_truth_and_are_narrower() -> None:
    """Two agents play the same deals, whose luck is most of the variance."""
    rng = np.random.default_rng(7)
    covered, widths = 0, []
    for _ in range(1000):
        luck = rng.normal(0, 30, 12)
        sums = [np.rint(400 + mean + luck + rng.normal(0, 5, 12)).astype(np.int64) for mean in (4, 0)]
        counts = np.full(12, 4)
        found = difference((sums[0], counts), (sums[1], counts))
        alone = estimate(sums[0], counts)
        assert found.low is not None
        assert found.high is not None
        assert alone.low is not None
        assert alone.high is not None
        covered += found.low <= 1 <= found.high
        widths.append((found.high - found.low) / (alone.high - alone.low))
    assert 0.93 < covered / 1000 < 0.97
    assert np.mean(widths) < 0.4


def test_student_meets_the_normal_distribution() -> None:
    reaches = [student(n) for n in range(1, 200)]
    assert reaches == sorted(reaches, reverse=True)
    assert student(31) == pytest.approx(2.0395, abs=2e-4)
    assert student(60) == pytest.approx(2.0003, abs=1e-4)
    assert student(10**6) == pytest.approx(1.96, abs=1e-4)


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
    assert again.format == 2
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
