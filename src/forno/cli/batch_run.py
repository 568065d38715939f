"""Shared by the commands that play many games: their agents and workers, the progress bar, and what they say when they stop early."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

from forno.agents import specs
from forno.cli import arguments
from forno.cli.console import stderr_console
from forno.cli.errors import CommandError, capitalized
from forno.matches.agent_loading import AgentFailed
from forno.matches.contest import Contest
from forno.rules.chance import KEY_BYTES
from forno.rules.game import Game
from forno.workers import LocalWorkers, NoRay, RayWorkers, WorkerDied, Workers

OnProgress = Callable[[int, int], None]  # games played so far, games in total


def contest_from(
    game: Game, agents: Sequence[str], players: int | None, option: Sequence[str] | None, key: str | None
) -> Contest:
    """The contest that the arguments describe."""
    return Contest.make(
        game,
        tuple(filter(None, specs.split(",".join(agents)))),
        players=players if players is not None else game.usual_players,
        options=arguments.options_from(game, option or []),
        key=arguments.bytes_from_hex(key, "A key") if key is not None else bytes(KEY_BYTES),
    )


def workers_from(ray: Sequence[str] | None, cores: int | None) -> Workers:
    if cores is not None and cores < 1:
        raise CommandError("--cores must be a whole number above 0.")
    if ray is not None and cores is not None:
        raise CommandError("--cores is for this machine: with --ray, the cluster decides.")
    return LocalWorkers(cores) if ray is None else RayWorkers(ray[0] if ray else None)


class BatchRun:
    """A run that writes its games into a folder, from where it can be continued."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.games = 0

    @contextmanager
    def explain_errors(self) -> Iterator[None]:
        """Turn anything that stops the run into a CommandError that says which games were saved."""
        try:
            yield
        except KeyboardInterrupt:
            raise CommandError(f"Stopped. {self._saved()}", 130) from None
        except (AgentFailed, WorkerDied, NoRay) as error:
            raise CommandError(f"{capitalized(str(error))} {self._saved()}".strip(), 1) from error

    @contextmanager
    def progress_bar(self) -> Iterator[OnProgress]:
        console = stderr_console()
        columns = (
            TextColumn("Playing"),
            BarColumn(),
            MofNCompleteColumn(),
            TextColumn("games,"),
            TimeElapsedColumn(),
            TextColumn("elapsed,"),
            TimeRemainingColumn(),
            TextColumn("left"),
        )
        with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as progress:
            task = progress.add_task("", total=None)

            def on_progress(done: int, total: int) -> None:
                self.games = done
                progress.update(task, completed=done, total=total)

            yield on_progress

    def _saved(self) -> str:
        return (
            f"{self.games:,} games are saved in {self.folder}. Run the same command to continue." if self.games else ""
        )
