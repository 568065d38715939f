"""The plots of a report, in Forno's colours."""

import io
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import matplotlib as mpl
import numpy as np
from matplotlib.axes import Axes
from matplotlib.colors import LinearSegmentedColormap
from matplotlib.figure import Figure

from forno.arena.intervals import Estimate
from forno.arena.summary import Summary
from forno.arena.timing import Timing

CHARCOAL, TOMATO, BASIL, EMBER, DOUGH, PAPER, GREY = (
    "#2a2321",
    "#b93420",
    "#3b6b35",
    "#e8742a",
    "#f7ecd9",
    "#fffdf7",
    "#9c8f86",
)
_PLACES = LinearSegmentedColormap.from_list("places", [BASIL, "#a9bd8a", "#ecdabb", "#dd9a72", TOMATO])
_DUEL = LinearSegmentedColormap.from_list("duel", [TOMATO, PAPER, BASIL])
STYLE: Any = {
    "figure.facecolor": PAPER,
    "axes.facecolor": PAPER,
    "axes.edgecolor": CHARCOAL,
    "axes.labelcolor": CHARCOAL,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.spines.left": False,
    "axes.axisbelow": True,
    "axes.grid": True,
    "axes.grid.axis": "x",
    "grid.color": "#e9dfcf",
    "grid.linewidth": 0.8,
    "font.size": 10,
    "text.color": CHARCOAL,
    "xtick.color": CHARCOAL,
    "ytick.color": CHARCOAL,
    "ytick.major.size": 0,
    "svg.hashsalt": "forno",  # makes files reproducible
    "savefig.bbox": "tight",
    "savefig.dpi": 200,
}
WIDTH = 7.2  # inches, the text width of most papers


@dataclass(frozen=True)
class Plot:
    name: str  # of its file
    caption: str  # also the alternative text
    figure: Figure

    def svg(self) -> bytes:
        return self._save("svg", metadata={"Date": None, "Creator": "Forno"})

    def png(self) -> bytes:
        return self._save("png", metadata={"Software": "Forno"})

    def _save(self, kind: str, metadata: dict[str, str | None]) -> bytes:
        data = io.BytesIO()
        with mpl.rc_context(STYLE):
            self.figure.savefig(data, format=kind, metadata=metadata)
        return data.getvalue()


def plots(summary: Summary, timing: Timing) -> list[Plot]:
    agents = summary.agents
    names = [_short(one.agent) for one in agents]
    with mpl.rc_context(STYLE):
        found = []
        if summary.par_points_per_shift is not None:
            per_shift = [one.points_per_shift for one in agents if one.points_per_shift is not None]
            found.append(
                Plot(
                    "points",
                    "Points per shift, with 95 % intervals; the line is par.",
                    _forest(names, per_shift, "points per shift", summary.par_points_per_shift),
                )
            )
        else:
            found.append(
                Plot(
                    "points",
                    "Points per game, with 95 % intervals.",
                    _forest(names, [one.points for one in agents], "points per game", None),
                )
            )
        found.append(
            Plot(
                "wins",
                "Share of victories, with 95 % intervals; the line is par.",
                _forest(
                    names, [one.win_share for one in agents], "share of victories", summary.par_win_share, percent=True
                ),
            )
        )
        found.append(
            Plot(
                "places",
                "How often each agent finished in which place.",
                _stacked(names, [one.places for one in agents]),
            )
        )
        if len(agents) > 1:
            found.append(
                Plot("pairs", "How often the agent of the row finished before that of the column.", _matrix(summary))
            )
        if timed := [(one.agent, one.milliseconds) for one in timing.agents]:
            found.append(
                Plot("time", "Time for one choice (logarithmic).", _times([(_short(name), ms) for name, ms in timed]))
            )
    return found


def _short(name: str) -> str:
    return name if len(name) <= 34 else name[:33] + "…"


@contextmanager
def _axes(rows: int) -> Iterator[tuple[Figure, Axes]]:
    """A figure whose height follows from the number of rows, with the first row on top."""
    figure = Figure(figsize=(WIDTH, 0.9 + 0.42 * rows))
    axes = figure.subplots()
    yield figure, axes
    axes.set_ylim(rows - 0.4, -0.6)


def _forest(
    names: Sequence[str], estimates: Sequence[Estimate], label: str, par: float | None, *, percent: bool = False
) -> Figure:
    text: Callable[[float], str] = (lambda value: f"{value:.1%}") if percent else (lambda value: f"{value:.2f}")
    with _axes(len(names)) as (figure, axes):
        if par is not None:
            axes.axvline(par, color=GREY, linestyle=(0, (4, 3)), linewidth=1.2, zorder=1)
        for row, one in enumerate(estimates):
            colour = CHARCOAL
            if par is not None and one.low is not None and one.high is not None:
                colour = BASIL if one.low > par else TOMATO if one.high < par else CHARCOAL
            if one.low is not None and one.high is not None:
                axes.plot(
                    [one.low, one.high], [row, row], color=colour, linewidth=3, solid_capstyle="round", alpha=0.55
                )
            axes.plot([one.value], [row], "o", color=colour, markersize=7)
            axes.annotate(
                text(one.value), (one.value, row), (0, 8), textcoords="offset points", ha="center", fontsize=9
            )
        axes.set_yticks(range(len(names)), names)
        axes.set_xlabel(label)
        if percent:
            axes.xaxis.set_major_formatter(lambda value, _: f"{value:.0%}")
        axes.margins(x=0.12)
    return figure


def _stacked(names: Sequence[str], shares: Sequence[Sequence[float]]) -> Figure:
    with _axes(len(names)) as (figure, axes):
        axes.grid(visible=False)
        left = np.zeros(len(names))
        count = len(shares[0])
        for place in range(count):
            width = np.array([row[place] for row in shares])
            colour = _PLACES(place / max(1, count - 1))
            axes.barh(
                range(len(names)), width, left=left, color=colour, height=0.62, edgecolor=PAPER, label=_ordinal(place)
            )
            for row, value in enumerate(width):
                if value >= 0.07:
                    dark = place in (0, count - 1)
                    axes.text(
                        left[row] + value / 2,
                        row,
                        f"{value:.0%}",
                        ha="center",
                        va="center",
                        fontsize=9,
                        color=PAPER if dark else CHARCOAL,
                    )
            left += width
        axes.set_xlim(0, 1)
        axes.set_yticks(range(len(names)), names)
        axes.xaxis.set_major_formatter(lambda value, _: f"{value:.0%}")
        axes.legend(loc="lower center", bbox_to_anchor=(0.5, 1.0), ncols=count, frameon=False, fontsize=9)
    return figure


def _ordinal(place: int) -> str:
    return f"{place + 1}{('st', 'nd', 'rd')[place] if place < 3 else 'th'}"


def _matrix(summary: Summary) -> Figure:
    names = [one.agent for one in summary.agents]
    share = {(pair.first, pair.second): pair.before.value for pair in summary.pairs if pair.meetings}
    grid = np.array([[share.get((a, b), np.nan) for b in names] for a in names])
    side = max(2.4, 0.9 * len(names))
    figure = Figure(figsize=(min(WIDTH, side + 1.6), side))
    axes = figure.subplots()
    axes.grid(visible=False)
    axes.imshow(grid, cmap=_DUEL, vmin=0, vmax=1)
    for row in range(len(names)):
        for column in range(len(names)):
            if not np.isnan(value := grid[row, column]):
                axes.text(
                    column,
                    row,
                    f"{value:.0%}",
                    ha="center",
                    va="center",
                    color=PAPER if abs(value - 0.5) > 0.3 else CHARCOAL,
                )
    axes.set_xticks(
        range(len(names)), [_short(name) for name in names], rotation=30, ha="right", rotation_mode="anchor"
    )
    axes.set_yticks(range(len(names)), [_short(name) for name in names])
    axes.spines[:].set_visible(False)
    axes.tick_params(length=0)
    return figure


def _times(times: Sequence[tuple[str, float]]) -> Figure:
    with _axes(len(times)) as (figure, axes):
        axes.hlines(
            range(len(times)),
            min(ms for _, ms in times) / 3,
            [ms for _, ms in times],
            color=EMBER,
            linewidth=3,
            alpha=0.5,
        )
        axes.plot([ms for _, ms in times], range(len(times)), "o", color=EMBER, markersize=8)
        for row, (_, ms) in enumerate(times):
            axes.annotate(duration(ms), (ms, row), (9, 0), textcoords="offset points", va="center", fontsize=9)
        axes.set_xscale("log")
        axes.set_yticks(range(len(times)), [name for name, _ in times])
        axes.set_xlabel("milliseconds for one choice")
        axes.margins(x=0.2)
    return figure


def duration(milliseconds: float) -> str:
    """In the unit that reads best."""
    if milliseconds < 1:
        return f"{milliseconds * 1000:.3g} µs"
    return f"{milliseconds:.3g} ms" if milliseconds < 1000 else f"{milliseconds / 1000:.3g} s"
