"""The repository: committed files, docstrings, examples and the changelog."""

import doctest
import importlib
import pkgutil
import re
import runpy
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

import forno
from forno.rules.game import Game
from forno.table import ChefsHatView, MammaMiaView, Table

ROOT = Path(__file__).resolve().parent.parent
# Written in pieces, so that this file does not name them itself.
HOSTS = [
    ".".join(parts)
    for parts in (
        ("pypi", "org"),
        ("files", "pythonhosted", "org"),
        ("registry", "npmjs", "org"),
        ("deb", "debian", "org"),
    )
]


def committed() -> list[Path]:
    names = subprocess.run(
        ["git", "ls-files", "-z"],  # noqa: S607  found on the PATH
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    return [ROOT / name for name in names.split("\0") if name and (ROOT / name).is_file()]


def test_no_file_names_a_package_registry() -> None:
    """The user's settings decide where packages come from."""
    for path in committed():
        text = path.read_text(encoding="utf-8", errors="replace")
        assert [host for host in HOSTS if host in text] == [], path


def test_lock_files_have_no_addresses() -> None:
    locks = [path for path in committed() if path.suffix == ".lock"]
    assert locks
    for path in locks:
        assert not re.search(r"https?://", path.read_text(encoding="utf-8")), path


def pins(lock: str) -> dict[str, set[str]]:
    """The pinned versions by package. A package may have another version for another Python."""
    found: dict[str, set[str]] = {}
    for name, version in re.findall(r"^([\w.-]+)==([^ ]+)", (ROOT / lock).read_text(encoding="utf-8"), re.MULTILINE):
        found.setdefault(name, set()).add(version)
    return found


def test_playing_installs_the_base_dependencies_in_the_versions_that_are_tested() -> None:
    everything, play = pins("requirements.lock"), pins("requirements-play.lock")
    assert {name: versions for name, versions in play.items() if versions != everything.get(name)} == {}
    needed = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["dependencies"]
    assert {re.split(r"[\[<>=; ]", one)[0] for one in needed} <= play.keys()
    assert play.keys().isdisjoint({"gymnasium", "matplotlib", "mypy", "playwright", "polars", "pytest", "ray", "scipy"})
    assert pins("requirements-node.lock").items() <= everything.items()


SCRIPTS = ("__main__", "chefshatgym_room")  # run, never imported; the second by a Python that need not have Forno


def modules() -> list[str]:
    return [info.name for info in pkgutil.walk_packages(forno.__path__, "forno.") if not info.name.endswith(SCRIPTS)]


@pytest.mark.parametrize("name", modules())
def test_docstring_examples(name: str) -> None:
    failed, _ = doctest.testmod(importlib.import_module(name))
    assert failed == 0


def test_docstring_of_table_has_examples() -> None:
    _, tried = doctest.testmod(importlib.import_module("forno.table.table"))
    assert tried >= 4


@pytest.mark.parametrize("documented", [Game, Table, ChefsHatView, MammaMiaView], ids=lambda one: str(one.__name__))
def test_help_explains_every_verb_and_name(documented: type) -> None:
    public = [
        (name, value if isinstance(value, property) else getattr(documented, name))
        for name, value in vars(documented).items()
        if not name.startswith("_") and (isinstance(value, property) or callable(getattr(documented, name)))
    ]
    assert len(public) >= 10
    assert [name for name, value in public if not value.__doc__] == []


# tests/test_learning.py and tests/test_learning_examples.py run them.
LEARNING = {
    "ppo_chefs_hat.py",
    "sb3_chefs_hat.py",
    "torchrl_chefs_hat.py",
    "tianshou_chefs_hat.py",
    "opponent_model.py",
    "offline_minari.py",
}


EXAMPLES = sorted((ROOT / "examples").glob("*.py"))


@pytest.mark.parametrize("path", [path for path in EXAMPLES if path.name not in LEARNING], ids=lambda path: path.name)
def test_examples_run(path: Path, tmp_path: Path) -> None:
    ran = subprocess.run([sys.executable, str(path)], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, f"{path.name}: {ran.stderr}"
    assert ran.stdout


@pytest.mark.filterwarnings("ignore")  # of the libraries, when they are imported
@pytest.mark.parametrize("path", [path for path in EXAMPLES if path.name in LEARNING], ids=lambda path: path.name)
def test_examples_of_learning_help(
    path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """In this process, which has loaded most of their libraries."""
    monkeypatch.setattr(sys, "argv", [str(path), "--help"])
    with pytest.raises(SystemExit, match=r"^0$"):
        runpy.run_path(str(path), run_name="__main__")
    assert capsys.readouterr().out


def test_version_is_in_the_changelog() -> None:
    version = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"]
    assert forno.__version__ == version
    heads = re.findall(r"^## \[?v?([0-9][^\]\s]*)", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), re.MULTILINE)
    assert heads[:1] == [version]
