"""The only writer of the database. It commits everything that waits in one transaction, which is ten times as fast as one each.

All moves of a transaction are stored by one statement, which is always the same and prepared only once. It takes them as one parameter in
SQLite (JSON), and as one array for each column in PostgreSQL. A move whose table has another fence, and so another owner, is not stored.

While the database fails, nothing waits here: whatever is to be written is refused at once, so that nothing is stored after its
writer was told that it failed.
"""

import asyncio
import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

import msgspec
from sqlalchemy import Executable
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine

from forno.server.store.availability import Availability
from forno.server.store.errors import Unavailable, is_outage
from forno.server.store.rows import Move

T = TypeVar("T")
Work = Callable[[AsyncConnection], Awaitable[T]]

_MAX_BATCH = 500
_IDLE = 1.0  # seconds after which the pool looks whether the connection still works
_INSERT = {  # A finished game takes no more moves: those that it has are not in this table.
    "sqlite": """
        INSERT INTO moves ("table", seq, seat, action, "time", shown)
        SELECT json_extract(value, '$[0]'), json_extract(value, '$[1]'), json_extract(value, '$[2]'),
            json_extract(value, '$[3]'), json_extract(value, '$[4]'), json_extract(value, '$[5]')
        FROM json_each(?)
        WHERE NOT EXISTS (SELECT 1 FROM finished_games WHERE finished_games."table" = json_extract(value, '$[0]'))
            AND NOT EXISTS (SELECT 1 FROM tables
                WHERE tables.id = json_extract(value, '$[0]') AND tables.fence <> json_extract(value, '$[6]'))
        ON CONFLICT DO NOTHING RETURNING "table", seq
    """,
    # Nobody else can become the owner of these tables before the transaction ends.
    "postgresql": """
        WITH held AS (SELECT id, fence FROM tables WHERE id = ANY($1::varchar[]) FOR SHARE)
        INSERT INTO moves ("table", seq, seat, action, "time", shown)
        SELECT new.game, new.seq, new.seat, new.action, new.at, new.shown
        FROM unnest($1::varchar[], $2::int[], $3::int[], $4::varchar[], $5::float[], $6::int[], $7::int[])
            AS new(game, seq, seat, action, at, shown, fence)
        LEFT JOIN held ON held.id = new.game
        WHERE (held.id IS NULL OR held.fence = new.fence) AND NOT EXISTS (SELECT 1 FROM finished_games WHERE finished_games."table" = new.game)
        ON CONFLICT DO NOTHING RETURNING "table", seq
    """,
}


@dataclass
class _Job:
    statements: Sequence[tuple[Executable, Any]] = ()  # with their parameters
    move: Move | None = None
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
        self._is_sqlite = engine.dialect.name == "sqlite"
        self._insert = _INSERT[engine.dialect.name]
        self._connection: AsyncConnection | None = None  # kept between transactions
        self._outages = 0  # at the time when it was opened
        self._used = 0.0  # when it was last used
        self._task = asyncio.create_task(self._work(), name="writer")
        self.stored = self.commits = 0  # moves, and transactions
        self.seconds = 0.0  # that the transactions took

    @property
    def waiting(self) -> int:
        return self._jobs.qsize()

    async def move(self, move: Move) -> bool:
        """Store a move. False if a move with its number is already there, or the table's fence is another. Raises Unavailable."""
        return bool(await self._add(_Job(move=move)))

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

    async def disconnect(self) -> None:
        """Give the connection back. If its transaction is not over, it is rolled back."""
        connection, self._connection = self._connection, None
        if connection is not None:
            await asyncio.shield(asyncio.create_task(connection.close()))

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
        connection = await self._connected()
        try:
            async with connection.begin():
                for job in jobs:
                    for statement, parameters in job.statements:
                        await connection.execute(statement, parameters)
                    if job.work is not None:
                        job.result = await job.work(connection)
                stored = await self._store(connection, [job.move for job in jobs if job.move is not None])
        except BaseException:
            await self.disconnect()
            raise
        self._used = time.monotonic()
        self.commits += 1
        self.stored += len(stored)
        self.seconds += time.perf_counter() - start
        for job in jobs:
            if not job.done.done():
                job.done.set_result(job.result if job.move is None else _is_first(job.move, stored))

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

    async def _store(self, connection: AsyncConnection, moves: list[Move]) -> set[tuple[str, int]]:
        """The tables and numbers of the moves that were stored."""
        if not moves:
            return set()
        rows = [(one.table, one.seq, one.seat, one.action, one.time, one.shown, one.fence) for one in moves]
        parameters: tuple[Any, ...] = (
            (msgspec.json.encode(rows).decode(),) if self._is_sqlite else tuple(map(list, zip(*rows, strict=True)))
        )
        result: Any = await connection.exec_driver_sql(self._insert, parameters)
        return {(row[0], row[1]) for row in result}


def _is_first(move: Move, stored: set[tuple[str, int]]) -> bool:
    """Of two moves in one batch with the same number, the first was stored."""
    key = (move.table, move.seq)
    if key not in stored:
        return False
    stored.remove(key)
    return True
