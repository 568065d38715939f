"""Where Forno keeps files of its own on the user's machine."""

from pathlib import Path

from platformdirs import user_cache_path, user_data_path


def cache() -> Path:
    """Compiled code: may be deleted at any time, and is then made anew."""
    return user_cache_path("forno")


def data() -> Path:
    """Games that wait to be resumed: kept until the user deletes them."""
    return user_data_path("forno")
