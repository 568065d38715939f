"""What the terminal can show."""

import os

from forno.cli.console import stdout_console
from forno.cli.doctor.part import Part
from forno.words import from_environment, languages

_LETTERS = "é★✓│╭"  # of which the tables in the terminal are made


def examine() -> Part:
    console = stdout_console()
    part = Part(
        "terminal",
        "Terminal",
        {
            "terminal": console.is_terminal,
            "width": console.width,
            "colours": console.color_system,
            "encoding": console.encoding,
            "unicode": _can_show(console.encoding),
            "language": from_environment(os.environ),
        },
    )
    part.add("Output", "a terminal" if console.is_terminal else "a file or a pipe")
    if console.width < 80:
        part.add("Width", f"{console.width}: the tables need 80", "note")
    else:
        part.add("Width", str(console.width))
    part.add("Colours", console.color_system or "none")
    if part.facts["unicode"]:
        part.add("Encoding", console.encoding)
    else:
        hint = "some letters are shown as question marks. With PYTHONUTF8=1, all are right"
        part.add("Encoding", f"{console.encoding}: {hint}", "note")
    others = ", ".join(languages())
    part.add("Language", f"{part.facts['language']}; FORNO_LANGUAGE chooses one of {others}")
    return part


def _can_show(encoding: str) -> bool:
    try:
        _LETTERS.encode(encoding)
    except (LookupError, UnicodeEncodeError):
        return False
    return True
