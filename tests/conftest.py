"""Settings and fixtures for all tests."""

import signal
from pathlib import Path

import pytest
from hypothesis import settings

from forno.rules import compile_cache

settings.register_profile("forno", derandomize=True, deadline=None, database=None, max_examples=60)
settings.load_profile("forno")
# A shell that runs the tests in the background switches Ctrl-C off, also for the programs that they start.
signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture
def cold_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """As if nothing had been compiled. Machine code that is already on disk is still used."""
    folder = tmp_path / "cache"
    monkeypatch.setattr(compile_cache, "home", lambda: folder)
    return folder
