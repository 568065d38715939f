"""The examples in the pages about environments run, and the generated page is up to date."""

import doctest
import re
import runpy
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent
DOCS = ROOT / "docs"
PAGES = sorted((DOCS / "envs").glob("*.md"))


def run_examples(page: Path, capsys: pytest.CaptureFixture[str], **given: Any) -> None:
    examples = re.findall(r"```python\n(.*?)```", page.read_text(encoding="utf-8"), re.DOTALL)
    assert examples
    for example in examples:
        exec(compile(example, str(page), "exec"), {"__name__": "example", **given})  # noqa: S102  our own page
        assert capsys.readouterr().out


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_examples_run(page: Path, capsys: pytest.CaptureFixture[str]) -> None:
    run_examples(page, capsys)


def test_examples_for_chefshatgym_users_run(capsys: pytest.CaptureFixture[str]) -> None:
    page = DOCS / "migration-from-chefshatgym.md"
    assert doctest.testfile(str(page), module_relative=False, encoding="utf-8") == (0, 4)
    agent = runpy.run_path(str(ROOT / "examples" / "chefshatgym_agent.py"))["CommonestFirst"]
    run_examples(page, capsys, MyAgent=agent)


def test_observations_page_is_up_to_date() -> None:
    page = runpy.run_path(str(ROOT / "tools" / "observations_page.py"))["page"]()
    assert (DOCS / "observations.md").read_text(encoding="utf-8") == page, "run: make docs"
