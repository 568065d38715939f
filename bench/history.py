"""Measures a server with a long history: its start, its page, and many tables opened at once.

    python bench/history.py [--finished 10000] [--unfinished 5000] [--opened 500] [--database sqlite|postgres|URL] [--json]

Builds a database with copies of real games, then starts a server with it. All times are seconds; `processor` is what the server has used while the
tables were opened.
"""

import argparse
import asyncio
import json
import os
import random
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

from sqlalchemy import text
from sqlalchemy.engine import URL

from forno.rules import find
from forno.server.rows import Move, SeatRow, TableRow
from forno.server.store import Store, database_url
from forno.server.store.packing import pack
from forno.server.store.schema import finished_games, moves, seats, tables
from forno.table import Table
from serving import databases
from socket_people import Load, Person, request

GAMES = ("chefs-hat", "mamma-mia", "mamma-mia-plus")
_AT_ONCE = 500


def play(game: str, number: int) -> tuple[TableRow, list[Move]]:
    """A whole game at random."""
    rules, rng = find(game), random.Random(number)
    table = Table(rules, 4, key=number.to_bytes(32, "big"))
    played: list[Move] = []
    now = time.time()
    while table.actor is not None:
        seat, action = table.actor, rng.choice(table.legal().tolist())
        table.act(seat, int(action))
        now += rng.uniform(0.5, 5)
        played.append(Move("", len(played), seat, table.texts[-1], now, len(played)))
    seating = [SeatRow("person", f"Guest {k}", f"{number:032x}{k:032x}") for k in range(4)]
    row = TableRow("", game, rules.version, table.options, table.key, "playing", None, None, True, None, now, seating)
    return row, played


async def build(url: URL, n_finished: int, n_unfinished: int) -> tuple[list[str], float]:
    """The ids of the unfinished tables, and the bytes that a finished game takes."""
    games = [play(GAMES[number % len(GAMES)], number) for number in range(12)]
    packed = [pack(played) for _, played in games]
    store = Store(url)
    await store.open()
    try:
        before = await _size(store)
        for first in range(0, n_finished, _AT_ONCE):
            await _add(store, games, range(first, min(n_finished, first + _AT_ONCE)), packed)
        each = (await _size(store) - before) / max(1, n_finished)
        for first in range(0, n_unfinished, _AT_ONCE):
            await _add(store, games, range(first, min(n_unfinished, first + _AT_ONCE)), None)
    finally:
        await store.close()
    return [f"open{number}" for number in range(n_unfinished)], each


async def _add(store: Store, games: list[Any], numbers: range, packed: list[str] | None) -> None:
    """Finished games with their packed moves, or unfinished ones with half of them."""
    state = "finished" if packed is not None else "playing"
    rows, seating, contents = [], [], []
    for number in numbers:
        row, played = games[number % len(games)]
        table = f"{'done' if packed is not None else 'open'}{number}"
        rows.append(
            {
                "id": table,
                "game": row.game,
                "rules": row.rules,
                "options": json.dumps(dict(row.options)),
                "key": row.key.hex(),
                "state": state,
                "host": row.seats[0].guest,
                "clock": None,
                "public": True,
                "rematch": None,
                "created": row.created + number,
            }
        )
        for seat, one in enumerate(row.seats):
            guest = f"{number:032x}{seat:032x}"
            seating.append(
                {
                    "table": table,
                    "seat": seat,
                    "kind": one.kind,
                    "guest": guest,
                    "name": one.name,
                    "level": None,
                    "away": False,
                }
            )
        if packed is not None:
            content = packed[number % len(games)]
            contents.append({"table": table, "moves": content, "shown": len(played), "time": played[-1].time})
        else:
            some = (replace(move, table=table) for move in played[: len(played) // 2])
            contents += [
                {"table": m.table, "seq": m.seq, "seat": m.seat, "action": m.action, "time": m.time, "shown": m.shown}
                for m in some
            ]
    async with store._writing_engine.begin() as connection:  # noqa: SLF001  faster than move by move
        await connection.execute(tables.insert(), rows)
        await connection.execute(seats.insert(), seating)
        await connection.execute((finished_games if packed is not None else moves).insert(), contents)


async def _size(store: Store) -> float:
    async with store._engine.connect() as connection:  # noqa: SLF001
        if connection.dialect.name == "sqlite":
            pages = await connection.execute(
                text("SELECT page_count * page_size FROM pragma_page_count(), pragma_page_size()")
            )
            return float(pages.scalar_one())
        query = "SELECT sum(pg_total_relation_size(oid)) FROM pg_class WHERE relname IN ('tables', 'seats', 'moves', 'finished_games')"
        found = await connection.execute(text(query))
        return float(found.scalar_one())


async def open_all(address: tuple[str, int], chosen: list[str]) -> float:
    """Seconds until each of these tables has shown its position to somebody."""
    load = Load(address, 0, 1, "", (0, 0), 0)
    start = time.perf_counter()

    async def one(table: str) -> Person:
        person = await Person.connect(load, table, "", random.Random(0))
        await person.ready
        return person

    people = await asyncio.gather(*(one(table) for table in chosen))
    passed = time.perf_counter() - start
    assert all(person.last.number >= 0 for person in people), "a table was not shown"
    load.is_ending = True
    for person in people:
        person.transport.close()
    return passed


_SERVER = """
import sys
from forno.server.limits import AtOnce
from forno.server.serve import check, listen, serve
from forno.server.settings import Settings
from forno.server.store import database_url
many, url = AtOnce(10**6, 10**6, 10**6), database_url(sys.argv[1])
check(url)
listening = listen("127.0.0.1", 0)
settings = Settings(requests=(1e6, 1e6), sockets=many, silent=many)
serve(url, settings, [listening], lambda: print(listening.getsockname()[1], flush=True))
"""


def processor_seconds(process: int) -> float:
    """That a process has used so far. Linux only."""
    fields = Path(f"/proc/{process}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def measure(database: str, n_finished: int, n_unfinished: int, n_opened: int) -> dict[str, Any]:
    ids, each = asyncio.run(build(database_url(database), n_finished, n_unfinished))
    start = time.perf_counter()
    with subprocess.Popen([sys.executable, "-c", _SERVER, database], stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            address = "127.0.0.1", int(process.stdout.readline())
            serving = time.perf_counter() - start
            asyncio.run(request(address, "/api/games"))
            asyncio.run(request(address, "/api/tables"))
            page = time.perf_counter() - start
            before = processor_seconds(process.pid)
            opened = asyncio.run(open_all(address, random.Random(1).sample(ids, n_opened)))
            used = processor_seconds(process.pid) - before
        finally:
            process.terminate()
    return {
        "finished": n_finished,
        "unfinished": n_unfinished,
        "bytes_of_a_finished_game": round(each),
        "start": round(serving, 2),
        "page": round(page, 2),
        "page_after_start": round(page - serving, 2),
        f"{n_opened}_tables_shown": round(opened, 2),
        "processor": round(used, 2),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--finished", type=int, default=10_000)
    parser.add_argument("--unfinished", type=int, default=5_000)
    parser.add_argument("--opened", type=int, default=500)
    parser.add_argument("--database", default="sqlite", help="sqlite, postgres, or the URL of an empty database")
    parser.add_argument("--json", action="store_true")
    wish = parser.parse_args()
    with databases(wish.database) as database:
        found = measure(database, wish.finished, wish.unfinished, wish.opened)
    lines = json.dumps(found) if wish.json else "\n".join(f"{name:26} {value}" for name, value in found.items())
    sys.stdout.write(lines + "\n")


if __name__ == "__main__":
    sys.path.append(str(Path(__file__).parent))
    main()
