"""`forno backup`, `forno restore` and `forno migrate`."""

import sqlite3
from pathlib import Path

import pytest
from sqlalchemy.engine import URL

from forno.cli.app import run
from server.clients import Browser, play_on
from server.conftest import running


def text_of(url: URL) -> str:
    return url.render_as_string(hide_password=False).replace("+aiosqlite", "").replace("+asyncpg", "")


def test_a_backup_restores_the_same_bytes(url: URL, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The backup is made while people play. Restored into a database of the other kind, too, everything is as it was."""
    one, two, other = tmp_path / "one.backup", tmp_path / "two.backup", tmp_path / "other.sqlite"
    ada = Browser("")
    with running(url) as ada.address:
        ada.ask("PUT", "/api/me", {"name": "Adà \u2028"})
        table, unfinished = ada.make("chefs-hat", options={"target": 1}), ada.make("mamma-mia")
        with ada.at(table) as player, ada.at(unfinished) as second:
            play_on([player], 1)
            play_on([second], 1, 3)
            record = ada.ask("GET", f"/api/tables/{table}/record")[1]
            assert run(["backup", str(one), "--database", text_of(url)]) == 0
            assert run(["restore", str(one), "--replace", "--database", text_of(url)]) == 2
            assert "Stop it first" in capsys.readouterr().err
            play_on([second], 2, 1)
            second.until_asked()
    assert run(["restore", str(one), "--database", str(other)]) == 0
    assert run(["backup", str(two), "--database", str(other)]) == 0
    assert one.read_bytes() == two.read_bytes()
    assert one.stat().st_mode & 0o77 == 0
    assert run(["restore", str(one), "--database", text_of(url)]) == 2  # there are games
    assert "--replace" in capsys.readouterr().err
    assert run(["restore", str(two), "--replace", "--database", text_of(url)]) == 0
    assert run(["backup", str(two), "--database", text_of(url)]) == 0
    assert one.read_bytes() == two.read_bytes()
    with running(url) as ada.address:
        assert ada.get("/api/me")["name"] == "Adà"
        assert ada.ask("GET", f"/api/tables/{table}/record")[1] == record
        with ada.at(unfinished) as player:
            play_on([player], 3)


def test_a_bad_backup_changes_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    database, good, bad = tmp_path / "x.sqlite", tmp_path / "good", tmp_path / "bad"
    ada = Browser("")
    with running(URL.create("sqlite+aiosqlite", database=str(database))) as ada.address:
        ada.make("chefs-hat")
    assert run(["backup", str(good), "--database", str(database)]) == 0
    for content in (b"nonsense", good.read_bytes()[:-40], b""):
        bad.write_bytes(content)
        assert run(["restore", str(bad), "--replace", "--database", str(database)]) == 2
        assert "no whole backup" in " ".join(capsys.readouterr().err.split())
        assert run(["backup", str(tmp_path / "again"), "--database", str(database)]) == 0
        assert (tmp_path / "again").read_bytes() == good.read_bytes()
    assert run(["restore", str(tmp_path / "missing"), "--database", str(tmp_path / "new.sqlite")]) == 2
    assert run(["backup", str(bad), "--database", str(tmp_path / "empty.sqlite")]) == 2
    assert "nothing to back up" in capsys.readouterr().err


def test_migrate_shows_its_plan_first(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    database = tmp_path / "x.sqlite"
    command = ["migrate", "--database", str(database)]
    assert run(command) == 1  # nobody to ask
    said = capsys.readouterr()
    assert "0001  Tables, seats, moves, guests." in said.out
    assert "--yes" in said.err
    with sqlite3.connect(database) as connection:
        assert connection.execute("SELECT name FROM sqlite_master").fetchall() == []
    assert run([*command, "--yes"]) == 0
    capsys.readouterr()
    assert run(command) == 0
    assert "up to date" in capsys.readouterr().out
    with sqlite3.connect(database) as connection:
        connection.execute("UPDATE alembic_version SET version_num = 'future'")
    assert run(command) == 2
    assert "newer version of Forno" in capsys.readouterr().err
