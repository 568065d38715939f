"""How a table is read with all its moves: in one statement, by the driver itself. SQLAlchemy would take longer than the database."""

import json
from typing import Any, NamedTuple

import msgspec
from sqlalchemy.ext.asyncio import AsyncConnection

from forno.server.rows import PlayedGame, SeatRow, TableRow
from forno.server.store.packing import unpack
from forno.server.store.schema import tables

_COLUMNS = [column.name for column in tables.c]
_TABLE = ", ".join(f'tables."{name}"' for name in _COLUMNS)
_LAST = 'SELECT "time" FROM moves WHERE "table" = tables.id ORDER BY seq DESC LIMIT 1'
_PACKED = 'SELECT moves FROM finished_games WHERE "table" = tables.id'
_SQLITE = f"""
    SELECT {_TABLE},
        (SELECT json_group_array(json_array(kind, name, guest, level, away))
            FROM (SELECT * FROM seats WHERE "table" = tables.id ORDER BY seat)),
        (SELECT json_group_array(json_array(seat, action))
            FROM (SELECT * FROM moves WHERE "table" = tables.id ORDER BY seq)),
        ({_LAST}), ({_PACKED})
    FROM tables WHERE id = ?
"""  # noqa: S608  our own columns
_POSTGRESQL = f"""
    SELECT {_TABLE},
        (SELECT json_agg(json_build_array(kind, name, guest, level, away) ORDER BY seat)::text FROM seats WHERE "table" = tables.id),
        (SELECT json_agg(json_build_array(seat, action) ORDER BY seq)::text FROM moves WHERE "table" = tables.id),
        ({_LAST}), ({_PACKED})
    FROM tables WHERE id = $1
"""  # noqa: S608  our own columns
_moves = msgspec.json.Decoder(list[tuple[int, str]])


class StoredTable(NamedTuple):
    row: TableRow
    game: PlayedGame


async def read_table(connection: AsyncConnection, table: str) -> StoredTable | None:
    driver: Any = (await connection.get_raw_connection()).driver_connection
    if connection.dialect.name == "sqlite":
        found = await driver.execute_fetchall(_SQLITE, (table,))
    else:
        found = await driver.fetch(_POSTGRESQL, table)
    if not found:
        return None
    *values, seating, moves, time, packed = found[0]
    seats = [
        SeatRow(kind, name, guest, level, bool(away)) for kind, name, guest, level, away in json.loads(seating or "[]")
    ]
    row = table_row(dict(zip(_COLUMNS, values, strict=True)), seats)
    if packed is None:
        return StoredTable(row, PlayedGame(_moves.decode(moves or "[]"), time or 0.0))
    played = unpack(table, packed)
    return StoredTable(row, PlayedGame([(move.seat, move.action) for move in played], played[-1].time))


def table_row(values: dict[str, Any], seats: list[SeatRow]) -> TableRow:
    """From the values of the columns."""
    values |= {
        "options": json.loads(values["options"]),
        "key": bytes.fromhex(values["key"]),
        "public": bool(values["public"]),
    }
    return TableRow(**values, seats=seats)
