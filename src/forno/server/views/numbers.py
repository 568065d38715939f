"""Numbers of a record as Python has them."""

from typing import Any


def as_ints(numbers: Any) -> list[int]:
    """The numbers of an array field."""
    found: list[int] = numbers.tolist()
    return found


def seat_or_none(number: Any) -> int | None:
    return int(number) if number >= 0 else None
