"""Measures how long a stranger waits: from a fresh clone to the first own decision, with an empty cache and with a full one.

    python bench/first_contact.py [--games chefs-hat,…] [--only page,play,…] [--when cold,warm] [--clone FOLDER] [--json]

Clones this repository into a temporary folder and runs `make play` there, with a real browser beside it. Then every way to begin is
timed, once with an empty folder for compiled code (cold) and once after `forno preheat` (warm). The caches of pip and npm stay as they
are. `--clone` names a folder for the clone, which is kept; if it is there already, it is used without setting it up again.
Needs Chromium, Playwright and git.
"""

import argparse
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, sync_playwright
from websockets.sync.client import connect

from web import GAMES, Person, open_browser

ROOT = Path(__file__).resolve().parents[1]
PATIENCE = 600  # seconds for one measurement
Command = Sequence[str | Path]
DECISION = "[data-action]:not(:disabled), [data-select]:not(:disabled)"


class Clone:
    """A clone of this repository, and the environment of somebody who has never used it."""

    def __init__(self, folder: Path, scratch: Path) -> None:
        self.folder = folder
        self.scratch = scratch
        self.is_new = not folder.exists()
        self.forno = folder / ".venv" / "bin" / "forno"
        self._caches = 0

    def empty_cache(self) -> Path:
        self._caches += 1
        return self.scratch / f"cache-{self._caches}"

    def environment(self, cache: Path, **more: str) -> dict[str, str]:
        ours = ("FORNO_", "NUMBA_", "PYTHON", "VIRTUAL_ENV")
        outside = {name: value for name, value in os.environ.items() if not name.startswith(ours)}
        own = {
            "NUMBA_CACHE_DIR": str(cache),
            "XDG_DATA_HOME": str(self.scratch / "data"),
            "BROWSER": "true",  # the program that `make play` opens the page with; the page is opened here instead
            "PYTHONUNBUFFERED": "1",
            "COLUMNS": "200",
            "NO_COLOR": "1",
            "FORNO_LANGUAGE": "en",
        }
        return {**outside, **own, **more}

    @contextmanager
    def started(self, command: Command, cache: Path, **more: str) -> Iterator["Output"]:
        with subprocess.Popen(
            command,
            cwd=self.folder,
            env=self.environment(cache, **more),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        ) as process:
            try:
                yield Output(process)
            finally:
                if process.poll() is None:
                    os.killpg(process.pid, signal.SIGTERM)  # with what it has started

    def run(self, command: Command, cache: Path, stdin: str = "", **more: str) -> float:
        """The seconds that a command takes. Raises if it fails."""
        start = time.perf_counter()
        subprocess.run(
            command,
            cwd=self.folder,
            env=self.environment(cache, **more),
            input=stdin.encode(),
            stdout=subprocess.PIPE,
            check=True,
            timeout=PATIENCE,
        )
        return time.perf_counter() - start


class Output:
    """The output of a running program, as it comes."""

    def __init__(self, process: "subprocess.Popen[bytes]") -> None:
        self.process = process
        self.start = time.perf_counter()
        self.text = ""

    @property
    def seconds(self) -> float:
        """Since the start."""
        return time.perf_counter() - self.start

    def wait(self) -> None:
        """Wait for the end. Raises if the program fails."""
        self.text += self.process.communicate(timeout=PATIENCE)[0].decode(errors="replace")
        if self.process.returncode != 0:
            raise SystemExit(f"{self.process.args!r} failed:\n{self.text}")

    def until(self, pattern: str) -> tuple[float, re.Match[str]]:
        """Seconds from the start until the output matches."""
        assert self.process.stdout is not None
        while (found := re.search(pattern, self.text)) is None:
            more = os.read(self.process.stdout.fileno(), 65536)
            if not more:
                raise SystemExit(f"{self.process.args!r} ended before {pattern!r}:\n{self.text}")
            self.text += more.decode(errors="replace")
        return self.seconds, found


class Bench:
    def __init__(self, clone: Clone, browser: Browser, games: Sequence[str]) -> None:
        self.clone = clone
        self.browser = browser
        self.games = games
        self.rows: dict[tuple[str, str], dict[str, float]] = {}

    def note(self, what: str, game: str, when: str, seconds: float) -> None:
        self.rows.setdefault((what, game), {})[when] = round(seconds, 2)
        sys.stderr.write(f"{what:45} {game:15} {when:5} {seconds:7.2f} s\n")

    def make_play(self) -> None:
        """What a stranger types, and the first game on the page."""
        steps = {
            "Setting up": "clone and start of make",
            "Building the page": "make play: install",
            "Forno is running": "make play: build the page, start the server",
        }
        start = time.perf_counter()
        if self.clone.is_new:
            subprocess.run(["git", "clone", "--quiet", ROOT, self.clone.folder], check=True)  # noqa: S607  on the PATH
        cloned = time.perf_counter() - start
        with self.clone.started(["make", "play"], self.clone.empty_cache()) as output:
            before = -cloned
            for line, what in steps.items():
                if self.clone.is_new or line == "Forno is running":
                    seconds, _ = output.until(line)
                    self.note(what, "", "cold", seconds - before)
                    before = seconds
            _, found = output.until(r"http://\S+")
            self._page(found[0], self.games[0], "cold", "make play: ")
            self.note(
                "make play: from the command to the first decision",
                self.games[0],
                "cold",
                cloned + output.seconds,
            )
        with self.clone.started(["make", "play"], self.clone.empty_cache()) as output:
            seconds, _ = output.until("Forno is running")
            self.note("make play: second start", "", "warm", seconds)

    def page(self, game: str, when: str, cache: Path) -> None:
        with self._server(cache) as (output, address):
            self.note("forno serve: page can be opened", game, when, output.seconds)
            self._page(address, game, when)

    def play(self, game: str, when: str, cache: Path) -> None:
        command: Command = [self.clone.forno, "play", game, "--new"]
        with self.clone.started(command, cache) as output:
            self.note("forno play: first prompt", game, when, output.until("Your action")[0])

    def trace(self, game: str, when: str, cache: Path) -> None:
        with self.clone.started([self.clone.forno, "trace", game], cache) as output:
            self.note("forno trace: first decision", game, when, output.until('"seat"')[0])

    def replay(self, game: str, when: str, cache: Path) -> None:
        self.note("forno replay", game, when, self.clone.run([self.clone.forno, "replay", self._record(game)], cache))

    def verify(self, game: str, when: str, cache: Path) -> None:
        self.note("forno verify", game, when, self.clone.run([self.clone.forno, "verify", self._record(game)], cache))

    def join(self, game: str, when: str, cache: Path) -> None:
        """The server has no pauses and runs plain Python, so that it does not compile at the same time."""
        with self._server(self.clone.scratch / "plain", "--pace", "0", NUMBA_DISABLE_JIT="1") as (_, address):
            host = Person(address)
            table = host.ask(
                "/api/tables", {"game": game, "seats": [{"kind": "open"}, *[{"kind": "bot", "level": "beginner"}] * 3]}
            )["table"]
            command: Command = [self.clone.forno, "join", f"{address}/t/{table}"]
            url = f"{address.replace('http', 'ws')}/ws/tables/{table}"
            with (
                connect(url, additional_headers={"Cookie": host.cookie}) as socket,
                self.clone.started(command, cache) as output,
            ):
                asked = False
                for text in socket:
                    message = json.loads(text)
                    if (
                        message["type"] == "room"
                        and message["state"] == "waiting"
                        and message["seats"][0]["kind"] == "person"
                    ):
                        socket.send('{"type": "start"}')
                    if message["type"] == "position":
                        if asked and message["view"]["actor"] != 0:
                            break
                        asked = message["view"]["actor"] == 0
                self.note("forno join: first decision", game, when, output.seconds)

    def arena(self, game: str, when: str, cache: Path) -> None:
        out = self.clone.scratch / f"arena-{game}-{when}"
        command: Command = [self.clone.forno, "arena", game, "--agents", "greedy,uniform", "--games", "1", "--out", out]
        with self.clone.started(command, cache) as output:
            while not list(out.glob("parts/*")) and output.process.poll() is None:
                time.sleep(0.01)
            self.note("forno arena: the first deal is on disk", game, when, output.seconds)
            output.wait()
            self.note("forno arena: one deal and its report", game, when, output.seconds)

    @contextmanager
    def _server(self, cache: Path, *words: str, **more: str) -> Iterator[tuple[Output, str]]:
        database = Path(tempfile.mkdtemp(dir=self.clone.scratch)) / "forno.sqlite"
        command: Command = [self.clone.forno, "serve", "--port", "0", "--database", database, *words]
        with self.clone.started(command, cache, **more) as output:
            yield output, output.until(r"http://\S+")[1][0]

    def _page(self, address: str, game: str, when: str, prefix: str = "") -> None:
        context = self.browser.new_context(base_url=address, locale="en-GB", viewport={"width": 1280, "height": 800})
        try:
            page = context.new_page()
            page.set_default_timeout(1000 * PATIENCE)
            start = time.perf_counter()
            page.goto("/")
            button = page.locator(f"[data-play={game}]")
            button.wait_for()
            self.note(f"{prefix}page shown in the browser", game, when, time.perf_counter() - start)
            start = time.perf_counter()
            button.click()
            page.wait_for_selector("[data-turn]")
            self.note(f"{prefix}click on Play now to the table", game, when, time.perf_counter() - start)
            page.wait_for_selector("[data-turn=mine]")
            page.wait_for_selector(DECISION)
            self.note(f"{prefix}click on Play now to the first decision", game, when, time.perf_counter() - start)
        finally:
            context.close()

    def _record(self, game: str) -> Path:
        """The record of a game, played as plain Python so that nothing is compiled for it."""
        file = self.clone.scratch / f"{game}.forno"
        if not file.exists():
            finished = self.clone.scratch / "data" / "forno" / "finished"
            command: Command = [self.clone.forno, "play", game, "--new", "--agents", "uniform"]
            self.clone.run(command, self.clone.scratch / "plain", stdin="1\n" * 5000, NUMBA_DISABLE_JIT="1")
            shutil.copy(next(finished.glob(f"{game}-2*")), file)
        return file


def measure(clone: Clone, games: Sequence[str], only: Sequence[str], when: Sequence[str]) -> Bench:
    with sync_playwright() as playwright:
        browser = open_browser(playwright)
        if browser is None:
            raise SystemExit("There is no Chromium, and a stranger plays in a browser.")
        bench = Bench(clone, browser, games)
        if clone.is_new or "make" in only:
            bench.make_play()
        parts: list[Callable[[str, str, Path], None]] = [getattr(bench, name) for name in only if name != "make"]
        if "arena" in only:  # not part of what playing needs
            pip: Command = [
                clone.folder / ".venv" / "bin" / "pip",
                "install",
                "--quiet",
                "--no-build-isolation",
                "--editable",
                ".[arena]",
            ]
            clone.run(pip, clone.scratch / "plain")
        for part in parts if "cold" in when else ():
            for game in games:
                part(game, "cold", clone.empty_cache())
        if parts and "warm" in when:
            warm = clone.empty_cache()
            bench.note("forno preheat: compile everything", "", "cold", clone.run([clone.forno, "preheat"], warm))
            for part in parts:
                for game in games:
                    part(game, "warm", warm)
        browser.close()
    return bench


def show(bench: Bench) -> None:
    sys.stdout.write("\nCold: nothing compiled. Warm: after forno preheat. The caches of pip and npm as they were.\n\n")
    sys.stdout.write(f"{'':52} {'game':15} {'cold':>9} {'warm':>9}\n")
    for (what, game), times in bench.rows.items():
        cold, warm = (f"{times[when]:7.2f} s" if when in times else "" for when in ("cold", "warm"))
        sys.stdout.write(f"{what:52} {game:15} {cold:>9} {warm:>9}\n")


def main() -> None:
    parts = ("make", "page", "play", "trace", "replay", "verify", "join", "arena")
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", default=",".join(GAMES), help="separated by commas")
    parser.add_argument("--only", default=",".join(parts), help=f"some of {','.join(parts)}")
    parser.add_argument("--when", default="cold,warm", help="cold or warm")
    parser.add_argument("--clone", type=Path, help="a folder for the clone")
    parser.add_argument("--json", action="store_true")
    given = parser.parse_args()
    only = given.only.split(",")
    if not set(only) <= set(parts):
        parser.error(f"--only takes some of {','.join(parts)}")
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # ends what was started
    with tempfile.TemporaryDirectory(prefix="forno-first-") as name:
        scratch = Path(name)
        clone = Clone((given.clone or scratch / "forno").resolve(), scratch)
        bench = measure(clone, given.games.split(","), only, given.when.split(","))
    if given.json:
        facts: list[dict[str, Any]] = [
            {"what": what, "game": game or None, "cold": times.get("cold"), "warm": times.get("warm")}
            for (what, game), times in bench.rows.items()
        ]
        sys.stdout.write(json.dumps(facts, indent=2) + "\n")
    else:
        show(bench)


if __name__ == "__main__":
    main()
