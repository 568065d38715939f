"""From a record's numbers to Python's."""

from typing import Any


def whole(numbers: Any) -> list[int]:
    """A field that is an array."""
    found: list[int] = numbers.tolist()
    return found


def seat_or_none(number: Any) -> int | None:
    return int(number) if number >= 0 else None
