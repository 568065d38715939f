"""The command `forno`."""

import gc
import sys
from io import TextIOWrapper


def main() -> None:
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")  # a terminal that cannot show ★ shows a question mark
    gc.disable()  # what is imported stays, and to look for garbage in it takes a tenth of the start
    from forno.cli.app import run  # noqa: PLC0415  importing `forno.cli.trace` must not load all commands

    gc.freeze()
    gc.enable()
    raise SystemExit(run(sys.argv[1:]))
