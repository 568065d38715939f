"""The moves of a finished game take one row."""

from dataclasses import replace

import pytest
from sqlalchemy import Connection, func, select
from sqlalchemy.engine import URL

from forno.server.rows import Move
from forno.server.store import Store, packing
from forno.server.store.packing import pack, unpack
from forno.server.store.schema import finished_games, moves
from server.conftest import with_store
from server.test_store import ROW

GAME = replace(ROW, id="packed", state="playing")
MOVES = [
    Move("packed", seq, seq % 4, f"{11 - seq % 11}x1", 1000.25 + seq, None if seq == 7 else seq) for seq in range(8)
]
PLAYED = [(move.seat, move.action) for move in MOVES]


async def count(store: Store, table: str) -> tuple[int, int]:
    """The rows of a table's moves, and of its packed moves."""

    def read(connection: Connection) -> tuple[int, int]:
        rows = connection.execute(select(func.count()).select_from(moves).where(moves.c.table == table)).scalar_one()
        packed = select(func.count()).select_from(finished_games).where(finished_games.c.table == table)
        return rows, connection.execute(packed).scalar_one()

    async with store._engine.connect() as connection:  # noqa: SLF001  only tests look
        return await connection.run_sync(read)


def test_packed_moves_are_the_same_moves() -> None:
    assert unpack("packed", pack(MOVES)) == MOVES
    many = [replace(MOVES[seq % 8], seq=seq) for seq in range(400)]
    assert len(pack(many)) < 10 * len(many)


def test_a_finished_game_is_packed(url: URL) -> None:
    async def use(store: Store) -> None:
        await store.save(GAME)
        for move in MOVES:
            assert await store.add_move(move)
        assert await count(store, "packed") == (8, 0)
        finished = replace(GAME, state="finished", version=1)
        await store.save(finished)
        assert await count(store, "packed") == (0, 1)
        assert await store.moves("packed") == PLAYED
        assert not await store.add_move(MOVES[3]), "a process that does not know the end must not go on"
        await store.save(replace(finished, rematch="other", version=2))
        assert await store.moves("packed") == PLAYED
        (listed,) = await store.list_tables(of="h", states=("finished",), limit=9)
        assert (listed.moves, listed.time) == (6, 1006.25)
        await store.delete("packed")
        assert await count(store, "packed") == (0, 0)

    with_store(url, use)


def test_a_game_is_finished_and_packed_or_neither(url: URL, monkeypatch: pytest.MonkeyPatch) -> None:
    async def use(store: Store) -> None:
        await store.save(GAME)
        for move in MOVES:
            await store.add_move(move)
        with monkeypatch.context() as patched:
            patched.setattr(packing, "pack", lambda _: None)  # the database refuses it
            with pytest.raises(Exception, match=r"(?i)null"):
                await store.save(replace(GAME, state="finished", version=1))
        assert await count(store, "packed") == (8, 0)
        assert await store.table("packed") == replace(GAME, version=1)
        await store.delete("packed")

    with_store(url, use)


def test_games_of_older_versions_are_packed_later(url: URL, monkeypatch: pytest.MonkeyPatch) -> None:
    async def use(store: Store) -> None:
        await store.save(GAME)
        await store.save(replace(GAME, id="finished", state="finished"))
        for move in MOVES:
            await store.add_move(move)
            await store.add_move(replace(move, table="finished"))
        assert await store.pack_some() == 1
        assert await store.pack_some() == 0
        assert await count(store, "finished") == (0, 1)
        assert await count(store, "packed") == (8, 0)
        assert await store.moves("finished") == PLAYED
        for table in ("packed", "finished"):
            await store.delete(table)

    with_store(url, use)
