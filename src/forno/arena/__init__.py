"""Measure how good agents are: contests with rotated seats, results with confidence intervals, reports. `compare` is the short way."""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from forno.arena.comparison import Comparison, compare

__all__ = ["Comparison", "compare"]


def __getattr__(name: str) -> Any:
    """Import `compare` when it is used: it needs plots, which the processes that play do not."""
    if name in __all__:
        from forno.arena import comparison  # noqa: PLC0415

        return getattr(comparison, name)
    raise AttributeError(f"module {__name__} has no attribute {name!r}")
