"""The moves of a finished game in one row, which takes a tenth of the space of a row for each move.

They are packed in the transaction that marks the game as finished, so a reader finds either the rows or the packed moves. Games that were
finished before this was done are packed later, a few at a time.
"""

import base64
import json
import zlib
from collections.abc import Sequence

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncConnection

from forno.server.rows import Move
from forno.server.store.schema import finished_games, moves

_LEVEL = 9


def pack(played: Sequence[Move]) -> str:
    """All moves of a game, in their order. Times are kept to the millisecond."""
    times = [round(1000 * move.time) for move in played]
    content = {
        "seats": [move.seat for move in played],
        "actions": [move.action for move in played],
        "times": [time - before for time, before in zip(times, [0, *times], strict=False)],
        "shown": [move.shown for move in played],
    }
    return base64.b64encode(zlib.compress(json.dumps(content, separators=(",", ":")).encode(), _LEVEL)).decode()


def unpack(table: str, packed: str) -> list[Move]:
    content = json.loads(zlib.decompress(base64.b64decode(packed)))
    found, time = [], 0
    rows = zip(content["seats"], content["actions"], content["times"], content["shown"], strict=True)
    for seq, (seat, action, passed, shown) in enumerate(rows):
        time += passed
        found.append(Move(table, seq, seat, action, time / 1000, shown))
    return found


async def pack_game(connection: AsyncConnection, table: str) -> None:
    """Replace the rows of a finished game's moves, if there are any."""
    query = select(moves).where(moves.c.table == table).order_by(moves.c.seq)
    played = [Move(**row) for row in (await connection.execute(query)).mappings()]
    if not played:
        return
    last = max((move for move in played if move.shown is not None), key=lambda move: move.seq, default=played[-1])
    row = {"table": table, "moves": pack(played), "shown": last.shown or 0, "time": last.time}
    await connection.execute(finished_games.insert().values(row))
    await connection.execute(moves.delete().where(moves.c.table == table))
