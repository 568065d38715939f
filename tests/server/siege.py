"""People who play while the database is stopped and frozen, or while server processes are killed, and what became of their moves.

    cd tests && python -m server.siege [--tables 8] [--rounds 10]
    cd tests && python -m server.siege --processes 3 [--valkey] [--blows end]
    cd tests && python -m server.siege --sqlite

prints blows, moves, lost, doubled, and the longest time for which a table stood still: after the database was back, or after the blow to a
process. Blows to processes are kill -9, a stop for longer than the lease lasts, and a planned end. With an SQLite file there is one
process, and it is started again after each blow; the time that it needs for that counts.
"""

import argparse
import contextlib
import random
import signal
import sys
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager
from dataclasses import dataclass, field
from itertools import cycle
from tempfile import TemporaryDirectory

from websockets.exceptions import ConnectionClosed, InvalidHandshake

from forno.server.cluster.membership import LASTING
from forno.server.store import Store, database_url
from server.clients import PATIENCE, Browser, Json, Socket
from server.postgres import postgres
from server.processes import Processes
from server.valkey import valkey

BLOWS = ("kill", "kill", "stop", "end")  # one after the other
_RETRY = 0.3  # seconds before a lost connection is restored, as on the page


class Player(threading.Thread):
    """One person against bots, who acts as soon as asked, and again if told that an action failed."""

    def __init__(self, addresses: Sequence[str], number: int) -> None:
        """With several addresses, the person makes the table at one, plays at another, and goes to the next one if it fails."""
        super().__init__(daemon=True)
        self.browser = Browser(addresses[number % len(addresses)])
        self._addresses = cycle([*addresses[number % len(addresses) + 1 :], *addresses[: number % len(addresses) + 1]])
        self.table = self.browser.make("chefs-hat", options={"target": 999}, level="beginner")
        self.shown: list[str] = []  # actions that the table has shown as done
        self.open: tuple[int, str] | None = None  # an action that was sent and not shown yet
        self.told_as_failed = 0
        self.progress = threading.Condition()
        self.last = time.monotonic()  # when a move was shown
        self._ending = threading.Event()
        self._chance = random.Random(number)  # noqa: S311  the same game each time

    def run(self) -> None:
        while not self._ending.is_set():
            self.browser.address = next(self._addresses)
            self._ending.wait(_RETRY)
            with (
                contextlib.suppress(ConnectionClosed, InvalidHandshake, OSError),
                self.browser.at(self.table) as socket,
            ):
                while not self._ending.is_set():
                    with contextlib.suppress(TimeoutError):
                        self._take(socket, socket.next(1))

    def end(self) -> None:
        self._ending.set()
        self.join()

    def wait_for_a_move(self) -> None:
        with self.progress:
            before = len(self.shown)
            assert self.progress.wait_for(lambda: len(self.shown) > before, PATIENCE), f"{self.table} stands still"

    def wait_until_told(self, before: int) -> None:
        """Until one more action fails."""
        with self.progress:
            assert self.progress.wait_for(lambda: self.told_as_failed > before, PATIENCE), f"{self.table}: no answer"

    def _take(self, socket: Socket, message: Json) -> None:
        if message["type"] == "position":
            if self.open is not None and message["number"] > self.open[0]:
                with self.progress:
                    self.shown.append(self.open[1])
                    self.last = time.monotonic()
                    self.progress.notify_all()
                self.open = None
            self._act(socket)
        elif message["type"] == "error":
            assert message["code"] == "unavailable", message
            with self.progress:
                self.told_as_failed += 1
                self.progress.notify_all()
        elif message["type"] == "room" and not message["stopped"] and socket.position is not None:
            self._act(socket)  # the table goes on

    def _act(self, socket: Socket) -> None:
        if socket.position["legal"]:
            number = socket.position["number"]
            if self.open is None or self.open[0] != number:
                self.open = number, self._chance.choice(socket.position["legal"])["action"]
            socket.act(self.open[1])


@dataclass
class Tally:
    blows: int = 0
    moves: int = 0  # that were shown
    told_as_failed: int = 0
    lost: int = 0  # shown, and not stored
    doubled: int = 0  # stored, and not shown
    standstill: float = 0.0  # the longest, in seconds after the database was back, or after a blow to a process
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def note(self, standstill: float) -> None:
        with self._lock:
            self.standstill = max(self.standstill, standstill)

    async def compare(self, store: Store, players: list[Player]) -> None:
        """Compare what was shown with what is stored. An action without an answer may be stored or not."""
        for player in players:
            stored = [text for seat, text in await store.moves(player.table) if seat == 0]
            self.moves += len(player.shown)
            self.told_as_failed += player.told_as_failed
            self.lost += sum(one not in stored[k : k + 1] for k, one in enumerate(player.shown))
            unanswered = [player.open[1]] if player.open is not None else []
            rest = stored[len(player.shown) :]
            self.doubled += len(rest) if rest != unanswered else 0

    def __str__(self) -> str:
        return (
            f"blows {self.blows}, moves {self.moves}, told as failed {self.told_as_failed}, lost {self.lost}, "
            f"doubled {self.doubled}, longest stand-still {self.standstill:.1f} s"
        )


@contextmanager
def playing(addresses: str | Sequence[str], tables: int) -> Iterator[list[Player]]:
    several = [addresses] if isinstance(addresses, str) else addresses
    players = [Player(several, number) for number in range(tables)]
    for player in players:
        player.start()
    try:
        for player in players:
            player.wait_for_a_move()
        yield players
    finally:
        for player in players:
            player.end()


def strike(tally: Tally, players: list[Player], blow: AbstractContextManager[None]) -> None:
    """Let the database fail until everybody has noticed it, and wait until all tables go on."""
    before = [player.told_as_failed for player in players]
    with blow:
        for player, told in zip(players, before, strict=True):
            player.wait_until_told(told)
    back = time.monotonic()
    tally.blows += 1

    def watch(player: Player) -> None:
        player.wait_for_a_move()
        tally.note(time.monotonic() - back)

    watchers = [threading.Thread(target=watch, args=(player,)) for player in players]
    for watcher in watchers:
        watcher.start()
    for watcher in watchers:
        watcher.join()


def wait_until_all_move(tally: Tally, players: list[Player], since: float) -> None:
    """Until each table has shown a move that was made after this time."""

    def watch(player: Player) -> None:
        while player.last <= since:
            player.wait_for_a_move()
        tally.note(player.last - since)

    watchers = [threading.Thread(target=watch, args=(player,)) for player in players]
    for watcher in watchers:
        watcher.start()
    for watcher in watchers:
        watcher.join()


def besiege_processes(url: str, tally: Tally, wish: argparse.Namespace, options: Sequence[str]) -> list[Player]:
    """Kill, stop and end processes at random while people play."""
    chance = random.Random(wish.seed)  # noqa: S311  the same each time
    with Processes(url, wish.processes, *options) as processes, playing(processes.addresses, wish.tables) as players:
        for number in range(wish.rounds):
            one = chance.randrange(wish.processes)
            blow = wish.blows[number % len(wish.blows)]
            time.sleep(chance.random() * wish.pause)
            if blow == "end":  # whoever upgrades waits for that
                processes.wait_until_compiled()
            began = time.monotonic()
            if blow == "stop":
                with processes.stopped(one):
                    time.sleep(2 * LASTING)  # its sockets stay open, so its people wait until it goes on
                wait_until_all_move(tally, players, time.monotonic())
            else:
                processes.end(one, signal.SIGKILL if blow == "kill" else signal.SIGTERM)
                if wish.processes == 1:
                    processes.start(one)
                wait_until_all_move(tally, players, began)
                if wish.processes > 1:
                    processes.start(one)
            wait_until_all_move(tally, players, time.monotonic())
            tally.blows += 1
            shown = sum(len(player.shown) for player in players)  # what was stored is compared at the end
            progress = f"{number + 1}/{wish.rounds} {blow}: {shown} moves, longest stand-still {tally.standstill:.1f} s"
            print(progress, file=sys.stderr, flush=True)  # noqa: T201
        return players


def main() -> None:
    from server.conftest import running, with_store  # noqa: PLC0415  the tests import this module

    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=8)
    parser.add_argument("--rounds", type=int, default=10)
    parser.add_argument("--processes", type=int, default=1, help="more than one: blows are to processes")
    parser.add_argument("--valkey", action="store_true", help="a Valkey as the bus")
    parser.add_argument("--blows", nargs="+", choices=["kill", "stop", "end"], default=BLOWS, help="to processes")
    parser.add_argument("--sqlite", action="store_true", help="one process with an SQLite file")
    parser.add_argument("--pause", type=float, default=3.0, help="longest time between blows to processes")
    parser.add_argument("--seed", type=int, default=1)
    wish = parser.parse_args()
    tally = Tally()
    if wish.sqlite:
        wish.processes = 1
        with TemporaryDirectory() as folder:
            file = f"{folder}/games.sqlite"
            players = besiege_processes(file, tally, wish, [])
            with_store(database_url(file), lambda store: tally.compare(store, players))
        print(tally)  # noqa: T201  the result
        sys.exit(tally.lost + tally.doubled > 0)
    with postgres() as made, ExitStack() as stack:
        url = database_url(made.url)
        if wish.processes > 1:
            options = ["--bus", stack.enter_context(valkey()).url] if wish.valkey else []
            players = besiege_processes(made.url, tally, wish, options)
            with_store(url, lambda store: tally.compare(store, players))
            print(tally)  # noqa: T201  the result
            sys.exit(tally.lost + tally.doubled > 0)
        with running(url) as address, playing(address, wish.tables) as players:
            for _ in range(wish.rounds):
                strike(tally, players, made.stopped())
                strike(tally, players, made.frozen())
        with_store(url, lambda store: tally.compare(store, players))
    print(tally)  # noqa: T201  the result
    sys.exit(tally.lost + tally.doubled > 0)


if __name__ == "__main__":
    main()
