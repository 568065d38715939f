"""Preheating: the games are compiled in the background, while the lobby is open already."""

import asyncio
import contextlib
import logging
import threading
from collections.abc import Callable

from forno.rules import GAMES, chance, find
from forno.rules import preheat as rules_preheat
from forno.rules.game import Game
from forno.server import levels
from forno.server.messages import Heating
from forno.server.play import Play
from forno.server.views import open_hands, wire_view
from forno.table import Table

log = logging.getLogger(__name__)


class Ovens:
    """How far each game is. A game that somebody wants to play comes first."""

    def __init__(self, changed: Callable[[str], None]) -> None:
        self._changed = changed  # called with a game's id at every step
        self._cold: dict[str, Heating] = {game.id: Heating(0, len(_steps(game))) for game in GAMES}
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

    def close(self) -> None:
        self._task.cancel()

    async def _work(self) -> None:
        left = {game_id: _steps(find(game_id)) for game_id in self._cold}
        while left:
            game_id = next((wanted for wanted in self._wanted if wanted in left), next(iter(left)))
            what, call = left[game_id].pop(0)
            try:
                await _aside(call)
            except Exception:
                log.exception("preheating failed", extra={"game": game_id, "step": what})
            if left[game_id]:
                self._cold[game_id].done += 1
            else:
                del left[game_id], self._cold[game_id]
                log.info("warm", extra={"game": game_id})
            self._changed(game_id)


async def _aside(call: rules_preheat.Call) -> None:
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


def _steps(game: Game) -> list[rules_preheat.Step]:
    """All that a table calls: the verbs, what is shown, and the bots."""
    steps = list(rules_preheat.steps((game,), to_simulate=False))
    steps.append((f"{game.title}: views", lambda: _show(game)))
    steps += [(f"{game.title}: {level}", _choice(game, level)) for level in levels.levels(game)]
    return steps


def _table(game: Game) -> Table:
    return Table(game, game.players[-1], key=bytes(chance.KEY_BYTES))


def _show(game: Game) -> None:
    play = Play(_table(game))
    wire_view(game, play.sight(0).view)
    open_hands(play.table)


def _choice(game: Game, level: str) -> Callable[[], object]:
    def choose() -> int:
        table = _table(game)
        seat = table.actor
        assert seat is not None
        return levels.agent(level, game).choose(table.view(seat), table.legal(), chance.stream(table.key))

    return choose
