"""How often somebody may do something."""

import time
from collections import OrderedDict

_KNOWN = 10_000  # clients whose buckets are remembered


class Bucket:
    """Holds up to `burst`, and fills up by `rate` a second; who finds it empty must wait."""

    def __init__(self, rate: float, burst: float) -> None:
        self.rate = rate
        self.burst = burst
        self.level = burst
        self.time = time.monotonic()

    def wait(self) -> float:
        """Take one in any case; how many seconds it comes too early."""
        if self.take():
            return 0.0
        early = (1 - self.level) / self.rate
        self.level -= 1
        return early

    def take(self) -> bool:
        now = time.monotonic()
        self.level = min(self.burst, self.level + (now - self.time) * self.rate)
        self.time = now
        if self.level < 1:
            return False
        self.level -= 1
        return True


class Buckets:
    """One for each client; those that nobody has used for longest are forgotten."""

    def __init__(self, rate: float, burst: float) -> None:
        self.rate = rate
        self.burst = burst
        self._known: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, client: str) -> bool:
        bucket = self._known.setdefault(client, Bucket(self.rate, self.burst))
        self._known.move_to_end(client)
        if len(self._known) > _KNOWN:
            self._known.popitem(last=False)
        return bucket.take()
