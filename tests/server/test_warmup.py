"""Games are compiled while the server is already running."""

import asyncio
import threading
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from sqlalchemy.engine import URL

from forno import warmup
from forno.rules import GAMES
from forno.rules.game import Game
from forno.server import messages
from forno.server import warmup as server_warmup
from forno.server.rooms import Rooms
from forno.server.settings import Settings
from forno.server.store import Store
from forno.server.subscriber import Subscriber
from forno.server.warmup import Warmup
from forno.words import Words
from server.clients import PATIENCE, Browser
from server.conftest import running, with_store
from server.test_people import OPEN
from server.test_store import ROW


class Compiler:
    """Stands in for the compiling process: it waits for the test, and notes what it compiles."""

    def __init__(self) -> None:
        self.compiled: list[str] = []
        self.allowed = asyncio.Semaphore(0)

    async def compile(self, game: Game, progress: Callable[[int], None]) -> bool:
        self.compiled.append(game.id)
        await self.allowed.acquire()
        progress(1)
        return True


@pytest.fixture
def compiler(cold_cache: Path, monkeypatch: pytest.MonkeyPatch) -> Compiler:
    made = Compiler()
    monkeypatch.setattr(warmup, "is_compiling", lambda: True)
    monkeypatch.setattr(warmup, "compile_table_in_child", made.compile)
    monkeypatch.setattr(server_warmup, "_load", lambda part: None)
    return made


def mark_as_compiled(game: Game) -> None:
    """As the last step of `forno preheat` does."""
    replace(warmup.table_part(game), calls=(("nothing", lambda: None),)).steps[-1][1]()


def test_a_game_that_somebody_wants_comes_first(compiler: Compiler) -> None:
    async def use() -> None:
        changes: list[str] = []
        background = Warmup(changes.append)
        assert background.pending == [game.id for game in GAMES]
        background.prefer(GAMES[-1].id)
        async with asyncio.timeout(PATIENCE):
            compiler.allowed.release()
            await background.wait(GAMES[-1].id)
            assert background.progress(GAMES[-1].id) is None
            assert background.pending == [game.id for game in GAMES[:-1]]
            assert changes == [GAMES[-1].id] * 2  # a step, and the end
        await background.close()
        assert compiler.compiled[0] == GAMES[-1].id

    asyncio.run(use())


def test_what_is_compiled_is_not_compiled_again(compiler: Compiler) -> None:
    async def use() -> None:
        for game in GAMES[1:]:
            mark_as_compiled(game)
        background = Warmup(lambda game: None)
        async with asyncio.timeout(PATIENCE):
            compiler.allowed.release()
            for game in GAMES:
                await background.wait(game.id)
        assert compiler.compiled == [GAMES[0].id]

    asyncio.run(use())


def test_somebody_leaves_while_the_game_waits_for_its_compilation(compiler: Compiler, database: URL) -> None:
    """The game cannot start with an open seat. The host learns why, and can start it later."""

    async def use(store: Store) -> None:
        rooms = Rooms(store, Settings(pace=0))
        wish = messages.NewTable("mamma-mia", seats=[messages.SeatWish(seat["kind"]) for seat in OPEN])  # type: ignore[arg-type]  # a kind
        room = await rooms.make("ada", "Ada", wish)
        host = Subscriber("ada", Words("en"))
        await room.enter(host)
        await room.sit("bea", "Bea", None)
        await room.start("ada")
        await room.leave("bea")
        compiler.allowed.release()
        shown: list[messages.FromServer] = []
        async with asyncio.timeout(PATIENCE):
            while not (
                any(isinstance(message, messages.Trouble) and message.code == "still-open" for message in shown)
                and any(isinstance(message, messages.Room) and message.heating is None for message in shown)
            ):
                shown += await host.next_messages(room)
        assert room.message("ada").state == "waiting"
        await room.sit("bea", "Bea", None)
        await room.start("ada")
        assert room.message("ada").state == "playing"
        await rooms.close()

    with_store(database, use)


def test_the_server_ends_while_somebody_waits_for_the_compilation(
    compiler: Compiler, database: URL, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    waiting, wait = threading.Event(), Warmup.wait

    async def noted(self: Warmup, game: str) -> None:
        waiting.set()
        await wait(self, game)

    monkeypatch.setattr(Warmup, "wait", noted)
    with_store(database, lambda store: store.save(replace(ROW, state="finished")))
    answers: list[int] = []
    with running(database) as address:
        asking = threading.Thread(
            target=lambda: answers.append(Browser(address).ask("GET", f"/api/tables/{ROW.id}/replay")[0])
        )
        asking.start()
        assert waiting.wait(PATIENCE)
    asking.join()
    assert answers == [503]
    assert [record for record in caplog.records if record.exc_info] == []
