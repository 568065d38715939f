"""The only writer of the database. It commits everything that waits in one transaction, which is ten times as fast as one each.

While the database fails, nothing waits here: whatever is to be written is refused at once, so that nothing is stored after its
writer was told that it failed.
"""

import asyncio
import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

from sqlalchemy import Executable, select
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from forno.server.store.availability import Availability
from forno.server.store.errors import Unavailable, is_outage
from forno.server.store.schema import moves, tables

T = TypeVar("T")
Work = Callable[[AsyncConnection], Awaitable[T]]

_MAX_BATCH = 500


@dataclass
class _Job:
    statements: Sequence[tuple[Executable, Any]] = ()  # with their parameters
    move: dict[str, Any] | None = None
    work: Work[Any] | None = None
    result: Any = True
    done: "asyncio.Future[Any]" = field(default_factory=lambda: asyncio.get_running_loop().create_future())

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
        self._jobs: asyncio.Queue[_Job] = asyncio.Queue(maxsize=10_000)
        insert = postgresql.insert if engine.dialect.name == "postgresql" else sqlite.insert
        self._insert = insert(moves).on_conflict_do_nothing().returning(moves.c.table, moves.c.seq)
        self._task = asyncio.create_task(self._work(), name="writer")
        self.stored = self.commits = 0  # moves, and transactions
        self.seconds = 0.0  # that the transactions took

    @property
    def waiting(self) -> int:
        return self._jobs.qsize()

    async def move(self, row: dict[str, Any]) -> bool:
        """Store a move. False if a move with its number is already there, or the table's fence is another. Raises Unavailable."""
        return bool(await self._add(_Job(move=row)))

    async def run(self, *statements: tuple[Executable, Any]) -> None:
        """Execute statements in one transaction. Raises Unavailable."""
        await self._add(_Job(statements))

    async def call(self, work: Work[T]) -> T:
        """Use the connection within the transaction, and return the result when it is committed. Raises Unavailable."""
        result: T = await self._add(_Job(work=work))
        return result

    async def close(self) -> None:
        """Store what waits, then stop."""
        await self._jobs.join()
        self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)

    async def _add(self, job: _Job) -> Any:
        if not self._availability.works:
            raise Unavailable
        await self._jobs.put(job)
        return await asyncio.shield(job.done)  # a caller that is cancelled does not cancel the writing

    async def _work(self) -> None:
        while True:
            jobs = [await self._jobs.get()]
            while len(jobs) < _MAX_BATCH and not self._jobs.empty():
                jobs.append(self._jobs.get_nowait())
            try:
                await self._commit_or_fail(jobs)
            finally:
                for _ in jobs:
                    self._jobs.task_done()

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
        start = time.perf_counter()
        async with self._engine.begin() as connection:
            for job in jobs:
                for statement, parameters in job.statements:
                    await connection.execute(statement, parameters)
                if job.work is not None:
                    job.result = await job.work(connection)
            stored = await self._store(connection, [job.move for job in jobs if job.move is not None])
        self.commits += 1
        self.stored += len(stored)
        self.seconds += time.perf_counter() - start
        for job in jobs:
            if not job.done.done():
                job.done.set_result(job.result if job.move is None else _is_first(job.move, stored))

    async def _store(self, connection: AsyncConnection, rows: list[dict[str, Any]]) -> set[tuple[str, int]]:
        """The tables and numbers of the moves that were stored."""
        rows = await self._fenced(connection, rows)
        if not rows:
            return set()
        result = await connection.execute(self._insert.values(rows))
        return {(table, seq) for table, seq in result}

    async def _fenced(self, connection: AsyncConnection, rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
        """Those whose writer still owns the table. Nobody else can become its owner before the transaction ends."""
        if not rows:
            return []
        named = tables.c.id.in_({row["table"] for row in rows})
        held = select(tables.c.id, tables.c.fence).where(named).with_for_update(read=True)
        fences = {found.id: found.fence for found in await connection.execute(held)}
        kept = [row for row in rows if fences.get(row["table"], row["fence"]) == row["fence"]]
        return [{name: value for name, value in row.items() if name != "fence"} for row in kept]


def _is_first(row: dict[str, Any], stored: set[tuple[str, int]]) -> bool:
    """Of two moves in one batch with the same number, the first was stored."""
    key = (row["table"], row["seq"])
    if key not in stored:
        return False
    stored.remove(key)
    return True
