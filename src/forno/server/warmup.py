"""Compile the games in the background, while the lobby is already open."""

import asyncio
import contextlib
import functools
import logging
import threading
from collections import defaultdict
from collections.abc import Callable

from forno import warmup
from forno.rules import GAMES, find
from forno.rules.compiling import is_compiling
from forno.rules.game import Game
from forno.server.messages import Heating

log = logging.getLogger(__name__)


class Warmup:
    """How far each game is. A game that somebody wants to play comes first."""

    def __init__(self, changed: Callable[[str], None]) -> None:
        """`changed` is called with a game's id at each step."""
        self._changed = changed
        # One more step than there is to compile: this process loads the machine code.
        self._pending = {game.id: Heating(0, len(warmup.table_part(game).steps) + 1) for game in GAMES}
        self._ready: defaultdict[str, asyncio.Event] = defaultdict(asyncio.Event)
        self._wanted: list[str] = []
        self._task = asyncio.create_task(self._work(), name="warm-up")

    def progress(self, game: str) -> Heating | None:
        """None if the game can be played."""
        return self._pending.get(game)

    @property
    def pending(self) -> list[str]:
        """The games that cannot be played yet."""
        return list(self._pending)

    def prefer(self, game: str) -> None:
        """Compile this game before those that nobody has asked for."""
        if game in self._pending and game not in self._wanted:
            self._wanted.append(game)

    async def wait(self, game: str) -> None:
        """Wait until the game can be played."""
        if game in self._pending:
            self.prefer(game)
            await self._ready[game].wait()

    async def close(self) -> None:
        self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)

    async def _work(self) -> None:
        while self._pending:
            game_id = next((wanted for wanted in self._wanted if wanted in self._pending), next(iter(self._pending)))
            try:
                await self._prepare(find(game_id))
            except Exception:
                # The game can be played anyway: whatever is missing is compiled when it is first called.
                log.exception("warm-up failed", extra={"game": game_id})
            del self._pending[game_id]
            self._ready[game_id].set()
            log.info("warm", extra={"game": game_id})
            self._changed(game_id)

    async def _prepare(self, game: Game) -> None:
        part = warmup.table_part(game)
        if not part.is_compiled and not await warmup.compile_table_in_child(game, self._count(game)):
            log.warning("the compiling process failed", extra={"game": game.id})
        if is_compiling():
            await _in_daemon_thread(functools.partial(_load, part))

    def _count(self, game: Game) -> Callable[[int], None]:
        def count(done: int) -> None:
            self._pending[game.id].done = done
            self._changed(game.id)

        return count


def _load(part: warmup.Part) -> None:
    for _, call in part.steps:
        call()


async def _in_daemon_thread(call: Callable[[], None]) -> None:
    """Unlike a pool's threads, this one does not delay the end of the process."""
    loop = asyncio.get_running_loop()
    done: asyncio.Future[None] = loop.create_future()

    def finish(error: Exception | None) -> None:
        if not done.done():
            done.set_exception(error) if error else done.set_result(None)

    def run() -> None:
        failure: Exception | None = None
        try:
            call()
        except Exception as error:  # noqa: BLE001  raised where the result is awaited
            failure = error
        with contextlib.suppress(RuntimeError):  # the loop is closed
            loop.call_soon_threadsafe(finish, failure)

    threading.Thread(target=run, name="warm-up", daemon=True).start()
    await done
