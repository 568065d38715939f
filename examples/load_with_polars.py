"""Simulate some games and query the data: how does `greedy` start a pizza, and how many points does it get?"""

import json
import tempfile
from pathlib import Path

import polars as pl

from forno.matches.contest import Contest
from forno.rules import find
from forno.simulate import Plan, simulate
from forno.workers import LocalWorkers

with tempfile.TemporaryDirectory() as place:
    # The same as: forno simulate chefs-hat --agents greedy,uniform --games 40 --option shifts=1 --out data
    folder = Path(place) / "data"
    contest = Contest.make(find("chefs-hat"), ("greedy", "uniform"), players=4, options={"shifts": 1}, key=bytes(32))
    simulate(Plan(contest), 40, folder, LocalWorkers(1), lambda done, total: None)

    texts = json.loads((folder / "actions.json").read_text(encoding="utf-8"))
    layout = json.loads((folder / "simulation.json").read_text(encoding="utf-8"))["layout"]
    number = next(
        part for part in layout["slices"] if part["name"] == "number"
    )  # number of the placement to beat, one-hot
    beaten = pl.col("observation").arr.to_list().list.slice(number["offset"], number["shape"][0])

    decisions = pl.scan_parquet(folder / "*.parquet")  # lazy: reads only what is needed
    starts = decisions.filter(beaten.list.sum() == 0, pl.col("mask").arr.any())
    favourites = (
        starts.filter(pl.col("agent") == "greedy")
        .group_by("action")
        .agg(pl.len().alias("times"), pl.col("points").mean().alias("points"))
        .sort("times", "action", descending=[True, False])
        .head(5)
        .with_columns(pl.col("action").cast(pl.String).replace_strict(texts))
    )
    print(favourites.collect())
    seats = decisions.group_by("game", "seat").agg(pl.col("agent", "points").first())
    print(seats.group_by("agent").agg(pl.col("points").mean(), pl.len().alias("shifts")).sort("agent").collect())
