"""Games in bulk, written as data for learning: see docs/simulate.md."""

from forno.matches.run_folder import BadFolder
from forno.simulate.plan import FORMATS, Plan
from forno.simulate.run import simulate

__all__ = ["FORMATS", "BadFolder", "Plan", "simulate"]
