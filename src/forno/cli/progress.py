"""A progress bar for a list of steps."""

from collections.abc import Callable, Sequence

from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from forno.cli.console import stderr_console

Step = tuple[str, Callable[[], object]]


def run_steps(title: str, steps: Sequence[Step]) -> None:
    """Run the steps in order. The bar shows the description of the current one."""
    console = stderr_console()
    columns = (
        TextColumn(title),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TextColumn("{task.description}"),
    )
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as progress:
        bar = progress.add_task("", total=len(steps))
        for description, call in steps:
            progress.update(bar, description=description)
            call()
            progress.advance(bar)
