"""Work in steps, with a bar that names the one that is under way."""

from collections.abc import Callable, Sequence

from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from forno.cli.screen import side_screen

Step = tuple[str, Callable[[], object]]


def work(title: str, steps: Sequence[Step]) -> None:
    console = side_screen()
    columns = (
        TextColumn(title),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TextColumn("{task.description}"),
    )
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as progress:
        bar = progress.add_task("", total=len(steps))
        for what, call in steps:
            progress.update(bar, description=what)
            call()
            progress.advance(bar)
