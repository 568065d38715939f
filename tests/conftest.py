"""Settings and fixtures for all tests."""

import os
import signal
from pathlib import Path

import pytest
from hypothesis import settings

settings.register_profile("forno", derandomize=True, deadline=None, database=None, max_examples=60)
settings.load_profile("forno")
# A shell that runs the tests in the background switches Ctrl-C off, also for the programs that they start.
signal.signal(signal.SIGINT, signal.default_int_handler)
# Every test that takes all games takes the tiny one, too, also in the programs that tests start. Nothing here may import Forno
# before this line, since it reads the variable once.
os.environ.setdefault("FORNO_GAMES", "tiny_game")
os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, (str(Path(__file__).parent), os.environ.get("PYTHONPATH"))))


@pytest.fixture
def cold_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """As if nothing had been compiled. Machine code that is already on disk is still used."""
    folder = tmp_path / "cache"
    monkeypatch.setattr("forno.rules.compile_cache.home", lambda: folder)
    return folder
