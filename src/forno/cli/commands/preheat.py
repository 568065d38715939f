"""`forno preheat`: compile now what would be compiled at the first game."""

import time

from forno import folders
from forno.cli import oven
from forno.cli.console import stdout_console


def preheat() -> None:
    """Compile all games now, so that the first game starts at once.

    Needed once after an installation or an update; every command that plays does it by itself if it was not done.

    Try:

    - forno preheat
    """
    console = stdout_console()
    if not oven.is_compiling():
        console.print("Nothing to preheat: compiling is switched off (NUMBA_DISABLE_JIT).")
    elif not oven.is_needed():
        oven.preheat_if_cold()
        console.print("The oven is warm: everything is compiled already.")
    else:
        start = time.perf_counter()
        oven.preheat()
        console.print(f"The oven is warm: everything was compiled in {time.perf_counter() - start:.0f} s.")
        console.print(f"The compiled code is kept in {folders.cache()}", soft_wrap=True)
