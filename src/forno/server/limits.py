"""Rate limits."""

import time
from collections import OrderedDict

_MAX_CLIENTS = 10_000  # that a RateLimiter remembers


class TokenBucket:
    """Holds up to `burst` tokens and gains `rate` tokens a second."""

    def __init__(self, rate: float, burst: float) -> None:
        self.rate = rate
        self.burst = burst
        self.level = burst
        self.time = time.monotonic()

    def delay(self) -> float:
        """Take a token, even one that does not exist yet, and return the seconds until it does."""
        if self.take():
            return 0.0
        early = (1 - self.level) / self.rate
        self.level -= 1
        return early

    def take(self) -> bool:
        """Take a token if there is one."""
        now = time.monotonic()
        self.level = min(self.burst, self.level + (now - self.time) * self.rate)
        self.time = now
        if self.level < 1:
            return False
        self.level -= 1
        return True


class RateLimiter:
    """A token bucket for each client. The clients that were seen least recently are forgotten."""

    def __init__(self, rate: float, burst: float) -> None:
        self.rate = rate
        self.burst = burst
        self._buckets: OrderedDict[str, TokenBucket] = OrderedDict()

    def allow(self, client: str) -> bool:
        bucket = self._buckets.setdefault(client, TokenBucket(self.rate, self.burst))
        self._buckets.move_to_end(client)
        if len(self._buckets) > _MAX_CLIENTS:
            self._buckets.popitem(last=False)
        return bucket.take()
