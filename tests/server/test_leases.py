"""Which process owns a table: two stores on one PostgreSQL stand for two processes."""

import asyncio
import contextlib
import json
import math
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Any

import pytest
from sqlalchemy import event, text
from sqlalchemy.util import await_only

from forno.server.limits import AtOnce, Client, Quota, RateLimiter
from forno.server.problems import Problem
from forno.server.rooms import Rooms
from forno.server.rows import SeatRow
from forno.server.session import Visitor, follow
from forno.server.settings import Settings
from forno.server.store import Elsewhere, Outdated, Store, TooMany, Unavailable, database_url
from forno.server.store.leases import Process
from server import remote
from server.postgres import Postgres
from server.test_store import ROW, a_move

NOBODY = Process()


def with_two(made: Postgres, use: Callable[[Store, Store], Awaitable[None]]) -> None:
    async def run() -> None:
        one, two = Store(database_url(made.url), retry=(0, 0.01)), Store(database_url(made.url), retry=(0, 0.01))
        await asyncio.gather(one.open(), two.open())  # also when both find an empty database
        try:
            for store in (one, two):
                await store.leases.register(60)
            await use(one, two)
        finally:
            for store in (one, two):
                await store.leases.unregister()
                await store.close()

    asyncio.run(run())


async def a_table(store: Store) -> str:
    """A game that has begun, with four people."""
    row = replace(
        ROW, id=f"t{time.time_ns()}", state="playing", seats=[SeatRow("person", name, name) for name in "ABCD"]
    )
    await store.save(row)
    return row.id


async def fence_of(store: Store, table: str) -> int:
    row = await store.table(table)
    assert row is not None
    return row.fence


def test_only_one_process_owns_a_table(a_postgres: Postgres) -> None:
    async def use(one: Store, two: Store) -> None:
        for _ in range(5):
            table = await a_table(one)
            outcomes = await asyncio.gather(one.leases.claim(table), two.leases.claim(table), return_exceptions=True)
            assert sorted(str(outcome) for outcome in outcomes if outcome is True) == ["True"]
            (refusal,) = [outcome for outcome in outcomes if isinstance(outcome, Elsewhere)]
            row = await one.table(table)
            assert row is not None
            assert refusal.owner == row.owner
            assert row.fence == 1
            owner = one if row.owner == one.leases.process else two
            assert await owner.leases.claim(table)  # once more: nothing changes
            assert await fence_of(one, table) == 1
        assert not await one.leases.claim("no-such-table")

    with_two(a_postgres, use)


def test_a_former_owner_writes_nothing(a_postgres: Postgres) -> None:
    async def use(one: Store, two: Store) -> None:
        table = await a_table(one)
        await one.leases.claim(table)
        old = await one.table(table)
        assert old is not None
        assert await one.add_move(replace(a_move(table, 0, 0, "pass"), fence=old.fence))
        await one.leases.unregister()
        await two.leases.claim(table)
        assert not await one.add_move(replace(a_move(table, 1, 1, "pass"), fence=old.fence))
        with pytest.raises(Outdated):
            await one.save(replace(old, state="finished"))
        new = await two.table(table)
        assert new is not None
        assert (new.fence, new.state) == (old.fence + 1, "playing")
        assert await two.add_move(replace(a_move(table, 1, 1, "8x1"), fence=new.fence))
        assert await two.save(new) == new.version + 1
        with pytest.raises(Outdated):  # the version that was read before
            await two.save(new)
        assert await two.moves(table) == [(0, "pass"), (1, "8x1")]

    with_two(a_postgres, use)


def test_what_was_not_sent_without_the_lease_is_sent_as_soon_as_it_is_held_again(a_postgres: Postgres) -> None:
    """Even if nothing more happens at the table, because everybody waits for the person who was told nothing."""

    async def use(one: Store, _two: Store) -> None:
        rooms, told = Rooms(one, Settings()), asyncio.Queue[str]()
        client = remote.Client(lambda text: told.put_nowait(json.loads(text)["type"]))
        try:
            room = await rooms.find(await a_table(one))
            one.leases.held_until = 0.0
            visitor = Visitor("A", "en", remembers=False)
            session = asyncio.create_task(follow(client, visitor, room, rooms, RateLimiter(1000, 1000)))
            with pytest.raises(TimeoutError):
                await asyncio.wait_for(told.get(), 1)
            version, one.leases.held_until = room.version, math.inf
            assert [await told.get(), await told.get()] == ["room", "position"]
            assert room.version == version  # nothing has changed, as when somebody leaves
            client.said.put_nowait(None)
            await session
        finally:
            await rooms.close()

    with_two(a_postgres, use)


def test_a_room_that_was_taken_over_acts_no_more(a_postgres: Postgres) -> None:
    async def use(one: Store, two: Store) -> None:
        table = await a_table(one)
        here, there = Rooms(one, Settings()), Rooms(two, Settings())
        try:
            room = await here.find(table)
            with pytest.raises(Elsewhere):
                await there.find(table)
            await one.leases.unregister()  # the others think that it is dead
            taken = await there.find(table)
            assert room.live_game is not None
            assert taken.live_game is not None
            seat = room.live_game.table.actor
            assert seat is not None
            first, second = (room.live_game.table.text(action) for action in room.live_game.table.legal()[:2])
            await taken.act("ABCD"[seat], 0, second)
            await room.act("ABCD"[seat], 0, first)
            assert room.is_gone
            assert here.in_memory(table) is None
            assert await one.moves(table) == [(seat, second)]
            await taken.hand_over(one.leases.process)
            await one.leases.register(60)
            assert taken.is_gone
        finally:
            await here.close()
            await there.close()

    with_two(a_postgres, use)


def test_a_process_that_does_not_renew_its_lease_is_removed(a_postgres: Postgres) -> None:
    async def use(one: Store, two: Store) -> None:
        await one.leases.renew(60, NOBODY, may_remove=True)
        assert two.leases.process in one.leases.others
        assert await two.leases.renew(-1, Process(is_leaving=True, n_sockets=3, busy={"ada": 2}), may_remove=True)
        assert await one.leases.renew(60, NOBODY, may_remove=False)
        assert one.leases.others[two.leases.process] == Process(is_leaving=True, n_sockets=3, busy={"ada": 2})
        assert await two.leases.renew(-1, NOBODY, may_remove=False)  # late, and nobody has minded
        assert await one.leases.renew(60, NOBODY, may_remove=True)
        assert two.leases.process not in one.leases.others
        assert not await two.leases.renew(60, NOBODY, may_remove=True)

    with_two(a_postgres, use)


def test_a_process_whose_connection_is_gone_is_removed_long_before_its_lease_expires(
    a_postgres: Postgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def use(one: Store, two: Store) -> None:
        async def is_there(*, may_remove: bool = True) -> bool:
            assert await one.leases.renew(60, NOBODY, may_remove=may_remove)
            return two.leases.process in one.leases.others

        monkeypatch.setattr("forno.server.store.leases._SILENT", 0)  # at once
        monkeypatch.setattr("forno.server.store.leases._SURE", 0)
        assert await is_there()  # it is silent, but connected
        presence = two._presence  # noqa: SLF001
        assert presence is not None
        await presence.close()  # as if it had been killed
        assert await is_there(may_remove=False)
        monkeypatch.setattr(
            "forno.server.store.leases._SURE", 60
        )  # our own connection is new: perhaps the database was gone
        assert await is_there()
        monkeypatch.setattr("forno.server.store.leases._SURE", 0)
        monkeypatch.setattr("forno.server.store.leases._SILENT", 60)  # it has just renewed its lease
        assert await is_there()
        monkeypatch.setattr("forno.server.store.leases._SILENT", 0)
        assert not await is_there()
        assert not await two.leases.renew(60, NOBODY, may_remove=True)

    with_two(a_postgres, use)


def test_a_lost_connection_is_restored_with_the_next_renewal(
    a_postgres: Postgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def use(one: Store, two: Store) -> None:
        monkeypatch.setattr("forno.server.store.leases._SILENT", 0)
        monkeypatch.setattr("forno.server.store.leases._SURE", 0)
        presence = two._presence  # noqa: SLF001
        assert presence is not None
        presence._driver.terminate()  # noqa: SLF001
        assert await two.leases.renew(60, NOBODY, may_remove=False)
        assert await one.leases.renew(60, NOBODY, may_remove=True)
        assert two.leases.process in one.leases.others

    with_two(a_postgres, use)


def test_tables_made_at_once_are_all_counted(a_postgres: Postgres) -> None:
    async def use(one: Store, two: Store) -> None:
        async def make(number: int, host: str, each: int, total: int) -> str:
            row = replace(ROW, id=f"{host}-{number}", host=host, seats=[SeatRow("open")])
            try:
                await (one, two)[number % 2].make(row, most_each=each, most_total=total)
            except TooMany as refusal:
                return "total" if refusal.in_total else "each"
            return "made"

        outcomes = await asyncio.gather(*(make(number, "eager", 3, 10_000) for number in range(12)))
        assert Counter(outcomes) == {"made": 3, "each": 9}
        there = 0
        while await make(there, f"other{there}", 1, there + 1) == "total":
            there += 1  # by other tests
        outcomes = await asyncio.gather(*(make(number, f"new{number}", 9, there + 3) for number in range(8)))
        assert Counter(outcomes) == {"made": 2, "total": 6}

    with_two(a_postgres, use)


def test_limits_count_what_is_used_elsewhere() -> None:
    here, there = Quota(AtOnce(person=4, address=8, total=10)), Quota(AtOnce(person=4, address=8, total=10))
    ada, bea = Client("ada", "1.2.3.4"), Client("bea", "5.6.7.8")
    for _ in range(3):
        there.take(ada)
    here.share([(len(there), json.loads(json.dumps(there.busy())))])
    here.take(ada)
    with pytest.raises(Problem, match="too-fast"):
        here.take(ada)
    here.take(bea)
    here.share([(8, {})])
    with pytest.raises(Problem, match="full"):
        here.take(bea)
    here.share([])
    here.take(ada)


async def let_expire(one: Store, two: Store) -> None:
    await one.leases.renew(-1, NOBODY, may_remove=False)
    await two.leases.renew(60, NOBODY, may_remove=False)
    assert one.leases.process in two.leases.others


def test_nobody_waits_for_a_process_that_was_stopped_in_a_transaction(a_postgres: Postgres) -> None:
    async def use(one: Store, two: Store) -> None:
        await let_expire(one, two)
        async with one._engine.connect() as left:  # noqa: SLF001  what a stopped process leaves behind
            await left.execute(text("UPDATE processes SET n_sockets = 1 WHERE id = :id"), {"id": one.leases.process})
            end = time.monotonic() + 30
            while one.leases.process in two.leases.others and time.monotonic() < end:
                with contextlib.suppress(Unavailable, TimeoutError):
                    await two.leases.renew(60, NOBODY, may_remove=True)
            assert one.leases.process not in two.leases.others
            await left.invalidate()

    with_two(a_postgres, use)


def test_a_process_that_renews_its_lease_can_be_stopped_between_two_statements(
    a_postgres: Postgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    """PostgreSQL sets no limit to a transaction whose next statement is prepared, but not run."""
    monkeypatch.setattr("forno.server.store.store._PATIENCE", 60)

    async def use(one: Store, two: Store) -> None:
        await let_expire(one, two)
        is_stopped = asyncio.Event()

        @event.listens_for(one._engine.sync_engine, "before_cursor_execute")  # noqa: SLF001
        def stop(connection: Any, cursor: Any, statement: str, *_: Any) -> None:
            if statement.startswith("DELETE"):
                await_only(connection.connection.driver_connection.prepare(statement))
                is_stopped.set()
                await_only(asyncio.sleep(60))

        stopped = asyncio.create_task(one.leases.renew(-1, NOBODY, may_remove=True))
        await is_stopped.wait()
        async with asyncio.timeout(20):
            await two.leases.renew(60, NOBODY, may_remove=True)
        assert one.leases.process not in two.leases.others
        event.remove(one._engine.sync_engine, "before_cursor_execute", stop)  # noqa: SLF001
        stopped.cancel()

    with_two(a_postgres, use)
