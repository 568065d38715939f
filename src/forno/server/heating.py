"""Preheating: the games are compiled in the background, while the lobby is open already.

The compiler runs in a process of its own, which takes its memory with it when it is done; the server then loads what it left on disk.
"""

import asyncio
import contextlib
import functools
import logging
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numba

from forno import agents
from forno.agents import find_level, levels_for
from forno.rules import GAMES, chance, compile_cache, find
from forno.rules import preheat as rules_preheat
from forno.rules.game import Game
from forno.server.messages import Heating
from forno.server.play import Play
from forno.server.views import open_hands, wire_view
from forno.table import Table

log = logging.getLogger(__name__)


class Ovens:
    """How far each game is. A game that somebody wants to play comes first."""

    def __init__(self, changed: Callable[[str], None]) -> None:
        self._changed = changed  # called with a game's id at every step
        self._cold: dict[str, Heating] = {game.id: Heating(0, len(steps(game)) + 1) for game in GAMES}
        self._warm = {game.id: asyncio.Event() for game in GAMES}
        self._wanted: list[str] = []
        self._task = asyncio.create_task(self._work(), name="heating")

    def heating(self, game: str) -> Heating | None:
        """None: it can be played."""
        return self._cold.get(game)

    @property
    def cold(self) -> list[str]:
        return list(self._cold)

    def want(self, game: str) -> None:
        if game in self._cold and game not in self._wanted:
            self._wanted.append(game)

    async def warm(self, game: str) -> None:
        """Wait until it can be played."""
        self.want(game)
        await self._warm[game].wait()

    async def close(self) -> None:
        self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)

    async def _work(self) -> None:
        while self._cold:
            game_id = next((wanted for wanted in self._wanted if wanted in self._cold), next(iter(self._cold)))
            game = find(game_id)
            try:
                if _is_compiling() and not _is_on_disk(game):
                    await self._compile(game)
                await _aside(functools.partial(_load, game))
            except Exception:
                log.exception("preheating failed", extra={"game": game_id})
            del self._cold[game_id]
            self._warm[game_id].set()
            log.info("warm", extra={"game": game_id})
            self._changed(game_id)

    async def _compile(self, game: Game) -> None:
        """Each line that the process writes is a step done."""
        command = (sys.executable, "-m", __name__, game.id)
        process = await asyncio.create_subprocess_exec(*command, stdout=asyncio.subprocess.PIPE)
        assert process.stdout is not None
        try:
            async for _ in process.stdout:
                self._cold[game.id].done += 1
                self._changed(game.id)
            if await process.wait() == 0:
                _marker(game).touch()
        finally:
            with contextlib.suppress(ProcessLookupError):
                process.kill()
            await process.wait()


async def _aside(call: Callable[[], None]) -> None:
    """In a thread that nobody waits for at the end: who stops the server does not want to see the oven get warm first."""
    loop = asyncio.get_running_loop()
    done: asyncio.Future[None] = loop.create_future()

    def finish(error: Exception | None) -> None:
        if not done.done():
            done.set_exception(error) if error else done.set_result(None)

    def run() -> None:
        failure: Exception | None = None
        try:
            call()
        except Exception as error:  # noqa: BLE001  it goes to whoever waits
            failure = error
        with contextlib.suppress(RuntimeError):  # the loop is closed
            loop.call_soon_threadsafe(finish, failure)

    threading.Thread(target=run, name="heating", daemon=True).start()
    await done


def _is_compiling() -> bool:
    config: Any = numba.config  # it makes its attributes as it goes
    return not config.DISABLE_JIT


def _marker(game: Game) -> Path:
    """There once a game's machine code is on disk."""
    return compile_cache.marker(f"table-{game.id}", Path(agents.__file__))


def _is_on_disk(game: Game) -> bool:
    """By ourselves, or by `forno preheat`, which compiles everything."""
    return _marker(game).exists()


def steps(game: Game) -> list[rules_preheat.Step]:
    """All that a table calls: the verbs, what is shown, and the bots."""
    found = list(rules_preheat.steps((game,), to_simulate=False))
    found.append((f"{game.title}: views", lambda: _show(game)))
    return found + [(f"{game.title}: {level}", _choice(game, level)) for level in levels_for(game)]


def _load(game: Game) -> None:
    for _, call in steps(game):
        call()


def _table(game: Game) -> Table:
    return Table(game, game.players[-1], key=bytes(chance.KEY_BYTES))


def _show(game: Game) -> None:
    play = Play(_table(game))
    wire_view(game, play.feed(0).view)
    open_hands(play.table)


def _choice(game: Game, level: str) -> Callable[[], object]:
    def choose() -> int:
        table = _table(game)
        seat = table.actor
        assert seat is not None
        return find_level(level, game).choose(table.view(seat), table.legal(), chance.stream(table.key))

    return choose


def _main(game_id: str) -> None:
    for what, call in steps(find(game_id)):
        call()
        sys.stdout.write(f"{what}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    _main(sys.argv[1])
