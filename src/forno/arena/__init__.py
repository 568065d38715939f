"""How good agents are: matches with rotated seats, results with their uncertainty, reports."""
