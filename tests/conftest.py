"""Settings for all tests."""

import os
import signal
from pathlib import Path

from hypothesis import settings

settings.register_profile("forno", derandomize=True, deadline=None, database=None, max_examples=60)
settings.load_profile("forno")
# A process started in the background may ignore Ctrl-C, and so would all programs that it starts.
signal.signal(signal.SIGINT, signal.default_int_handler)
# Every test that takes all games takes the tiny one, too, also in the programs that tests start.
os.environ.setdefault("FORNO_GAMES", "tiny_game")
os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, (str(Path(__file__).parent), os.environ.get("PYTHONPATH"))))
