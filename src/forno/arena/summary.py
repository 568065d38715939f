"""Statistics of a contest with confidence intervals: `summary.json`."""

from typing import Any

import msgspec
import numpy as np
import polars as pl

from forno.arena.intervals import CONFIDENCE, Array, Estimate, estimate
from forno.arena.rating import Rating, rate
from forno.matches.contest import Contest

_SHARES = 60  # up to six seats share a victory, so a share is a whole number of sixtieths


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

    has_shifts = contest.game.has_shifts

    def of_agent(
        values: Array, mine: Array, out_of: Array | None = None, unit: float = 1, *, is_share: bool = False
    ) -> Estimate:
        """The mean of an agent's values, or their sum out of another one, over deals."""
        counts = mine.sum((1, 2)) if out_of is None else (out_of * mine).sum((1, 2))
        return estimate((values * mine).sum((1, 2)), counts, unit, is_share=is_share)

    def of_pair(a: int, b: int) -> PairSummary:
        both = of[a][..., :, None] & of[b][..., None, :]
        meetings = both.sum((1, 2, 3))
        found = estimate((before * both).sum((1, 2, 3)), meetings, 2, is_share=True)
        return PairSummary(names[a], names[b], int(meetings.sum()), found)

    ratings = rate([contest.names[number] for number in agent.reshape(-1)], rank.reshape(-1).tolist(), seats)
    moves, refused = _numbers(rows["moves"], shape), _numbers(rows["refused"], shape)
    agents = [
        AgentSummary(
            agent=name,
            games=int(mine.sum()),
            points=of_agent(points, mine),
            points_per_shift=of_agent(points, mine, shuffles) if has_shifts else None,
            place=of_agent(2 * rank + equals + 1, mine, unit=2),
            win_share=of_agent(win, mine, unit=_SHARES, is_share=True),
            places=[float((rank[mine] == place).mean()) for place in range(seats)],
            rating=ratings[name],
            choices=float(moves[mine].mean()),
            refused=int(refused[mine].sum()),
        )
        for name, mine in zip(names, of, strict=True)
    ]
    return Summary(
        format=2,
        contest=contest.facts(),
        title=contest.game.title,
        deals=len(agent),
        games=len(agent) * seats,
        lineups=len(contest.lineups),
        confidence=CONFIDENCE,
        par_win_share=1 / seats,
        par_points_per_shift=float(points.sum() / shuffles.sum()) if has_shifts else None,
        agents=agents,
        pairs=[of_pair(a, b) for a in range(len(names)) for b in range(len(names)) if a != b],
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
