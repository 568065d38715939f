"""Commands in the docs whose output has figures: they are run, and must print what the page shows."""

import io
import re
import shlex
import sys
from pathlib import Path

import pytest

from forno.cli.app import run

DOCS = Path(__file__).resolve().parent.parent / "docs"
COMMAND = re.compile(r"^    \$ forno (.*)\n\n((?:    .*\n|\n)+)", re.MULTILINE)
TIME = re.compile(r"(?:[\d.]+ (?:µs|ms|s)|-)$")  # none if the games were not compiled yet
FILE = re.compile(r'```python title="(\w+\.py)"\n(.*?)```', re.DOTALL)


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setattr(sys, "path", [place for place in sys.path if place])


def shown(page: Path, command: str) -> list[tuple[str, str]]:
    """The uses of a command on a page, with what the page shows."""
    found = COMMAND.findall(page.read_text(encoding="utf-8"))
    return [(words, output) for words, output in found if words.startswith(command)]


def write_files(page: Path, *changes: tuple[str, str]) -> None:
    """Save the programs of a page under their titles."""
    for name, source in FILE.findall(page.read_text(encoding="utf-8")):
        text = source
        for old, new in changes:
            text = text.replace(old, new)
        Path(name).write_text(text, encoding="utf-8")


def _without_time(line: str) -> str:
    """The width of a time also decides that of the line below the headings."""
    return re.sub("─+", "─", TIME.sub("", line.rstrip()).rstrip())


def check(words: str, output: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Run a command. A line with … stands for any lines, or inside a line for any text; times differ."""
    capsys.readouterr()
    assert run(shlex.split(words)) == 0
    printed = [_without_time(line) for line in capsys.readouterr().out.splitlines() if line.strip()]
    expected = [_without_time(line[4:]) for line in output.splitlines() if line.strip()]
    pattern = "\n".join(re.escape(line).replace("…", ".*") if line.strip() != "…" else r"[\s\S]*?" for line in expected)
    assert re.fullmatch(re.sub(r" +", " +", pattern.replace(r"\ ", " ")), "\n".join(printed)), "\n".join(printed)


@pytest.mark.parametrize("page", ["arena.md", "cli.md"])
def test_contests(page: str, capsys: pytest.CaptureFixture[str]) -> None:
    uses = shown(DOCS / page, "arena")
    assert uses
    for words, output in uses:
        check(words, output, capsys)


def test_an_agent_of_ones_own(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    write_files(DOCS / "agents.md")
    monkeypatch.delitem(sys.modules, "my_agents", raising=False)
    (use,) = shown(DOCS / "agents.md", "arena")
    check(*use, capsys)


def test_from_zero(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """The page from top to bottom, with a shorter training. The agent's figures must be those of the page."""
    write_files(DOCS / "from-zero.md", ("DECISIONS = 400_000", "DECISIONS = 8_192"))
    by_hand, trained = shown(DOCS / "from-zero.md", "arena")
    monkeypatch.delitem(sys.modules, "mine", raising=False)
    monkeypatch.delitem(sys.modules, "learn", raising=False)
    check(*by_hand, capsys)
    sys.path.append(str(Path.cwd()))
    import learn  # type: ignore[import-not-found]  # noqa: PLC0415  written above

    learn.train()
    printed = capsys.readouterr().out
    assert printed == "   8,192 decisions: -1.83 points more than the others\n"
    words = trained[0].replace("--games 1000", "--games 8")
    assert run(shlex.split(words)) == 0
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"quit\n"), encoding="utf-8"))
    monkeypatch.setenv("XDG_DATA_HOME", str(Path.cwd() / "data"))
    assert run(["play", "chefs-hat", "--agents", "learn:load:file=chef.pt"]) == 0
