"""One table with the people and bots at it, and the sockets that follow it."""

import asyncio
import logging
import time
from collections.abc import Awaitable, Iterable
from functools import partial
from typing import TypeVar

from forno.agents import bots
from forno.rules.game import BadSetup
from forno.server import manners, messages
from forno.server.absences import Absences
from forno.server.audience import Audience
from forno.server.limits import RateLimiter
from forno.server.live_game import LiveGame, resume
from forno.server.pauses import bot_pause, is_opening, opening_pause
from forno.server.problems import ActionRejected, Problem
from forno.server.questions import LastAct, last_question
from forno.server.recovery import Recovery
from forno.server.rows import Move, PlayedGame, TableRow
from forno.server.seat_feed import Reader, SeatFeed
from forno.server.seating import Seating, SettableKind, checked_options
from forno.server.services import Services
from forno.server.store import Outdated, Unavailable
from forno.server.subscriber import Subscriber
from forno.server.thinking import Asker
from forno.server.turn import Turn, sleep_until
from forno.table import Refusal

T = TypeVar("T")
log = logging.getLogger(__name__)

_LOADING = 0.05  # seconds between looks whether a game's machine code is there
_PATIENCE = 5.0  # seconds to wait for it: many tables at once would take longer as plain Python


class Room:
    """Hold `lock` to change a room. Each change makes a new `version`, and the subscribers collect what is new."""

    def __init__(self, row: TableRow, services: Services) -> None:
        self.row = row
        self.seating = Seating(row)
        self.live_game: LiveGame | None = None  # None before the start, and while the game is not in memory
        self.subscribers = Audience()
        self.absences = Absences(services.settings.grace, self._tell)
        self.version = 0
        self.lock = asyncio.Lock()
        self.problem: Problem | None = None  # why the game is stopped
        self.is_gone = False  # another process owns the table
        self.last_used = time.monotonic()
        self._services = services
        self._turn = Turn(f"turn at {row.id}", self._turn_failed)
        self._last_act = LastAct()
        self.shown_time: float | None = None  # of the last act that is shown; None: none since the game was loaded
        self.stand_ins: set[int] = set()  # seats whose time ran out in secret: a bot answers secret questions for them
        self._returned: dict[int, float] = {}  # when persons took their seats back
        self._recovery = Recovery(services.settings.retry, services.store.wait_until_it_works)
        self._emotes = RateLimiter(*services.settings.emotes)

    # What subscribers see

    @property
    def present(self) -> set[str]:
        """The guests who are connected, or will be in a moment."""
        return self.subscribers.guests | self.absences.expected

    @property
    def moves_shown(self) -> int | None:
        """How many moves spectators have noticed; None if the game is not in memory."""
        return None if self.live_game is None else self.live_game.feed(None).number

    def position(self, feed: SeatFeed, reader: Reader) -> messages.Position:
        assert self.live_game is not None
        limit = None if self.row.clock is None else self._limit(feed)
        return feed.position(self.live_game.table, reader, tuple([one.name for one in self.row.seats]), limit)

    def _limit(self, feed: SeatFeed) -> int | None:
        """The clock of the decision that a feed shows, if one runs. Only the seat itself sees that a bot stands in."""
        plays = self._plays_for_self if feed.actor == feed.seat else self.seating.plays_for_self
        waits = self.row.state == "playing" and feed.actor is not None and plays(feed.actor)
        return self.row.clock if waits else None

    # Coming and going

    async def enter(self, subscriber: Subscriber) -> None:
        async with self.lock:
            self.subscribers.add(subscriber)
            self.absences.end(subscriber.guest)
            await self._return(subscriber.guest)
            self._changed()
            if not self._turn.is_set:  # the bots have paused
                self._schedule_turn()

    async def exit(self, subscriber: Subscriber, *, returns: bool = False) -> None:
        """With `returns`, the client will connect again at once."""
        async with self.lock:
            self.subscribers.discard(subscriber)
            if returns:
                self.expect([subscriber.guest])
            elif subscriber.guest not in self.present:
                self.absences.begin(subscriber.guest)
            self._changed()

    def expect(self, guests: Iterable[str]) -> None:
        """People who were connected elsewhere will come here. The others do not see that they are not connected, for a few seconds."""
        self.absences.expect(set(guests) - self.present)

    async def _tell(self) -> None:
        async with self.lock:
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
                self.seating.let_bot_play(guest, number, kind, self.present, self.absences)
            else:
                self.seating.check_host(guest, self.present)
                self.seating.set(number, kind, level)
            await self._save()
            self._changed()
            self._schedule_turn()

    async def emote(self, guest: str, emote: messages.EmoteName) -> None:
        async with self.lock:
            seat = self.seating.seat_of(guest)
            if seat is None:
                raise Problem("not-seated")
            if not self._emotes.allow(guest):
                raise Problem("too-fast")
            answers = manners.greetings(self.row.id, self.row.seats) if emote == "hello" else ()
            self.subscribers.show_emotes([(seat, emote), *answers])

    # The game

    async def start(self, guest: str | None) -> None:
        """Start the game, as soon as it is compiled. With None as guest, the server itself wants it."""
        async with self.lock:
            if guest is not None:
                self.seating.check_host(guest, self.present)
            await self._start()

    async def _start(self) -> None:
        row, players = self.row, self.seating.players()
        row.options = checked_options(self.seating.game, len(players), row.options)
        self._services.warmup.prefer(self.seating.game)
        row.seats = players
        row.state = "playing"
        row.rules = self.seating.game.version
        await self._save()
        self.live_game = resume(row)
        log.info("started", extra={"table": row.id, "game": row.game, "players": len(players)})
        self._changed()
        self._schedule_turn()

    async def ensure_loaded(self) -> None:
        """Load a game that has begun and is not in memory."""
        async with self.lock:
            if self.live_game is None:
                await self.load()

    async def load(self, game: PlayedGame | None = None) -> None:
        """Replay the game, if it has begun: this one, or else what is stored. The caller holds the lock.

        Subscribers need no resync: they were shown only what had been stored.
        """
        if self.row.state == "waiting":
            return
        self._services.warmup.prefer(self.seating.game)
        game = game or await self._services.store.game(self.row.id)
        patience = time.monotonic() + _PATIENCE
        while time.monotonic() < patience and self._services.warmup.is_loading(self.seating.game):  # noqa: ASYNC110  a thread loads it
            await asyncio.sleep(_LOADING)
        try:
            self.live_game = live = await self._services.thinking.run(resume, self.row, game.moves)
        except (Refusal, BadSetup):
            log.exception("a stored game cannot be replayed", extra={"table": self.row.id})
            raise Problem("broken") from None
        self._last_act = LastAct.stored(game.time, live.first)
        if self._due() <= time.monotonic() or self.row.state == "finished":
            live.update_feeds()
            if live.table.is_over and self.row.state == "playing":
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
            if not feed.is_asked:  # even if the table has moved on to this seat, and it has not been shown yet
                raise ActionRejected("game-over" if self.row.state == "finished" else "not-your-turn")
            if self._is_replaced(seat):
                await self._return(guest)
            await self._act(seat, action)

    async def _act(self, seat: int, action: int | str) -> None:
        """Do the action, store it, then show it."""
        live = self.live_game
        assert live is not None
        is_secret = not live.is_open and not self._plays_for_self(seat)  # a bot's answer, of which nobody may know
        # After a person's secret answer others may be asked the same.
        question = None if live.is_open else last_question(live.table)
        seq = len(live.table.moves)
        text = live.act(seat, action)
        if not is_secret:
            self._last_act = LastAct(time.monotonic(), time.time(), live.first if question is None else question)
        move = Move(self.row.id, seq, seat, text, self._last_act.time, live.n_shown, self.row.fence)
        stored = await self._use_store(self._services.store.add_move(move))
        if not stored:  # another process was faster: its move counts
            self.live_game = None
            await self._use_store(self._reload())
            return
        self.last_used = time.monotonic()
        self.subscribers.collect(self, self.row.seats[seat].guest)
        if self._due() <= time.monotonic():
            await self._show()
        self._schedule_turn()

    def _due(self) -> float:
        """When what has happened is shown."""
        assert self.live_game is not None
        table = self.live_game.table
        if not self.live_game.is_open and table.actor is not None and not self._plays_for_self(table.actor):
            return 0.0  # shown to a bot
        return self._last_act.due(table, self._services.settings.pace)

    async def _show(self) -> None:
        live = self.live_game
        assert live is not None
        has_bots = any(seat.kind == "bot" for seat in self.row.seats)
        first = len(live.feed(None).events) if has_bots else 0
        live.update_feeds()
        if live.is_open:
            self.shown_time = self._last_act.time
            self._set_stand_in(live.table.actor, False)  # from here on everybody may know whether the person is there
        if live.table.is_over:
            await self._finish()
            self.version += 1
        self.subscribers.collect(self)
        if has_bots:
            self.subscribers.show_emotes(manners.reactions(self.row.id, self.row.seats, live.feed(None).events, first))

    async def _finish(self) -> None:
        self.row.state = "finished"
        await self._save()
        log.info("finished", extra={"table": self.row.id, "game": self.row.game})

    # Bots, clocks and idle rooms

    def _schedule_turn(self) -> None:
        """Start a bot's turn or a person's clock, or wait until the position is shown. Bots pause while nobody is connected."""
        self._turn.cancel()
        if self.live_game is None:
            return
        seat = self.live_game.table.actor
        if not self.live_game.is_shown:
            self._turn.start(self._show_later)
        elif seat is None:
            return
        elif not self._plays_for_self(seat):
            if self.subscribers:
                self._turn.start(partial(self._bot_turn, seat))
        elif self.row.clock is not None:
            self._turn.start(partial(self._time_out, seat))

    def _plays_for_self(self, seat: int) -> bool:
        return self.seating.plays_for_self(seat) and seat not in self.stand_ins

    async def _turn_failed(self, error: Exception) -> None:
        if not isinstance(error, Problem):  # otherwise the store has failed: the recovery continues the game
            async with self.lock:
                self._discard_and_reload(error)

    async def _show_later(self) -> None:
        await sleep_until(self._due())
        async with self.lock:
            if self._turn.is_current:
                await self._show()
                self._schedule_turn()

    async def _bot_turn(self, seat: int) -> None:
        live = self.live_game
        assert live is not None
        level = self.row.seats[seat].level or bots.USUAL_LEVEL
        asker = Asker(self.row.host or self.row.id, self.row.id)
        action = await self._services.thinking.choose(live.table, seat, level, asker)
        if live.is_open:  # otherwise the pause would reveal that somebody is asked
            await sleep_until(live.feed(None).since + self._pause(live, seat, level))
        async with self.lock:
            if self._turn.is_current:
                await self._act(seat, action)

    def _pause(self, live: LiveGame, seat: int, level: str) -> float:
        """Seconds that a bot waits before its open decision."""
        spectators, game = live.feed(None), live.table.game
        pace = self._services.settings.pace * manners.manner_of(self.row.seats[seat].name).pace
        if is_opening(self.seating.people_seats, spectators.events):
            return opening_pause(pace, thoughtful=self._services.thinking.takes_time(level, game, live.table.players))
        return bot_pause(pace, game, spectators.record[0], again=live.previous_actor == seat)

    async def _time_out(self, seat: int) -> None:
        """When the time is up, a bot plays until the person returns.

        If the person was asked in secret, the others do not see that. The person then has the whole time again for the next open decision.
        """
        assert self.row.clock is not None
        assert self.live_game is not None
        since = max(self.live_game.feed(seat).since, self._returned.get(seat, 0.0))
        await sleep_until(since + self.row.clock)
        async with self.lock:
            if not self._turn.is_current:
                return
            if self.live_game.is_open:
                self.row.seats[seat].away = self.row.seats[seat].late = True
                await self._save()
                self._changed()
            else:
                self._set_stand_in(seat, True)
            self._schedule_turn()

    async def _return(self, guest: str) -> None:
        seat = self.seating.seat_of(guest)
        if seat is not None and self._is_replaced(seat):
            self._set_stand_in(seat, False)
            self._returned[seat] = time.monotonic()
            if self.row.seats[seat].away:
                self.row.seats[seat].away = self.row.seats[seat].late = False
                await self._save()
                self._changed()
            self._schedule_turn()

    def _is_replaced(self, seat: int) -> bool:
        """Whether a bot plays for a person until they return."""
        return self.row.seats[seat].away or seat in self.stand_ins

    def _set_stand_in(self, seat: int | None, stands_in: bool) -> None:
        """Only the seat itself is told."""
        if seat is None or stands_in == (seat in self.stand_ins):
            return
        self.stand_ins ^= {seat}
        self.subscribers.tell_room(self, self.row.seats[seat].guest)

    def is_idle(self, now: float) -> bool:
        """Nobody is connected, and no bot or clock is running."""
        return (
            not self.subscribers
            and not self._turn.is_set
            and not self._recovery.is_running
            and not self.lock.locked()
            and now - self.last_used > self._services.settings.idle
        )

    def close(self) -> None:
        self._turn.cancel()
        self.absences.close()
        self._recovery.close()

    # Other processes

    def retire(self) -> None:
        """Do nothing any more: another process owns the table. Whoever follows it here goes on where it is now."""
        self.close()
        self.is_gone = True
        self.live_game = None
        self.subscribers.close()

    async def hand_over(self, to: str) -> None:
        """Make another process the owner, after what is being stored. Raises Unavailable."""
        async with self.lock:
            if self.is_gone or self.problem is not None:
                return
            self._turn.cancel()
            try:
                await self._services.store.leases.hand_over(self.row.id, self.row.fence, to)
            except Unavailable as error:
                self._discard_and_reload(error)
                raise
            self.retire()

    async def suspend(self) -> None:
        """Stop, and go on with what is stored. The process was too slow to renew its lease, or could not reach the database."""
        async with self.lock:
            if not self.is_gone and self.row.state == "playing":
                self._discard_and_reload(Unavailable())

    # The store, and what to do when it fails

    async def save_rematch(self, table: str) -> None:
        self.row.rematch = table
        await self._save()
        self._changed()

    async def _save(self) -> None:
        if self.is_gone:
            raise Problem("unavailable")
        self.row.version = await self._use_store(self._services.store.save(self.row))

    async def _use_store(self, operation: Awaitable[T]) -> T:
        """Raises Problem if the operation fails; the room then starts to recover."""
        try:
            result = await operation
        except Problem:
            raise
        except Exception as error:  # noqa: BLE001  a table must not get stuck
            raise self._discard_and_reload(error).with_traceback(None) from None
        self._recovery.failures = 0
        return result

    def _discard_and_reload(self, error: Exception) -> Problem:
        """Drop what is in memory, which may differ from what is stored, and begin to load it again. The caller holds the lock."""
        if self.is_gone:
            return Problem("unavailable")
        if isinstance(error, Unavailable | Outdated):
            log.info("a table waits for the database", extra={"table": self.row.id})
        else:
            log.error("a table failed and is loaded again", exc_info=error, extra={"table": self.row.id})
        self.live_game = None
        self._turn.cancel()
        self.problem = self.problem or Problem("unavailable")
        self._changed()
        self._recovery.begin(self._recover, f"recovery of {self.row.id}")
        return self.problem

    async def _recover(self) -> bool:
        """Load the table and continue the game."""
        async with self.lock:
            try:
                await self._reload()
                self.problem = None
            except Exception as error:
                if not isinstance(error, Problem) or error.code == "unavailable":
                    if not isinstance(error, Problem | Unavailable):
                        log.exception("a table could not be loaded again", extra={"table": self.row.id})
                    return False
                self.problem = error  # no later attempt can succeed
            self._changed()
            log.info("recovered", extra={"table": self.row.id})
            return True

    async def _reload(self) -> None:
        stored = await self._services.store.load(self.row.id)
        if stored is None:
            raise Problem("no-such-table")
        row = stored.row
        if row.fence != self.row.fence:
            log.info("a table has another owner", extra={"table": row.id})
            self.retire()
            return
        self.row, self.seating = row, Seating(row)
        await self.load(stored.game)

    def _changed(self) -> None:
        self.version += 1
        self.last_used = time.monotonic()
        self.subscribers.collect(self)
