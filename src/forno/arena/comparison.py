"""Compare agents in one call."""

import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import polars as pl

from forno.agents import Agent
from forno.agents import find as find_agent
from forno.arena.intervals import Estimate
from forno.arena.run import conclude, play
from forno.arena.summary import Summary, refused_answers, summarise
from forno.arena.timing import Timing, timing
from forno.matches.contest import Contest
from forno.rules import find
from forno.rules.chance import KEY_BYTES
from forno.rules.game import Game, Options
from forno.workers import LocalWorkers

AgentLike = str | Agent


@dataclass(frozen=True)
class Comparison:
    """The results of `compare`, as tables."""

    agents: pl.DataFrame  # one row for each agent; columns `…_low` and `…_high` are the ends of 95% intervals
    pairs: pl.DataFrame  # how often `first` finished before `second`
    games: pl.DataFrame  # one row for each game and seat: see docs/arena.md
    summary: Summary  # the same as `summary.json`
    timing: Timing
    warnings: list[str]  # agents whose answers were refused

    def __repr__(self) -> str:
        with pl.Config(tbl_hide_dataframe_shape=True, tbl_hide_column_data_types=True, tbl_width_chars=120):
            return "\n".join([repr(self._shown()), *self.warnings])

    def _repr_html_(self) -> str:
        table: Any = self._shown()
        return "<br>".join([table._repr_html_(), *self.warnings])

    def _shown(self) -> pl.DataFrame:
        """The agents with each number and its interval in one column."""
        return pl.DataFrame(
            {
                "agent": one.agent,
                "games": one.games,
                **({"points per shift": str(one.points_per_shift)} if one.points_per_shift else {}),
                "points": str(one.points),
                "place": str(one.place),
                "wins": str(one.win_share),
                "rating": f"{one.rating.mu:.1f} ± {one.rating.sigma:.1f}",
            }
            for one in self.summary.agents
        )


def compare(
    game: str | Game,
    agents: Sequence[str] | Mapping[str, AgentLike],
    games: int = 400,
    *,
    players: int | None = None,
    options: Options | None = None,
    key: bytes = bytes(KEY_BYTES),
    folder: Path | str | None = None,
    cores: int | None = None,
) -> Comparison:
    """Let agents play against each other, and return how good they are.

    `agents` are texts (`["greedy", "search:sims=50"]`; docs/agents.md lists the forms), or agents by a name of your choice
    (`{"mine": MyAgent(game), "quick": "search:sims=50"}`). As in `forno arena`, two agents play as one against a field, and every deal is played in all
    rotations of the seats. With a folder, the games are kept there with a report, and a later call continues. Agents that are objects are pickled
    for the other processes; with `cores=1` everything happens in this one.

    >>> from forno import arena
    >>> found = arena.compare("chefs-hat", ["greedy", "uniform"], games=40, options={"shifts": 1}, cores=1)
    >>> found.agents["agent"].to_list(), len(found.games)
    (['greedy', 'uniform'], 160)
    """
    chosen = find(game) if isinstance(game, str) else game
    seats = players if players is not None else chosen.usual_players
    named: Mapping[str, AgentLike] = agents if isinstance(agents, Mapping) else {text: text for text in agents}
    given = {
        name: find_agent(agent, chosen, seats) if isinstance(agent, str) else agent
        for name, agent in named.items()
        if agent != name
    }
    contest = Contest.make(chosen, tuple(agents), players=seats, options=options or {}, key=key)
    workers = LocalWorkers(cores)
    if folder is None:
        with tempfile.TemporaryDirectory() as place:
            results = play(contest, games, Path(place) / "games", workers, given=given)
            rows, times = results.finish(), results.times()
        return _comparison(summarise(contest, rows), timing(contest.names, times), rows)
    results = play(contest, games, Path(folder), workers, given=given)
    outcome = conclude(results)
    return _comparison(outcome.summary, outcome.timing, results.rows())


def _comparison(summary: Summary, times: Timing, rows: pl.DataFrame) -> Comparison:
    milliseconds = {one.agent: one.milliseconds for one in times.agents}
    agents = [
        {
            "agent": one.agent,
            "games": one.games,
            **(_columns("points_per_shift", one.points_per_shift) if one.points_per_shift else {}),
            **_columns("points", one.points),
            **_columns("place", one.place),
            **_columns("win_share", one.win_share),
            "rating": one.rating.mu,
            "rating_sigma": one.rating.sigma,
            "milliseconds": milliseconds.get(one.agent),
            "refused": one.refused,
        }
        for one in summary.agents
    ]
    pairs = [
        {"first": pair.first, "second": pair.second, "meetings": pair.meetings, **_columns("before", pair.before)}
        for pair in summary.pairs
    ]
    return Comparison(pl.DataFrame(agents), pl.DataFrame(pairs), rows, summary, times, refused_answers(summary))


def _columns(name: str, estimate: Estimate) -> dict[str, float | None]:
    return {name: estimate.value, f"{name}_low": estimate.low, f"{name}_high": estimate.high}
