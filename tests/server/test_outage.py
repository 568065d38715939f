"""The database fails for a while. Tables go on by themselves when it is back."""

import asyncio
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

import msgspec
import pytest
from sqlalchemy.engine import URL
from starlette.types import Message
from starlette.websockets import WebSocket

from forno.server import messages, socket
from forno.server.cluster.cluster import Cluster
from forno.server.guests import Guest
from forno.server.limits import Quota, RateLimiter
from forno.server.problems import Problem
from forno.server.replays import Replays
from forno.server.room import Room
from forno.server.rooms import Rooms
from forno.server.rows import SeatRow, TableRow
from forno.server.settings import Settings
from forno.server.socket import TRY_AGAIN_LATER, table_socket
from forno.server.state import State
from forno.server.store import Store, Unavailable
from forno.server.subscriber import Subscriber
from forno.words import Words
from server.clients import PATIENCE, Browser, event_numbers
from server.conftest import with_store
from server.outage import Outage

SETTINGS = Settings(pace=0, retry=(0, 0))
BOTS = [SeatRow("bot", name, level="cook") for name in "BCD"]
ADA = "a"


@asynccontextmanager
async def a_room(store: Store, first: SeatRow) -> AsyncIterator[tuple[Rooms, Room, Subscriber]]:
    """A game of Chef's Hat that has begun, with three bots, and somebody who follows it. A test that hangs fails."""
    row = TableRow(
        id=f"outage-{time.time()}",
        game="chefs-hat",
        rules=1,
        options={"target": 1},
        key=bytes(32),
        state="playing",
        host=None,
        clock=None,
        public=False,
        rematch=None,
        created=time.time(),
        seats=[first, *BOTS],
    )
    await store.save(row)
    rooms = Rooms(store, SETTINGS)
    try:
        async with asyncio.timeout(PATIENCE):
            room = await rooms.find(row.id)
            subscriber = Subscriber(first.guest or "watcher", Words("en"))
            await room.enter(subscriber)
            yield rooms, room, subscriber
    finally:
        await rooms.close()


async def until(
    subscriber: Subscriber, room: Room, wanted: Callable[[messages.FromServer], object]
) -> list[messages.FromServer]:
    """All messages up to the one that is wanted."""
    found: list[messages.FromServer] = []
    while not any(wanted(message) for message in found):
        found += await subscriber.next_messages(room)
    return found


def is_unavailable(message: messages.FromServer) -> bool:
    return isinstance(message, messages.Trouble) and message.code == "unavailable"


def is_finished(message: messages.FromServer) -> bool:
    return isinstance(message, messages.Room) and message.state == "finished"


def is_asked(message: messages.FromServer) -> bool:
    return isinstance(message, messages.Position) and bool(message.legal)


@pytest.mark.parametrize("writes_only", [False, True], ids=["down", "full-disk"])
def test_a_game_of_bots_goes_on_by_itself(url: URL, writes_only: bool) -> None:
    async def use(store: Store) -> None:
        outage = Outage(store, writes_only=writes_only)
        async with a_room(store, SeatRow("bot", "A", level="cook")) as (_, room, subscriber):
            outage.on = True
            shown = await until(subscriber, room, is_unavailable)
            await outage.wait_for(5)
            outage.on = False
            shown += await until(subscriber, room, is_finished)
            positions = [message for message in shown if isinstance(message, messages.Position)]
            events = [number for position in positions for number in event_numbers(position)]
            assert events == list(range(len(events)))  # nothing was shown twice or left out
            assert sum(map(is_unavailable, shown)) == 1
            assert room.live_game is not None
            stored = await store.moves(room.row.id)
            assert len(stored) == len(room.live_game.table.moves)
            saved = await store.table(room.row.id)
            assert saved is not None
            assert saved.state == "finished"

    with_store(url, use)


def test_a_move_that_failed_can_be_made_again(url: URL) -> None:
    async def use(store: Store) -> None:
        outage = Outage(store)
        async with a_room(store, SeatRow("person", "Ada", ADA)) as (_, room, subscriber):
            shown = await until(subscriber, room, is_asked)
            asked = next(message for message in shown if isinstance(message, messages.Position) and message.legal)
            before = await store.moves(room.row.id)
            outage.on = True
            for _ in range(2):  # the first fails, and the second comes while the table is not in memory
                with pytest.raises(Problem, match="unavailable"):
                    await room.act(ADA, asked.number, asked.legal[0].action)
            await until(subscriber, room, is_unavailable)
            await outage.wait_for(5)
            outage.on = False
            await until(subscriber, room, lambda _: room.live_game is not None)
            assert await store.moves(room.row.id) == before
            await room.act(ADA, asked.number, asked.legal[0].action)
            assert (await store.moves(room.row.id))[len(before)] == (0, asked.legal[0].action)

    with_store(url, use)


def test_what_was_told_as_failed_is_not_stored_later(url: URL) -> None:
    """Ada's leaving fails. When the database is back, she is still there."""

    async def use(store: Store) -> None:
        outage = Outage(store)
        async with a_room(store, SeatRow("person", "Ada", ADA)) as (_, room, subscriber):
            await until(subscriber, room, is_asked)
            outage.on = True
            with pytest.raises(Problem, match="unavailable"):
                await room.leave(ADA)
            outage.on = False
            await until(subscriber, room, lambda _: room.live_game is not None)
            assert room.row.seats[0].away is False
            await room.rename(ADA, "Adele")
            saved = await store.table(room.row.id)
            assert saved is not None
            assert saved.seats[0] == SeatRow("person", "Adele", ADA)

    with_store(url, use)


def test_a_socket_that_cannot_enter_leaves_nothing_behind(url: URL, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ada is away. When she comes back, that must be stored, and it fails."""

    async def use(store: Store) -> None:
        outage = Outage(store)
        async with a_room(store, SeatRow("person", "Ada", ADA)) as (rooms, room, subscriber):
            await until(subscriber, room, is_asked)
            await room.leave(ADA)
            await room.exit(subscriber)
            sockets = Quota(SETTINGS.sockets)
            state = State(
                store=store,
                rooms=rooms,
                cluster=Cluster(rooms, sockets, RateLimiter(1, 1), RateLimiter(1, 1), None),
                settings=SETTINGS,
                sockets=sockets,
                resyncs=RateLimiter(1, 1),
                replays=Replays(rooms.thinking, SETTINGS.replays),
            )
            outage.on = True
            monkeypatch.setattr(socket, "identify", lambda _: Guest(ADA))
            sent = await connect(state, room.row.id)
            outage.on = False
            assert [message["type"] for message in sent] == ["websocket.accept", "websocket.send", "websocket.close"]
            assert msgspec.json.decode(sent[1]["text"])["code"] == "unavailable"
            assert sent[2]["code"] == TRY_AGAIN_LATER
            assert len(sockets) == 0
            assert room.subscribers == set()

    with_store(url, use)


def test_http_requests_are_answered(ada: Browser, monkeypatch: pytest.MonkeyPatch) -> None:
    async def fail(*_: object, **__: object) -> None:
        raise Unavailable

    monkeypatch.setattr(Store, "list_tables", fail)
    status, text = ada.ask("GET", "/api/tables")
    assert (status, msgspec.json.decode(text)["code"]) == (503, "unavailable")


async def connect(state: State, table: str) -> list[Message]:
    """What the server sends to a socket that does not send anything."""
    sent: list[Message] = []

    async def receive() -> Message:
        return {"type": "websocket.connect"}

    async def send(message: Message) -> None:
        sent.append(message)

    scope = {
        "type": "websocket",
        "path": f"/ws/tables/{table}",
        "path_params": {"table": table},
        "query_string": b"lang=en",
        "headers": [(b"host", b"localhost")],
        "client": ("127.0.0.1", 1),
        "state": state,
    }
    await table_socket(WebSocket[State](scope, receive, send))
    return sent
