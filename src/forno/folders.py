"""Where Forno keeps its files on the user's machine."""

from pathlib import Path

from platformdirs import user_cache_path, user_data_path


def cache() -> Path:
    """Compiled code. It can be deleted at any time and is then compiled again."""
    return user_cache_path("forno")


def data() -> Path:
    """Saved games, kept until the user deletes them."""
    return user_data_path("forno")
