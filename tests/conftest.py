"""Settings for all tests."""

import signal

from hypothesis import settings

settings.register_profile("forno", derandomize=True, deadline=None, database=None, max_examples=60)
settings.load_profile("forno")
# Whoever starts the tests in the background may have switched Ctrl-C off, for all programs that they start, too.
signal.signal(signal.SIGINT, signal.default_int_handler)
