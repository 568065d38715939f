"""Measures how much the server can do with the processors that it has.

    python bench/serving.py [SCENARIO …] [--database sqlite|postgres|URL] [--processes 1] [--share 1] [--seconds 10] [--json]

Scenarios (`all` runs each of them):

    saturated   50 tables of four people who act as soon as they are asked
    people      1,000 tables of four people who think 1 to 5 seconds
    bots        1,000 tables of one such person and three bots
    starving    a person and a beginner, beside no and then 100 tables of four pizzaiolo, half of them watched

The server runs on the first processor, with an empty database; several processes (PostgreSQL only) run on one each. The people are sockets
from other processes, on the processors that are left. All people of a table are at the same process.

An act is one action of a person: from sending it until the answer, which comes when it is stored. The processor time for each act depends
less on what else the machine does than the speed. Where the people's own processors are busy (`people CPU` near 1 for each), the people
limit the speed, not the server.

Two server processes, PostgreSQL and the people need more than two processors. So `--share 0.3` gives each server process three tenths of
a processor, as a container's limit would: when it has used them up, it is stopped until it may go on. Then the processors are not the
limit, and the speeds of one and of two processes with the same share can be compared. The tables are shared out among the processes, and
with fewer tables fewer moves can be stored together. So compare one process with, say, `--tables 50` and two with `--tables 100`.
"""

import argparse
import asyncio
import contextlib
import gc
import json
import multiprocessing
import os
import random
import signal
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import uvloop

from socket_people import Load, Person, Tally, request, table

ROOT = Path(__file__).parents[1]
_SETTLING = 5  # seconds until the rush of sitting down is over
_POLL = 0.002  # seconds between looks at what a process with a share has used
_PERIOD = 0.1  # seconds whose share a process may use at once, as Linux does it for containers
_TICKS = os.sysconf("SC_CLK_TCK") if hasattr(os, "sysconf") else 100


@dataclass(frozen=True)
class Scenario:
    tables: int
    people: int
    think: tuple[float, float]
    pace: float


SCENARIOS = {
    "saturated": Scenario(50, 4, (0, 0), 0),
    "people": Scenario(1000, 4, (1, 5), 0.8),
    "bots": Scenario(1000, 1, (1, 5), 0.8),
}

_SERVER = """
import sys
from forno.server.limits import AtOnce
from forno.server.serve import listen, serve
from forno.server.settings import Settings
from forno.server.store import database_url
many = AtOnce(1_000_000, 1_000_000, 1_000_000)
settings = Settings(
    pace=float(sys.argv[2]), tables_each=10**6, tables_total=10**6, new_tables=(1e6, 1e6), requests=(1e6, 1e6), messages=(1e6, 1e6),
    sockets=many, silent=many,
)
listening = listen("127.0.0.1", 0)
serve(database_url(sys.argv[1]), settings, [listening], lambda: print(listening.getsockname()[1], flush=True))
"""


@contextlib.contextmanager
def databases(kind: str) -> Iterator[str]:
    """An empty database of this kind, or the one of a URL."""
    if kind == "sqlite":
        with tempfile.TemporaryDirectory(prefix="forno-bench-") as folder:
            yield f"{folder}/bench.sqlite"
    elif kind == "postgres":
        sys.path.append(str(ROOT / "tests"))
        from server.postgres import postgres  # noqa: PLC0415  only here

        with postgres(safe=True) as made:
            yield made.url
    else:
        yield kind


@dataclass
class Server:
    addresses: list[tuple[str, int]]
    processes: list[int]

    def seconds(self) -> float:
        """Processor time so far."""
        return sum(_seconds(process) for process in self.processes)

    def megabytes(self) -> float:
        return sum(_megabytes(process) for process in self.processes)


def _seconds(process: int) -> float:
    fields = Path(f"/proc/{process}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / _TICKS


def _precise_seconds(process: int) -> float:
    """The same in nanoseconds, by the clock that Linux keeps of each process."""
    return time.clock_gettime(~process << 3 | 2)


def _megabytes(process: int) -> float:
    lines = Path(f"/proc/{process}/status").read_text(encoding="utf-8").splitlines()
    return next(int(line.split()[1]) / 1024 for line in lines if line.startswith("VmRSS"))


@contextlib.contextmanager
def serving(database: str, pace: float, processes: int = 1, profile: str | None = None) -> Iterator[Server]:
    command = [sys.executable, "-c", _SERVER]
    if profile:  # cProfile needs a file
        script = Path(tempfile.mkdtemp()) / "served.py"
        script.write_text(_SERVER, encoding="utf-8")
        command = [sys.executable, "-m", "cProfile", "-o", profile, str(script)]
    with contextlib.ExitStack() as stack:
        server = Server([], [])
        for number in range(processes):
            started = subprocess.Popen([*command, database, str(pace)], stdout=subprocess.PIPE, text=True)
            process = stack.enter_context(started)
            stack.callback(process.terminate)
            assert process.stdout is not None
            server.addresses.append(("127.0.0.1", int(process.stdout.readline())))
            server.processes.append(process.pid)
            _pin(process.pid, number, number + 1)
        for address in server.addresses:
            asyncio.run(_until_compiled(address))
        yield server


@contextlib.contextmanager
def _sharing(processes: list[int], share: float) -> Iterator[None]:
    """Give each process only a share of a processor."""
    ended = threading.Event()

    def work() -> None:
        credit = dict.fromkeys(processes, 0.0)  # seconds
        used, now = {process: _precise_seconds(process) for process in processes}, time.perf_counter()
        while not ended.wait(_POLL):
            before, now = now, time.perf_counter()
            for process in processes:
                last, used[process] = used[process], _precise_seconds(process)
                earned = min(credit[process] + share * (now - before), share * _PERIOD)
                credit[process] = earned - (used[process] - last)
                os.kill(process, signal.SIGCONT if credit[process] > 0 else signal.SIGSTOP)
        for process in processes:
            os.kill(process, signal.SIGCONT)

    thread = threading.Thread(target=work)
    if share < 1:
        thread.start()
    try:
        yield
    finally:
        ended.set()
        if share < 1:
            thread.join()


def _pin(process: int, first: int, end: int | None = None) -> None:
    """Let a process (0: this one) use only some of the processors."""
    if hasattr(os, "sched_setaffinity"):
        all_ = sorted(os.sched_getaffinity(0))
        for thread in Path(f"/proc/{process or 'self'}/task").iterdir():
            with contextlib.suppress(ProcessLookupError):
                os.sched_setaffinity(int(thread.name), all_[first:end] or all_)


async def _until_compiled(address: tuple[str, int]) -> None:
    is_ready = False
    while not is_ready:
        with contextlib.suppress(RuntimeError):  # unwell, on a machine that does much else
            is_ready = not (await request(address, "/health"))[0]["uncompiled"]
        await asyncio.sleep(0.5)


def play(load: Load, start: Any, seated: Any, result: Any) -> None:
    """One process of people."""
    gc.disable()  # the pauses of their garbage collector would count as waits
    _pin(0, load.processor)

    async def run() -> None:
        tables: list[asyncio.Task[None]] = []
        for number in range(load.tables):
            tables.append(asyncio.create_task(table(load, load.seed * load.tables + number)))
            await load.wait_for(number - 10)
        await load.wait_for(int(0.95 * load.tables))
        seated.set()
        await asyncio.to_thread(start.wait)
        load.is_measuring, before = True, time.process_time()
        await asyncio.sleep(load.seconds)
        load.is_measuring, load.is_ending = False, True
        load.tally.cpu = time.process_time() - before
        for one in tables:
            one.cancel()
        await asyncio.gather(*tables, return_exceptions=True)

    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        runner.run(run())
    result.send(load.tally)


def measure(server: Server, scenario: Scenario, seconds: float, processes: int) -> dict[str, Any]:
    context = multiprocessing.get_context("spawn")
    start, parts = context.Event(), []
    for seed in range(processes):
        address = server.addresses[seed % len(server.addresses)]
        tables = scenario.tables // processes
        load = Load(address, tables, scenario.people, "cook", scenario.think, seed, seconds, len(server.processes))
        seated, (mine, theirs) = context.Event(), context.Pipe(duplex=False)
        process = context.Process(target=play, args=(load, start, seated, theirs), daemon=True)
        process.start()
        parts.append((process, seated, mine))
    for _, seated, _ in parts:
        if not seated.wait(300):
            raise TimeoutError("the people did not all get to their tables")
    time.sleep(_SETTLING)
    before, began = server.seconds(), time.perf_counter()
    start.set()
    time.sleep(seconds)
    used, passed = server.seconds() - before, time.perf_counter() - began
    megabytes = server.megabytes()
    tallies: list[Tally] = [mine.recv() for _, _, mine in parts]
    for process, _, _ in parts:
        process.join()
    acts = sum(tally.acts for tally in tallies)
    waits = sorted(wait for tally in tallies for wait in tally.waits)
    errors = sum((tally.errors for tally in tallies), Counter[str]())
    return {
        "tables": scenario.tables,
        "people": scenario.tables * scenario.people,
        "acts/s": round(acts / passed, 1),
        "CPU ms/act": round(1000 * used / acts, 3) if acts else None,
        "server CPU": round(used / passed, 2),
        "people CPU": round(sum(tally.cpu for tally in tallies) / passed, 2),
        "median ms": round(1000 * statistics.median(waits), 1) if waits else None,
        "p99 ms": round(1000 * waits[int(0.99 * len(waits))], 1) if waits else None,
        "longest ms": round(1000 * waits[-1], 1) if waits else None,
        "MB": round(megabytes),
        "errors": ", ".join(f"{n} {what}" for what, n in errors.items()) or 0,
    }


# Bots that think far ahead


async def starve(server: Server, tables: int, seconds: float) -> dict[str, Any]:
    """How long a person waits for a beginner's move, beside so many tables of four of the strongest bots."""
    address = server.addresses[0]
    load = Load(address, 1, 1, "beginner", (0, 0), 1)
    watchers = []
    for number in range(tables):
        game = ("chefs-hat", "mamma-mia", "mamma-mia-plus")[number % 3]
        options = {"target": 999} if game == "chefs-hat" else {}
        wish = {"game": game, "options": options, "seats": [{"kind": "bot", "level": "pizzaiolo"}] * 4}
        made, cookie = await request(address, "/api/tables", wish)
        if number % 2:
            watchers.append(await Person.connect(load, made["table"], cookie, random.Random(number)))
    await asyncio.sleep(min(seconds, 3 if tables else 0))
    wish = {"game": "chefs-hat", "level": "beginner", "options": {"target": 999}}
    made, cookie = await request(address, "/api/tables", wish)
    person = await Person.connect(load, made["table"], cookie, random.Random(0))
    waits, end = [], time.perf_counter() + seconds
    shown, since = -1, time.perf_counter()
    is_mine = True
    while time.perf_counter() < end:
        await asyncio.sleep(0.002)
        if person.last.number != shown:
            now = time.perf_counter()
            if shown >= 0 and not is_mine:
                waits.append(now - since)
            shown, since, is_mine = person.last.number, now, bool(person.last.legal)
    load.is_ending = True
    longest = max([*waits, time.perf_counter() - since if not is_mine else 0])
    for one in (person, *watchers):
        one.transport.close()
    return {
        "tables": tables,
        "people": 1,
        "acts/s": round(len(waits) / seconds, 1),  # of the beginner
        "median ms": round(1000 * statistics.median(waits), 1) if waits else None,
        "p99 ms": round(1000 * sorted(waits)[int(0.99 * len(waits))], 1) if waits else None,
        "longest ms": round(1000 * longest, 1),
        "MB": round(server.megabytes()),
        "errors": ", ".join(f"{n} {what}" for what, n in load.tally.errors.items()) or 0,
    }


COLUMNS = (
    *("scenario", "database", "processes", "tables", "people", "acts/s", "CPU ms/act", "server CPU", "people CPU"),
    *("median ms", "p99 ms", "longest ms", "MB", "errors"),
)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("scenario", nargs="*", default=["saturated"], choices=[*SCENARIOS, "starving", "all"])
    parser.add_argument("--database", action="append", help="sqlite (the default), postgres, or a URL; can be repeated")
    parser.add_argument("--processes", type=int, default=1, help="of the server")
    parser.add_argument("--share", type=float, default=1, help="of a processor for each server process")
    parser.add_argument("--seconds", type=float, default=10)
    parser.add_argument("--tables", type=int, help="instead of the scenario's own number")
    parser.add_argument("--clients", type=int, default=2, help="processes with people")
    parser.add_argument("--profile", help="write a profile of the server to this file")
    parser.add_argument("--json", action="store_true")
    wish = parser.parse_args()
    kinds = wish.database or ["sqlite"]
    if wish.processes > 1 and "sqlite" in kinds:
        parser.error("Several processes can share a PostgreSQL database only: add --database postgres.")
    if not wish.json:
        sys.stdout.write(f"| {' | '.join(COLUMNS)} |\n|{'---|' * len(COLUMNS)}\n")
    for name in [*SCENARIOS, "starving"] if "all" in wish.scenario else wish.scenario:
        for kind in kinds:
            with databases(kind) as database:
                for found in run(name, database, wish):
                    show({"scenario": name, "database": kind, "processes": wish.processes, **found}, as_json=wish.json)


def run(name: str, database: str, wish: argparse.Namespace) -> Iterator[dict[str, Any]]:
    if name == "starving":
        with serving(database, 0.8, wish.processes) as server:
            for tables in (0, wish.tables or 100):
                yield asyncio.run(starve(server, tables, wish.seconds))
        return
    scenario = SCENARIOS[name]
    if wish.tables:
        scenario = Scenario(wish.tables, scenario.people, scenario.think, scenario.pace)
    with (
        serving(database, scenario.pace, wish.processes, wish.profile) as server,
        _sharing(server.processes, wish.share),
    ):
        yield measure(server, scenario, wish.seconds, wish.clients)


def show(found: dict[str, Any], *, as_json: bool) -> None:
    row = f"| {' | '.join(str(found.get(column, '')) for column in COLUMNS)} |"
    sys.stdout.write(f"{json.dumps(found) if as_json else row}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
