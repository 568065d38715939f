"""The search: `agent` chooses, `simulation` is what it does in each world, `tree` is its memory of simulated decisions."""
