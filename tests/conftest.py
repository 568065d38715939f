"""Settings for all tests."""

from hypothesis import settings

settings.register_profile("forno", derandomize=True, deadline=None, database=None, max_examples=60)
settings.load_profile("forno")
