"""Measure how good agents are: contests with rotated seats, results with confidence intervals, reports. `compare` is the short way."""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from forno.arena.comparison import Comparison, compare
    from forno.arena.scale import ratings

__all__ = ["Comparison", "compare", "ratings"]


def __getattr__(name: str) -> Any:
    """Import these when they are used: they need packages for tables and plots, which the processes that play do not."""
    if name in __all__:
        from forno.arena import comparison, scale  # noqa: PLC0415

        return getattr(scale if name == "ratings" else comparison, name)
    raise AttributeError(f"module {__name__} has no attribute {name!r}")
