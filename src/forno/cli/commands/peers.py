"""`forno bench peers`: random play in Forno and in other libraries."""

import importlib
import sys

from forno.cli.bench.checkout import BENCH
from forno.cli.commands.preheat import compile_if_needed
from forno.cli.errors import CommandError


def peers(*, seconds: float = 2.0, chefshatgym_: str | None = None, json_: bool = False) -> None:
    """Compare the speed of random play in Forno and in other libraries, each through its own interface, on one core.

    The others are OpenSpiel, RLCard, PettingZoo's card games (pip install "forno[bench]") and ChefsHatGYM. If one is not installed,
    the command says how to install it. The comparison is not part of the installed package: it needs a checkout of Forno.

    Try:

    - forno bench peers
    - forno bench peers --seconds 5 --json

    Parameters
    ----------
    seconds
        About how long to measure each library.
    chefshatgym_
        A Python interpreter that has ChefsHatGYM, which needs other versions of NumPy than Forno.
    json_
        Print JSON.

    """
    if not 0 < seconds <= 600:
        raise CommandError("--seconds must be above 0 and at most 600.")
    if not (BENCH / "peers").is_dir():
        raise CommandError(
            "forno bench peers needs a checkout of Forno: the folder bench/peers is not part of the installed package."
        )
    if str(BENCH) not in sys.path:
        sys.path.append(str(BENCH))
    comparison = importlib.import_module("peers.comparison")
    compile_if_needed()
    comparison.run(seconds, chefshatgym_, as_json=json_)
