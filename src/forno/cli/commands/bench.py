"""`forno bench`: speed on this machine, compared with C."""

import json
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from statistics import median
from typing import Any

from forno.cli.bench import limit, report, startup
from forno.cli.bench.machine import machine
from forno.cli.bench.measure import measure
from forno.cli.commands.preheat import compile_if_needed
from forno.cli.errors import CommandError
from forno.cli.progress import Step, run_steps
from forno.rules import GAMES
from forno.rules.game import Game


def bench(*, seconds: float = 3.0, quick: bool = False, json_: bool = False) -> None:
    """Measure how fast this machine plays random games, compared with Chef's Hat written by hand in C.

    Try:

    - forno bench
    - forno bench --quick --seconds 1 --json

    Parameters
    ----------
    seconds
        About how long to measure each game and number of players.
    quick
        Do not measure the first compile, which takes minutes.
    json_
        Print JSON.

    """
    if not 0 < seconds <= 600:
        raise CommandError("--seconds must be above 0 and at most 600.")
    compile_if_needed()
    with tempfile.TemporaryDirectory() as folder:
        bencher = _Bencher(Path(folder), seconds, quick)
        run_steps("Measuring", list(bencher.tasks()))
    if json_:
        sys.stdout.write(json.dumps(bencher.found, indent=2) + "\n")
    else:
        report.show(bencher.found, bencher.why_no_limit)


class _Bencher:
    def __init__(self, folder: Path, seconds: float, quick: bool) -> None:
        self.folder = folder
        self.seconds = seconds
        self.quick = quick
        self.why_no_limit = ""
        self.found: dict[str, Any] = {
            "machine": machine(),
            "games": {},
            "first_compile_seconds": None,
            "compile_seconds_by_part": None,
            "one_game_compile_seconds": None,
            "cached_start_seconds": None,
        }
        try:
            self.limit: limit.Limit | None = limit.Limit(folder)
        except limit.LimitUnavailable as reason:
            self.limit, self.why_no_limit = None, str(reason)

    def tasks(self) -> Iterator[Step]:
        for game in sorted(GAMES, key=lambda game: game.id != limit.GAME):  # the others are compared with it
            for players in game.players:
                yield f"{game.title}, {players} players", self._measurement(game, players)
        yield "starting from the cache, and compiling", self._measure_start

    def _measurement(self, game: Game, players: int) -> Callable[[], None]:
        def task() -> None:
            compared_with = self.limit if game.id == limit.GAME else None
            numbers = measure(game, players, self.seconds, compared_with)
            games = self.found["games"]
            if game.id != limit.GAME and limit.GAME in games:
                numbers["relative_to_chefs_hat"] = numbers["moves_per_second"] / games[limit.GAME]["moves_per_second"]
            by_players = games.get(game.id, {}).get("by_players", {}) | {str(players): numbers}
            # Numbers of players come in ascending order: the largest table represents the game.
            games[game.id] = {"players": players, **numbers, "by_players": by_players}

        return task

    def _measure_start(self) -> None:
        cache = None
        if not self.quick:
            cache = self.folder / "cache"
            seconds, by_part = startup.first_compile_seconds(cache)
            self.found["first_compile_seconds"], self.found["compile_seconds_by_part"] = seconds, by_part
            self.found["one_game_compile_seconds"] = {
                game.id: startup.game_compile_seconds(self.folder / game.id, game) for game in GAMES
            }
        self.found["cached_start_seconds"] = median(startup.cached_start_seconds(cache) for _ in range(3))
