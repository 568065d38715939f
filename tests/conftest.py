"""Settings and fixtures for all tests."""

import gc
import os
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings

from clusters import Nodes, started

gc.disable()  # while the tests are collected: all that is imported stays, and to look for garbage in it takes time

settings.register_profile("forno", derandomize=True, deadline=None, database=None, max_examples=60)
settings.load_profile("forno")
# A shell that runs the tests in the background makes them ignore Ctrl-C. The programs that they start would inherit that.
signal.signal(signal.SIGINT, signal.default_int_handler)
# Tests run side by side, where threads of torch and NumPy wait for each other, busily. With one thread, sums also come out the same on all machines.
os.environ.setdefault("OMP_NUM_THREADS", "1")
# Tests of all games include the tiny one, also in the programs that they start. Nothing may import Forno before this line, since
# Forno reads the variable only once.
os.environ.setdefault("FORNO_GAMES", "tiny_game")
os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, (str(Path(__file__).parent), os.environ.get("PYTHONPATH"))))

# Files that take long come first, so that the workers finish at about the same time.
_LONG = (
    *(
        "page",
        "web/",
        "ray",
        "server/test_cluster",
        "test_learning",
        "cli/test_bench",
        "agents/test_search",
        "agents/test_agents",
    ),
    *("cli/test_levels", "test_project", "cli/test_peers", "test_hand_over", "test_same_bytes", "test_processes"),
    *("test_run.py", "test_vector", "test_ladder"),
)

_APART = ("test_layout.py", "test_wheel.py")  # of the tests of the page


@pytest.hookimpl(tryfirst=True)  # before xdist reads the groups
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        item.add_marker(pytest.mark.xdist_group(_group(item)))
    items.sort(key=lambda item: next((at for at, name in enumerate(_LONG) if name in _group(item)), len(_LONG)))


def pytest_collection_finish() -> None:
    """Garbage is found from here on, but not looked for among what was imported."""
    gc.freeze()
    gc.set_threshold(50_000, 20, 100)
    gc.enable()


def _group(item: pytest.Item) -> str:
    """One worker runs the tests of a file, which share fixtures, and those of the page: several browsers would only hold each other up.

    All tests would wait for that worker, so two long files of the page are left to others. One runs all tests on a Ray cluster, which takes long to start.
    """
    if isinstance(item, pytest.Function) and "nodes" in item.fixturenames:
        return "ray"
    path = item.path
    return "page" if path.parent.name == "web" and path.name not in _APART else "/".join(path.parts[-2:])


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """Many tests wait for servers, clocks and databases."""
    return (os.cpu_count() or 1) + 2


@pytest.fixture(scope="session")
def ray_cluster() -> Iterator[Nodes]:
    with started() as nodes:
        yield nodes


@pytest.fixture
def nodes(ray_cluster: Nodes) -> Nodes:
    """A Ray cluster of two nodes on this machine. A test may kill one."""
    ray_cluster.add_missing()
    return ray_cluster


@pytest.fixture
def cold_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """As if nothing had been compiled. Machine code that is already on disk is still used."""
    folder = tmp_path / "cache"
    monkeypatch.setattr("forno.rules.compile_cache.home", lambda: folder)
    yield folder
    from forno.rules import GAMES  # noqa: PLC0415  see above
    from forno.rules.compiling import release  # noqa: PLC0415

    release(*(record for game in GAMES for record in (game.state_dtype, game.view_dtype)))
