"""Games can be played while they are being compiled."""

import asyncio
from collections.abc import Callable
from pathlib import Path

import pytest
from sqlalchemy.engine import URL

from forno.rules import find
from forno.server import messages
from forno.server.room import Room
from forno.server.rooms import Rooms
from forno.server.settings import Settings
from forno.server.store import Store
from forno.server.subscriber import Subscriber
from forno.warmup import Part, background
from forno.words import Words
from server.clients import PATIENCE
from server.conftest import with_store


@pytest.fixture
def compiler(cold_cache: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    """Stands in for the compiling processes, which take minutes: it ends when the test calls it."""
    compiled: list[bool] = []
    monkeypatch.setattr(Part, "is_compiled", property(lambda part: bool(compiled)))
    monkeypatch.setattr(background.BackgroundWarmup, "_see_to", lambda *_: None)
    return lambda: compiled.append(True)


def test_a_game_begins_before_it_is_compiled_and_goes_on_afterwards(
    compiler: Callable[[], None], database: URL
) -> None:
    game = find("mamma-mia")

    async def use(store: Store) -> None:
        rooms = Rooms(store, Settings(pace=0))
        bots = [messages.SeatWish("bot", "pizzaiolo")] * 2
        room = await rooms.make(
            "ada", "Ada", messages.NewTable("mamma-mia", seats=[messages.SeatWish("person"), *bots])
        )
        host = Subscriber("ada", Words("en"))
        await room.enter(host)
        assert is_playing(room)

        async def act(times: int) -> None:
            """Take the first legal action whenever it is Ada's turn."""
            while times > 0 and is_playing(room):
                for message in await host.next_messages(room):
                    if isinstance(message, messages.Position) and message.legal:
                        await room.act("ada", message.number, message.legal[0].action)
                        times -= 1

        async with asyncio.timeout(PATIENCE):
            await act(4)
            assert not rooms.warmup.is_ready(game)
            compiler()
            await asyncio.to_thread(rooms.warmup.ended.wait)
            assert rooms.warmup.is_ready(game)
            await act(1000)
        assert room.row.state == "finished"
        await rooms.close()

    with_store(database, use)


@pytest.mark.usefixtures("compiler")
def test_a_stored_game_does_not_wait_long_for_machine_code(database: URL, monkeypatch: pytest.MonkeyPatch) -> None:
    """A process that has just started takes over a table. Its machine code is on disk, and is never loaded."""
    monkeypatch.setattr(background.BackgroundWarmup, "is_loading", lambda *_: True)

    async def use(store: Store) -> None:
        people = [messages.SeatWish("person"), messages.SeatWish("bot", "novice")]
        rooms = Rooms(store, Settings(pace=0))
        made = await rooms.make("ada", "Ada", messages.NewTable("mamma-mia", seats=people, options={"starter": 0}))
        assert made.live_game is not None
        await made.act("ada", 0, made.live_game.table.text(int(made.live_game.table.legal()[0])))
        before = made.live_game.table.record()
        await rooms.close()
        rooms = Rooms(store, Settings(pace=0))
        async with asyncio.timeout(PATIENCE):
            found = await rooms.find(made.row.id)
        assert found.live_game is not None
        assert found.live_game.table.record() == before
        await rooms.close()

    with_store(database, use)


def is_playing(room: Room) -> bool:
    return room.row.state == "playing"
