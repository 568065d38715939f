"""French spacing: no-break spaces before a colon and inside « », narrow ones before ! ? and ;.

Run as a script (by `make fix`), it corrects the French files.
"""

import re

from forno.locales import FOLDER

_MENDED = (
    (re.compile(r" (?=[!?;])"), "\u202f"),
    (re.compile(r" (?=[:»])|(?<=«) "), "\u00a0"),
)


def mended(message: str) -> str:
    for wrong, right in _MENDED:
        message = wrong.sub(right, message)
    return message


def main() -> None:
    for path in sorted((FOLDER / "fr").glob("*.json")):
        text = path.read_text(encoding="utf-8")
        path.write_text(mended(text), encoding="utf-8")


if __name__ == "__main__":
    main()
