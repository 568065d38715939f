"""The report: one file with everything."""

import base64
import re
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

from arena.contests import contest, played
from forno.arena.report.plots import duration
from forno.arena.run import Outcome, conclude

VOID = {"meta", "br", "img"}


class Checker(HTMLParser):
    """Fails for a tag that is not closed properly, and keeps text and images."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.images: list[dict[str, str | None]] = []
        self.text = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "img":
            self.images.append(dict(attrs))
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += data


@pytest.fixture(scope="module")
def outcome(tmp_path_factory: pytest.TempPathFactory) -> Outcome:
    return conclude(played(tmp_path_factory.mktemp("report") / "results", 120))


@pytest.fixture(scope="module")
def html(outcome: Outcome) -> str:
    return (outcome.folder / "report.html").read_text(encoding="utf-8")


def test_the_page_is_well_formed_and_complete(html: str, outcome: Outcome) -> None:
    checker = Checker()
    checker.feed(html)
    assert checker.open == []
    for part in (
        "Chef's Hat",
        "greedy",
        "larger-value",
        "uniform",
        "120 games",
        "Points per shift",
        "Mean place",
        "Victories",
        "Student's interval over deals",
        "finishes before",
        outcome.summary.contest["key"],
        "forno arena chefs-hat --agents greedy,larger-value,uniform --games 120 --players 4",
        f"{outcome.summary.agents[0].points.value:.2f}",
    ):
        assert part in checker.text, part


def test_everything_is_inside(html: str) -> None:
    assert not re.findall(r"(?:https?:)?//[a-z]", html)
    assert "<script" not in html
    assert "@import" not in html


def test_the_plots_are_pictures_with_a_description(html: str, outcome: Outcome) -> None:
    checker = Checker()
    checker.feed(html)
    assert len(checker.images) == 5
    for image in checker.images:
        assert image["alt"]
        source = image["src"]
        assert source is not None
        kind, _, data = source.partition(",")
        assert kind == "data:image/svg+xml;base64"
        assert ET.fromstring(base64.b64decode(data)).tag.endswith("svg")  # noqa: S314  our own
    pictures = sorted(path.name for path in outcome.folder.glob("*.png"))
    assert pictures == ["pairs.png", "places.png", "points.png", "time.png", "wins.png"]
    assert all((outcome.folder / name).read_bytes().startswith(b"\x89PNG\r\n") for name in pictures)


def test_names_cannot_become_markup(tmp_path: Path) -> None:
    bot = tmp_path / "<b>&bot.py"
    bot.write_text(
        "import json, sys\nfor line in sys.stdin:\n    print(json.dumps({'action': json.loads(line)['legal'][0]}), flush=True)\n",
        encoding="utf-8",
    )
    one = contest(f"cmd:python3 '{bot}'", "uniform")
    found = conclude(played(tmp_path / "results", 4, one))
    html = (found.folder / "report.html").read_text(encoding="utf-8")
    assert "<b>" not in html
    assert "&lt;b&gt;&amp;bot.py" in html


@pytest.mark.parametrize(("milliseconds", "text"), [(0.0012, "1.2 µs"), (3.456, "3.46 ms"), (1234.5, "1.23 s")])
def test_durations(milliseconds: float, text: str) -> None:
    assert duration(milliseconds) == text


def test_games_do_not_wait_for_the_plots() -> None:
    """Matplotlib takes half a second to import."""
    program = "import sys, forno.arena.run; sys.exit('matplotlib' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", program], check=False).returncode == 0
