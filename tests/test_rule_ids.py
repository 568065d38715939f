"""Every rule has a test, and every test's rule exists."""

import os
import re
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
IDS = (ROOT / "tests" / "rules" / "ids.txt").read_text(encoding="utf-8").split()
PREFIXES = list(dict.fromkeys(rule.partition("-")[0] for rule in IDS))  # one for each game


def generate(**environment: str) -> str:
    """The table of rules and tests as it would be written now. pytest collects in a process of its own."""
    command = [sys.executable, str(ROOT / "tools" / "rule_tests_page.py"), "--print"]
    environment = os.environ | environment
    return subprocess.run(command, capture_output=True, text=True, check=True, encoding="utf-8", env=environment).stdout


@cache
def page() -> str:
    return generate()


def proofs() -> dict[str, str]:
    return dict(re.findall(r"^\| ([^ ]+) \| (.*) \|$", page(), re.MULTILINE))


@pytest.mark.parametrize("prefix", PREFIXES)
def test_rules_are_numbered_without_gaps(prefix: str) -> None:
    rules = [rule for rule in IDS if rule.startswith(f"{prefix}-")]
    assert rules == [f"{prefix}-{n}" for n in range(1, len(rules) + 1)]


def test_every_rule_has_a_test() -> None:
    tests = proofs()
    assert [rule for rule in IDS if not tests[rule]] == []


def test_no_test_names_an_unknown_rule() -> None:
    assert set(proofs()) - {"rule"} == set(IDS)


def test_the_rules_page_has_every_rule() -> None:
    text = (ROOT / "docs" / "rules.md").read_text(encoding="utf-8")
    assert re.findall(r"^- \*\*([A-Z]+-\d+)\*\*", text, re.MULTILINE) == IDS


def test_the_docs_table_is_fresh() -> None:
    written = (ROOT / "docs" / "rule-tests.md").read_text(encoding="utf-8")
    assert written == page(), "docs/rule-tests.md is stale. Run: make docs"


def test_the_docs_table_needs_no_torch(tmp_path: Path) -> None:
    (tmp_path / "torch.py").write_text("raise ImportError", encoding="utf-8")
    path = os.pathsep.join([str(tmp_path), os.environ.get("PYTHONPATH", "")])
    assert generate(PYTHONPATH=path) == page()
