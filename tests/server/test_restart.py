"""A server that was killed goes on where it was."""

import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

import pytest

from server.clients import Browser, play_on


@contextmanager
def process(
    database: Path | str, errors: IO[str] | None = None, *options: str
) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """Run `forno serve` as a user does, and yield the process and its address."""
    command = [
        sys.executable,
        "-m",
        "forno",
        "serve",
        "--port",
        "0",
        "--pace",
        "0",
        *options,
    ]
    with subprocess.Popen(
        [*command, "--database", str(database)],
        stdout=subprocess.PIPE,
        stderr=errors,
        text=True,
        env={**os.environ, "COLUMNS": "200"},
    ) as started:
        try:
            assert started.stdout is not None
            for line in started.stdout:
                if found := re.search(r"http://\S+", line):
                    yield started, found[0]
                    break
            else:
                raise AssertionError("it did not start")
        finally:
            started.kill()


def test_a_game_goes_on_after_kill_9(tmp_path: Path) -> None:
    """Also with bots that were stored by the names that levels had in version 0.1."""
    earlier = [{"kind": "bot", "level": level} for level in ("beginner", "cook", "baker")]
    database = tmp_path / "games.sqlite"
    ada = Browser("")
    with process(database) as (server, ada.address):
        table = ada.make("mamma-mia", name="Ada", seats=[{"kind": "person"}, *earlier])
        with ada.at(table) as socket:
            play_on([socket], 11, 6)
            before = socket.until_asked()
            events = socket.events
            socket.act(before["legal"][0]["action"])
            shown = socket.until(lambda m: m["type"] == "position" and m["number"] > before["number"])
            server.send_signal(signal.SIGKILL)
            server.wait()
    with process(database) as (server, ada.address):
        assert [one["table"] for one in ada.get("/api/tables")["mine"]] == [table]
        with ada.at(table) as socket:
            after = socket.until_asked() if not shown["legal"] else socket.answer("position")
            assert after["number"] >= shown["number"]
            assert socket.events[: len(events)] == events
            assert socket.events[len(events) :][: len(shown["events"])] == shown["events"]  # what was shown was stored
            socket.send("act", action=before["legal"][0]["action"], number=before["number"])  # its answer was lost, say
            play_on([socket], 12)
            assert socket.room["state"] == "finished"
            assert [seat["level"] for seat in socket.room["seats"]] == [None, "beginner", "cook", "baker"]
        server.send_signal(signal.SIGTERM)
        assert server.wait() in (0, -signal.SIGTERM)


def test_a_server_can_be_ended_while_it_compiles(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "empty"))
    log = tmp_path / "log"
    ada = Browser("")
    with log.open("w") as errors, process(tmp_path / "games.sqlite", errors) as (server, ada.address):
        assert ada.get("/health")["uncompiled"]
        server.send_signal(signal.SIGTERM)
        assert server.wait() in (0, -signal.SIGTERM)
    assert "Traceback" not in log.read_text(encoding="utf-8")
