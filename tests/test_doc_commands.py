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
TIME = re.compile(r"[\d.]+ (?:µs|ms|s)$")
FROM_ZERO = (DOCS / "from-zero.md").read_text(encoding="utf-8")


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.setattr(sys, "path", [place for place in sys.path if place])


def shown(page: Path, command: str) -> list[tuple[str, str]]:
    """The uses of a command on a page, with what the page shows."""
    found = COMMAND.findall(page.read_text(encoding="utf-8"))
    return [(words, output) for words, output in found if words.startswith(command)]


def check(words: str, output: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Run a command. A line with … stands for any lines, or inside a line for any text; times differ."""
    capsys.readouterr()
    assert run(shlex.split(words)) == 0
    printed = [TIME.sub("", line.rstrip()) for line in capsys.readouterr().out.splitlines() if line.strip()]
    expected = [TIME.sub("", line[4:].rstrip()) for line in output.splitlines() if line.strip()]
    pattern = "\n".join(re.escape(line).replace("…", ".*") if line.strip() != "…" else r"[\s\S]*?" for line in expected)
    assert re.fullmatch(re.sub(r" +", " +", pattern.replace(r"\ ", " ")), "\n".join(printed)), "\n".join(printed)


@pytest.mark.parametrize("page", ["arena.md", "cli.md"])
def test_contests(page: str, capsys: pytest.CaptureFixture[str]) -> None:
    uses = shown(DOCS / page, "arena")
    assert uses
    for words, output in uses:
        check(words, output, capsys)


def test_from_zero(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """The page from top to bottom, with a shorter training. The agent's figures must be those of the page."""
    for name, source in re.findall(r'```python title="(\w+\.py)"\n(.*?)```', FROM_ZERO, re.DOTALL):
        Path(name).write_text(source.replace("DECISIONS = 400_000", "DECISIONS = 8_192"), encoding="utf-8")
    by_hand, trained = shown(DOCS / "from-zero.md", "arena")
    monkeypatch.delitem(sys.modules, "my_agent", raising=False)
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
