"""The store, on SQLite and on a real PostgreSQL."""

import asyncio
import contextlib
import sqlite3
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import asyncpg
import pytest
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import text
from sqlalchemy.engine import URL

from forno import folders
from forno.server.problems import Problem
from forno.server.rooms import Rooms
from forno.server.rows import Move, SeatRow, TableRow
from forno.server.serve import check
from forno.server.settings import Settings
from forno.server.store import BadDatabase, Store, TooMany, database_url, writer
from forno.server.store.errors import is_outage
from forno.server.store.schema import metadata
from forno.server.store.version import MIGRATIONS, versions
from server.clients import Browser, play_on
from server.conftest import running, with_store
from server.fake_clock import fake_time
from server.postgres import Postgres

ROW = TableRow(
    id="abc",
    game="chefs-hat",
    rules=1,
    options={"target": 15, "shifts": None},
    key=bytes(range(32)),
    state="waiting",
    host="h",
    clock=30,
    public=True,
    rematch=None,
    created=1000.5,
    seats=[SeatRow("person", "Ada", "h"), SeatRow("bot", "Bruno", level="cook"), SeatRow("open"), SeatRow("closed")],
)


def a_move(table: str, seq: int, seat: int, action: str, shown: int | None = None) -> Move:
    return Move(table, seq, seat, action, time.time(), shown)


def test_moves_wait_where_too_many_are_to_be_written(url: URL, monkeypatch: pytest.MonkeyPatch) -> None:
    """All are stored, in order, and no more than a few are in memory of the writer at a time."""
    monkeypatch.setattr(writer, "_MAX_WAITING", 3)
    monkeypatch.setattr(writer, "_MAX_BATCH", 2)
    waiting = []

    async def use(store: Store) -> None:
        await store.save(replace(ROW, id="busy", state="playing"))

        async def add(number: int) -> bool:
            waiting.append(store.writer.waiting)
            return await store.add_move(a_move("busy", number, 0, f"act {number}"))

        assert all(await asyncio.gather(*(add(number) for number in range(20))))
        waiting.append(store.writer.waiting)
        assert await store.moves("busy") == [(0, f"act {number}") for number in range(20)]

    with_store(url, use)
    assert max(waiting) == 3
    assert waiting[-1] == 0


def test_tables_are_stored(url: URL) -> None:
    async def use(store: Store) -> None:
        await store.save(ROW)
        assert await store.table("abc") == ROW
        found = await store.table("abc")
        assert found is not None
        changed = replace(found, state="playing", host=None, rematch="xyz", seats=[replace(ROW.seats[0], away=True)])
        await store.save(changed)
        assert await store.table("abc") == changed
        assert await store.table("nothing") is None

    with_store(url, use)


def test_a_move_is_stored_once(url: URL) -> None:
    async def use(store: Store) -> None:
        await store.save(replace(ROW, id="moves"))
        together = await asyncio.gather(
            *(store.add_move(a_move("moves", seq % 50, seq % 4, f"{seq}")) for seq in range(100))
        )
        assert sum(together) == 50
        assert await store.add_move(a_move("moves", 50, 0, "pass")) is True
        assert await store.add_move(a_move("moves", 50, 1, "8x1")) is False
        moves = await store.moves("moves")
        assert len(moves) == 51
        assert moves[50] == (0, "pass")

    with_store(url, use)


def test_a_move_that_cannot_be_stored_does_not_harm_the_others(url: URL) -> None:
    async def use(store: Store) -> None:
        await store.save(replace(ROW, id="some"))
        results = await asyncio.gather(
            store.add_move(a_move("some", 0, 0, "pass")),
            store.add_move(a_move("no such table", 0, 0, "pass")),
            store.add_move(a_move("some", 1, 1, "pass")),
            return_exceptions=True,
        )
        assert results[0] is results[2] is True
        assert isinstance(results[1], Exception)
        assert len(await store.moves("some")) == 2

    with_store(url, use)


def test_of_moves_that_are_stored_together_only_those_of_an_owner_and_of_an_unfinished_game_are(url: URL) -> None:
    async def use(store: Store) -> None:
        await store.save(replace(ROW, id="owned"))
        await store.save(replace(ROW, id="over"))
        await store.add_move(a_move("over", 0, 0, "pass"))
        await store.save(replace(ROW, id="over", state="finished", version=1))
        results = await asyncio.gather(
            store.add_move(a_move("owned", 0, 0, "pass")),
            store.add_move(replace(a_move("owned", 2, 1, "late"), fence=ROW.fence - 1)),
            store.add_move(a_move("over", 1, 1, "late")),
            store.add_move(a_move("owned", 1, 2, "pass")),
        )
        assert list(results) == [True, False, False, True]
        assert await store.moves("owned") == [(0, "pass"), (2, "pass")]
        assert await store.moves("over") == [(0, "pass")]

    with_store(url, use)


@pytest.mark.parametrize(
    ("error", "is_one"),
    [
        (sqlite3.OperationalError("database or disk is full"), True),
        (sqlite3.DatabaseError("database disk image is malformed"), True),
        (sqlite3.IntegrityError("FOREIGN KEY constraint failed"), False),
        (asyncpg.InterfaceError("connection is closed"), True),
        (asyncpg.ConnectionDoesNotExistError("connection was closed in the middle of operation"), True),
        (asyncpg.AdminShutdownError("terminating connection"), True),
        (asyncpg.ForeignKeyViolationError("violates foreign key constraint"), False),
        (ConnectionResetError(), True),
        (TimeoutError(), True),
        (ValueError("ours"), False),
    ],
    ids=repr,
)
def test_an_outage_is_told_from_a_bad_statement(error: Exception, is_one: bool) -> None:
    """Moves go to the drivers directly, and fail with the drivers' own errors."""
    assert is_outage(error) == is_one


@pytest.mark.parametrize("turns", [1, 5, 20])
def test_the_store_can_be_closed_while_a_read_is_cancelled(
    turns: int, url: URL, caplog: pytest.LogCaptureFixture
) -> None:
    async def use(store: Store) -> None:
        reading = asyncio.create_task(store.table("abc"))
        for _ in range(turns):
            await asyncio.sleep(0)
        reading.cancel()

    with_store(url, use)
    assert [record.getMessage() for record in caplog.records if record.name.startswith("sqlalchemy")] == []


def test_a_busy_process_does_not_blame_the_database() -> None:
    with fake_time() as loop:

        async def answer() -> str:
            """It comes when the process has looked at its other work five times, each time for a second."""
            for _ in range(5):
                loop.clock.now += 1
                await asyncio.sleep(0)
            return "here"

        async def run() -> None:
            store = Store(URL.create("sqlite+aiosqlite", database="unused"))
            assert await store._in_time(answer(), 2.0) == "here"  # noqa: SLF001
            before = loop.time()
            with pytest.raises(TimeoutError):
                await store._in_time(loop.create_future(), 2.0)  # noqa: SLF001
            assert loop.time() - before == pytest.approx(2)

        loop.run_until_complete(run())


def test_lists_and_guests(url: URL) -> None:
    async def use(store: Store) -> None:
        await store.save(replace(ROW, id="old", host="lister", created=1.0, seats=[SeatRow("person", "L", "lister")]))
        await store.save(
            replace(ROW, id="new", host="lister", created=2.0, public=False, seats=[SeatRow("person", "L", "lister")])
        )
        await store.save(
            replace(ROW, id="end", host="lister", state="finished", seats=[SeatRow("person", "L", "lister")])
        )
        await store.add_move(a_move("new", 0, 0, "pass", shown=1))
        await store.add_move(a_move("new", 1, 1, "keep-still"))  # a secret move is neither counted nor dated
        mine = await store.list_tables(of="lister", states=("waiting", "playing"), limit=9)
        assert [(one.row.id, one.moves) for one in mine] == [("new", 1), ("old", 0)]
        assert mine[0].time > mine[1].time == 1.0
        public = [one.row.id for one in await store.list_tables(public=True, states=("waiting",), limit=9)]
        assert "old" in public
        assert "new" not in public
        for most, outcome in ((2, TooMany), (3, int)):
            more = replace(ROW, id="one more", host="lister")
            (found,) = await asyncio.gather(store.make(more, most_each=most, most_total=99), return_exceptions=True)
            assert isinstance(found, outcome), "two were unfinished"
        await store.forget(waiting=1.5, unused=1.0)
        assert await store.table("old") is None
        assert await store.name_of("lister") is None
        await store.rename("lister", "Lisa")
        await store.rename("lister", "Lise")
        assert await store.name_of("lister") == "Lise"
        assert await store.is_reachable()

    with_store(url, use)


def test_the_migrations_make_the_schema(url: URL) -> None:
    async def use(store: Store) -> None:
        def differences(connection: object) -> list[object]:
            return list(compare_metadata(MigrationContext.configure(connection), metadata))  # type: ignore[arg-type]  # a Connection

        async with store._engine.connect() as connection:  # noqa: SLF001  for this test only
            assert await connection.run_sync(differences) == []

    with_store(url, use)


def test_a_whole_game_is_stored(url: URL) -> None:
    """Another server, started later on the same database, shows the game."""
    with running(url) as address:
        ada = Browser(address)
        table = ada.make("chefs-hat", options={"target": 1})
        with ada.at(table) as socket:
            play_on([socket], 1)
            result = socket.room["result"]
    with running(url) as ada.address:
        assert ada.get(f"/api/tables/{table}/replay")["result"] == result
        assert [one["table"] for one in ada.get("/api/tables")["finished"]] == [table]


def test_a_lost_race_is_a_reload(url: URL) -> None:
    """Of two servers with one table, the first to store a move has made it. The other one loads it."""

    async def use(store: Store) -> None:
        row = replace(
            ROW, id=f"race-{time.time()}", state="playing", seats=[SeatRow("person", name, name) for name in "ABCD"]
        )
        await store.save(row)
        one, two = Rooms(store, Settings()), Rooms(store, Settings())
        try:
            here, there = await one.find(row.id), await two.find(row.id)
            await asyncio.gather(here.ensure_loaded(), there.ensure_loaded())
            assert here.live_game is not None
            assert there.live_game is not None
            seat = here.live_game.table.actor
            assert seat is not None
            first, second = here.live_game.table.legal()[:2].tolist()
            await here.act("ABCD"[seat], 0, here.live_game.table.text(first))
            await there.act("ABCD"[seat], 0, there.live_game.table.text(second))
            assert there.live_game.table.moves == here.live_game.table.moves == [(seat, first)]
            assert len(await store.moves(row.id)) == 1
        finally:
            await one.close()
            await two.close()

    with_store(url, use)


def test_a_table_of_a_game_that_the_server_does_not_have(database: URL) -> None:
    async def use(store: Store) -> None:
        await store.save(replace(ROW, game="unknown"))
        rooms = Rooms(store, Settings())
        with pytest.raises(Problem, match="too-old"):
            await rooms.find(ROW.id)
        await rooms.close()

    with_store(database, use)


def test_idle_rooms_leave_memory_and_come_back(tmp_path: Path) -> None:
    async def use(store: Store) -> None:
        rooms = Rooms(store, Settings(idle=0))
        try:
            await store.save(ROW)
            room = await rooms.find("abc")
            assert await rooms.find("abc") is room
            rooms.sweep()
            assert len(rooms) == 0
            again = await rooms.find("abc")
            assert again is not room
            assert again.row == room.row
        finally:
            await rooms.close()

    with_store(database_url(str(tmp_path / "games.sqlite")), use)


def test_database_urls(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert database_url(None).database == str(folders.data() / "server.sqlite")
    assert database_url("games.sqlite").drivername == "sqlite+aiosqlite"
    assert database_url("postgres://me:secret@host/db").drivername == "postgresql+asyncpg"
    with pytest.raises(BadDatabase, match="SQLite or PostgreSQL"):
        database_url("mysql://host/db")
    with pytest.raises(BadDatabase, match="not a database URL"):
        database_url("://")


def test_a_database_that_cannot_be_used(tmp_path: Path) -> None:
    (tmp_path / "broken.sqlite").write_text("this is no database, but a text that somebody wrote by hand")
    good = tmp_path / "good.sqlite"
    with_store(database_url(str(good)), lambda store: store.save(ROW))
    damaged = bytearray(good.read_bytes())
    damaged[4096 : 4 * 4096] = bytes(3 * 4096)
    (tmp_path / "damaged.sqlite").write_bytes(damaged)
    for wish in (
        str(tmp_path / "damaged.sqlite"),
        f"sqlite:///file:{good}?mode=ro&uri=true",
        str(tmp_path / "no" / "such" / "folder.sqlite"),
        str(tmp_path / "broken.sqlite"),
        "postgresql://me:secret@127.0.0.1:1/db",
    ):

        async def use(wish: str = wish) -> None:
            await Store(database_url(wish)).open()

        with pytest.raises(BadDatabase, match="cannot be used") as error:
            asyncio.run(use())
        assert "secret" not in str(error.value)


def test_a_read_only_postgresql_is_refused(a_postgres: Postgres) -> None:
    """As after a failure, when the server reaches a copy that is not the main one yet."""

    async def make_reader(store: Store) -> None:
        async with store._writing_engine.begin() as connection:  # noqa: SLF001  for this test only
            await connection.execute(text("CREATE ROLE reader LOGIN SUPERUSER"))
            await connection.execute(text("ALTER ROLE reader SET default_transaction_read_only = on"))

    with_store(database_url(a_postgres.url), make_reader)
    url = database_url(a_postgres.url.replace("forno@", "reader@"))
    with pytest.raises(BadDatabase, match="read-only"):
        with_store(url, lambda store: store.save(ROW))


def test_the_files_of_the_migrations_are_named_by_their_versions() -> None:
    """So Alembic, which is slow to import, need not be asked for them."""
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    assert versions() == [script.revision for script in ScriptDirectory.from_config(config).walk_revisions()]


SECOND_START = """
import asyncio, sys
from forno.server.store import Store, database_url

async def start():
    store = Store(database_url(sys.argv[1]))
    await store.open()
    await store.close()

asyncio.run(start())
print("alembic" in sys.modules)
"""


def test_a_database_that_is_up_to_date_is_opened_without_the_migrations(tmp_path: Path) -> None:
    """They take a third of a second to import."""
    command = [sys.executable, "-c", SECOND_START, str(tmp_path / "games.sqlite")]
    said = [subprocess.run(command, check=True, capture_output=True, text=True).stdout for _ in range(2)]
    assert said == ["True\n", "False\n"]


def test_a_database_of_a_newer_version_is_refused(database: URL) -> None:
    check(database)
    with contextlib.closing(sqlite3.connect(str(database.database))) as connection, connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    with pytest.raises(BadDatabase, match="newer version of Forno"):
        check(database)


def test_reads_wait_in_line_and_that_is_no_outage(a_postgres: Postgres) -> None:
    """Many tables are opened at once, and the database answers each question slowly. The pool would give up on the last ones."""

    async def use(store: Store) -> None:
        slow = text("SELECT 1 FROM pg_sleep(0.4)")
        reads = (store._read(lambda connection: connection.execute(slow)) for _ in range(90))  # noqa: SLF001  all reads use it
        assert len(await asyncio.gather(*reads)) == 90
        assert store.outages == 0

    with_store(database_url(a_postgres.url), use)
