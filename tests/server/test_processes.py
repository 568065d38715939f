"""`forno serve --processes 2`, as a user runs it: killed processes are replaced, SIGHUP renews them all, and people play on."""

import json
import os
import re
import signal
import subprocess
from pathlib import Path

import pytest

from forno.cli.app import run
from forno.server.store import database_url
from server.clients import PATIENCE, Browser, wait_until
from server.conftest import with_store
from server.postgres import Postgres
from server.siege import Player, Tally, playing
from server.test_restart import process


def children(supervisor: int) -> set[int]:
    """The processes that serve."""
    command = ["ps", "-A", "-ww", "-o", "pid=,ppid=,args="]
    listed = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    rows = (line.split(maxsplit=2) for line in listed.splitlines())
    return {int(pid) for pid, parent, args in rows if int(parent) == supervisor and "spawn_main" in args}


STARTING = 3 * PATIENCE  # processes that start share the processor with those that play


def n_processes(one: Browser) -> int | None:
    """How many processes this one knows of; None if it does not answer."""
    try:
        return int(json.loads(one.ask("GET", "/health")[1])["processes"])
    except OSError:
        return None


def all_play_on(players: list[Player]) -> None:
    for player in players:
        for _ in range(2):
            player.wait_for_a_move()


def test_processes_come_and_go_while_people_play(a_postgres: Postgres) -> None:
    tally = Tally()
    with process(a_postgres.url, None, "--processes", "2") as (supervisor, where):
        assert supervisor.stdout is not None
        ports = re.findall(r"\d+", next(line for line in supervisor.stdout if "ports of their own" in line))
        own = [Browser(f"http://127.0.0.1:{port}") for port in ports]
        assert len(own) == 2

        def both_serve() -> bool:
            return all(n_processes(one) == 2 for one in own)

        wait_until(both_serve, STARTING)
        with playing(where, 2) as players:
            first = children(supervisor.pid)
            assert len(first) == 2
            for victim in first:
                before = children(supervisor.pid)
                os.kill(victim, signal.SIGKILL)
                all_play_on(players)
                wait_until(lambda: len(children(supervisor.pid) - before) == 1 and both_serve(), STARTING)  # noqa: B023  called at once
            before = children(supervisor.pid)
            supervisor.send_signal(signal.SIGHUP)
            wait_until(lambda: len(children(supervisor.pid)) == 2 and not children(supervisor.pid) & before, STARTING)
            all_play_on(players)
            wait_until(both_serve, STARTING)
        last = children(supervisor.pid)
        supervisor.send_signal(signal.SIGTERM)
        assert supervisor.wait(STARTING) == 0
        wait_until(lambda: not any(Path(f"/proc/{one}").exists() for one in last))
    with_store(database_url(a_postgres.url), lambda store: tally.compare(store, players))
    assert (tally.lost, tally.doubled) == (0, 0)
    assert tally.moves >= 2 * 6


def test_a_second_server_on_the_same_file_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "games.sqlite"
    with process(file) as (_, where):
        assert run(["serve", "--port", "0", "--database", str(file)]) == 2
        said = " ".join(capsys.readouterr().err.split())
        assert f"Another server uses {file}." in said
        assert "--database" in said
        Browser(where).make("chefs-hat")  # the first one goes on
    assert run(["serve", "--port", "0", "--database", str(file), "--processes", "2"]) == 2
    assert "PostgreSQL" in capsys.readouterr().err
