"""The command `forno`."""

import sys
from io import TextIOWrapper


def main() -> None:
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")  # a terminal that knows no ★ shows a question mark
    from forno.cli.app import run  # noqa: PLC0415  what only wants `forno.cli.trace` need not load all commands

    raise SystemExit(run(sys.argv[1:]))
