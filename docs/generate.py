"""Writes docs/rule-tests.md: which tests prove which rule. Run it with `make docs`."""

import contextlib
import io
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "rule-tests.md"
HEAD = """# Rules and their tests

Written by `make docs`; do not edit. Each rule of [rules.md](rules.md) with the tests that name it.

| rule | tests |
|---|---|
"""


class _Collector:
    """A pytest plugin that keeps the collected tests' rules."""

    def __init__(self) -> None:
        self.tests: dict[str, list[str]] = {}

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        for item in items:
            path, _, name = item.nodeid.partition("::")
            test = f"{path}::{name.partition('[')[0]}"
            for mark in item.iter_markers("rule"):
                for rule in mark.args:
                    tests = self.tests.setdefault(rule, [])
                    if test not in tests:
                        tests.append(test)


def rules() -> list[str]:
    return (ROOT / "tests" / "rules" / "ids.txt").read_text(encoding="utf-8").split()


def collect() -> dict[str, list[str]]:
    """Tests by rule, as pytest collects them."""
    collector = _Collector()
    said = io.StringIO()
    with contextlib.redirect_stdout(said):
        code = pytest.main(
            ["--collect-only", "-q", "-p", "no:cacheprovider", f"--rootdir={ROOT}", str(ROOT / "tests")],
            plugins=[collector],
        )
    if code != pytest.ExitCode.OK:
        raise SystemExit(f"the tests cannot be collected:\n{said.getvalue()}")
    return collector.tests


def page(tests: dict[str, list[str]]) -> str:
    """Named rules in the order of the list, then any that it does not know."""
    known = rules()
    names = [*known, *sorted(set(tests) - set(known))]
    rows = [f"| {name} | {'<br>'.join(f'`{test}`' for test in sorted(tests.get(name, [])))} |" for name in names]
    return HEAD + "\n".join(rows) + "\n"


if __name__ == "__main__":
    text = page(collect())
    if "--print" in sys.argv:
        sys.stdout.write(text)
    else:
        PAGE.write_text(text, encoding="utf-8")
