"""The outcome of a contest as tables."""

from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table as RichTable
from rich.text import Text

from forno.arena.intervals import Estimate
from forno.arena.report.plots import duration
from forno.arena.run import Outcome
from forno.arena.summary import Summary, refused_answers


def show(console: Console, outcome: Outcome) -> None:
    summary = outcome.summary
    console.print(
        Text(summary.title, "bold").append(
            f", {summary.contest['players']} players: {summary.games:,} games ({summary.deals:,} deals, each in all rotations of the seats)",
            "not bold",
        )
    )
    console.print(_agents(outcome))
    if len(summary.agents) > 2:
        console.print(_pairs(summary))
    for sentence in refused_answers(summary):
        console.print(Text(sentence, "yellow"), soft_wrap=True)
    console.print(f"Intervals: {summary.confidence:.0%}, over deals. {_par(summary)}")
    console.print(f"Report: {outcome.folder / 'report.html'}", soft_wrap=True)


def _par(summary: Summary) -> str:
    shifts = f" and {summary.par_points_per_shift:.2f} points per shift" if summary.par_points_per_shift else ""
    return f"Par is {summary.par_win_share:.0%} of the victories{shifts}."


def _agents(outcome: Outcome) -> RichTable:
    summary = outcome.summary
    times = {one.agent: duration(one.milliseconds) for one in outcome.timing.agents}
    has_shifts = summary.par_points_per_shift is not None
    grid = RichTable(box=SIMPLE_HEAD, pad_edge=False, collapse_padding=True)
    grid.add_column("Agent", overflow="fold")
    for heading in (
        *(["Points\na shift"] if has_shifts else []),
        "Points\na game",
        "Mean\nplace",
        "Victories",
        "Rating",
        "Time a\nchoice",
    ):
        grid.add_column(heading, justify="right")
    for one in summary.agents:
        grid.add_row(
            Text(one.agent, "bold"),
            *([_cell(one.points_per_shift)] if one.points_per_shift is not None else []),
            _cell(one.points),
            _cell(one.place),
            _cell(one.win_share, percent=True),
            Text(f"{one.rating.mu:.1f}\n").append(f"±{one.rating.sigma:.1f}", "dim"),
            times.get(one.agent, "-"),
        )
    return grid


def _pairs(summary: Summary) -> RichTable:
    names = [one.agent for one in summary.agents]
    found = {(pair.first, pair.second): pair for pair in summary.pairs if pair.meetings}
    grid = RichTable(
        title="finishes before …", title_justify="left", box=SIMPLE_HEAD, pad_edge=False, collapse_padding=True
    )
    grid.add_column("")
    for name in names:
        grid.add_column(name, justify="right", overflow="fold")
    for a in names:
        cells = [_cell(found[a, b].before, percent=True) if (a, b) in found else Text("-") for b in names]
        grid.add_row(Text(a, "bold"), *cells)
    return grid


def _cell(estimate: Estimate, *, percent: bool = False) -> Text:
    text = Text(f"{estimate.value:.1%}" if percent else _number(estimate.value))
    if estimate.low is not None and estimate.high is not None:
        low, high = (_number(100 * end if percent else end) for end in (estimate.low, estimate.high))
        text.append(f"\n{low}-{high}", "dim")
    return text


def _number(value: float) -> str:
    """Three digits, which leave room for the names."""
    return f"{value:.2f}" if value < 10 else f"{value:.1f}"
