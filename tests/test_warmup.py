"""Compiling before the first game or while it is played, and the markers that say it has been done."""

import os
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from forno import warmup
from forno.agents import PolicyAgent, agents_for, find, searches, stand_in
from forno.rules import GAMES, OWN_GAMES, arrays, chance, compile_cache
from forno.rules.compiling import release
from forno.rules.game import Game
from forno.table import Table
from forno.warmup import BackgroundWarmup, Part, background, parts

PATIENCE = 60
SRC = Path(warmup.__file__).parents[2]
CHEFS_HAT = GAMES[0]
games = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)


def part(*names: str) -> Part:
    return Part("test", (Path(__file__),), tuple((name, lambda: None) for name in names))


def quick_part(game: Game) -> Part:
    """Compiles nothing. Another process makes it, too."""
    return Part(f"quick-{game.id}", (Path(__file__),), (("nothing", lambda: None),))


def failing_part(game: Game) -> Part:
    return Part(f"failing-{game.id}", (Path(__file__),), (("failure", lambda: 1 // 0),))


@pytest.fixture
def empty_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Without any markers, here and in the processes that the test starts."""
    folder = tmp_path / "cache"
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(folder))
    monkeypatch.setattr(compile_cache, "home", lambda: folder)
    yield folder
    release(*(record for game in GAMES for record in (game.state_dtype, game.view_dtype)))


@games
def test_every_verb_is_called(game: Game) -> None:
    calls = [call for make in (*warmup.GAME_PARTS, warmup.simulation_part) for call in make(game).calls]
    names = [name for name, _ in calls]
    assert len(names) == len(set(names))
    for verb in ("deal", "actor", "legal", "view", "step", "score", "rank", "forget", "resample", "whole games"):
        assert f"{game.title}: {verb}" in names


@games
def test_a_search_does_not_wait_for_networks(game: Game) -> None:
    """Compiling a network takes a quarter of the time, and only agents with one need it."""
    choices = {name for name, _ in warmup.network_part(game).calls}
    assert choices == ({f"{game.title}: policy"} if "policy" in agents_for(game) else set())
    assert not choices & {name for make in warmup.SEARCH_PARTS for name, _ in make(game).calls}


@games
def test_simulations_by_a_network_are_compiled_where_a_level_makes_them(game: Game) -> None:
    """An agent of another game that makes them is compiled before it plays: `compile_search`."""
    name = f"{game.title}: simulations with a network"
    assert (name in {name for make in warmup.GAME_PARTS for name, _ in make(game).calls}) == (game in OWN_GAMES)
    assert (name in dict(warmup.guided_part(game).calls)) == ("policy" in agents_for(game))


@games
def test_explanations_are_compiled_where_a_level_asks_for_them(game: Game) -> None:
    """An agent that does not ask for them need not wait."""
    name = f"{game.title}: explanations of moves"
    assert name not in {name for make in warmup.SEARCH_PARTS for name, _ in make(game).calls}
    assert (name in {name for make in warmup.GAME_PARTS for name, _ in make(game).calls}) == (game in OWN_GAMES)


WITHOUT_THE_COMPILER = """
import sys
from forno.agents import agents_for, find
from forno.rules import chance, find as find_game
from forno.rules.dispatch import Function
from forno.warmup import GAME_PARTS, first_choice

game = find_game(sys.argv[1])
for make in GAME_PARTS:
    make(game).load()
compiled = Function._compile_for_compiled_code
Function._compile_for_compiled_code = None  # what is on disk needs no callee
for name in [*agents_for(game), "search:sims=1", "search:sims=40,pool=0,depth=3,utility=win"]:
    first_choice(game, name)()
"""


WHAT_IS_ON_DISK = """
import sys
from forno.rules import find
from forno.warmup import table_part

table_part(find(sys.argv[1])).load()
print("numba.np.linalg" in sys.modules)
"""


def test_loading_machine_code_does_not_import_the_compiler(capfd: pytest.CaptureFixture[str]) -> None:
    """Its parts take half a second to import, in every program."""
    warmup.table_part(CHEFS_HAT).compile()
    subprocess.run([sys.executable, "-c", WHAT_IS_ON_DISK, CHEFS_HAT.id], check=True)
    assert capfd.readouterr().out == "False\n"


@games
def test_nothing_is_left_to_compile_for_any_agent(game: Game) -> None:
    command = [sys.executable, "-c", WITHOUT_THE_COMPILER, game.id]
    subprocess.run(command, check=True)


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


def test_a_part_is_compiled_after_its_last_call(empty_cache: Path) -> None:
    seen: list[bool] = []
    made = Part("test", (Path(__file__),), (("look", lambda: seen.append(part().is_compiled)),) * 2)
    made.compile()
    assert seen == [False, False]
    assert made.is_compiled


def test_a_part_whose_call_fails_is_not_compiled(empty_cache: Path) -> None:
    with pytest.raises(ZeroDivisionError):
        failing_part(CHEFS_HAT).compile()
    assert not failing_part(CHEFS_HAT).is_compiled
    assert not failing_part(CHEFS_HAT).is_being_compiled


def test_without_the_compiler_there_is_nothing_to_do(empty_cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parts, "is_compiling", lambda: False)
    assert part("one").is_compiled
    part("one").compile()
    assert not empty_cache.exists()


def test_of_two_processes_that_start_cold_one_compiles(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text("from forno.rules.compiling import jit\n\n\n@jit\ndef f(x):\n    return 2 * x\n")
    program = (
        "from pathlib import Path\nimport mine\nfrom forno.warmup import Part\n"
        "Part('part-mine', (Path(mine.__file__),), (('f', lambda: mine.f(3)),)).compile()\n"
        "print(sum(mine.f.stats.cache_misses.values()), sum(mine.f.stats.cache_hits.values()))"
    )
    environment = {
        **os.environ,
        "PYTHONPATH": os.pathsep.join([str(SRC), str(tmp_path), os.environ["PYTHONPATH"]]),
        "NUMBA_CACHE_DIR": str(tmp_path / "cache"),
    }
    command = [sys.executable, "-c", program]
    both = [subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True) for _ in range(2)]
    said = sorted(process.communicate(timeout=PATIENCE)[0].strip() for process in both)
    assert said == ["0 1", "1 0"]


def test_somebody_else_is_compiling(empty_cache: Path) -> None:
    """A second process starts none of its own."""
    begun, done = threading.Event(), threading.Event()

    def work() -> None:
        begun.set()
        done.wait(PATIENCE)

    slow = Part(f"quick-{CHEFS_HAT.id}", (Path(__file__),), (("work", work),))
    other = threading.Thread(target=slow.compile)
    other.start()
    assert begun.wait(PATIENCE)
    assert slow.is_being_compiled
    background = BackgroundWarmup([CHEFS_HAT], [quick_part])
    assert not background.is_ready(CHEFS_HAT)
    done.set()
    other.join(PATIENCE)
    wait_for(background)
    assert background.is_ready(CHEFS_HAT)
    assert not background.has_children


def test_somebody_else_has_just_compiled(empty_cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """They finish between the looks at the marker and at the lock."""

    def is_being_compiled(part: Part) -> bool:
        part.mark(0)
        return False

    monkeypatch.setattr(Part, "is_being_compiled", property(is_being_compiled))
    background = BackgroundWarmup([CHEFS_HAT], [quick_part])
    wait_for(background)
    assert background.is_ready(CHEFS_HAT)
    assert not background.has_children


def wait_for(background: BackgroundWarmup) -> None:
    background.ended.wait(PATIENCE)
    assert background.pending == []


def test_another_process_compiles_while_this_one_plays(empty_cache: Path) -> None:
    background = BackgroundWarmup(GAMES, [quick_part])
    table = Table(CHEFS_HAT, 4, key=bytes(32))
    assert table.actor is not None
    background.prefer(CHEFS_HAT)
    wait_for(background)
    assert all(quick_part(game).is_compiled and background.is_ready(game) for game in GAMES)
    assert background.has_children


def test_a_game_that_cannot_be_compiled_goes_on_as_plain_python(empty_cache: Path) -> None:
    background = BackgroundWarmup([CHEFS_HAT], [failing_part])
    wait_for(background)
    assert not background.is_ready(CHEFS_HAT)
    agent = background.agent(find("pizzaiolo", CHEFS_HAT), CHEFS_HAT)
    assert chooses(agent) == chooses(stand_in(CHEFS_HAT))


def chooses(agent: Any) -> int:
    table = Table(CHEFS_HAT, 4, key=bytes(32))
    seat = table.actor
    assert seat is not None
    return int(agent.choose(table.view(seat), table.legal(), chance.stream(table.key)))


def test_only_a_search_needs_a_stand_in(empty_cache: Path) -> None:
    background = BackgroundWarmup([CHEFS_HAT], [quick_part])
    greedy = find("greedy", CHEFS_HAT)
    assert background.agent(greedy, CHEFS_HAT) is greedy
    assert not searches(stand_in(CHEFS_HAT))
    wait_for(background)
    search = find("baker", CHEFS_HAT)
    assert background.agent(search, CHEFS_HAT) is search


@games
def test_a_stand_in_plays_every_game(game: Game) -> None:
    assert isinstance(stand_in(game), PolicyAgent)


def test_closing_stops_the_compiling_process(empty_cache: Path) -> None:
    background = BackgroundWarmup([CHEFS_HAT])  # the real parts: they take long
    while not background.has_children:
        pass
    background.close()
    assert background.ended.wait(PATIENCE)
    assert background.pending == [CHEFS_HAT.id]


KILLED_WHILE_COMPILING = """
import os, signal
from forno.rules import GAMES
from forno.warmup import BackgroundWarmup

background = BackgroundWarmup(GAMES[:1])
while not background.has_children:
    pass
print(next(iter(background._children.values())).pid, flush=True)
os.kill(os.getpid(), signal.SIGKILL)
"""


def test_nothing_compiles_for_a_process_that_was_killed(empty_cache: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", KILLED_WHILE_COMPILING], stdout=subprocess.PIPE, check=False, timeout=PATIENCE
    )
    child = Path("/proc", done.stdout.decode().strip())
    end = time.monotonic() + 10  # the part takes longer
    while _is_running(child):
        assert time.monotonic() < end
        time.sleep(0.05)


def _is_running(process: Path) -> bool:
    """A process that has ended may still be listed, until somebody asks for its code."""
    try:
        return (process / "stat").read_text(encoding="ascii").rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


class Child:
    """A process that compiles until it is told to end."""

    code: int | None = None

    def poll(self) -> int | None:
        return self.code


def test_one_process_compiles_all_parts_of_a_game(empty_cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """They have much in common."""
    started: list[Any] = []

    def start(makers: Any, game: Game, _: int) -> Child:
        started.append((makers, game))
        return Child()

    monkeypatch.setattr(background, "_start_compiling", start)
    warming, makers = BackgroundWarmup([], warmup.GAME_PARTS), warmup.GAME_PARTS
    for _ in range(2):
        warming._see_to([make(CHEFS_HAT) for make in makers], CHEFS_HAT)  # noqa: SLF001  what its thread does again and again
    assert started == [(makers, CHEFS_HAT)]


def test_the_marker_says_how_long_each_part_took(empty_cache: Path) -> None:
    def work() -> None:
        start = time.process_time()
        while time.process_time() < start + 0.1:
            pass

    quick = Part("quick", (Path(__file__),), (("nothing", lambda: None),))
    slow = Part("slow", (Path(__file__),), (("work", work),))
    warmup.compile_parts([slow, quick])
    assert float(slow.marker.read_text()) >= 0.1 > float(quick.marker.read_text())


@games
def test_parts_do_not_overlap(game: Game) -> None:
    names = [name for make in warmup.GAME_PARTS for name, _ in make(game).calls]
    assert len(names) == len(set(names))
    agents = {f"{game.title}: {name}" for name in agents_for(game) if not searches(find(name, game))}
    assert agents <= set(names)
