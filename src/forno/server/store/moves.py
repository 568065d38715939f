"""How moves are stored: many in one transaction, by the driver itself. SQLAlchemy would take longer than the database.

A move is not stored if there is one with its number already, if its table has another fence, and so another owner, or if its game is finished:
the moves of such a game are in another table.
"""

import sqlite3
from collections.abc import Sequence
from functools import lru_cache
from itertools import chain
from typing import Any

from forno.server.store.rows import Move

_ONE_IN_SQLITE = """
    INSERT INTO moves ("table", seq, seat, action, "time", shown) SELECT ?1, ?2, ?3, ?4, ?5, ?6
    WHERE NOT EXISTS (SELECT 1 FROM finished_games WHERE finished_games."table" = ?1)
        AND NOT EXISTS (SELECT 1 FROM tables WHERE tables.id = ?1 AND tables.fence <> ?7)
    ON CONFLICT DO NOTHING
"""
# Nobody else can become the owner of these tables before the transaction ends.
_POSTGRESQL = """
    WITH held AS (SELECT id, fence FROM tables WHERE id = ANY($1::varchar[]) FOR SHARE)
    INSERT INTO moves ("table", seq, seat, action, "time", shown)
    SELECT new.game, new.seq, new.seat, new.action, new.at, new.shown
    FROM unnest($1::varchar[], $2::int[], $3::int[], $4::varchar[], $5::float[], $6::int[], $7::int[])
        AS new(game, seq, seat, action, at, shown, fence)
    LEFT JOIN held ON held.id = new.game
    WHERE (held.id IS NULL OR held.fence = new.fence) AND NOT EXISTS (SELECT 1 FROM finished_games WHERE finished_games."table" = new.game)
    ON CONFLICT DO NOTHING RETURNING "table", seq
"""


async def insert_sqlite(driver: Any, moves: Sequence[Move]) -> list[bool]:
    """Store and commit moves with a connection of aiosqlite. For each, whether it was stored.

    One statement takes one turn of the driver's thread. With a statement for each move, that thread and the event loop would wait for each other as often.
    """
    rows = [_row(move) for move in moves]
    try:
        await driver.execute(_all_in_sqlite(len(rows)), list(chain.from_iterable(rows)))
    except sqlite3.IntegrityError:  # seldom: none is stored
        return await _insert_each(driver, rows)
    if driver.in_transaction:  # Python begins none for this statement, which is its own transaction
        await driver.commit()
    return [True] * len(rows)


async def _insert_each(driver: Any, rows: Sequence[tuple[Any, ...]]) -> list[bool]:
    """Find out which moves may be stored."""
    try:
        is_stored = [(await driver.execute(_ONE_IN_SQLITE, row)).rowcount > 0 for row in rows]
        await driver.commit()
    except BaseException:
        await driver.rollback()  # the next moves must not find these
        raise
    return is_stored


@lru_cache(maxsize=100)
def _all_in_sqlite(n: int) -> str:
    """A statement that stores all of `n` moves or none of them. A move that may not be stored has no seat there, which the schema forbids."""
    return f"""
        WITH new(game, seq, seat, action, at, shown, fence) AS (VALUES {", ".join(["(?, ?, ?, ?, ?, ?, ?)"] * n)})
        INSERT INTO moves ("table", seq, seat, action, "time", shown)
        SELECT game, seq, CASE WHEN
            NOT EXISTS (SELECT 1 FROM finished_games WHERE finished_games."table" = new.game)
            AND NOT EXISTS (SELECT 1 FROM tables WHERE tables.id = new.game AND tables.fence <> new.fence)
        THEN seat END, action, at, shown FROM new
    """


async def insert_postgresql(driver: Any, moves: Sequence[Move]) -> list[bool]:
    """Store moves with a connection of asyncpg, whose statements are transactions. For each, whether it was stored."""
    columns = zip(*map(_row, moves), strict=True)
    stored = {(row[0], row[1]) for row in await driver.fetch(_POSTGRESQL, *map(list, columns))}
    return [_is_first(move, stored) for move in moves]


def _row(move: Move) -> tuple[Any, ...]:
    return move.table, move.seq, move.seat, move.action, move.time, move.shown, move.fence


def _is_first(move: Move, stored: set[tuple[str, int]]) -> bool:
    """Of two moves in one batch with the same number, the first was stored."""
    key = (move.table, move.seq)
    if key not in stored:
        return False
    stored.remove(key)
    return True
