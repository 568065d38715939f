"""Since when people are not connected to a table."""

import time


class Absences:
    """After an absence that is longer than the grace, the others can let a bot play."""

    def __init__(self, grace: float) -> None:
        self._grace = grace
        self._start = time.monotonic()  # for people who have not come since the table was loaded
        self._since: dict[str, float] = {}

    def begin(self, guest: str) -> None:
        self._since[guest] = time.monotonic()

    def grace(self, guest: str | None) -> float:
        """The seconds that are left to somebody who is not connected."""
        since = self._since.get(guest or "", self._start)
        return max(0.0, round(since + self._grace - time.monotonic(), 1))
