"""What the commands that play many games share: by whom and where they are played, a bar with a forecast, and what is said if they stop."""

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

from forno.agents import specs
from forno.cli import arguments
from forno.cli.screen import side_screen
from forno.cli.trouble import Trouble
from forno.matches.agent_loading import AgentFailed
from forno.matches.contest import Contest
from forno.rules.chance import KEY_BYTES
from forno.rules.game import Game
from forno.workers import LocalWorkers, NoRay, RayWorkers, WorkerDied, Workers

Tell = Callable[[int, int], None]  # games that are done, of how many


def contest_from(
    game: Game, agents: Sequence[str], players: int | None, option: Sequence[str] | None, key: str | None
) -> Contest:
    """Agents of people's own are looked for in the current folder, too."""
    sys.path.append(str(Path.cwd()))
    return Contest.make(
        game,
        tuple(filter(None, specs.split(",".join(agents)))),
        players=players if players is not None else game.usual_players,
        options=arguments.options_from(game, option or []),
        key=arguments.digits(key, "A key") if key is not None else bytes(KEY_BYTES),
    )


def workers_from(ray: Sequence[str] | None, cores: int | None) -> Workers:
    if cores is not None and cores < 1:
        raise Trouble("--cores is a whole number above 0.")
    if ray is not None and cores is not None:
        raise Trouble("--cores is for this machine; with --ray the cluster says how many there are.")
    return LocalWorkers(cores) if ray is None else RayWorkers(ray[0] if ray else None)


class BatchRun:
    """Games that are played into a folder, and stay there whatever happens."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.games = 0

    @contextmanager
    def told(self) -> Iterator[None]:
        """Whatever ends the games early is told with what is kept of them."""
        try:
            yield
        except KeyboardInterrupt:
            raise Trouble(f"Stopped. {self._kept()}", 130) from None
        except (AgentFailed, WorkerDied, NoRay) as error:
            sentence = str(error)
            raise Trouble(f"{sentence[:1].upper()}{sentence[1:]} {self._kept()}".strip(), 1) from error

    @contextmanager
    def bar(self) -> Iterator[Tell]:
        console = side_screen()
        columns = (
            TextColumn("Playing"),
            BarColumn(),
            MofNCompleteColumn(),
            TextColumn("games,"),
            TimeElapsedColumn(),
            TextColumn("of which"),
            TimeRemainingColumn(),
            TextColumn("are left"),
        )
        with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as progress:
            task = progress.add_task("", total=None)

            def tell(done: int, total: int) -> None:
                self.games = done
                progress.update(task, completed=done, total=total)

            yield tell

    def _kept(self) -> str:
        return f"{self.games:,} games are kept in {self.folder}; the same command goes on." if self.games else ""
