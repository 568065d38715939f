"""Limits: how often, and how many at once."""

import ipaddress
import time
from collections import Counter, OrderedDict
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import NamedTuple

from forno.server.problems import Problem

_MAX_CLIENTS = 10_000  # that a RateLimiter remembers
_SHARED_FROM = 4  # a quarter of a limit and more is told to other processes
_IPV6_BITS = 64  # one household, or one rented server, usually has that many addresses


def network_of(host: str) -> str:
    """The address whose limits apply: an IPv6 address counts as its /64."""
    try:
        address = ipaddress.ip_address(host.partition("%")[0])
    except ValueError:  # a Unix socket, or a name
        return host
    if address.version == 4:
        return str(address)
    if address.ipv4_mapped is not None:
        return str(address.ipv4_mapped)
    return str(ipaddress.ip_network((address, _IPV6_BITS), strict=False))


class Client(NamedTuple):
    guest: str  # "" before it is known
    address: str


class AtOnce(NamedTuple):
    """How many there may be at once."""

    person: int
    address: int
    total: int


class Quota:
    """Counts what is in use, by person, by address, and in total."""

    def __init__(self, most: AtOnce) -> None:
        self._most = most
        self._persons: Counter[str] = Counter()
        self._addresses: Counter[str] = Counter()
        self._elsewhere: Counter[str] = Counter()  # in use at other processes, by person and by address
        self._elsewhere_total = 0

    def __len__(self) -> int:
        return self._addresses.total()

    def take(self, client: Client) -> None:
        """Raises Problem if there are too many."""
        if len(self) + self._elsewhere_total >= self._most.total:
            raise Problem("full")
        by_person = self._persons[client.guest] + self._elsewhere[client.guest]
        by_address = self._addresses[client.address] + self._elsewhere[client.address]
        if (by_person >= self._most.person and client.guest) or by_address >= self._most.address:
            raise Problem("too-fast")
        self._persons[client.guest] += 1
        self._addresses[client.address] += 1

    def give_back(self, client: Client) -> None:
        for counter, key in ((self._persons, client.guest), (self._addresses, client.address)):
            counter[key] -= 1
            if counter[key] == 0:
                del counter[key]

    def busy(self) -> dict[str, int]:
        """Persons and addresses that use a good part of what they may. Other processes add it to what is used there."""
        limits = ((self._persons, self._most.person), (self._addresses, self._most.address))
        return {key: n for used, most in limits for key, n in used.items() if key and n * _SHARED_FROM >= most}

    def share(self, elsewhere: Iterable[tuple[int, Mapping[str, int]]]) -> None:
        """What is in use at other processes: how many, and by whom."""
        self._elsewhere, self._elsewhere_total = Counter(), 0
        for total, busy in elsewhere:
            self._elsewhere.update(busy)
            self._elsewhere_total += total

    @contextmanager
    def hold(self, client: Client) -> Iterator[None]:
        """Raises Problem if there are too many."""
        self.take(client)
        try:
            yield
        finally:
            self.give_back(client)


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
        return self._bucket(client).take()

    def delay(self, client: str) -> float:
        """Take a token, even one that does not exist yet, and return the seconds until it does."""
        return self._bucket(client).delay()

    def _bucket(self, client: str) -> TokenBucket:
        bucket = self._buckets.setdefault(client, TokenBucket(self.rate, self.burst))
        self._buckets.move_to_end(client)
        if len(self._buckets) > _MAX_CLIENTS:
            self._buckets.popitem(last=False)
        return bucket
