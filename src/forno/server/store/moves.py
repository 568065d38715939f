"""How moves are stored: many in one transaction, by the driver itself. SQLAlchemy would take longer than the database.

A move is not stored if there is one with its number already, if its table has another fence, and so another owner, or if its game is finished:
the moves of such a game are in another table.
"""

from collections.abc import Sequence
from typing import Any

from forno.server.rows import Move

_SQLITE = """
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
    """Store and commit moves with a connection of aiosqlite. For each, whether it was stored."""
    rows = [_row(move) for move in moves]
    is_stored = [True] * len(rows)
    if (await driver.executemany(_SQLITE, rows)).rowcount < len(rows):  # seldom: find out which
        await driver.rollback()
        is_stored = [(await driver.execute(_SQLITE, row)).rowcount > 0 for row in rows]
    await driver.commit()
    return is_stored


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
