"""The processes that share a database: where each table is, and how its people reach it."""

import asyncio
import contextlib
import logging
import random
import time
from collections import Counter
from collections.abc import Iterable, Mapping
from itertools import count

import msgspec

from forno.server.cluster import wire
from forno.server.cluster.bus import Bus
from forno.server.cluster.hosted import HostedSessions
from forno.server.cluster.mailbox import Mailbox
from forno.server.cluster.membership import LASTING, Membership
from forno.server.cluster.relays import Relays
from forno.server.limits import Quota, RateLimiter
from forno.server.problems import Problem
from forno.server.room import Room
from forno.server.rooms import Rooms
from forno.server.session import Disconnected, Link, Visitor, follow
from forno.server.store import Elsewhere, Unavailable
from forno.server.store.leases import Process
from forno.words import Words

log = logging.getLogger(__name__)

_ASKING_PATIENCE = 1.0  # seconds
_HANDING_OVER_PATIENCE = 1.5
_PAUSES = (0.05, 0.5)  # before a table is looked for again, in seconds: first, longest
_CALM = 2.0  # seconds after which the pauses are short again
_SETTLED = 1.0  # seconds that a table's people must all be at another process before it follows them


class Cluster:
    """With one process alone, or an SQLite file, it only passes clients on to the rooms."""

    def __init__(
        self, rooms: Rooms, sockets: Quota, new_tables: RateLimiter, resyncs: RateLimiter, bus: Bus | None
    ) -> None:
        self._rooms = rooms
        self._leases = rooms.store.leases
        self._sockets = sockets
        self._new_tables = new_tables
        self._resyncs = resyncs
        self._mailbox = Mailbox(bus, self._receive, self._lost) if bus is not None else None
        self._relays = Relays(self._post, rooms.settings.messages)
        self._hosted = HostedSessions(self._post, rooms, resyncs)
        self._membership = Membership(self._leases, self._describe, self._suspend, self._begin_anew, self._look_around)
        self._asked: dict[int, asyncio.Future[dict[str, wire.Shown]]] = {}
        self._numbers = count(1)
        self._strangers: dict[
            str, tuple[str, float]
        ] = {}  # tables whose people are all at one other process, since when
        self._is_leaving = False
        self.moved = 0  # tables that were handed over

    async def open(self) -> None:
        """Raises BadBus or Unavailable."""
        if self._mailbox is not None:
            await self._membership.open()
            await self._mailbox.open(self._leases.process)

    async def close(self) -> None:
        await self._membership.close()
        await self._hosted.close()
        with contextlib.suppress(Unavailable):
            await self._leases.unregister()
        if self._mailbox is not None:
            await self._mailbox.close()

    # Clients

    async def attend(self, link: Link, visitor: Visitor, table: str) -> None:
        """Let a client follow a table, wherever it is and goes. Raises Problem, TurnedAway or Unavailable if it cannot be followed."""
        pause, has_followed = _PAUSES[0], False
        while True:
            began, ends = time.monotonic(), self._leases.ends
            try:
                goes_on = await self._follow(link, visitor, table)
            except Disconnected:
                return
            except Unavailable:
                if not has_followed:
                    raise
                goes_on = await self._wait_for_the_store(link, visitor)
            if not goes_on:
                return
            has_followed = True
            if (
                time.monotonic() - began > _CALM or self._leases.ends != ends
            ):  # its owner may be one of those that have ended
                pause = _PAUSES[0]
            else:
                await asyncio.sleep(pause)
                pause = min(2 * pause, _PAUSES[1])

    async def _follow(self, link: Link, visitor: Visitor, table: str) -> bool:
        try:
            room = await self._rooms.find(table)
        except Elsewhere as place:
            return await self._relays.follow(link, visitor, table, place.owner)
        return await follow(link, visitor, room, self._rooms, self._resyncs)

    async def _wait_for_the_store(self, link: Link, visitor: Visitor) -> bool:
        trouble = Problem("unavailable").message(Words(visitor.language))
        try:
            await link.send([msgspec.json.encode(trouble).decode()])
        except Disconnected:
            return False
        await self._rooms.store.wait_until_it_works()
        return True

    # Tables

    def allow_table(self, address: str) -> bool:
        """Whether somebody at this address can make a table now. It counts at all processes."""
        if not self._new_tables.allow(address):
            return False
        for process in self._leases.others:
            self._post(process, wire.NewTable(address))
        return True

    async def shown(self, owners: Mapping[str, str | None], guest: str) -> dict[str, wire.Shown]:
        """What tables have shown, and whether it is the guest's turn, as far as their owners know and answer."""
        by_owner: dict[str, list[str]] = {}
        for table, owner in owners.items():
            if owner is not None and self._leases.is_elsewhere(owner) and self._rooms.in_memory(table) is None:
                by_owner.setdefault(owner, []).append(table)
        found = self._shown_here(set(owners), guest)
        for answer in await asyncio.gather(*(self._ask(owner, guest, some) for owner, some in by_owner.items())):
            found |= answer
        return found

    def _shown_here(self, tables: Iterable[str], guest: str) -> dict[str, wire.Shown]:
        rooms = ((table, self._rooms.in_memory(table)) for table in tables)
        return {table: _shown(room, guest) for table, room in rooms if room is not None}

    async def _ask(self, owner: str, guest: str, tables: list[str]) -> dict[str, wire.Shown]:
        number = next(self._numbers)
        answer: asyncio.Future[dict[str, wire.Shown]] = asyncio.get_running_loop().create_future()
        self._asked[number] = answer
        self._post(owner, wire.Ask(number, guest, tables))
        try:
            async with asyncio.timeout(_ASKING_PATIENCE):
                return await answer
        except TimeoutError:
            return {}
        finally:
            del self._asked[number]

    async def leave(self) -> None:
        """Hand all tables over to other processes, if there are any."""
        self._is_leaving = self._relays.is_leaving = True
        if self._mailbox is None:
            return
        with contextlib.suppress(Unavailable, TimeoutError):
            async with asyncio.timeout(_HANDING_OVER_PATIENCE):
                await self._membership.renew()
                if heirs := self._staying or list(self._leases.others):
                    await asyncio.gather(*(self._hand_over(room, _heir(room, heirs)) for room in self._rooms))

    @property
    def _staying(self) -> list[str]:
        return [process for process, facts in self._leases.others.items() if not facts.is_leaving]

    async def _hand_over(self, room: Room, to: str) -> None:
        self._post(to, wire.Expect(room.row.id, list(room.present)))
        with contextlib.suppress(Unavailable):
            await room.hand_over(to)
            self.moved += 1

    async def _follow_people(self) -> None:
        """Hand those tables over whose people are all at one other process."""
        now, staying, before = time.monotonic(), set(self._staying), self._strangers
        self._strangers = {}
        settled: list[tuple[Room, str]] = []
        for room in self._rooms:
            gateways = {one.gateway for one in room.subscribers}
            if len(gateways) == 1 and (gateway := gateways.pop()) in staying:
                known, since = before.get(room.row.id, ("", now))
                since = since if known == gateway else now
                self._strangers[room.row.id] = (gateway, since)
                if now - since >= _SETTLED:
                    settled.append((room, gateway))
        await asyncio.gather(*(self._hand_over(room, to) for room, to in settled))

    # The process among the others

    @property
    def processes(self) -> int:
        return 1 + len(self._leases.others)

    @property
    def remote_sessions(self) -> int:
        """Clients whose sockets and tables are at different processes, one of them here."""
        return len(self._relays) + len(self._hosted)

    def _describe(self) -> Process:
        is_busy = not self._rooms.warmup.ended.is_set()  # a game that is handed over would take long to load
        return Process(self._is_leaving or is_busy, len(self._sockets), self._sockets.busy())

    async def _suspend(self) -> None:
        await asyncio.gather(*(room.suspend() for room in self._rooms))

    async def _begin_anew(self) -> None:
        assert self._mailbox is not None
        self._mailbox.begin_anew(self._leases.process)
        for room in self._rooms:
            async with room.lock:
                room.retire()
        self._relays.end()
        self._hosted.end()

    async def _look_around(self) -> None:
        """After each renewal: who has ended, who is silent, and which tables should go elsewhere."""
        assert self._mailbox is not None
        others, now = self._leases.others, time.monotonic()
        self._sockets.share([(one.n_sockets, one.busy) for one in others.values()])
        partners = self._relays.owners | self._hosted.gateways
        for peer in partners:
            if peer not in others or now - self._mailbox.heard.get(peer, now) > LASTING:
                self._lost(peer)
            if peer in others:
                self._mailbox.heard.setdefault(peer, now)
                self._post(peer, wire.Ping())
        for peer in [peer for peer in self._mailbox.heard if peer not in others]:
            self._mailbox.forget(peer)
        if not self._is_leaving:
            await self._follow_people()
        self._rooms.drop_gone()

    def _lost(self, peer: str) -> None:
        """Messages of a process were lost, or the process itself. All sessions with it are opened again."""
        self._relays.end(peer)
        self._hosted.end(peer)

    def _post(self, to: str, message: wire.Message) -> None:
        if self._mailbox is not None:
            self._mailbox.post(to, message)

    def _receive(self, sender: str, message: wire.Message) -> None:
        match message:
            case wire.Open() | wire.Said() | wire.Close():
                self._hosted.take(sender, message)
            case wire.Opened() | wire.Sent() | wire.Ended() | wire.Refused():
                self._relays.take(sender, message)
            case wire.Ask():
                self._post(sender, wire.Told(message.number, self._shown_here(message.tables, message.guest)))
            case wire.Told():
                if (answer := self._asked.get(message.number)) is not None and not answer.done():
                    answer.set_result(message.tables)
            case wire.Expect():
                self._rooms.expect(message.table, message.guests)
            case wire.NewTable():
                self._new_tables.allow(message.address)
            case wire.Ping():
                pass


def _heir(room: Room, heirs: list[str]) -> str:
    """Where most of the room's people are, or any other process."""
    people = Counter(one.gateway for one in room.subscribers if one.gateway in heirs)
    return people.most_common(1)[0][0] if people else random.choice(heirs)  # noqa: S311  no secret


def _shown(room: Room, guest: str) -> wire.Shown:
    seat, live = room.seating.seat_of(guest), room.live_game
    your_turn = live is not None and seat is not None and live.feed(seat).is_asked
    return wire.Shown(room.moves_shown, room.shown_time, your_turn)
