"""The compiled code's cache, records, and the log."""

import re
import tempfile
from pathlib import Path
from typing import Any

import numba
import numpy as np
import pytest

from forno import folders
from forno.rules import kernel
from forno.rules.chefs_hat import PIZZA, STATE
from forno.rules.kernel import borrowed
from forno.rules.verbs import actor


@pytest.fixture
def sources(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of two sources that the cache is named by."""
    for name in ("chefs_hat.py", "chance.py"):
        (tmp_path / name).write_bytes((Path(kernel.__file__).parent / name).read_bytes())
    monkeypatch.setattr(kernel, "_sources", lambda packages: sorted(tmp_path.glob("*.py")))
    return tmp_path


def test_the_cache_is_named_anew_when_a_source_changes(sources: Path) -> None:
    before = kernel._name("rules")  # noqa: SLF001  what is tested
    assert kernel._name("rules") == before  # noqa: SLF001
    source = sources / "chance.py"
    source.write_text(source.read_text(encoding="utf-8").replace("range(10)", "range(4)"), encoding="utf-8")
    assert kernel._name("rules") != before  # noqa: SLF001


@pytest.mark.parametrize("module", ["numba", "numpy"])
def test_the_cache_is_named_by_versions(module: str, monkeypatch: pytest.MonkeyPatch) -> None:
    before = kernel._name("rules")  # noqa: SLF001
    monkeypatch.setattr({"numba": numba, "numpy": np}[module], "__version__", "0.0.1")
    assert kernel._name("rules") != before  # noqa: SLF001


def test_the_cache_is_named_by_pythons_version(monkeypatch: pytest.MonkeyPatch) -> None:
    before = kernel._name("rules")  # noqa: SLF001
    monkeypatch.setattr("platform.python_version", lambda: "3.0.0")
    assert kernel._name("rules") != before  # noqa: SLF001


def test_the_cache_is_named_by_bounds_checks(monkeypatch: pytest.MonkeyPatch) -> None:
    names = set()
    for flag in (0, 1):
        monkeypatch.setattr(numba.config, "BOUNDSCHECK", flag)
        names.add(kernel._name("rules"))  # noqa: SLF001
    assert len(names) == 2


def test_what_others_build_on_counts_for_them_and_not_the_reverse(monkeypatch: pytest.MonkeyPatch) -> None:
    """A changed agent leaves the rules' machine code as it is."""
    asked: list[tuple[str, ...]] = []

    def sources(packages: tuple[str, ...]) -> list[Path]:
        asked.append(packages)
        return []

    monkeypatch.setattr(kernel, "_sources", sources)
    for package in ("rules", "agents", "envs", "simulate"):
        kernel._name(package)  # noqa: SLF001
    assert asked == [
        ("rules",),
        ("rules", "agents"),
        ("rules", "agents", "envs"),
        ("rules", "agents", "arena", "envs", "simulate"),
    ]


def test_compiled_code_calls_only_what_its_cache_is_named_by() -> None:
    """Of other packages: whose sources do not count would leave stale machine code behind when they change."""
    root = Path(kernel.__file__).parent.parent
    for path in kernel._sources(tuple(folder.name for folder in root.iterdir())):  # noqa: SLF001
        text, package = path.read_text(encoding="utf-8"), path.relative_to(root).parts[0]
        if "\n@jit" in text or "\n@inlined" in text:
            named = set(re.findall(r"^from forno\.(\w+)", text, re.MULTILINE))
            assert named - {package} <= {*kernel.BELOW, *kernel.BESIDES.get(package, ())}, path


def test_every_compiled_source_counts() -> None:
    """And every source whose constants are compiled in."""
    package = Path(kernel.__file__).parent.parent
    packages = tuple(path.name for path in package.iterdir())
    compiled = {path for path in package.rglob("*.py") if "\n@jit" in path.read_text(encoding="utf-8")}
    rules = set((package / "rules").rglob("*.py"))
    assert package / "rules" / "decks" / "__init__.py" in rules
    assert compiled | rules <= set(kernel._sources(packages))  # noqa: SLF001


def test_without_a_cache_folder_of_ones_own_there_is_another(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Here a file stands where the folder should be."""
    (tmp_path / "cache").write_text("")
    monkeypatch.setattr(folders, "cache", lambda: tmp_path / "cache" / "forno")
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    monkeypatch.setattr(tempfile, "tempdir", None)
    assert kernel._home.__wrapped__().is_relative_to(tmp_path)  # noqa: SLF001


def test_a_records_fields_are_attributes() -> None:
    made = np.zeros(2, kernel.record(("one", np.int8), ("many", np.int16, (3,))))
    made[1].one = 5
    made[1].many[2] = 7
    assert made[1]["one"] == 5
    assert made["many"].tolist() == [[0, 0, 0], [0, 0, 7]]


def test_a_field_cannot_hide_behind_numpys_attributes() -> None:
    with pytest.raises(AssertionError, match="a field cannot be called size"):
        kernel.record(("size", np.int8))


def test_the_log_counts_its_rows() -> None:
    log = kernel.new_log(3)
    assert kernel.emit(log, 4, kernel.EVERYBODY, 10, 11, 12, 13) == 1
    assert kernel.emit(log, 5, 0b10) == 2
    assert log[0, 0] == 2
    assert log[1, :6].tolist() == [4, -1, 10, 11, 12, 13]
    assert log[2, :6].tolist() == [5, 2, 0, 0, 0, 0]


def test_nothing_is_written_if_nobody_listens() -> None:
    assert kernel.emit(kernel.SILENT, 4, kernel.EVERYBODY, 10) == 0


@numba.njit(inline="always")
def write_into(array: Any, i: int) -> None:
    array[i] = 7


@numba.njit
def write_borrowed(numbers: Any, rows: Any, states: Any) -> None:
    mine = borrowed(numbers)
    mine[0] = 5
    write_into(mine, 1)
    write_into(borrowed(rows)[1], 0)
    s = borrowed(states)[0]
    s.role[actor(s)] = 7


def test_what_is_written_into_a_borrowed_array_stays() -> None:
    """Where a verb is inlined, Numba looks for writing that nobody reads."""
    numbers, rows, states = np.zeros(2), np.zeros((2, 2)), np.zeros(1, STATE)
    states[0].phase, states[0].actor = PIZZA, 2
    write_borrowed(numbers, rows, states)
    assert numbers.tolist() == [5, 7]
    assert rows.tolist() == [[0, 0], [7, 0]]
    assert states[0].role.tolist() == [0, 0, 7, 0]
