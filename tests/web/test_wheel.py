"""The wheel: built from the sdist alone, installed without anything else, played in the terminal and on the page."""

import hashlib
import json
import os
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from forno.rules import OWN_GAMES
from web.guests import Guests, play, sit_with_bots
from web.server import PAGE, ROOT, RunningServer

OFFLINE = "(from versions: none)"  # how pip says that it reaches no packages


def run(*command: str | Path, cwd: Path = ROOT, env: dict[str, str] | None = None, stdin: str = "") -> str:
    done = subprocess.run(command, cwd=cwd, env=env, input=stdin, capture_output=True, encoding="utf-8", check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def build(folder: Path, what: str, into: Path) -> Path:
    run(sys.executable, "-m", "hatchling", "build", "--target", what, "--directory", into, cwd=folder)
    [made] = into.iterdir()
    return made


def digest(data: bytes) -> str:
    """Two lists of digests are compared in a moment. For two lists of large files that differ, pytest takes many minutes."""
    return hashlib.sha256(data).hexdigest()


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Build the sdist, unpack it elsewhere, and build the wheel there."""
    folder = tmp_path_factory.mktemp("wheel")
    with tarfile.open(build(ROOT, "sdist", folder / "sdist")) as archive:
        archive.extractall(folder / "sources", filter="data")
    [sources] = (folder / "sources").iterdir()
    (sources / "ui" / "node_modules").symlink_to(ROOT / "ui" / "node_modules")  # saves the download
    return build(sources, "wheel", folder / "wheel")


@pytest.fixture
def programs(wheel: Path, tmp_path: Path) -> Path:
    """The folder with the programs of a virtual environment that has the wheel and what playing needs."""
    folder = tmp_path / "venv"
    run(sys.executable, "-m", "venv", "--without-pip", folder)
    bin_ = folder / ("Scripts" if os.name == "nt" else "bin")
    pip = [sys.executable, "-m", "pip", "--python", str(bin_ / "python"), "install", "--quiet", "--no-compile"]
    locked = [*pip, "--require-hashes", "-r", str(ROOT / "requirements-play.lock")]
    done = subprocess.run(locked, capture_output=True, text=True, check=False)
    if OFFLINE in done.stderr and not os.environ.get("CI"):
        pytest.skip("packages are missing: pip reaches no index to install the wheel's dependencies from")
    assert done.returncode == 0, done.stderr
    run(*pip, "--no-deps", wheel)
    return bin_


def test_the_wheel_has_the_package_and_the_page(wheel: Path) -> None:
    """The same bytes as here, so a wheel from the sdist is the wheel from a checkout."""
    with zipfile.ZipFile(wheel) as archive:
        packed = {name: digest(archive.read(name)) for name in archive.namelist() if name.startswith("forno/")}
    listed = run("git", "ls-files", "-z", "src/forno").split("\0")
    files = [ROOT / name for name in listed if name and (ROOT / name).exists()]
    files += [file for file in PAGE.rglob("*") if file.is_file()]
    assert packed == {file.relative_to(ROOT / "src").as_posix(): digest(file.read_bytes()) for file in files}


def test_the_wheel_alone_plays_in_the_terminal_and_on_the_page(
    programs: Path, tmp_path: Path, browser: Browser, request: pytest.FixtureRequest
) -> None:
    """No checkout, no Node.js, no C compiler: nothing but this environment is on the path."""
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    kept = ("HOME", "XDG_CACHE_HOME", "NUMBA_CACHE_DIR")  # machine code that is compiled already
    environment = {name: os.environ[name] for name in kept if name in os.environ}
    environment |= {"PATH": str(programs), "XDG_DATA_HOME": str(tmp_path / "data"), "FORNO_LANGUAGE": "en"}
    forno = str(programs / "forno")

    def call(*words: str, stdin: str = "") -> str:
        return run(forno, *words, cwd=elsewhere, env=environment, stdin=stdin)

    facts = json.loads(call("doctor", "--json"))
    assert (facts["ok"], facts["installation"]["page"], facts["extras"]["arena"]["installed"]) == (True, True, False)
    assert Path(facts["installation"]["folder"]).is_relative_to(tmp_path)
    assert set(facts["compiled_code"]["games"]) == {game.id for game in OWN_GAMES}

    assert "Final result" in call("play", "mamma-mia", "--agents", "greedy", stdin="1\n" * 500)
    [record] = (tmp_path / "data" / "forno" / "finished").iterdir()
    assert "✓ The game is finished" in call("verify", str(record))

    with RunningServer(elsewhere, [forno], environment) as server:
        guests = Guests(browser, server, request.node.name)
        page = guests.arrive()
        sit_with_bots(page, "chefs-hat", target="1")
        play(page)
        expect(page.locator("[data-standings] tbody tr")).to_have_count(4)
        guests.leave()
