"""Compiling before the first game, and the markers that say it has been done."""

import asyncio
import sys
from pathlib import Path
from typing import Any

import pytest

from forno import warmup
from forno.rules import GAMES, arrays
from forno.rules.game import Game
from forno.warmup import Part

games = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)


def part(*names: str) -> Part:
    return Part("test", (Path(__file__),), tuple((name, lambda: None) for name in names))


@games
def test_every_verb_is_called(game: Game) -> None:
    calls = (*warmup.table_part(game).calls, *warmup.simulation_part(game).calls)
    names = [name for name, _ in calls]
    assert len(names) == len(set(names))
    for verb in ("deal", "actor", "legal", "view", "step", "score", "rank", "forget", "resample", "whole games"):
        assert f"{game.title}: {verb}" in names


@games
def test_every_call_gets_an_empty_log(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    """A log has room only for the events of one call."""
    rows: list[int] = []

    def recording(verb: Any) -> Any:
        def call(*arguments: Any) -> None:
            rows.append(int(arguments[-1][0, 0]))
            verb(*arguments)

        return staticmethod(call)

    monkeypatch.setattr(Game, "deal", recording(arrays.deal))
    monkeypatch.setattr(Game, "step", recording(arrays.step))
    for name, call in warmup.table_part(game).calls:
        if name.endswith((": deal", ": legal", ": step")):
            call()
    assert rows == [0, 0]


def test_a_part_is_compiled_after_its_last_step(cold_cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(warmup, "is_compiling", lambda: True)
    (_, first), (_, last) = part("one", "two").steps
    first()
    assert not part("one", "two").is_compiled
    last()
    assert part("one", "two").is_compiled


def test_without_the_compiler_there_is_nothing_to_do(cold_cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(warmup, "is_compiling", lambda: False)
    assert part("one").is_compiled
    for _, call in part("one").steps:
        call()
    assert not cold_cache.exists()


def test_child_process_prints_its_steps(
    cold_cache: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(warmup, "table_part", lambda game: part("one", "two", "three"))
    warmup._main("chefs-hat")  # noqa: SLF001  the entry point of the child process
    assert capsys.readouterr().out.split() == ["1", "2", "3"]


@pytest.mark.parametrize(("code", "succeeds"), [(0, True), (1, False)])
def test_parent_process_reports_each_step(
    code: int, succeeds: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    child = tmp_path / "child"
    child.write_text(f"#!/bin/sh\necho 1\necho 2\nexit {code}\n")
    child.chmod(0o755)
    monkeypatch.setattr(sys, "executable", str(child))
    reported: list[int] = []
    assert asyncio.run(warmup.compile_table_in_child(GAMES[0], reported.append)) is succeeds
    assert reported == [1, 2]
