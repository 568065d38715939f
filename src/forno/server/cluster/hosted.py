"""Clients of other processes who follow tables of this one."""

import asyncio
import logging
from collections.abc import Callable, Iterable

import msgspec

from forno.server.cluster import wire
from forno.server.limits import RateLimiter
from forno.server.problems import Problem
from forno.server.rooms import Rooms
from forno.server.session import Disconnected, Visitor, follow
from forno.server.store import Elsewhere, Unavailable
from forno.words import Words, languages

log = logging.getLogger(__name__)

Post = Callable[[str, wire.Message], None]
_MAX_WAITING = 200  # messages of a client; its gateway slows it down long before


class _GatewayLink:
    def __init__(self, post: Post, visitor: Visitor, number: int) -> None:
        self._post = post
        self.visitor = visitor
        self._number = number
        self._received: asyncio.Queue[str | bytes | None] = asyncio.Queue()
        self._has_left = False

    def take(self, data: str | bytes | None) -> None:
        if self._received.qsize() < _MAX_WAITING or data is None:
            self._received.put_nowait(data)
        self._has_left = self._has_left or data is None

    async def receive(self) -> str | bytes | None:
        return await self._received.get()

    def write(self, _: Iterable[bytes]) -> bool:
        """What comes together is sent together."""
        return False

    async def send(self, texts: list[bytes]) -> None:
        if self._has_left:
            raise Disconnected
        self._post(self.visitor.gateway, wire.Sent(self._number, [text.decode() for text in texts]))


class HostedSessions:
    def __init__(self, post: Post, rooms: Rooms, resyncs: RateLimiter) -> None:
        self._post = post
        self._rooms = rooms
        self._resyncs = resyncs
        self._links: dict[tuple[str, int], _GatewayLink] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    def __len__(self) -> int:
        return len(self._links)

    @property
    def gateways(self) -> set[str]:
        return {gateway for gateway, _ in self._links}

    def take(self, gateway: str, message: wire.Open | wire.Said | wire.Close) -> None:
        if isinstance(message, wire.Open):
            self._open(gateway, message)
        elif (link := self._links.get((gateway, message.number))) is not None:
            link.visitor.returns = isinstance(message, wire.Close) and message.returns
            link.take(message.data if isinstance(message, wire.Said) else None)
        elif isinstance(message, wire.Said):
            self._post(gateway, wire.Ended(message.number))

    def end(self, gateway: str | None = None) -> None:
        """The clients of one gateway, or all, are gone as far as can be known."""
        for (one, number), link in list(self._links.items()):
            if gateway is None or one == gateway:
                link.take(None)
                self._post(one, wire.Ended(number))

    async def close(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def _open(self, gateway: str, message: wire.Open) -> None:
        self._post(gateway, wire.Opened(message.number))
        language = message.language if message.language in languages() else "en"
        visitor = Visitor(message.guest, language, message.remembers, gateway)
        self._links[gateway, message.number] = link = _GatewayLink(self._post, visitor, message.number)
        task = asyncio.create_task(self._follow(message, link), name=f"session at {message.table}")
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _follow(self, message: wire.Open, link: _GatewayLink) -> None:
        visitor, problem = link.visitor, None
        try:
            room = await self._rooms.find(message.table)
            await follow(link, visitor, room, self._rooms, self._resyncs)
        except Elsewhere:
            pass
        except Unavailable:
            problem = Problem("unavailable")
        except Problem as found:
            problem = found
        except Exception:
            log.exception("a session failed", extra={"table": message.table})
        finally:
            del self._links[visitor.gateway, message.number]
            if problem is not None:
                trouble = msgspec.json.encode(problem.message(Words(visitor.language)))
                self._post(visitor.gateway, wire.Refused(message.number, trouble))
            self._post(visitor.gateway, wire.Ended(message.number))
