"""Two worlds with the same public course: whole message streams must be the same.

A course is played from an open position of a random game. Then everything that an audience (a seat, or the spectators) cannot know is
replaced, and other secret answers are tried until the same course follows, as far as this audience can notice. Both are played by real
rooms, under a clock that does not wait. The audience must get the same messages at the same times.

`python tests/server/worlds.py 20` compares more of them, and prints how many.
"""

import asyncio
import copy
import random
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass, field
from typing import Any, Literal

import msgspec
import numpy as np

from forno.rules import GAMES, chance
from forno.rules.chefs_hat.rules import JOKER, SPECIAL
from forno.rules.game import NOBODY, SPECTATOR, Game, Options
from forno.rules.log import new_log
from forno.rules.records import new_records
from forno.server.live_game import LiveGame
from forno.server.messages import Act, FromServer, Position
from forno.server.messages import Room as RoomMessage
from forno.server.questions import possible_questions
from forno.server.room import Room
from forno.server.rows import Move, PlayedGame, SeatRow, TableRow
from forno.server.services import Services
from forno.server.settings import Settings
from forno.server.subscriber import Subscriber
from forno.server.thinking import Asker
from forno.table import Table
from forno.words import Words
from server.fake_clock import Clock, Loop, fake_time
from server.remote import Client, following

Mode = Literal["bots", "people", "absent"]  # who sits in the other seats; the absent have a clock and never answer
MODES: tuple[Mode, ...] = ("bots", "people", "absent")
Place = Literal["here", "remote", "handed over"]  # the audience's socket is at another process; the table goes to one
PLACES: tuple[Place, ...] = ("here", "remote", "handed over")
WORDS = Words("en")
_decoder: msgspec.json.Decoder[FromServer] = msgspec.json.Decoder(FromServer)
WAYS = 3  # open positions of a course, at most
ATTEMPTS = 60  # to find the same way in another world
QUIET = {"decline", "refuse", "keep-still"}  # answers that are often given in secret: the others notice nothing
CLOCK = 5  # seconds, for the absent
THINKING = 0.1  # seconds that a bot needs
HANDING_OVER = 0.05  # seconds after which a table that is handed over is loaded elsewhere


# Courses -----------------------------------------------------------------------------------------------------------------------------


@dataclass
class Way:
    """From one open position to the next."""

    moves: list[tuple[int, str]] = field(default_factory=list)
    noticed: list[Any] = field(default_factory=list)  # by the audience

    @property
    def secret(self) -> list[int]:
        """Who is asked in secret."""
        return [seat for seat, _ in self.moves[1:]]


def actor_in(game: Game, state: Any) -> int | None:
    actor = game.actor(state, 0)
    return None if actor == NOBODY else actor


class World(Table):
    """A table whose cards can be replaced."""

    next_deal: Any = None  # the state after the next deal

    def _deal_cards(self, actor: int) -> None:
        before = self._deals
        super()._deal_cards(actor)
        if self._deals > before and self.next_deal is not None:
            self._state[:], self.next_deal = self.next_deal, None
            self._actor = actor_in(self.game, self._state)


def fork(table: Table, state: Any = None, next_deal: Any = None) -> World:
    """The same table, perhaps with other cards."""
    other: World = copy.copy(table)  # type: ignore[assignment]  # the class follows
    other.__class__ = World
    other.events, other.moves, other.texts = table.events.copy(), list(table.moves), list(table.texts)
    other._state, other._log = table.state if state is None else state, new_log(table.game.max_events)  # noqa: SLF001  only tests do that
    other._actions = np.zeros(table.game.n_actions, np.int16)  # noqa: SLF001
    other._actor = actor_in(table.game, other._state)  # noqa: SLF001
    if next_deal is not None:
        other.next_deal = next_deal
    return other


def in_another_world(table: Table, seat: int, ways: Sequence[Way], rng: random.Random) -> World:
    """The table with everything that the seat cannot know replaced: now, or if new hands are dealt on the way, then."""
    later = fork(table)
    for move in ways[0].moves:
        later.act(*move)
    is_dealt = later.game.id == "chefs-hat" and later._deals > table._deals  # noqa: SLF001
    view, world = (later if is_dealt else table).view(seat), new_records(1, table.game.state_dtype)
    table.game.resample(view, 0, chance.stream(bytes(32), rng.randrange(10**6)), True, world, 0)
    if not is_dealt:
        return fork(table, world)
    for holder in range(table.players):
        if world[0].hand[holder, JOKER] == 2 and world[0].role[holder] >= 0:  # CH-3
            world[0].phase, world[0].actor = SPECIAL, holder
    return fork(table, next_deal=world)


def is_open(table: Table) -> bool:
    return table.actor is None or table.view(SPECTATOR)[0].actor == table.actor


def go_on(table: Table, rng: random.Random) -> Way | None:
    """Play at random to the next open position. None if the game is over."""
    way = Way()
    while not table.is_over and not (way.moves and is_open(table)):
        assert table.actor is not None
        legal = [table.text(action) for action in table.legal()]
        quiet = [text for text in legal if text in QUIET and way.moves and rng.random() < 0.7]
        way.moves.append((table.actor, rng.choice(quiet or legal)))
        table.act(*way.moves[-1])
    return way if way.moves else None


def notice(way: Way, table: Table, seat: int, first: int) -> None:
    """Note what the audience notices of the last move."""
    if is_open(table) or table.actor == seat:
        told = [event.data for event in table.events_for(seat, first)]
        way.noticed.append((table.view(seat).tobytes(), told, table.actor == seat))


def as_noticed(table: Table, seat: int, ways: Sequence[Way]) -> list[Way]:
    """The same course as this audience notices it."""
    trial, found = fork(table), []
    for way in ways:
        same, first = Way(list(way.moves)), len(trial.events)
        for actor, text in way.moves:
            trial.act(actor, text)
            notice(same, trial, seat, first)
        found.append(same)
    return found


def same_way(table: Table, seat: int, like: Way, rng: random.Random) -> tuple[Way, Table] | None:
    """Another way of which this audience notices the same, and the table after it.

    Open actions, and those of the seat itself, are the same. Secret ones are tried, as long as the audience hears nothing else.
    """
    told = like.noticed[-1][1]
    todo = [(Way(), fork(table))]
    for _ in range(ATTEMPTS):
        if not todo:
            return None
        way, trial = todo.pop()
        if way.moves and is_open(trial):
            if way.noticed == like.noticed:
                return way, trial
            continue
        assert trial.actor is not None
        choices = [trial.text(action) for action in trial.legal()]
        own = [text for actor, text in like.moves if actor == seat][sum(actor == seat for actor, _ in way.moves) :]
        wanted = own[:1] if trial.actor == seat else choices if way.moves else [like.moves[0][1]]
        rng.shuffle(choices)
        for text in choices:
            after, step = fork(trial), Way([*way.moves, (trial.actor, text)], list(way.noticed))
            if text in wanted:
                after.act(trial.actor, text)
                notice(step, after, seat, len(table.events))
                heard = [event.data for event in after.events_for(seat, len(table.events))]
                if heard == told[: len(heard)] and step.noticed == like.noticed[: len(step.noticed)]:
                    todo.append((step, after))
    return None


def follow(table: Table, seat: int, ways: Sequence[Way], rng: random.Random) -> list[Way]:
    """The same course in another world, as far as it can be found."""
    found: list[Way] = []
    for way in ways:
        same = same_way(table, seat, way, rng)
        if same is None:
            break
        found.append(same[0])
        table = same[1]
    return found


# Streams -----------------------------------------------------------------------------------------------------------------------------


@dataclass
class Script:
    """The moves of a course, and what becomes of it: bots choose from here, and moves are stored here."""

    start: Table
    ways: Sequence[Way]
    stored: list[Move] = field(default_factory=list)
    lobby: list[tuple[int, float]] = field(default_factory=list)  # what the list of tables shows
    reload: Callable[[], object] | None = None  # called soon after each open move

    def __post_init__(self) -> None:
        self.first = len(self.start.moves)  # number of the course's first move at the table
        self.moves: list[tuple[int, str]] = []
        self.open: set[int] = set()  # the numbers of the moves that everybody sees
        for way in self.ways:
            self.open.add(self.first + len(self.moves))
            self.moves += way.moves

    def next_move(self, table: Table, seat: int) -> str | None:
        """The seat's move if it comes next; None if the course is over."""
        at = len(table.moves) - self.first
        if at == len(self.moves):
            return None
        assert self.moves[at][0] == seat
        return self.moves[at][1]

    async def choose(self, table: Table, seat: int, level: str, asker: Asker) -> int:
        text = self.next_move(table, seat)
        await asyncio.sleep(THINKING)
        return table.check(seat, text) if text is not None else await asyncio.Future()

    def takes_time(self, level: str, game: Game, players: int) -> bool:
        return False

    async def add_move(self, move: Move) -> bool:
        await asyncio.sleep(0)
        self.stored.append(move)
        if move.shown is not None:
            self.lobby.append((move.shown, move.time))
        if move.seq in self.open and self.reload is not None:
            asyncio.get_running_loop().call_later(HANDING_OVER, self.reload)
        return True

    async def game(self, _: str) -> PlayedGame:
        await asyncio.sleep(0)
        return PlayedGame([(move.seat, move.action) for move in self.stored], self.stored[-1].time)

    async def run(self, _: Any, row: TableRow, moves: list[tuple[int, str]]) -> LiveGame:
        """In place of `resume`, which would deal the cards of the first world."""
        live = LiveGame(fork(self.start))
        live.replay_slowly(moves)
        return live

    async def save(self, row: TableRow) -> int:
        await asyncio.sleep(0)
        return row.version + 1

    async def wait_until_it_works(self) -> None:
        """It always does."""


class _Compiled:
    def progress(self, game: str) -> None:
        return None

    def prefer(self, game: Game) -> None:
        """It is ready."""

    def is_loading(self, game: Game) -> bool:
        return False


def _seats(table: Table, audience: int, mode: Mode) -> list[SeatRow]:
    return [
        SeatRow("person", f"P{seat}", f"P{seat}")
        if seat == audience or mode != "bots"
        else SeatRow("bot", f"P{seat}", level="cook")
        for seat in range(table.players)
    ]


def _before_the_end(message: FromServer) -> FromServer:
    """A finished game is open to everybody: its result tells what would have completed an order."""
    if isinstance(message, RoomMessage) and message.result is not None:
        return msgspec.structs.replace(message, result=msgspec.structs.replace(message.result, near_misses=[]))
    return message


async def _stream(
    table: Table, ways: Sequence[Way], audience: int, mode: Mode, clock: Clock, place: Place
) -> list[Any]:
    script = Script(fork(table), ways)
    settings = Settings(grace=0)
    services: Any = Services(script, _Compiled(), script, settings)  # type: ignore[arg-type]  # what a room needs of them
    row = TableRow(
        id="t",
        game=table.game.id,
        rules=1,
        options=table.options,
        key=table.key,
        state="playing",
        host=None,
        clock=CLOCK if mode == "absent" else None,
        public=True,
        rematch=None,
        created=0.0,
        seats=_seats(table, audience, mode),
    )
    room = Room(row, services)
    room.live_game = LiveGame(table)
    stream: list[Any] = []
    people = [seat for seat in range(table.players) if seat == audience or mode == "people"]
    here = {*people, audience} - ({audience} if place == "remote" else set())
    readers = {seat: Subscriber(f"P{seat}", WORDS) for seat in here}

    def hear(text: bytes) -> None:
        """The audience is told something by another process."""
        message = _decoder.decode(text)
        stream.append((round(clock.now, 6), msgspec.json.encode(_before_the_end(message))))
        if isinstance(message, Position) and message.legal:
            action = script.next_move(current(), audience)
            if action is not None:
                act = msgspec.json.encode(Act(number=message.number, action=action)).decode()
                asyncio.get_running_loop().call_later(0.25, client.said.put_nowait, act)

    client = Client(hear)

    def current() -> Table:
        assert room.live_game is not None
        return room.live_game.table

    async def reload() -> None:
        """As a process does that takes the table over."""
        async with room.lock:
            room.live_game = None
            await room.load()

    tasks: list[asyncio.Task[None]] = []
    if place == "handed over":
        script.reload = lambda: tasks.append(asyncio.create_task(reload()))

    async def read(seat: int, subscriber: Subscriber) -> None:
        while True:
            for message in await subscriber.next_messages(room):
                if seat == audience:
                    stream.append((round(clock.now, 6), msgspec.json.encode(_before_the_end(message))))
                if isinstance(message, Position) and message.legal:
                    text = script.next_move(current(), seat)
                    if text is not None:
                        await asyncio.sleep(0.25)
                        await room.act(subscriber.guest, message.number, text)

    for seat, subscriber in readers.items():  # they have heard what came before
        subscriber._seat = None if seat == SPECTATOR else seat  # noqa: SLF001
        subscriber._events = len(room.live_game.feeds[seat].events)  # noqa: SLF001
        await room.enter(subscriber)
    tasks += [asyncio.create_task(read(seat, subscriber)) for seat, subscriber in readers.items()]
    async with AsyncExitStack() as stack:
        if place == "remote":
            await stack.enter_async_context(following(room, f"P{audience}", client, settings))
        async with room.lock:
            room._schedule_turn()  # noqa: SLF001  as if the game had just been loaded
        await asyncio.sleep(3600)
    for task in tasks:
        task.cancel()
    room.close()
    outcomes = await asyncio.gather(*tasks, return_exceptions=True)
    for outcome in outcomes:
        assert outcome is None or isinstance(outcome, asyncio.CancelledError), outcome
    assert len(current().moves) == script.first + len(script.moves), "the course was not played to its end"
    return [stream, script.lobby] if mode == "bots" else [[told for _, told in stream], [n for n, _ in script.lobby]]


def stream(
    loop: Loop, table: Table, ways: Sequence[Way], audience: int, mode: Mode, place: Place = "here"
) -> list[Any]:
    """Everything that the audience gets while this course is played, with times if only the server makes delays."""
    clock = loop.clock
    clock.now = 1000.0
    return loop.run_until_complete(_stream(fork(table), ways, audience, mode, clock, place))


# Comparisons -------------------------------------------------------------------------------------------------------------------------


@dataclass
class Comparison:
    table: Table
    other: Table
    seat: int
    ways: list[Way]
    other_ways: list[Way]
    mode: Mode

    @property
    def differs_in_secret(self) -> bool:
        """Whether others are asked in secret than in the other world."""
        return [way.secret for way in self.ways] != [way.secret for way in self.other_ways]


def comparisons(
    game: Game, players: int, options: Options, number: int, samples: int, worlds: int
) -> Iterator[Comparison]:
    """Pairs of worlds along a random game, at positions after which somebody may be asked in secret."""
    rng = random.Random(number)  # noqa: S311  the same each time
    table = Table(game, players, options, key=number.to_bytes(32, "little"))
    starts: list[tuple[Table, list[Way]]] = []  # positions, and the course from there
    while not table.is_over:
        before = fork(table)
        way = go_on(table, rng)
        assert way is not None
        if possible_questions(table, table.events[len(before.events) :]):
            starts.append((before, []))
        for _, ways in starts:
            if len(ways) < WAYS:
                ways.append(way)
    for start, ways in rng.sample(starts, min(samples, len(starts))):
        for seat in range(SPECTATOR, players):
            mine = as_noticed(start, seat, ways)
            for _ in range(worlds):
                other = in_another_world(start, seat, ways, rng)
                same = follow(other, seat, mine, rng)
                if same:
                    yield Comparison(start, other, seat, mine[: len(same)], same, rng.choice(MODES))


@dataclass
class Result:
    compared: int = 0
    other_questions: int = 0  # where others were asked in secret than in the other world
    different: list[Comparison] = field(default_factory=list)  # that the audience could tell apart


def compare(pairs: Iterable[Comparison], place: Place = "here") -> Result:
    result = Result()
    with fake_time() as loop:
        for pair in pairs:
            result.compared += 1
            result.other_questions += pair.differs_in_secret
            one = stream(loop, pair.table, pair.ways, pair.seat, pair.mode, place)
            other = stream(loop, pair.other, pair.other_ways, pair.seat, pair.mode, place)
            assert one[0], "nobody was told anything"
            if one != other:
                result.different.append(pair)
    return result


_ORDERS = ", ".join(["monotoni", "minimale", "bombastica", *["each"] * 5])
DECK = "; ".join(f"{colour}: {_ORDERS}" for colour in ("yellow", "purple", "green", "brown", "red"))


def setups(game: Game) -> Iterator[tuple[int, dict[str, Any]]]:
    """Every number of players, and every option with other values than the usual ones."""
    for players in game.players:
        yield players, {}
    for option in game.options:
        others = [word for word in option.words if word != option.default]
        if option.numbers is not None:
            others.append(option.numbers[2])
        if option.name == "deck" and game.id == "mamma-mia":
            others.append(DECK)
        for value in others:
            yield game.players[-1], {option.name: value}


def main(games: int) -> None:
    """Compare this many games of each kind."""
    for game in GAMES:
        for players, options in setups(game):
            began = time.perf_counter()
            pairs = (
                pair for k in range(games) for pair in comparisons(game, players, options, k, samples=40, worlds=4)
            )
            result = compare(pairs)
            sys.stdout.write(
                f"{game.id} for {players} {options or ''}: {result.compared} comparisons, "
                f"{result.other_questions} with other secret questions, {len(result.different)} differ; "
                f"{time.perf_counter() - began:.0f} seconds\n"
            )


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 1)
