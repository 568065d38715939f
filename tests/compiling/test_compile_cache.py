"""Machine code on disk: what its names depend on, and when it is removed."""

import os
import subprocess
import sys
from pathlib import Path

import numba
import numpy as np
import pytest

from forno.rules import compile_cache
from forno.rules.compile_cache import digest_of, folder_of, sources

SRC = Path(compile_cache.__file__).parents[2]
FORNO = SRC / "forno"
ENVIRONMENT = {name: value for name, value in os.environ.items() if name != "FORNO_GAMES"}


@pytest.fixture
def package(tmp_path: Path) -> Path:
    """A user's own package: a compiled function whose constant stands in another file."""
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "__init__.py").write_text("")
    (tmp_path / "mine" / "weights.py").write_text("WEIGHT = 1\n")
    (tmp_path / "mine" / "agent.py").write_text(
        "from forno.rules.compiling import jit\nfrom mine.weights import (\n    WEIGHT,\n)\n\n\n@jit\ndef weigh(x):\n    return x * WEIGHT\n"
    )
    return tmp_path


def weigh(package: Path) -> str:
    """What the compiled function says in a new process."""
    environment = {
        **ENVIRONMENT,
        "PYTHONPATH": os.pathsep.join([str(SRC), str(package)]),
        "NUMBA_CACHE_DIR": str(package / "cache"),
        "NUMBA_DISABLE_JIT": "0",
    }
    program = "from mine.agent import weigh; print(weigh(3), sum(weigh.stats.cache_hits.values()))"
    ran = subprocess.run(
        [sys.executable, "-c", program], env=environment, capture_output=True, text=True, check=True, timeout=60
    )
    return ran.stdout.strip()


def test_a_changed_constant_in_another_file_is_compiled_anew(package: Path) -> None:
    assert weigh(package) == "3 0"
    assert weigh(package) == "3 1"  # from the disk
    (package / "mine" / "weights.py").write_text("WEIGHT = 10\n")
    assert weigh(package) == "30 0"


def test_a_module_of_ones_own_outside_any_package_can_be_compiled(tmp_path: Path) -> None:
    (tmp_path / "alone.py").write_text("from forno.rules.compiling import jit\n\n\n@jit\ndef f():\n    return 7\n")
    environment = {**ENVIRONMENT, "PYTHONPATH": os.pathsep.join([str(SRC), str(tmp_path)])}
    command = [sys.executable, "-c", "import alone; print(alone.f())"]
    ran = subprocess.run(command, env=environment, capture_output=True, text=True, check=False, timeout=60)
    assert ran.stdout.strip() == "7", ran.stderr


def test_a_function_typed_at_a_prompt_can_be_compiled() -> None:
    program = "from forno.rules.compiling import jit\nf = jit(lambda: 8)\nprint(f())\n"
    environment = {**ENVIRONMENT, "PYTHONPATH": str(SRC)}
    ran = subprocess.run(
        [sys.executable], input=program, env=environment, capture_output=True, text=True, check=False, timeout=60
    )
    assert ran.stdout.strip() == "8", ran.stderr


@pytest.mark.parametrize(
    ("file", "constants"),
    [
        ("agents/beliefs/chefs_hat.py", "agents/beliefs/weights.py"),
        ("agents/search/simulation.py", "agents/beliefs/weights.py"),
        ("observations/chefs_hat.py", "observations/layout.py"),
        ("matches/loop.py", "agents/mamma_mia.py"),
        ("rules/mamma_mia/classic.py", "rules/mamma_mia/oven.py"),
    ],
)
def test_all_that_is_compiled_in_counts(file: str, constants: str) -> None:
    assert FORNO / constants in sources(FORNO / file)


def test_a_changed_agent_leaves_the_machine_code_of_the_rules_as_it_is() -> None:
    for file in (FORNO / "rules").rglob("*.py"):
        assert not [source for source in sources(file) if source.is_relative_to(FORNO / "agents")]


def test_generic_code_for_a_games_records_depends_on_that_games_rules() -> None:
    """It imports no game, but the games' functions are compiled into it."""
    from forno.rules import OWN_GAMES, arrays  # noqa: PLC0415  only this test needs them

    assert not [source for source in sources(Path(arrays.__file__)) if "chefs_hat" in source.parts]
    for game in OWN_GAMES:
        state = numba.from_dtype(game.state_dtype)
        files = compile_cache._RULES_OF[state]  # noqa: SLF001  what is tested
        assert any(file.name == "worlds.py" for file in files)
        assert all(file.is_relative_to(FORNO / "rules") for file in files)


def test_names_do_not_depend_on_where_the_sources_lie(package: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    other = tmp_path_factory.mktemp("other") / "mine"
    (package / "mine").rename(other)
    moved = folder_of(other / "agent.py")
    other.rename(package / "mine")
    assert folder_of(package / "mine" / "agent.py") == moved


@pytest.mark.parametrize("module", [numba, np])
def test_names_depend_on_versions(module: object, monkeypatch: pytest.MonkeyPatch) -> None:
    before = digest_of(FORNO / "rules" / "chance.py")
    monkeypatch.setattr(module, "__version__", "0.0.1")
    assert digest_of(FORNO / "rules" / "chance.py") != before


def test_names_depend_on_pythons_version(monkeypatch: pytest.MonkeyPatch) -> None:
    before = digest_of(FORNO / "rules" / "chance.py")
    monkeypatch.setattr("platform.python_version", lambda: "3.0.0")
    assert digest_of(FORNO / "rules" / "chance.py") != before


def test_names_depend_on_bounds_checks(monkeypatch: pytest.MonkeyPatch) -> None:
    names = set()
    for flag in (0, 1):
        monkeypatch.setattr(numba.config, "BOUNDSCHECK", flag)
        names.add(digest_of(FORNO / "rules" / "chance.py"))
    assert len(names) == 2


def test_folders_of_older_sources_are_removed_but_for_the_last_few(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(compile_cache, "home", lambda: tmp_path)
    for number in range(6):
        folder = tmp_path / f"forno.rules.chance-{number:016x}"
        compile_cache._claim(folder)  # noqa: SLF001  what is tested
        os.utime(folder, (number, number))
    other = tmp_path / f"forno.rules.chance_like-{0:016x}"
    other.mkdir()
    compile_cache._claim(tmp_path / f"forno.rules.chance-{9:016x}")  # noqa: SLF001
    left = sorted(int(folder.name.rpartition("-")[2], 16) for folder in tmp_path.glob("forno.rules.chance-*"))
    assert left == [2, 3, 4, 5, 9]
    assert other.exists()


def test_a_cache_folder_that_cannot_be_written_is_said_once(package: Path) -> None:
    """The process and those that it starts share a temporary folder, which is gone in the end."""
    (package / "file").write_text("")
    environment = {
        **ENVIRONMENT,
        "PYTHONPATH": os.pathsep.join([str(SRC), str(package)]),
        "NUMBA_CACHE_DIR": str(package / "file" / "cache"),
        "NUMBA_DISABLE_JIT": "0",
        "TMPDIR": str(package),
    }
    child = "from mine.agent import weigh; print(weigh(3), sum(weigh.stats.cache_hits.values()))"
    program = f"import subprocess, sys\n{child}\nsys.stdout.flush()\nsubprocess.run([sys.executable, '-c', {child!r}], check=True)"
    ran = subprocess.run(
        [sys.executable, "-c", program], env=environment, capture_output=True, text=True, check=True, timeout=60
    )
    assert ran.stdout.splitlines() == ["3 0", "3 1"]
    assert ran.stderr.count("\n") == 1
    assert str(package / "file" / "cache") in ran.stderr
    assert not list(package.glob("forno-*"))
