"""Statistics of a contest with confidence intervals: `summary.json`."""

import hashlib
from typing import Any

import msgspec
import numpy as np
import polars as pl
from numpy.typing import NDArray

from forno.arena.rating import Rating, rate
from forno.matches.contest import Contest

CONFIDENCE = 0.95
RESAMPLES = 1000
_SHARES = 60  # up to six seats share a victory, so a share is a whole number of sixtieths
_AT_ONCE = 50  # resamples held in memory

Array = NDArray[Any]


class Estimate(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    value: float
    low: float | None  # ends of the interval; None if there is only one deal
    high: float | None

    def __str__(self) -> str:
        """The value with its interval."""
        interval = "" if self.low is None else f" ({self.low:.2f} to {self.high:.2f})"
        return f"{self.value:.2f}{interval}"


class AgentSummary(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    agent: str
    games: int  # that it played, once for each seat it had
    points: Estimate  # per game
    points_per_shift: Estimate | None  # in a game that is played in shifts
    place: Estimate  # 1 is the best; equal ranks share their places
    win_share: Estimate  # shared victories split
    places: list[float]  # share of games as first, second, … (equal ranks get the best of their places)
    rating: Rating
    choices: float  # per game
    refused: int = 0  # illegal answers in all games, if the agent counts them


class PairSummary(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    first: str
    second: str
    meetings: int  # pairs of seats
    before: Estimate  # how often the first finished before the second; ties count half


class Summary(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Everything but times: the same contest and games give the same bytes."""

    format: int
    contest: dict[str, Any]
    title: str  # of the game
    deals: int
    games: int
    lineups: int
    confidence: float
    resamples: int
    par_win_share: float  # of each agent if all play equally well
    par_points_per_shift: float | None
    agents: list[AgentSummary]
    pairs: list[PairSummary]


def summarise(contest: Contest, rows: pl.DataFrame) -> Summary:
    """Summarise rows that are sorted by deal, rotation and seat."""
    seats = contest.players
    shape = (-1, seats, seats)  # deals, rotations, seats
    agent = _numbers(
        rows["agent"].replace_strict(list(contest.names), range(len(contest.names)), return_dtype=pl.Int64), shape
    )
    points, rank = _numbers(rows["points"], shape), _numbers(rows["rank"], shape)
    win, shuffles = np.rint(_numbers(rows["win"], shape) * _SHARES), _numbers(rows["shuffles"], shape)
    equals = (rank[..., :, None] == rank[..., None, :]).sum(-1)
    before = 2.0 * (rank[..., :, None] < rank[..., None, :]) + (rank[..., :, None] == rank[..., None, :])
    names = contest.names
    of = [agent == number for number in range(len(names))]

    ratios: list[tuple[Array, Array, float]] = []  # by deal: sum, count; and the unit of the sum
    for mine in of:
        count = mine.sum((1, 2))
        ratios.append(((points * mine).sum((1, 2)), count, 1))
        ratios.append(((points * mine).sum((1, 2)), (shuffles * mine).sum((1, 2)), 1))
        ratios.append((((2 * rank + equals + 1) * mine).sum((1, 2)), count, 2))
        ratios.append(((win * mine).sum((1, 2)), count, _SHARES))
    pairs = [(a, b) for a in range(len(names)) for b in range(len(names)) if a != b]
    for a, b in pairs:
        both = of[a][..., :, None] & of[b][..., None, :]
        ratios.append(((before * both).sum((1, 2, 3)), both.sum((1, 2, 3)), 2))
    found = estimates(ratios, contest.key)

    has_shifts = contest.game.has_shifts
    ratings = rate([contest.names[number] for number in agent.reshape(-1)], rank.reshape(-1).tolist(), seats)
    moves, refused = _numbers(rows["moves"], shape), _numbers(rows["refused"], shape)
    agents = [
        AgentSummary(
            agent=name,
            games=int(mine.sum()),
            points=found[4 * number],
            points_per_shift=found[4 * number + 1] if has_shifts else None,
            place=found[4 * number + 2],
            win_share=found[4 * number + 3],
            places=[float((rank[mine] == place).mean()) for place in range(seats)],
            rating=ratings[name],
            choices=float(moves[mine].mean()),
            refused=int(refused[mine].sum()),
        )
        for number, (name, mine) in enumerate(zip(names, of, strict=True))
    ]
    return Summary(
        format=1,
        contest=contest.facts(),
        title=contest.game.title,
        deals=len(agent),
        games=len(agent) * seats,
        lineups=len(contest.lineups),
        confidence=CONFIDENCE,
        resamples=RESAMPLES,
        par_win_share=1 / seats,
        par_points_per_shift=float(points.sum() / shuffles.sum()) if has_shifts else None,
        agents=agents,
        pairs=[
            PairSummary(names[a], names[b], int(ratios[4 * len(names) + k][1].sum()), found[4 * len(names) + k])
            for k, (a, b) in enumerate(pairs)
        ],
    )


def refused_answers(summary: Summary) -> list[str]:
    """A warning for each agent whose answers were refused."""
    return [
        f"{one.agent} gave {one.refused:,} illegal answers in {round(one.games * one.choices):,} choices. "
        "They were refused, and after repeated ones chance decided."
        for one in summary.agents
        if one.refused
    ]


def _numbers(column: pl.Series, shape: tuple[int, ...]) -> Array:
    return column.to_numpy().astype(np.float64 if column.dtype == pl.Float64 else np.int64).reshape(shape)


def estimates(ratios: list[tuple[Array, Array, float]], key: bytes) -> list[Estimate]:
    """Ratios of sums over deals, with bootstrap intervals.

    The games of a deal share their luck, so the bootstrap draws whole deals. All ratios use the same draws. The sums are of whole numbers, so
    they are exact on every machine.
    """
    above = np.stack([counted for counted, _, _ in ratios], 1).astype(np.float64)
    below = np.stack([out_of for _, out_of, _ in ratios], 1).astype(np.float64)
    units = np.array([unit for _, _, unit in ratios])
    deals = len(above)
    values = above.sum(0) / below.sum(0) / units
    if deals < 2:
        return [Estimate(float(value), None, None) for value in values]
    rng = np.random.Generator(np.random.PCG64(int.from_bytes(hashlib.sha256(b"bootstrap" + key).digest())))
    draws = []
    for _ in range(RESAMPLES // _AT_ONCE):
        times = rng.multinomial(deals, np.full(deals, 1 / deals), _AT_ONCE).astype(np.float64)
        with np.errstate(invalid="ignore"):  # a draw may lack an agent that sits in few deals
            draws.append(times @ above / (times @ below) / units)
    low, high = np.nanquantile(np.concatenate(draws), [(1 - CONFIDENCE) / 2, (1 + CONFIDENCE) / 2], 0)
    return [Estimate(float(v), float(a), float(b)) for v, a, b in zip(values, low, high, strict=True)]
