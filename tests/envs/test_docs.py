"""The pages about environments: their examples run, and the generated one is up to date."""

import re
import runpy
from pathlib import Path

import pytest

DOCS = Path(__file__).resolve().parent.parent.parent / "docs"
PAGES = sorted((DOCS / "envs").glob("*.md"))


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_examples_run(page: Path, capsys: pytest.CaptureFixture[str]) -> None:
    examples = re.findall(r"```python\n(.*?)```", page.read_text(encoding="utf-8"), re.DOTALL)
    assert examples
    for example in examples:
        exec(compile(example, str(page), "exec"), {"__name__": "example"})  # noqa: S102  our own page
        assert capsys.readouterr().out


def test_the_page_of_observations_is_up_to_date() -> None:
    page = runpy.run_path(str(DOCS / "observe.py"))["page"]()
    assert (DOCS / "observations.md").read_text(encoding="utf-8") == page, "run: make docs"
