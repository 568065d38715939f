"""Compile parts of a game: `python -m forno.warmup chefs-hat forno.warmup.parts:table_part …`, until standard input ends."""

import importlib
import os
import sys
import threading
from collections.abc import Callable

from forno.rules import find
from forno.rules.game import Game
from forno.warmup.parts import Part, compile_parts

_NICE = 10  # stand back behind the process that plays, and the browser


def main(game: str, *makers: str) -> None:
    if hasattr(os, "nice"):
        os.nice(_NICE)
    threading.Thread(target=_wait_for_the_end, daemon=True).start()
    compile_parts([_named(maker)(find(game)) for maker in makers])


def _named(maker: str) -> Callable[[Game], Part]:
    module, _, name = maker.partition(":")
    made: Callable[[Game], Part] = getattr(importlib.import_module(module), name)
    return made


def _wait_for_the_end() -> None:
    """The process that started this one holds the other end of the pipe, however it ends itself."""
    os.read(sys.stdin.fileno(), 1)  # not by `sys.stdin`: a thread that waits in it holds up the end of the process
    os._exit(1)


if __name__ == "__main__":
    main(*sys.argv[1:])
