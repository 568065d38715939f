"""Measure the learning curves of docs/benchmarks.md with examples/ppo_chefs_hat.py. Run it with `make curves`.

Finished runs are stored in docs/benchmarks/curves.json. You can stop at any time; the same command continues. `--write` runs nothing and only
rewrites the table and the plot.
"""

import argparse
import json
import runpy
import time
from dataclasses import asdict
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "benchmarks.md"
RESULTS = ROOT / "docs" / "benchmarks" / "curves.json"
PICTURE = ROOT / "docs" / "images" / "learning-curves.png"
BEGIN, END = "<!-- curves -->", "<!-- /curves -->"
SEEDS = 3
DECISIONS = 600_000
EVALUATION_SHIFTS = 8192  # about: a whole game has some seven
TASKS = {
    (opponents, shifts): f"{'whole games' if shifts == 0 else 'one shift'} against three {opponents}"
    for shifts in (1, 0)
    for opponents in ("larger-value", "greedy")
}


def settings_of(example: dict[str, Any], opponents: str, shifts: int) -> Any:
    games = EVALUATION_SHIFTS if shifts else EVALUATION_SHIFTS // 8
    return example["Settings"](
        opponents=opponents, shifts=shifts, decisions=DECISIONS, evaluations=6, evaluation_games=games
    )


def measure(runs: list[dict[str, Any]]) -> None:
    import torch  # noqa: PLC0415  only needed here

    torch.set_num_threads(1)
    example = runpy.run_path(str(ROOT / "examples" / "ppo_chefs_hat.py"))
    for seed in range(SEEDS):
        for opponents, shifts in TASKS:
            settings = settings_of(example, opponents, shifts)
            wanted = {"seed": seed, "settings": asdict(settings)}
            if any(run["seed"] == seed and run["settings"] == wanted["settings"] for run in runs):
                continue
            start = time.process_time()
            _, curve = example["learn"](settings, seed)
            runs.append({**wanted, "curve": curve, "seconds": round(time.process_time() - start)})
            RESULTS.write_text(json.dumps(runs, indent=1) + "\n", encoding="utf-8")


def table(runs: list[dict[str, Any]]) -> str:
    """Points a shift of each task, by the number of decisions: all seeds, the lowest first."""
    counts = [count for count, _ in runs[0]["curve"]][2::2]
    rows = []
    for (opponents, shifts), title in TASKS.items():
        found = _of(runs, opponents, shifts)
        cells = [
            ", ".join(f"{one:.2f}" for one in sorted(dict(run["curve"])[count] for run in found)) for count in counts
        ]
        seconds = sorted(run["seconds"] for run in found)
        rows.append(f"| {title} | {' | '.join(cells)} | {', '.join(map(str, seconds))} s |")
    head = " | ".join(f"{count / 1e6:.2f} million" for count in counts)
    return "\n".join([f"| task | {head} | CPU time |", "|---|" + "---|" * (len(counts) + 1), *rows])


def draw(runs: list[dict[str, Any]]) -> None:
    from matplotlib.figure import Figure  # noqa: PLC0415  an extra

    figure = Figure(figsize=(8, 6), layout="constrained")
    for axes, ((opponents, shifts), title) in zip(
        figure.subplots(2, 2, sharex=True, sharey=True).flat, TASKS.items(), strict=True
    ):
        for run in _of(runs, opponents, shifts):
            counts, points = zip(*run["curve"], strict=True)
            axes.plot([count / 1e6 for count in counts], points, marker=".", label=f"seed {run['seed']}")
        axes.axhline(1.5, color="grey", linestyle=":", label="par")
        axes.set(title=title, ylim=(0, 2.5))
        axes.spines[["top", "right"]].set_visible(False)
    axes.legend(frameon=False, loc="upper left")
    figure.supxlabel("million decisions")
    figure.supylabel("points a shift")
    figure.savefig(PICTURE, dpi=120)


def _of(runs: list[dict[str, Any]], opponents: str, shifts: int) -> list[dict[str, Any]]:
    return [run for run in runs if (run["settings"]["opponents"], run["settings"]["shifts"]) == (opponents, shifts)]


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--write", action="store_true", help="run nothing, only rewrite the table and the plot")
    arguments = parser.parse_args()
    RESULTS.parent.mkdir(exist_ok=True)
    stored = json.loads(RESULTS.read_text(encoding="utf-8")) if RESULTS.exists() else []
    if not arguments.write:
        measure(stored)
    draw(stored)
    before, _, rest = PAGE.read_text(encoding="utf-8").partition(BEGIN)
    PAGE.write_text(f"{before}{BEGIN}\n{table(stored)}\n{END}{rest.partition(END)[2]}", encoding="utf-8")
