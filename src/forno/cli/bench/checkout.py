"""Benchmark files that are not part of the installed package."""

from pathlib import Path

BENCH = Path(__file__).parents[4] / "bench"  # only there in a checkout
