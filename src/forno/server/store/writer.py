"""The only writer of the database. It commits everything that waits in one transaction, which is ten times as fast as one each.

All moves that wait are one transaction of their own, and go to the driver directly: see moves.py.

While the database fails, nothing waits here: whatever is to be written is refused at once, so that nothing is stored after its
writer was told that it failed.
"""

import asyncio
import time
from collections.abc import Awaitable, Callable, Sequence
from typing import Any, TypeVar

from sqlalchemy import Executable
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from forno.server.rows import Move
from forno.server.store.availability import Availability
from forno.server.store.errors import Unavailable, is_outage
from forno.server.store.moves import insert_postgresql, insert_sqlite

T = TypeVar("T")
Work = Callable[[AsyncConnection], Awaitable[T]]

_MAX_WAITING = 10_000
_MAX_BATCH = 500
_IDLE = 1.0  # seconds after which the pool looks whether the connection still works


class _Job:
    __slots__ = ("done", "move", "result", "statements", "work")

    def __init__(
        self,
        statements: Sequence[tuple[Executable, Any]] = (),  # with their parameters
        move: Move | None = None,
        work: Work[Any] | None = None,
    ) -> None:
        self.statements = statements
        self.move = move
        self.work = work
        self.result: Any = True
        self.done: asyncio.Future[Any] = asyncio.get_running_loop().create_future()

    def fail(self, error: BaseException) -> None:
        if not self.done.done():
            self.done.set_exception(error)
            self.done.exception()  # its caller may have been cancelled: nobody need read it


class Writer:
    def __init__(
        self,
        engine: AsyncEngine,
        availability: Availability,
        in_time: Callable[[Awaitable[None]], Awaitable[None]],
    ) -> None:
        """`in_time` raises TimeoutError if the database takes too long."""
        self._engine = engine
        self._availability = availability
        self._in_time = in_time
        self._jobs: list[_Job] = []  # that wait
        self._batch: list[_Job] = []  # that are being written
        self._has_jobs = asyncio.Event()
        self._insert = insert_sqlite if engine.dialect.name == "sqlite" else insert_postgresql
        self._connection: AsyncConnection | None = None  # kept between transactions
        self._outages = 0  # at the time when it was opened
        self._used = 0.0  # when it was last used
        self._task = asyncio.create_task(self._work(), name="writer")
        self.stored = self.commits = 0  # moves, and transactions
        self.seconds = 0.0  # that the transactions took

    @property
    def waiting(self) -> int:
        return len(self._jobs)

    def move(self, move: Move) -> Awaitable[bool]:
        """Store a move. False if a move with its number is already there, or the table's fence is another. Raises Unavailable."""
        return self._add(_Job(move=move))

    async def run(self, *statements: tuple[Executable, Any]) -> None:
        """Execute statements in one transaction. Raises Unavailable."""
        await self._add(_Job(statements))

    async def call(self, work: Work[T]) -> T:
        """Use the connection within the transaction, and return the result when it is committed. Raises Unavailable."""
        result: T = await self._add(_Job(work=work))
        return result

    async def close(self) -> None:
        """Store what waits, then stop."""
        while jobs := self._batch + self._jobs:
            await asyncio.wait([job.done for job in jobs])
        self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)

    async def disconnect(self) -> None:
        """Give the connection back. If its transaction is not over, it is rolled back."""
        connection, self._connection = self._connection, None
        if connection is not None:
            await asyncio.shield(asyncio.create_task(connection.close()))

    async def _add(self, job: _Job) -> Any:
        if not self._availability.works:
            raise Unavailable
        while len(self._jobs) >= _MAX_WAITING:
            await asyncio.wait([self._jobs[0].done])
        self._jobs.append(job)
        self._has_jobs.set()
        return await job.done  # a caller that is cancelled does not cancel the writing

    async def _work(self) -> None:
        while True:
            await self._has_jobs.wait()
            jobs = self._batch = self._jobs[:_MAX_BATCH]
            del self._jobs[:_MAX_BATCH]
            if not self._jobs:
                self._has_jobs.clear()
            for some in ([job for job in jobs if job.move is None], [job for job in jobs if job.move is not None]):
                if some:
                    await self._commit_or_fail(some)
            self._batch = []

    async def _commit_or_fail(self, jobs: list[_Job]) -> None:
        """If one job is bad, the others are committed one by one. If the database fails, all fail."""
        error: BaseException
        try:
            if not self._availability.works:
                raise Unavailable  # noqa: TRY301  as if it had been refused when it came
            await self._in_time(self._commit(jobs))
        except Unavailable as refusal:
            error = refusal
        except Exception as failure:  # noqa: BLE001  drivers raise errors of many kinds
            if not is_outage(failure):
                if len(jobs) > 1:
                    for job in jobs:
                        await self._commit_or_fail([job])
                    return
                error = failure
            else:
                self._availability.failed(failure)
                error = Unavailable()
        else:
            return
        for job in jobs:
            job.fail(error)

    async def _commit(self, jobs: list[_Job]) -> None:
        """Jobs of one kind."""
        start = time.perf_counter()
        connection = await self._connected()
        try:
            moves = [job.move for job in jobs if job.move is not None]
            if moves:
                driver = (await connection.get_raw_connection()).driver_connection
                for job, is_stored in zip(jobs, await self._insert(driver, moves), strict=True):
                    job.result = is_stored
            else:
                async with connection.begin():
                    for job in jobs:
                        await _run(job, connection)
        except BaseException:
            await self.disconnect()
            raise
        self._used = time.monotonic()
        self.commits += 1
        self.stored += sum(job.result for job in jobs if job.move is not None)
        self.seconds += time.perf_counter() - start
        for job in jobs:
            if not job.done.done():
                job.done.set_result(job.result)

    async def _connected(self) -> AsyncConnection:
        """The connection. It is checked if it has not been used for a while, and replaced after an outage, which ends all writers."""
        if self._connection is not None and (
            self._outages != self._availability.outages or time.monotonic() - self._used > _IDLE
        ):
            await self.disconnect()
        if self._connection is None:
            self._outages = self._availability.outages
            self._connection = await self._engine.connect()
        return self._connection


async def _run(job: _Job, connection: AsyncConnection) -> None:
    for statement, parameters in job.statements:
        await connection.execute(statement, parameters)
    if job.work is not None:
        job.result = await job.work(connection)
