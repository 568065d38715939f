"""Compile one part of a game: `python -m forno.warmup forno.warmup.parts:table_part chefs-hat`, until standard input ends."""

import importlib
import os
import sys
import threading

from forno.rules import find

_NICE = 10  # stand back behind the process that plays, and the browser


def main(maker: str, game: str) -> None:
    if hasattr(os, "nice"):
        os.nice(_NICE)
    threading.Thread(target=_wait_for_the_end, daemon=True).start()
    module, _, name = maker.partition(":")
    getattr(importlib.import_module(module), name)(find(game)).compile()


def _wait_for_the_end() -> None:
    """The process that started this one holds the other end of the pipe, however it ends itself."""
    os.read(sys.stdin.fileno(), 1)  # not by `sys.stdin`: a thread that waits in it holds up the end of the process
    os._exit(1)


if __name__ == "__main__":
    main(*sys.argv[1:])
