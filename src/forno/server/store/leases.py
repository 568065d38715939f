"""Which process owns a table. Several processes can share a PostgreSQL database; an SQLite file belongs to one.

A process has one lease for all its tables: a row in `processes`, which it renews again and again. One that does not is removed by the
others; one that was killed even sooner, since its connection is gone (presence.py). Then its tables belong to nobody, and whoever claims one gets a higher fence, without which nothing of the table can be written. So
a process that was only slow, and is not dead, can do no harm: it finds that its row is gone, and begins anew with another id.
"""

import json
import math
import secrets
import time
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import and_, exists, func, or_, select
from sqlalchemy.ext.asyncio import AsyncConnection

from forno.server.store.presence import Presence, are_gone, mark
from forno.server.store.schema import processes, tables

Use = Callable[[Callable[[AsyncConnection], Awaitable[Any]]], Awaitable[Any]]
_JUST = 10.0  # seconds
_SILENT = 0.9  # seconds without a renewal, after which a process whose connection is gone counts as dead
_SURE = 1.5  # seconds that our own connection must be there for that: if the database has failed, nobody has one
_now = func.extract("epoch", func.clock_timestamp())  # by the database's clock: those of the machines may differ


class Elsewhere(Exception):
    """The table belongs to another process."""

    def __init__(self, owner: str) -> None:
        super().__init__(owner)
        self.owner = owner


@dataclass(frozen=True)
class Process:
    """What the others know of a process."""

    is_leaving: bool = False  # it takes no tables: it hands its own over, or its games are not compiled yet
    n_sockets: int = 0
    busy: Mapping[str, int] = field(default_factory=dict)  # persons and addresses with many sockets


class Leases:
    def __init__(self, read: Use, write: Use, presence: Presence | None) -> None:
        """Both functions let their argument use a connection, and raise Unavailable. The first one leaves the commit to it. Without a presence
        the database belongs to this process alone.
        """
        self._read = read
        self._write = write
        self._presence = presence
        self.process = _new_id()
        self.others: dict[str, Process] = {}  # that were alive at the last renewal
        self._ended: dict[str, float] = {}  # others that are gone since then, by the monotonic clock
        self.ends = 0  # how many others have ended
        self.held_until = math.inf  # by the monotonic clock; whoever renews the lease sets it

    @property
    def is_shared(self) -> bool:
        return self._presence is not None

    @property
    def is_held(self) -> bool:
        """Whether this process can still be sure that no other one acts for its tables."""
        return time.monotonic() < self.held_until

    # Of processes

    async def register(self, lasting: float) -> None:
        """Begin as a new process, whose lease lasts this many seconds."""
        process = _new_id()
        values = {"id": process, "expires": _now + lasting, "is_leaving": False, "n_sockets": 0, "busy": "{}"}

        async def work(connection: AsyncConnection) -> None:
            await connection.execute(processes.insert().values(values))
            await connection.commit()

        await self._read(work)
        self.process, self.others = process, {}
        if self._presence is not None:
            await self._presence.show(process)

    async def renew(self, lasting: float, own: Process, *, may_remove: bool) -> bool:
        """Renew the lease and look who else is there. False if others have removed this process.

        With `may_remove`, processes are removed whose leases have expired, or who have neither a connection nor renewed their lease of late.
        """
        values = {
            "expires": _now + lasting,
            "is_leaving": own.is_leaving,
            "n_sockets": own.n_sockets,
            "busy": json.dumps(own.busy),
        }

        async def work(connection: AsyncConnection) -> bool:
            mine = processes.c.id == self.process
            renewed = (await connection.execute(processes.update().where(mine).values(values))).rowcount
            await connection.commit()  # a process that is stopped from here on has no locks
            if renewed and may_remove:
                await self._remove_dead(connection, lasting)
            found = (await connection.execute(select(processes).where(~mine))).mappings().all()
            await connection.commit()
            self._note(
                {row["id"]: Process(row["is_leaving"], row["n_sockets"], json.loads(row["busy"])) for row in found}
            )
            return bool(renewed)

        is_renewed = bool(await self._read(work))
        if is_renewed and self._presence is not None:
            await self._presence.show(self.process)
        return is_renewed

    async def _remove_dead(self, connection: AsyncConnection, lasting: float) -> None:
        is_other = processes.c.id != self.process
        await connection.execute(processes.delete().where(is_other, processes.c.expires < _now))
        await connection.commit()
        if self._presence is None or self._presence.lasting < _SURE:
            return
        is_late = processes.c.expires < _now + lasting - _SILENT
        late = (await connection.execute(select(processes.c.id).where(is_other, is_late))).scalars().all()
        if gone := await are_gone(connection, list(late)):
            await connection.execute(processes.delete().where(processes.c.id.in_(gone), is_late))

    def _note(self, others: dict[str, Process]) -> None:
        now = time.monotonic()
        self._ended = {one: since for one, since in self._ended.items() if now - since < _JUST}
        ended = self.others.keys() - others.keys()
        self._ended |= dict.fromkeys(ended, now)
        self.ends += len(ended)
        self.others = others

    def has_just_ended(self, process: str | None) -> bool:
        return process in self._ended

    async def unregister(self) -> None:
        """End as a process. Everybody can claim its tables."""
        if self.is_shared:
            await self._write(
                lambda connection: connection.execute(processes.delete().where(processes.c.id == self.process))
            )

    # Of tables

    async def claim(self, table: str) -> bool:
        """Become the owner, if nobody alive is. False if there is no such table. Raises Elsewhere."""
        if not self.is_shared:
            return True
        owner_lives = exists().where(processes.c.id == tables.c.owner).correlate(tables)
        is_free = or_(tables.c.owner.is_(None), and_(tables.c.owner != self.process, ~owner_lives))
        claim = tables.update().where(tables.c.id == table, is_free)

        async def work(connection: AsyncConnection) -> Any:
            await connection.execute(claim.values(owner=self.process, fence=tables.c.fence + 1))
            found = (await connection.execute(select(tables.c.owner).where(tables.c.id == table))).one_or_none()
            await connection.commit()
            return found

        found = await self._read(
            work
        )  # one table in a transaction: with several, two processes could wait for each other
        if found is not None and found.owner != self.process:
            raise Elsewhere(found.owner)
        return found is not None

    async def hand_over(self, table: str, fence: int, to: str) -> None:
        """Make another process the owner. Nothing happens if this process is no longer the owner."""
        mine = and_(tables.c.id == table, tables.c.fence == fence)
        change = tables.update().where(mine).values(owner=to, fence=fence + 1)
        await self._write(lambda connection: connection.execute(change))

    def is_elsewhere(self, owner: str | None) -> bool:
        """Whether this owner is another process that was alive at the last renewal."""
        return owner in self.others


def _new_id() -> str:
    return mark(secrets.token_hex(8)[:15])
