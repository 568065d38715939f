"""A room: one table with its seats, the people and bots at it, and those who read along."""

import asyncio
import hashlib
import logging
import time
from dataclasses import dataclass

from forno.rules.game import BadSetup
from forno.server import levels, messages
from forno.server.heating import Ovens
from forno.server.play import Play, resume
from forno.server.problems import NotTaken, Problem
from forno.server.reader import Reader
from forno.server.seating import Seating, Vacant
from forno.server.settings import Settings
from forno.server.store import Store, TableRow
from forno.server.thinking import Thinking
from forno.table import Refusal
from forno.words import Words

log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Services:
    """What all rooms share."""

    store: Store
    ovens: Ovens
    thinking: Thinking
    settings: Settings


class Room:
    """Who changes it holds `lock`; after each change `version` is another, and the readers are woken."""

    def __init__(self, row: TableRow, services: Services) -> None:
        self.row = row
        self.seating = Seating(row)
        self.play: Play | None = None  # once the game has begun
        self.readers: set[Reader] = set()
        self.version = 0
        self.lock = asyncio.Lock()
        self.starting = False  # as soon as the oven is warm
        self.used = time.monotonic()
        self._services = services
        self._turn: asyncio.Task[None] | None = None  # what makes the game go on if nobody acts

    # What readers see

    @property
    def here(self) -> set[str]:
        return {reader.guest for reader in self.readers}

    def message(self, guest: str) -> messages.Room:
        row, here = self.row, self.here
        return messages.Room(
            table=row.id,
            game=row.game,
            options=dict(row.options),
            state=row.state,
            seats=self.seating.infos(guest, here),
            seat=self.seating.seat_of(guest),
            host=self.seating.host(here) == guest,
            public=row.public,
            clock=row.clock,
            spectators=len(here - {seat.guest for seat in row.seats}),
            commitment=None if row.state == "waiting" else hashlib.sha256(row.key).hexdigest(),
            result=self.result(),
            rematch=row.rematch,
            heating=self._services.ovens.heating(row.game),
        )

    def result(self) -> messages.Result | None:
        if self.row.state != "finished" or self.play is None:
            return None
        table = self.play.table
        return messages.Result(table.scores, table.winners, table.key.hex())

    def position(self, seat: int | None, words: Words, first: int) -> messages.Position:
        assert self.play is not None
        feed = self.play.feed(seat)
        waits = self.row.state == "playing" and feed.actor is not None and self.seating.plays_for_self(feed.actor)
        limit = self.row.clock if waits else None
        return feed.position(self.play.table, words, [one.name for one in self.row.seats], first, limit)

    # Coming and going

    async def enter(self, reader: Reader) -> None:
        async with self.lock:
            self.readers.add(reader)
            await self._return(reader.guest)
            self._changed()
            reader.wake()

    async def exit(self, reader: Reader) -> None:
        async with self.lock:
            self.readers.discard(reader)
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
            self._arrange()

    async def rename(self, guest: str, name: str) -> None:
        async with self.lock:
            seat = self.seating.seat_of(guest)
            if seat is not None:
                self.row.seats[seat].name = name
                await self._save()
                self._changed()

    async def set_seat(self, guest: str, number: int, kind: Vacant, level: str | None) -> None:
        async with self.lock:
            if self.row.state == "playing":
                self.seating.let_bot_play(guest, number, kind, self.here)
            else:
                self.seating.check_host(guest, self.here)
                self.seating.set(number, kind, level)
            await self._save()
            self._changed()
            self._arrange()

    # The game

    async def start(self, guest: str | None) -> None:
        """None: the services itself starts it."""
        async with self.lock:
            if guest is not None:
                self.seating.check_host(guest, self.here)
            row, players = self.row, self.seating.players()
            try:
                row.options = self.seating.game.check(len(players), row.options)
            except BadSetup as error:
                raise Problem("bad-setup", reason=error) from None
            if self._services.ovens.heating(row.game) is not None:
                self.starting = True
                self._services.ovens.want(row.game)
                return
            row.seats = players
            row.state = "playing"
            row.rules = self.seating.game.version
            self.starting = False
            await self._save()
            self.play = resume(row)
            log.info("started", extra={"table": row.id, "game": row.game, "players": len(players)})
            self._changed()
            self._arrange()

    async def warmed(self) -> None:
        """The oven of the room's game has got warmer, or is warm."""
        if self._services.ovens.heating(self.row.game) is None:
            if self.starting:
                await self.start(None)
            await self.loaded()
        async with self.lock:
            self._changed()

    async def loaded(self) -> None:
        """Make sure that a game that has begun is in memory; the oven must be warm."""
        async with self.lock:
            if self.row.state != "waiting" and self.play is None:
                await self.load()

    async def load(self) -> None:
        """The game from the store, for a room that is not in memory or has fallen behind. Whoever calls holds the lock."""
        if self._services.ovens.heating(self.row.game) is not None:
            self._services.ovens.want(self.row.game)
            return
        moves = await self._services.store.moves(self.row.id)
        try:
            self.play = await self._services.thinking.run(resume, self.row, moves)
        except Refusal:
            log.exception("a stored game cannot be replayed", extra={"table": self.row.id})
            raise Problem("broken") from None
        if self.play.table.is_over and self.row.state == "playing":
            await self._finish()
        for reader in self.readers:
            reader.forget()
        self._changed()
        self._arrange()

    async def act(self, guest: str, number: int, action: str) -> None:
        """A Refusal or Problem says why not. The same act once more (its answer was lost) is no mistake."""
        async with self.lock:
            seat = self.seating.seat_of(guest)
            if seat is None:
                raise NotTaken("not-seated")
            if self.play is None:
                raise NotTaken("stale")
            feed = self.play.feed(seat)
            if number != feed.number:
                if feed.answers.get(number) == " ".join(action.lower().split()):
                    return
                raise NotTaken("stale")
            await self._return(guest)
            await self._act(seat, action)

    async def _act(self, seat: int, action: int | str) -> None:
        """Done, stored, shown: in this order."""
        assert self.play is not None
        seq = len(self.play.table.moves)
        text = self.play.act(seat, action)
        try:
            stored = await self._services.store.add_move(self.row.id, seq, seat, text)
        except Exception:
            log.exception("a move could not be stored", extra={"table": self.row.id, "move": seq})
            self.play = None  # it has what the store has not
            await self.load()
            raise Problem("broken") from None
        if not stored:  # another process was faster: what it stored is what happened
            await self.load()
            return
        self.used = time.monotonic()
        self.play.look()
        if self.play.table.is_over:
            await self._finish()
            self._changed()
        for reader in self.readers:
            reader.wake()
        self._arrange()

    async def _finish(self) -> None:
        self.row.state = "finished"
        await self._save()
        log.info("finished", extra={"table": self.row.id, "game": self.row.game})

    # What happens by itself

    def _arrange(self) -> None:
        """See to it that the game goes on: a bot's turn, or a clock."""
        if self._turn is not None and self._turn is not asyncio.current_task():
            self._turn.cancel()
        self._turn = None
        if self.play is None or self.play.table.actor is None:
            return
        seat = self.play.table.actor
        if not self.seating.plays_for_self(seat):
            self._turn = asyncio.create_task(self._bot_turn(seat), name=f"bot at {self.row.id}")
        elif self.row.clock is not None:
            self._turn = asyncio.create_task(self._run_out(seat, self.row.clock), name=f"clock at {self.row.id}")

    async def _bot_turn(self, seat: int) -> None:
        assert self.play is not None
        table = self.play.table
        if self.play.is_openly_asked:  # a pause would tell that somebody is asked
            again = bool(table.moves) and table.moves[-1][0] == seat
            await asyncio.sleep(self._services.settings.pace / (2 if again else 1))
        level = self.row.seats[seat].level or levels.USUAL
        action = await self._services.thinking.choose(table, seat, level)
        async with self.lock:
            if self._turn is asyncio.current_task():
                await self._act(seat, action)

    async def _run_out(self, seat: int, seconds: int) -> None:
        """Who lets the clock run out is played by a bot until they return."""
        await asyncio.sleep(seconds)
        async with self.lock:
            if self._turn is not asyncio.current_task():
                return
            self.row.seats[seat].away = True
            await self._save()
            self._changed()
            self._arrange()

    async def _return(self, guest: str) -> None:
        seat = self.seating.seat_of(guest)
        if seat is not None and self.row.seats[seat].away:
            self.row.seats[seat].away = False
            await self._save()
            self._changed()
            self._arrange()

    def is_idle(self, now: float) -> bool:
        """Nobody is here, and nothing goes on by itself."""
        return (
            not self.readers
            and self._turn is None
            and not self.lock.locked()
            and now - self.used > self._services.settings.idle
        )

    def close(self) -> None:
        if self._turn is not None:
            self._turn.cancel()

    # Small things

    def _changed(self) -> None:
        self.version += 1
        self.used = time.monotonic()
        for reader in self.readers:
            reader.wake()

    async def _save(self) -> None:
        await self._services.store.save(self.row)

    async def save_rematch(self, table: str) -> None:
        self.row.rematch = table
        await self._save()
        self._changed()
