"""Orders that failed by a single card."""

from dataclasses import dataclass


@dataclass(frozen=True)
class NearMiss:
    """An order that one more card on the table or in its owner's hand would have completed."""

    round: int  # from 1
    seat: int
    order: str  # its name
