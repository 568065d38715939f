"""Compile one part of a game: `python -m forno.warmup forno.warmup.parts:table_part chefs-hat`."""

import importlib
import os
import sys

from forno.rules import find

_NICE = 10  # stand back behind the process that plays, and the browser


def main(maker: str, game: str) -> None:
    if hasattr(os, "nice"):
        os.nice(_NICE)
    module, _, name = maker.partition(":")
    getattr(importlib.import_module(module), name)(find(game)).compile()


if __name__ == "__main__":
    main(*sys.argv[1:])
