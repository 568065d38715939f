"""Worlds: random states that agree with a view. A world is made from the view alone, so it cannot leak what the seat does not know."""
