"""One table with the people and bots at it, and the sockets that follow it."""

import asyncio
import hashlib
import logging
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import TypeVar

from forno.agents import bots
from forno.rules.game import BadSetup
from forno.server import messages
from forno.server.bot_threads import BotThreads
from forno.server.live_game import LiveGame, resume
from forno.server.problems import ActionRejected, Problem
from forno.server.seating import Seating, SettableKind, checked_options
from forno.server.settings import Settings
from forno.server.store import Store, TableRow, Unavailable
from forno.server.subscriber import Subscriber
from forno.server.warmup import Warmup
from forno.table import Refusal
from forno.words import Words

T = TypeVar("T")
log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Services:
    """What all rooms share."""

    store: Store
    warmup: Warmup
    bot_threads: BotThreads
    settings: Settings


class Room:
    """Hold `lock` to change a room. Each change makes a new `version` and wakes the subscribers."""

    def __init__(self, row: TableRow, services: Services) -> None:
        self.row = row
        self.seating = Seating(row)
        self.live_game: LiveGame | None = None  # None before the start, and while the game is not in memory
        self.subscribers: set[Subscriber] = set()
        self.version = 0
        self.lock = asyncio.Lock()
        self.starting = False  # the game starts as soon as it is compiled
        self.problem: Problem | None = None  # why the game is stopped
        self.last_used = time.monotonic()
        self._services = services
        self._turn: asyncio.Task[None] | None = None  # a bot that thinks, or a clock
        self._recovery: asyncio.Task[None] | None = None
        self._store_failures = 0  # since something was stored

    # What subscribers see

    @property
    def present(self) -> set[str]:
        """The guests who are connected."""
        return {subscriber.guest for subscriber in self.subscribers}

    def message(self, guest: str) -> messages.Room:
        row, present = self.row, self.present
        return messages.Room(
            table=row.id,
            game=row.game,
            options=dict(row.options),
            state=row.state,
            seats=self.seating.infos(guest, present),
            seat=self.seating.seat_of(guest),
            host=self.seating.host(present) == guest,
            public=row.public,
            clock=row.clock,
            spectators=len(present - {seat.guest for seat in row.seats}),
            commitment=None if row.state == "waiting" else hashlib.sha256(row.key).hexdigest(),
            result=self.result(),
            rematch=row.rematch,
            heating=self._services.warmup.progress(row.game),
            stopped=self.problem is not None,
        )

    def result(self) -> messages.Result | None:
        if self.row.state != "finished" or self.live_game is None:
            return None
        table = self.live_game.table
        return messages.Result(table.scores, table.winners, table.key.hex())

    def position(self, seat: int | None, words: Words, first: int) -> messages.Position:
        """The position with the events from number `first` on."""
        assert self.live_game is not None
        feed = self.live_game.feed(seat)
        waits = self.row.state == "playing" and feed.actor is not None and self.seating.plays_for_self(feed.actor)
        limit = self.row.clock if waits else None
        return feed.position(self.live_game.table, words, [one.name for one in self.row.seats], first, limit)

    # Coming and going

    async def enter(self, subscriber: Subscriber) -> None:
        async with self.lock:
            self.subscribers.add(subscriber)
            await self._return(subscriber.guest)
            self._changed()
            subscriber.wake()

    async def exit(self, subscriber: Subscriber) -> None:
        async with self.lock:
            self.subscribers.discard(subscriber)
            self._changed()

    async def sit(self, guest: str, name: str, number: int | None) -> None:
        async with self.lock:
            if self.row.state == "waiting":
                self.seating.sit(guest, name, number)
                await self._save()
            elif self.seating.seat_of(guest) is None:
                raise Problem("not-waiting")
            else:
                await self._return(guest)
            self._changed()

    async def leave(self, guest: str) -> None:
        async with self.lock:
            seat = self.seating.seat_of(guest)
            if seat is None:
                raise Problem("not-seated")
            if self.row.state == "waiting":
                self.seating.leave(guest)
            elif self.row.state == "playing":
                self.row.seats[seat].away = True
            await self._save()
            self._changed()
            self._schedule_turn()

    async def rename(self, guest: str, name: str) -> None:
        async with self.lock:
            seat = self.seating.seat_of(guest)
            if seat is not None:
                self.row.seats[seat].name = name
                await self._save()
                self._changed()

    async def set_seat(self, guest: str, number: int, kind: SettableKind, level: str | None) -> None:
        async with self.lock:
            if self.row.state == "playing":
                self.seating.let_bot_play(guest, number, kind, self.present)
            else:
                self.seating.check_host(guest, self.present)
                self.seating.set(number, kind, level)
            await self._save()
            self._changed()
            self._schedule_turn()

    # The game

    async def start(self, guest: str | None) -> None:
        """Start the game, as soon as it is compiled. With None as guest, the server itself wants it."""
        async with self.lock:
            if guest is not None:
                self.seating.check_host(guest, self.present)
            await self._start()

    async def _start(self) -> None:
        self.starting = False
        row, players = self.row, self.seating.players()
        row.options = checked_options(self.seating.game, len(players), row.options)
        if self._services.warmup.progress(row.game) is not None:
            self.starting = True
            self._services.warmup.prefer(row.game)
            return
        row.seats = players
        row.state = "playing"
        row.rules = self.seating.game.version
        await self._save()
        self.live_game = resume(row)
        log.info("started", extra={"table": row.id, "game": row.game, "players": len(players)})
        self._changed()
        self._schedule_turn()

    async def warmup_changed(self) -> None:
        """The compilation of the room's game has made progress."""
        async with self.lock:
            if self._services.warmup.progress(self.row.game) is None:
                try:
                    await self._continue_compiled()
                except Problem as problem:
                    for subscriber in self.subscribers:
                        subscriber.reply(problem.message(subscriber.words))
            self._changed()

    async def _continue_compiled(self) -> None:
        if self.starting:
            await self._start()
        elif self.live_game is None and self._recovery is None:
            try:
                await self._use_store(self.load())
            except Problem as problem:
                self.problem = problem  # also for those who come later

    async def ensure_loaded(self) -> None:
        """Load a game that has begun and is not in memory. The game must be compiled."""
        async with self.lock:
            if self.live_game is None:
                await self.load()

    async def load(self) -> None:
        """Replay the game from the store, if it has begun. The caller holds the lock.

        Subscribers need no resync: they were shown only what had been stored.
        """
        if self.row.state == "waiting":
            return
        if self._services.warmup.progress(self.row.game) is not None:
            self._services.warmup.prefer(self.row.game)
            return
        moves = await self._services.store.moves(self.row.id)
        try:
            self.live_game = await self._services.bot_threads.run(resume, self.row, moves)
        except (Refusal, BadSetup):
            log.exception("a stored game cannot be replayed", extra={"table": self.row.id})
            raise Problem("broken") from None
        if self.live_game.table.is_over and self.row.state == "playing":
            await self._finish()
        self._changed()
        self._schedule_turn()

    async def act(self, guest: str, number: int, action: str) -> None:
        """Do an action in the position with this number. Repeating it (its answer was lost) does nothing.

        Raises Refusal, ActionRejected or Problem if it cannot be done.
        """
        async with self.lock:
            seat = self.seating.seat_of(guest)
            if seat is None:
                raise ActionRejected("not-seated")
            if self.live_game is None:
                raise self.problem.with_traceback(None) if self.problem is not None else ActionRejected("stale")
            feed = self.live_game.feed(seat)
            if number != feed.number:
                if feed.answers.get(number) == " ".join(action.lower().split()):
                    return
                raise ActionRejected("stale")
            await self._return(guest)
            await self._act(seat, action)

    async def _act(self, seat: int, action: int | str) -> None:
        """Do the action, store it, then show it."""
        assert self.live_game is not None
        seq = len(self.live_game.table.moves)
        text = self.live_game.act(seat, action)
        stored = await self._use_store(self._services.store.add_move(self.row.id, seq, seat, text))
        if not stored:  # another process was faster: its move counts
            self.live_game = None
            await self._use_store(self.load())
            return
        self.last_used = time.monotonic()
        self.live_game.update_feeds()
        if self.live_game.table.is_over:
            await self._finish()
            self._changed()
        for subscriber in self.subscribers:
            subscriber.wake()
        self._schedule_turn()

    async def _finish(self) -> None:
        self.row.state = "finished"
        await self._save()
        log.info("finished", extra={"table": self.row.id, "game": self.row.game})

    # Bots, clocks and idle rooms

    def _schedule_turn(self) -> None:
        """Start a bot's turn or a person's clock."""
        self._cancel_turn()
        if self.live_game is None or self.live_game.table.actor is None:
            return
        seat = self.live_game.table.actor
        if not self.seating.plays_for_self(seat):
            self._turn = asyncio.create_task(self._run_turn(self._bot_turn, seat), name=f"bot at {self.row.id}")
        elif self.row.clock is not None:
            self._turn = asyncio.create_task(self._run_turn(self._time_out, seat), name=f"clock at {self.row.id}")

    def _cancel_turn(self) -> None:
        if self._turn is not None and self._turn is not asyncio.current_task():
            self._turn.cancel()
        self._turn = None

    async def _run_turn(self, turn: Callable[[int], Awaitable[None]], seat: int) -> None:
        try:
            await turn(seat)
        except Problem:
            pass  # the store has failed: the recovery continues the game
        except Exception as error:  # noqa: BLE001  a table must not get stuck
            async with self.lock:
                self._discard_and_reload(error)

    async def _bot_turn(self, seat: int) -> None:
        assert self.live_game is not None
        table = self.live_game.table
        if self.live_game.actor_is_public:  # otherwise the pause would reveal that somebody is asked
            again = bool(table.moves) and table.moves[-1][0] == seat
            await asyncio.sleep(self._services.settings.pace / (2 if again else 1))
        level = self.row.seats[seat].level or bots.USUAL_LEVEL
        action = await self._services.bot_threads.choose(table, seat, level)
        async with self.lock:
            if self._turn is asyncio.current_task():
                await self._act(seat, action)

    async def _time_out(self, seat: int) -> None:
        """When the time is up, a bot plays until the person returns."""
        assert self.row.clock is not None
        await asyncio.sleep(self.row.clock)
        async with self.lock:
            if self._turn is not asyncio.current_task():
                return
            self.row.seats[seat].away = True
            await self._save()
            self._changed()
            self._schedule_turn()

    async def _return(self, guest: str) -> None:
        seat = self.seating.seat_of(guest)
        if seat is not None and self.row.seats[seat].away:
            self.row.seats[seat].away = False
            await self._save()
            self._changed()
            self._schedule_turn()

    def is_idle(self, now: float) -> bool:
        """Nobody is connected, and no bot or clock is running."""
        return (
            not self.subscribers
            and self._turn is None
            and self._recovery is None
            and not self.lock.locked()
            and now - self.last_used > self._services.settings.idle
        )

    def close(self) -> None:
        self._cancel_turn()
        if self._recovery is not None:
            self._recovery.cancel()

    # The store, and what to do when it fails

    async def save_rematch(self, table: str) -> None:
        self.row.rematch = table
        await self._save()
        self._changed()

    async def _save(self) -> None:
        await self._use_store(self._services.store.save(self.row))

    async def _use_store(self, operation: Awaitable[T]) -> T:
        """Raises Problem if the operation fails; the room then starts to recover."""
        try:
            result = await operation
        except Problem:
            raise
        except Exception as error:  # noqa: BLE001  a table must not get stuck
            raise self._discard_and_reload(error).with_traceback(None) from None
        self._store_failures = 0
        return result

    def _discard_and_reload(self, error: Exception) -> Problem:
        """Drop what is in memory, which may differ from what is stored, and begin to load it again. The caller holds the lock."""
        self._store_failures += 1
        if isinstance(error, Unavailable):
            log.info("a table waits for the database", extra={"table": self.row.id})
        else:
            log.error("a table failed and is loaded again", exc_info=error, extra={"table": self.row.id})
        self.live_game = None
        self._cancel_turn()
        self.problem = self.problem or Problem("unavailable")
        self._changed()
        if self._recovery is None:
            self._recovery = asyncio.create_task(self._recover(), name=f"recovery of {self.row.id}")
        return self.problem

    async def _recover(self) -> None:
        """When the database works, load the table from it and continue the game. Pause longer after each failure."""
        first, longest = self._services.settings.retry
        while self._recovery is not None:
            await asyncio.sleep(min(longest, first * 2 ** min(self._store_failures - 1, 30)))
            await self._services.store.wait_until_it_works()
            async with self.lock:
                try:
                    await self._reload()
                    self.problem = None
                except Exception as error:
                    if not isinstance(error, Problem) or error.code == "unavailable":
                        self._store_failures += 1
                        if not isinstance(error, Problem | Unavailable):
                            log.exception("a table could not be loaded again", extra={"table": self.row.id})
                        continue
                    self.problem = error  # no later attempt can succeed
                self._recovery = None
                self._changed()

    async def _reload(self) -> None:
        store = self._services.store
        row = await store.table(self.row.id)
        if row is None:
            raise Problem("no-such-table")
        self.row, self.seating = row, Seating(row)
        await self.load()
        log.info("recovered", extra={"table": row.id})

    def _changed(self) -> None:
        self.version += 1
        self.last_used = time.monotonic()
        for subscriber in self.subscribers:
            subscriber.wake()
