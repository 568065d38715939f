"""Ratings of agents from several contests on one scale."""

import hashlib
import json
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import polars as pl
from numpy.typing import NDArray

from forno.arena.intervals import student
from forno.arena.results import ROWS
from forno.rules.game import BadSetup

_ELO = 400 / np.log(10)
_RESAMPLES = 400
_STEPS = 200  # of the fit, which settles much sooner
_SAME = ("game", "rules", "players", "options", "forno")  # what contests must have in common
Wins = NDArray[np.float64]  # how often an agent (row) finished before another (column)


def ratings(folders: Sequence[Path | str], reference: str = "greedy") -> pl.DataFrame:
    """Elo ratings of all agents in these contest folders, with 95% intervals. The reference agent has 0.

    The model is that of Bradley and Terry, fitted to how often one agent finishes before another; ties count half. The errors are by bootstrap
    over whole deals, and the intervals by Student's distribution for the contest with the fewest. Raise BadSetup if the contests are not of the same game, or not connected by common agents.
    """
    contests = [json.loads((Path(folder) / "contest.json").read_text(encoding="utf-8")) for folder in folders]
    for name in _SAME:
        if len({json.dumps(contest[name], sort_keys=True) for contest in contests}) > 1:
            raise BadSetup(f"these contests cannot be rated together: they differ in {name}.")
    frames = [pl.read_parquet(Path(folder) / ROWS) for folder in folders]
    names = list(dict.fromkeys(name for frame in frames for name in frame["agent"].unique(maintain_order=True)))
    if reference not in names:
        raise BadSetup(f"the reference {reference!r} is not among the agents: they are {', '.join(names)}.")
    by_deal = [_wins_by_deal(frame, names) for frame in frames]
    total = np.sum([wins.sum(0) for wins in by_deal], axis=0)
    _check_connected(total, names)
    at = names.index(reference)
    elo = fit(total)
    rng = np.random.default_rng(int.from_bytes(hashlib.sha256("".join(map(str, names)).encode()).digest()))
    draws = []
    for _ in range(_RESAMPLES):
        drawn = [
            np.tensordot(rng.multinomial(len(wins), np.full(len(wins), 1 / len(wins))), wins, 1) for wins in by_deal
        ]
        found = fit(np.sum(drawn, axis=0), elo)
        draws.append(found - found[at])
    fewest = min(len(wins) for wins in by_deal)
    found = elo - elo[at]
    error = np.std(draws, axis=0) * np.sqrt(fewest / max(1, fewest - 1))  # a bootstrap of few deals varies too little
    reach = student(max(1, fewest - 1)) * error
    table = pl.DataFrame({"agent": names, "elo": found, "elo_low": found - reach, "elo_high": found + reach})
    return table.sort("elo", descending=True)


def _wins_by_deal(frame: pl.DataFrame, names: list[str]) -> Wins:
    """For each deal, over all pairs of seats in its games."""
    rows = frame.sort("deal", "rotation", "seat")
    seats = int(rows["seat"].max()) + 1  # type: ignore[arg-type]  # a number
    agent = rows["agent"].replace_strict(names, range(len(names)), return_dtype=pl.Int64).to_numpy().reshape(-1, seats)
    rank = rows["rank"].to_numpy().reshape(-1, seats)
    _, deal = np.unique(rows["deal"].to_numpy().reshape(-1, seats)[:, 0], return_inverse=True)
    before = (rank[:, :, None] < rank[:, None, :]) + 0.5 * (rank[:, :, None] == rank[:, None, :])
    before[:, range(seats), range(seats)] = 0
    wins = np.zeros((deal.max() + 1, len(names), len(names)))
    np.add.at(wins, (deal[:, None, None], agent[:, :, None], agent[:, None, :]), before)
    return wins


def fit(wins: Wins, start: NDArray[np.float64] | None = None) -> NDArray[np.float64]:
    """Elo by minorization and maximization. Half a win each way keeps an agent that never wins finite."""
    met = (wins + wins.T) > 0
    np.fill_diagonal(met, val=False)
    won = (wins * met + 0.5 * met).sum(1)
    meetings = (wins + wins.T + 1) * met
    strength = np.ones(len(wins)) if start is None else np.exp(start / _ELO)
    for _ in range(_STEPS):
        new = won / (meetings / (strength[:, None] + strength[None, :])).sum(1)
        new /= np.exp(np.log(new).mean())
        if np.allclose(new, strength, rtol=1e-6):
            break
        strength = new
    return np.asarray(_ELO * np.log(new), np.float64)


def _check_connected(wins: Wins, names: list[str]) -> None:
    met = (wins + wins.T) > 0
    reached = np.zeros(len(names), np.bool_)
    reached[0] = True
    for _ in names:
        reached |= met[reached].any(0)
    if not reached.all():
        far = ", ".join(name for name, is_near in zip(names, reached, strict=True) if not is_near)
        raise BadSetup(f"these contests are not connected: {far} never met the others.")
