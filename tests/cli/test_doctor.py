"""`forno doctor`: what it reports, and when it fails."""

import asyncio
import io
import json
import sqlite3
import sys
from collections.abc import Callable
from importlib.metadata import PackageNotFoundError
from pathlib import Path
from typing import Any

import pytest

from cli.conftest import Forno
from forno import __version__
from forno.cli.doctor import extras, packages, terminal
from forno.rules import GAMES, compile_cache
from forno.server import page, serve
from forno.server.store import Store, database_url
from forno.server.store.version import versions

Doctor = Callable[..., tuple[int, Any]]


@pytest.fixture(autouse=True)
def built_page(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(page, "is_built", lambda: True)


@pytest.fixture
def doctor(forno: Forno) -> Doctor:
    """Runs `forno doctor --json`. Returns the exit code and the facts."""

    def call(*words: str) -> tuple[int, Any]:
        said = forno("doctor", "--json", *words)
        assert said.err == ""
        return said.code, json.loads(said.out)

    return call


def without(monkeypatch: pytest.MonkeyPatch, *names: str) -> None:
    def version(name: str) -> str:
        if name in names:
            raise PackageNotFoundError(name)
        return "1.0"

    monkeypatch.setattr(packages, "version", version)


def make_database(file: Path) -> None:
    async def make() -> None:
        store = Store(database_url(str(file)))
        await store.open()
        await store.close()

    asyncio.run(make())


def test_the_facts_as_json(doctor: Doctor) -> None:
    """docs/cli.md names these keys: programs depend on them."""
    code, facts = doctor()
    assert (code, facts["ok"], facts["problems"]) == (0, True, [])
    assert {name: sorted(part) for name, part in facts.items() if isinstance(part, dict)} == {
        "installation": ["executable", "folder", "forno", "missing", "packages", "page", "python", "system"],
        "compiled_code": ["bytes", "compiler", "folder", "games", "writable"],
        "database": ["needed_schema", "reachable", "schema", "url"],
        "port": ["free", "next_free", "port"],
        "terminal": ["colours", "encoding", "language", "terminal", "unicode", "width"],
        "extras": ["arena", "bench", "metrics", "minari", "openspiel", "postgres", "ray", "redis", "rl", "torch"],
    }
    assert facts["installation"]["forno"] == __version__
    assert facts["installation"]["packages"]["numba"]
    assert facts["database"]["url"].endswith("server.sqlite")


def test_a_report_for_people(forno: Forno, monkeypatch: pytest.MonkeyPatch) -> None:
    said = forno("doctor")
    assert said.code == 0
    for word in ("Installation", "numba", "Chef's Hat", "Database", "8000", "Extras", "Everything works."):
        assert word in said.out
    monkeypatch.setattr(page, "is_built", lambda: False)
    said = forno("doctor")
    assert said.code == 1
    assert "Everything works." not in said.out
    assert page.HOW_TO_BUILD in said.out


def test_databases(doctor: Doctor, tmp_path: Path) -> None:
    file = tmp_path / "games.sqlite"
    code, facts = doctor("--database", str(file))
    assert (code, facts["database"]["reachable"], facts["database"]["schema"]) == (0, True, None)
    assert not file.exists()

    make_database(file)
    code, facts = doctor("--database", str(file))
    assert (code, facts["database"]["schema"]) == (0, versions()[0])

    with sqlite3.connect(file) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    connection.close()
    code, facts = doctor("--database", str(file))
    assert (code, facts["database"]["reachable"]) == (1, True)
    assert "newer version" in facts["problems"][0]["problem"]

    file.write_text("not a database, but a text that is long enough", encoding="utf-8")
    for bad in (str(file), str(tmp_path / "nowhere" / "x.sqlite"), "mysql://host/db", "postgresql://127.0.0.1:1/x"):
        code, facts = doctor("--database", bad)
        assert (code, facts["database"]["reachable"]) == (1, False), bad
        assert [problem["part"] for problem in facts["problems"]] == ["database"]


def test_a_password_is_not_shown(doctor: Doctor) -> None:
    _, facts = doctor("--database", "postgresql://me:secret@127.0.0.1:1/x")
    assert "secret" not in json.dumps(facts)


def test_a_port_that_is_taken(doctor: Doctor, monkeypatch: pytest.MonkeyPatch) -> None:
    with serve.listen("127.0.0.1", 0) as other:
        other.listen()
        taken = other.getsockname()[1]
        monkeypatch.setattr(serve, "PORT", taken)
        code, facts = doctor()
        assert (code, facts["port"]["port"], facts["port"]["free"]) == (0, taken, False)
        assert facts["port"]["next_free"] > taken
        monkeypatch.setattr(serve, "_PORTS", 1)
        code, facts = doctor()
        assert (code, facts["port"]["next_free"]) == (1, None)
        assert "--port" in facts["problems"][0]["problem"]


def test_compiled_code(doctor: Doctor, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for function in ("home", "wanted_home"):
        monkeypatch.setattr(compile_cache, function, getattr(compile_cache, function).__wrapped__)  # asks again
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "empty"))
    code, facts = doctor()
    assert (code, facts["compiled_code"]["writable"], facts["compiled_code"]["bytes"]) == (0, True, 0)
    assert facts["compiled_code"]["games"].keys() == {game.id for game in GAMES}
    assert not any(any(parts.values()) for parts in facts["compiled_code"]["games"].values())

    file = tmp_path / "file"
    file.touch()
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(file / "folder"))
    code, facts = doctor()
    assert (code, facts["compiled_code"]["writable"]) == (1, False)
    assert str(file / "folder") in facts["problems"][0]["problem"]


def test_extras_that_are_missing(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    without(monkeypatch, "polars", "ray")
    found = extras.examine()
    missing = {name: facts["missing"] for name, facts in found.facts.items() if not facts["installed"]}
    assert missing == {
        "arena": ["polars"],
        "ray": ["polars", "ray"],
        "rl": ["polars"],
        "minari": ["polars"],
        "torch": ["polars"],
        "bench": ["polars"],
    }
    assert found.facts["ray"]["command"] == 'pip install "forno[ray]"'
    assert not found.problems
    (tmp_path / "pipx_metadata.json").touch()
    monkeypatch.setattr(sys, "prefix", str(tmp_path))
    assert extras.examine().facts["ray"]["command"] == "pipx inject forno polars ray"


def test_an_incomplete_installation(doctor: Doctor, monkeypatch: pytest.MonkeyPatch) -> None:
    without(monkeypatch, "uvicorn")
    code, facts = doctor()
    assert (code, facts["installation"]["missing"]) == (1, ["uvicorn"])
    assert "pip install uvicorn" in facts["problems"][0]["problem"]


def test_a_terminal_without_unicode(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(io.BytesIO(), encoding="cp1252"))
    found = terminal.examine()
    assert found.facts["unicode"] is False
    assert any("PYTHONUTF8" in row.text for row in found.rows)
    assert not found.problems
