"""Learning curves as pictures."""

from pathlib import Path
from typing import Any

from forno.rules.game import Game


def draw_curve(game: Game, curve: list[dict[str, Any]], path: Path) -> None:
    """Draw how the network did against its opponents, by the decisions that it had learnt from. Needs matplotlib."""
    from matplotlib.figure import Figure  # noqa: PLC0415  takes a second to import

    figure = Figure(figsize=(7, 4), layout="constrained")
    axes = figure.subplots()
    decisions = [point["decisions"] / 1e6 for point in curve]
    for n in curve[0]["results"]:  # numbers of players
        results = [point["results"][n] for point in curve]
        values = [one["points"] if game.has_shifts else 100 * one["wins"] for one in results]
        axes.plot(decisions, values, marker=".", label=f"{n} players")
    axes.set(
        xlabel="million decisions",
        ylabel="points a shift" if game.has_shifts else "games won (%)",
        title=f"{game.title}: one network against greedy",
    )
    if game.has_shifts:
        axes.axhline(1.5, color="grey", linestyle=":", label="as good as greedy")
    axes.legend(frameon=False)
    axes.spines[["top", "right"]].set_visible(False)
    figure.savefig(path, dpi=120)
