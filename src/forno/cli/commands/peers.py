"""`forno bench peers`: random play by Forno and by other projects, side by side."""

import json
import sys

from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

from forno.cli.bench.machine import machine
from forno.cli.bench.peers import chefshatgym, others, ours, report
from forno.cli.bench.peers.contest import ROUNDS, contest
from forno.cli.commands.preheat import compile_if_needed
from forno.cli.screen import side_screen
from forno.cli.trouble import Trouble


def peers(*, seconds: float = 2.0, chefshatgym_: str | None = None, json_: bool = False) -> None:
    """Measure random play by Forno beside its peers: each through its own interface, in turns, on one core.

    Peers are OpenSpiel, RLCard, PettingZoo's card games (pip install 'forno[bench]') and ChefsHatGYM. Those that are not installed are named
    with the command that installs them.

    Try:

    - forno bench peers
    - forno bench peers --seconds 5 --json

    Parameters
    ----------
    seconds
        About how long each one is measured.
    chefshatgym_
        A Python that has ChefsHatGYM, which needs other versions of NumPy than Forno.
    json_
        Print JSON instead.

    """
    if not 0 < seconds <= 600:
        raise Trouble("--seconds is a number above 0, at most 600.")
    compile_if_needed()
    contenders = [*ours.contenders(), *others.contenders(), chefshatgym.contender(chefshatgym_)]
    console = side_screen()
    columns = (TextColumn("Measuring"), BarColumn(), TimeElapsedColumn(), TextColumn("{task.description}"))
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as progress:
        bar = progress.add_task("", total=len(contenders) * (ROUNDS + 1))

        def tell(what: str) -> None:
            progress.update(bar, description=what, advance=1)

        results, missing = contest(contenders, seconds, tell)
    if json_:
        sys.stdout.write(json.dumps(report.facts(machine(), results, missing), indent=2) + "\n")
    else:
        report.show(machine(), results, missing)
