"""Play many games and write every decision down as data for learning. See docs/simulate.md."""

from forno.matches.run_folder import BadFolder
from forno.simulate.minari_format import MINARI
from forno.simulate.parquet import PARQUET, Parquet
from forno.simulate.plan import Plan
from forno.simulate.run import simulate

__all__ = ["MINARI", "PARQUET", "BadFolder", "Parquet", "Plan", "simulate"]
