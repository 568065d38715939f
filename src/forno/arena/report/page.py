"""The report as one HTML file, without scripts or external addresses."""

import base64
import shlex
from collections.abc import Iterable, Sequence
from html import escape
from pathlib import Path
from typing import Any

from forno.arena.intervals import Estimate
from forno.arena.report.plots import Plot, duration, plots
from forno.arena.summary import Summary, refused_answers
from forno.arena.timing import Timing
from forno.matches.run_folder import write
from forno.rules.game import text_of

_NONE = _TO = "&ndash;"
_STYLE = """
:root { --dough: #f7ecd9; --paper: #fffdf7; --charcoal: #2a2321; --tomato: #b93420; --line: #e4d6bd; --soft: #6d615a; }
* { box-sizing: border-box; }
body { margin: 0; background: var(--dough); color: var(--charcoal); font: 16px/1.55 Georgia, "Iowan Old Style", "Times New Roman", serif; }
main { max-width: 58rem; margin: 2rem auto; padding: 2.5rem clamp(1rem, 5vw, 3.5rem); background: var(--paper); border-top: .5rem solid var(--tomato); box-shadow: 0 1px 12px #2a232122; }
h1 { font-size: 2rem; line-height: 1.2; margin: 0 0 .3rem; }
h2 { font-size: 1.25rem; margin: 2.4rem 0 .6rem; padding-bottom: .25rem; border-bottom: 1px solid var(--line); }
.lead { color: var(--soft); margin: 0 0 1.5rem; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; font: .86rem/1.4 system-ui, sans-serif; font-variant-numeric: tabular-nums; }
th, td { text-align: right; padding: .4rem .5rem; border-bottom: 1px solid var(--line); white-space: nowrap; }
th:first-child, td:first-child { text-align: left; white-space: normal; min-width: 8.5rem; overflow-wrap: anywhere; }
th { white-space: normal; font-weight: 600; color: var(--soft); border-bottom-color: var(--charcoal); vertical-align: bottom; }
td small { color: var(--soft); }
figure { margin: 1.4rem 0; }
figure img { max-width: 100%; height: auto; display: block; margin: 0 auto; }
figcaption { font: italic .92rem/1.4 Georgia, serif; color: var(--soft); text-align: center; margin-top: .4rem; }
code { font: .82em ui-monospace, Menlo, Consolas, monospace; overflow-wrap: anywhere; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .25rem 1.2rem; font: .88rem/1.5 system-ui, sans-serif; margin: 0; }
dt { color: var(--soft); } dd { margin: 0; overflow-wrap: anywhere; }
@media print { body { background: none; } main { box-shadow: none; margin: 0; max-width: none; } figure, table { break-inside: avoid; } }
"""


def write_report(folder: Path, summary: Summary, timing: Timing) -> Path:
    """Write `report.html`, and its plots as PNG files."""
    drawn = plots(summary, timing)
    for plot in drawn:
        (folder / f"{plot.name}.png").write_bytes(plot.png())
    path = folder / "report.html"
    write(path, page(summary, timing, drawn))
    return path


def page(summary: Summary, timing: Timing, drawn: Sequence[Plot]) -> str:
    title = f"{summary.title}: {', '.join(one.agent for one in summary.agents)}"
    parts = [
        f"<h1>{escape(summary.title)}</h1>",
        f'<p class="lead">{escape(_lead(summary))}</p>',
        "<h2>Results</h2>",
        _agents(summary, timing),
        *(f"<p><strong>{escape(sentence)}</strong></p>" for sentence in refused_answers(summary)),
        *map(_figure, drawn[:3]),
        "<h2>Agent against agent</h2>" if summary.pairs else "",
        _pairs(summary) if summary.pairs else "",
        *map(_figure, drawn[3:]),
        "<h2>How this was measured</h2>",
        *(f"<p>{escape(text)}</p>" for text in _method(summary)),
        "<h2>The contest</h2>",
        _facts(summary, timing),
    ]
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(title)}</title>\n<style>{_STYLE}</style>\n</head>\n<body>\n<main>\n"
        + "\n".join(filter(None, parts))
        + "\n</main>\n</body>\n</html>\n"
    )


def _lead(summary: Summary) -> str:
    agents = len(summary.agents)
    who = "one agent" if agents == 1 else f"{agents} agents"
    return (
        f"{who.capitalize()} at a table of {summary.contest['players']}, {summary.games:,} games: "
        f"{summary.deals:,} deals, each played in all {summary.contest['players']} rotations of the seats."
    )


def _method(summary: Summary) -> Iterable[str]:
    yield (
        "Every deal (one key, which decides all shuffles) is played once in each rotation of the seats, so that every agent meets the same cards in the same places: "
        "the luck of the deal cancels."
    )
    yield (
        f"Intervals have {summary.confidence:.0%} confidence. The games of a deal share their luck and are not independent, so a deal counts "
        "as one observation. Means have Student's interval over deals, shares Wilson's with the error over deals."
    )
    yield (
        "Shared victories are split. A place is 1 for the first; equal ranks share their places. Ratings are openskill's (Plackett and Luce), the mean "
        "with its uncertainty; an agent in several seats gets the mean of what each would get."
    )


def _agents(summary: Summary, timing: Timing) -> str:
    shifts = summary.par_points_per_shift is not None
    times = {one.agent: duration(one.milliseconds) for one in timing.agents}
    head = [
        "Agent",
        *(["Points per shift"] if shifts else []),
        "Points per game",
        "Mean place",
        "Victories",
        "Rating",
        "Time a choice",
    ]
    rows = [
        [
            f"<strong>{escape(one.agent)}</strong>",
            *([_cell(one.points_per_shift)] if one.points_per_shift is not None else []),
            _cell(one.points),
            _cell(one.place),
            _cell(one.win_share, percent=True),
            f"{one.rating.mu:.1f} <small>± {one.rating.sigma:.1f}</small>",
            times.get(one.agent, _NONE),
        ]
        for one in summary.agents
    ]
    return _grid(head, rows)


def _pairs(summary: Summary) -> str:
    names = [one.agent for one in summary.agents]
    found = {(pair.first, pair.second): pair for pair in summary.pairs}
    rows = [
        [
            f"<strong>{escape(a)}</strong>",
            *(
                _cell(found[a, b].before, percent=True) if (a, b) in found and found[a, b].meetings else _NONE
                for b in names
            ),
        ]
        for a in names
    ]
    return _grid(["finishes before", *map(escape, names)], rows)


def _cell(estimate: Estimate, *, percent: bool = False) -> str:
    """A value with its interval."""
    value = f"{estimate.value:.1%}" if percent else f"{estimate.value:.2f}"
    if estimate.low is None or estimate.high is None:
        return value
    between = (
        f"{100 * estimate.low:.1f}{_TO}{100 * estimate.high:.1f}"
        if percent
        else f"{estimate.low:.2f}{_TO}{estimate.high:.2f}"
    )
    return f"{value}<br><small>{between}</small>"


def _grid(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    top = "".join(f'<th scope="col">{cell}</th>' for cell in head)
    body = "\n".join("<tr>" + "".join(f"<td>{cell}</td>" for cell in row) + "</tr>" for row in rows)
    return f'<div class="wide"><table>\n<thead><tr>{top}</tr></thead>\n<tbody>\n{body}\n</tbody>\n</table></div>'


def _figure(plot: Plot) -> str:
    data = base64.b64encode(plot.svg()).decode()
    return (
        f'<figure><img alt="{escape(plot.caption)}" src="data:image/svg+xml;base64,{data}">'
        f"<figcaption>{escape(plot.caption)}</figcaption></figure>"
    )


def _facts(summary: Summary, timing: Timing) -> str:
    contest: dict[str, Any] = summary.contest
    facts = {
        "Game": f"{summary.title}, rules version {contest['rules']}, Forno {contest['forno']}",
        "Players": str(contest["players"]),
        "Options": ", ".join(f"{name} {text_of(value)}" for name, value in contest["options"].items()),
        "Agents": ", ".join(contest["agents"]),
        "Line-ups": str(summary.lineups),
        "Games": f"{summary.games:,} ({summary.deals:,} deals)",
        "Key": contest["key"],
        "Times measured on": f"{timing.machine}, {timing.cores} processors, Python {timing.python}",
    }
    items = "\n".join(f"<dt>{escape(name)}</dt><dd>{escape(value)}</dd>" for name, value in facts.items())
    again = escape(_command(summary))
    return f"<dl>\n{items}\n</dl>\n<p>The same again: <code>{again}</code></p>"


def _command(summary: Summary) -> str:
    contest = summary.contest
    words = ["forno", "arena", contest["game"], "--agents", ",".join(contest["agents"]), "--games", str(summary.games)]
    words += ["--players", str(contest["players"]), "--key", contest["key"]]
    for name, value in contest["options"].items():
        words += ["--option", f"{name}={text_of(value)}"]
    return shlex.join(words)
