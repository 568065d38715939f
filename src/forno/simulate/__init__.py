"""Games in bulk, written as data for learning."""
