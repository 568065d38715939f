"""The plot of the ladder: strength against the number of simulations."""

from typing import Any

import matplotlib as mpl
from matplotlib.figure import Figure

from forno.arena.report.plots import BASIL, CHARCOAL, EMBER, GREY, STYLE, TOMATO, WIDTH, Plot
from forno.rules import find

_COLOURS = (TOMATO, BASIL, EMBER, CHARCOAL)


def ablation(rows: list[dict[str, Any]]) -> bytes:
    """An SVG of the rows of the ladder: share of victories against a field of greedy agents, by the number of simulations."""
    with mpl.rc_context(STYLE):
        figure = Figure(figsize=(WIDTH, 3.6))
        axes = figure.subplots()
        axes.axhline(1 / rows[0]["players"], color=GREY, linestyle=(0, (4, 3)), linewidth=1.2)
        for number, game in enumerate(dict.fromkeys(row["game"] for row in rows)):
            own = [row for row in rows if row["game"] == game]
            x = [int(row["agent"].partition("sims=")[2].partition(",")[0]) for row in own]
            middle, low, high = zip(*(row["win_share"] for row in own), strict=True)
            colour = _COLOURS[number % len(_COLOURS)]
            axes.fill_between(x, low, high, color=colour, alpha=0.15, linewidth=0)
            axes.plot(x, middle, "o-", color=colour, label=find(game).title)
        axes.set_xscale("log")
        ticks = sorted({int(row["agent"].partition("sims=")[2].partition(",")[0]) for row in rows})
        axes.set_xticks(ticks, [f"{tick:,}" for tick in ticks])
        axes.minorticks_off()
        axes.grid(visible=True, axis="y")
        axes.grid(visible=False, axis="x")
        axes.yaxis.set_major_formatter(lambda value, _: f"{value:.0%}")
        axes.set_xlabel("simulations a choice (logarithmic)")
        axes.set_ylabel(f"victories against {rows[0]['players'] - 1} greedy")
        axes.legend(frameon=False, loc="upper left")
    return Plot("ablation", "", figure).svg()
