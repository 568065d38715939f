"""Measures the server under load: time from a click to the table, time from a move to its echo, and memory.

    python bench/web.py [--tables 50] [--games 12] [--moves 5] [--json]

Starts a server with an empty database on a free port. Tables of bots run at their usual pace, while three people play games against bots.
They first play over sockets, which measures the server alone. Then one of them plays in a real browser, where times end when the result of
a click is on the screen.
"""

import argparse
import json
import os
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, Playwright, sync_playwright
from websockets.sync.client import connect

GAMES = ("mamma-mia", "mamma-mia-plus", "chefs-hat")


class Person:
    def __init__(self, address: str) -> None:
        self.address = address
        self.cookie = ""

    def ask(self, path: str, body: Any = None) -> Any:
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(f"{self.address}{path}", data, {"Cookie": self.cookie})
        with urllib.request.urlopen(request) as answer:
            self.cookie = (answer.headers.get("Set-Cookie") or self.cookie).partition(";")[0]
            return json.load(answer)

    def play(self, game: str, moves: int) -> tuple[float, list[float]]:
        """Milliseconds from the click to the first position, and from each move to its echo."""
        start = time.perf_counter()
        table = self.ask("/api/tables", {"game": game})["table"]
        url = f"{self.address.replace('http', 'ws')}/ws/tables/{table}"
        echoes: list[float] = []
        with connect(url, additional_headers={"Cookie": self.cookie}) as socket:
            click, sent = 0.0, 0.0
            for text in socket:
                message = json.loads(text)
                if message["type"] != "position":
                    continue
                click = click or 1000 * (time.perf_counter() - start)
                if sent:
                    echoes.append(1000 * (time.perf_counter() - sent))
                    sent = 0.0
                if len(echoes) == moves:
                    socket.send(json.dumps({"type": "leave"}))
                    break
                if message["legal"]:
                    sent = time.perf_counter()
                    socket.send(
                        json.dumps(
                            {"type": "act", "number": message["number"], "action": message["legal"][-1]["action"]}
                        )
                    )
        return click, echoes


_BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable")


def open_browser(playwright: Playwright) -> Browser | None:
    """None if there is no Chromium."""
    path = next(filter(None, map(shutil.which, _BROWSERS)), None)
    if path is None:
        return None
    return playwright.chromium.launch(executable_path=path, args=["--no-sandbox", "--disable-gpu"])


def browse(address: str, rounds: int) -> tuple[list[float], list[float]]:
    """The same in a browser, with one move per game. Empty if there is no Chromium."""
    with sync_playwright() as playwright:
        browser = open_browser(playwright)
        if browser is None:
            return [], []
        page = browser.new_page()
        played = [_click_through(page, address, GAMES[number % len(GAMES)]) for number in range(rounds)]
        browser.close()
    return [click for click, _ in played], [echo for _, echo in played]


# Clicks, and checks in each frame whether the result is on the screen. Returns milliseconds by the clock of the page.
_CLICK = """(button, [selector]) => new Promise((done) => {
  const start = performance.now();
  const look = () => (document.querySelector(selector) ? done(performance.now() - start) : requestAnimationFrame(look));
  button.click();
  look();
})"""


def _click_through(page: Page, address: str, game: str) -> tuple[float, float]:
    page.goto(address)
    click = page.locator(f"[data-play={game}]").evaluate(_CLICK, ["[data-turn]"])
    page.wait_for_selector("[data-turn=mine]")
    action = page.locator("[data-action]:not(:disabled):not([aria-disabled=true])").first
    if not action.count():
        page.locator("[data-select]:not(:disabled):not([aria-disabled=true])").first.click()
    number = page.locator("[data-number]").get_attribute("data-number")
    echo = action.evaluate(_CLICK, [f"[data-number]:not([data-number='{number}'])"])
    return float(click), float(echo)


def resident(process: int) -> float:
    """The resident memory of a process in megabytes."""
    status = Path(f"/proc/{process}/status").read_text(encoding="utf-8")
    found = re.search(r"VmRSS:\s+(\d+)", status)
    return int(found[1]) / 1024 if found else 0.0


def measure(tables: int, rounds: int, moves: int) -> dict[str, float | None]:
    with tempfile.TemporaryDirectory() as folder:
        command = [
            sys.executable,
            "-m",
            "forno",
            "serve",
            "--port",
            "0",
            "--tables-each",
            "1000",
        ]
        command += ["--database", f"{folder}/bench.sqlite"]
        environment = {**os.environ, "COLUMNS": "200"}
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment) as server:
            try:
                assert server.stdout is not None
                line = next(line for line in server.stdout if "http://" in line)
                address = line.split()[-1]
                return _measure(Person(address), server.pid, tables, rounds, moves)
            finally:
                server.kill()


def _measure(person: Person, process: int, tables: int, rounds: int, moves: int) -> dict[str, float | None]:
    while person.ask("/health")["uncompiled"]:
        time.sleep(0.5)
    for number in range(tables):
        game = GAMES[number % len(GAMES)]
        person.ask(
            "/api/tables",
            {"game": game, "seats": [{"kind": "bot"}] * 4, "options": {"shifts": 50} if game == "chefs-hat" else {}},
        )
    with ThreadPoolExecutor(len(GAMES)) as people:
        played = list(
            people.map(lambda number: Person(person.address).play(GAMES[number % len(GAMES)], moves), range(rounds))
        )
    clicks = [click for click, _ in played]
    echoes = [echo for _, some in played for echo in some]
    drawn, redrawn = browse(person.address, rounds)
    return {
        "tables": tables,
        "click_to_table_ms": round(statistics.median(clicks), 1),
        "move_to_echo_ms": round(statistics.median(echoes), 1),
        "move_to_echo_ms_95": round(statistics.quantiles(echoes, n=20)[-1], 1),
        "click_to_table_drawn_ms": round(statistics.median(drawn), 1) if drawn else None,
        "click_to_echo_drawn_ms": round(statistics.median(redrawn), 1) if redrawn else None,
        "resident_mb": round(resident(process), 1),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", type=int, default=50, help="tables of bots")
    parser.add_argument("--games", type=int, default=12, help="games that people play")
    parser.add_argument("--moves", type=int, default=5, help="moves in each of these games")
    parser.add_argument("--json", action="store_true")
    chosen = parser.parse_args()
    found = measure(chosen.tables, chosen.games, chosen.moves)
    if chosen.json:
        sys.stdout.write(json.dumps(found) + "\n")
        return
    if found["click_to_table_drawn_ms"] is None:
        browser = "in the browser     not measured: there is no Chromium\n"
    else:
        browser = (
            f"click to table, drawn in the browser    {found['click_to_table_drawn_ms']:7.1f} ms  (median)\n"
            f"click to echo, drawn in the browser     {found['click_to_echo_drawn_ms']:7.1f} ms  (median)\n"
        )
    sys.stdout.write(
        f"{chosen.tables} tables of bots running\n"
        f"click to table, over the socket         {found['click_to_table_ms']:7.1f} ms  (median)\n"
        f"move to echo, over the socket           {found['move_to_echo_ms']:7.1f} ms  (median; 95 %: {found['move_to_echo_ms_95']:.1f} ms)\n"
        f"{browser}"
        f"memory of the server                    {found['resident_mb']:7.1f} MB\n"
    )


if __name__ == "__main__":
    main()
