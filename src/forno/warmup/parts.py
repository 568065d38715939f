"""What is compiled together, and whether it has been.

Numba compiles a function when it is first called. A `Part` is a list of such first calls, and a marker file that says that they have been
made for the present sources. Packages above this one add parts for their own compiled loops with `loop_part`.
"""

import gc
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import numpy as np
from filelock import FileLock, Timeout

from forno.agents import LEVELS, CompiledNetworkAgent, agents_for, is_guided, recalls, searches
from forno.agents import find as find_agent
from forno.agents.beliefs import has_belief
from forno.agents.networks import shipped_games
from forno.agents.policies import NETWORK
from forno.agents.search import simulation
from forno.agents.search.agent import OPTIONS, SearchAgent, SearchTree, Settings
from forno.rules import arrays, chance, compile_cache
from forno.rules.ahead import ahead
from forno.rules.compiling import is_compiling
from forno.rules.game import Game, Value
from forno.rules.log import SILENT, clear, new_log
from forno.rules.records import new_records
from forno.table import History, Table

_KEPT = 30 * 24 * 3600  # seconds after which the marker of other sources is removed
Step = tuple[str, Callable[[], object]]  # what is compiled, and the call that compiles it


@dataclass(frozen=True)
class Part:
    """Code that is compiled together."""

    name: str
    sources: tuple[Path, ...]  # modules: the calls compile code from them and from what they import
    calls: tuple[Step, ...]

    @property
    def is_compiled(self) -> bool:
        """Whether the machine code is on disk. Always true if the compiler is switched off."""
        return not is_compiling() or self.marker.exists()

    @property
    def seconds(self) -> float:
        """The processor seconds that it took, once it is compiled."""
        return float(self.marker.read_text(encoding="utf-8"))

    def compile(self) -> None:
        """Make the calls ahead of time, and leave the marker."""
        compile_parts([self])

    def mark(self, seconds: float) -> None:
        """Leave the marker: all calls have been made."""
        marker = self.marker
        marker.parent.mkdir(parents=True, exist_ok=True)
        marker.write_text(f"{seconds:.2f}", encoding="utf-8")
        for other in marker.parent.glob(f"{self.name}-{'[0-9a-f]' * 16}*"):
            if time.time() - other.stat().st_mtime > _KEPT:
                other.unlink(missing_ok=True)

    def load(self) -> None:
        """Make the calls."""
        for _, call in self.calls:
            call()

    @property
    def is_being_compiled(self) -> bool:
        """Whether a process is at it."""
        lock = self.lock()
        try:
            lock.acquire(blocking=False)
        except Timeout:
            return True
        lock.release()
        return False

    def lock(self) -> FileLock:
        """Held by the process that compiles it."""
        marker = self.marker
        marker.parent.mkdir(parents=True, exist_ok=True)
        return FileLock(f"{marker}.lock")

    @property
    def marker(self) -> Path:
        """The file that says that the code is on disk, and how many processor seconds it took."""
        return compile_cache.marker(self.name, *self.sources)


def compile_parts(parts: Sequence[Part]) -> None:
    """Compile parts that have much in common, in this process and another one.

    Of two processes that do so at the same time one compiles, and the other waits and loads.
    """
    for _ in compiling(parts):
        pass


def compiling(parts: Sequence[Part]) -> Iterator[None]:
    """The same, call by call."""
    if not is_compiling():
        return
    own: dict[str, float] = {}  # processor seconds of this process
    with ExitStack() as locks:
        # Always in the same order, so that two processes cannot wait for each other.
        for part in sorted(parts, key=lambda part: part.name):
            locks.enter_context(part.lock())
        with _without_garbage_collection(), ahead() as optimiser:
            for part in parts:
                optimiser.purpose = part.name
                start = time.process_time()
                for _, call in part.calls:
                    call()
                    yield
                own[part.name] = time.process_time() - start
        for part in parts:
            part.mark(own[part.name] + optimiser.seconds[part.name])


@contextmanager
def _without_garbage_collection() -> Iterator[None]:
    """Numba makes millions of objects, of which the collector finds few to remove: that took a tenth of the time."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()


def table_part(game: Game) -> Part:
    """What every table needs: the rules, and the first choice of each agent that neither searches nor has a network."""
    quick = [name for name in _quick_agents(game) if not _has_network(game, name)]
    return _part("table", game, (*_rules(game), *_first_choices(game, quick)))


def network_part(game: Game) -> Part:
    """The agents with networks that Forno ships, if there are any for this game."""
    with_network = [name for name in _quick_agents(game) if _has_network(game, name)]
    return _part("network", game, _first_choices(game, with_network))


def worlds_part(game: Game) -> Part:
    """The worlds of the agents that search."""
    return _part("worlds", game, [("sampling of worlds", _Search(game).sample_worlds)])


def search_part(game: Game) -> Part:
    """The simulations of the agents that search. No other part takes longer to compile."""
    search = _Search(game)
    return _part("search", game, [("random words", search.draw_word), ("simulations", search.try_out)])


def belief_part(game: Game) -> Part:
    """How well a world explains the moves of the others, if one of the levels asks for it."""
    is_used = any(recalls(find_agent(level.name, game)) for level in LEVELS)
    return _part("belief", game, [("explanations of moves", _Search(game).explain)] if is_used else [])


def guided_part(game: Game) -> Part:
    """Simulations in which seats play by the network that Forno ships, if there is one for this game."""
    steps = [("simulations with a network", _Search(game).try_out_by_network)] if shipped_games([game]) else []
    return _part("guided", game, steps)


def level_part(game: Game) -> Part:
    """The guided part if one of the levels needs it, otherwise nothing: it takes long to compile."""
    if any(is_guided(find_agent(level.name, game)) for level in LEVELS):
        return guided_part(game)
    return _part("unguided", game, ())


def simulation_part(game: Game) -> Part:
    """What a simulation needs in addition: other worlds, and whole games in one call."""
    return _part("simulation", game, _worlds(game))


def loop_part(name: str, game: Game, compile_loop: Callable[[Game], None]) -> Part:
    """A package's own compiled loop, which `compile_loop` calls for a game."""
    sources = (Path(compile_loop.__code__.co_filename), *_rule_files(game))
    return Part(f"{name}-{game.id}", sources, ((f"{game.title}: {name}", partial(compile_loop, game)),))


def first_choice(game: Game, agent: str) -> Callable[[], int]:
    """A call that lets an agent choose once, at the largest table."""

    def choose() -> int:
        table = Table(game, game.players[-1], key=bytes(chance.KEY_BYTES))
        seat = table.actor
        assert seat is not None
        return find_agent(agent, game).choose(table.view(seat), table.legal(), chance.stream(table.key))

    return choose


def _quick_agents(game: Game) -> list[str]:
    return [name for name in agents_for(game) if not searches(find_agent(name, game))]


def _has_network(game: Game, agent: str) -> bool:
    return isinstance(find_agent(agent, game, game.players[-1]), CompiledNetworkAgent)


def _first_choices(game: Game, agents: Iterable[str]) -> Iterator[Step]:
    return ((name, first_choice(game, name)) for name in agents)


def _part(name: str, game: Game, steps: Iterable[Step]) -> Part:
    calls = tuple((f"{game.title}: {what}", call) for what, call in steps)
    return Part(f"{name}-{game.id}", (Path(__file__), *_rule_files(game)), calls)


def _rule_files(game: Game) -> list[Path]:
    """The files of a game's verbs: nothing here imports a game from outside the package."""
    verbs = (getattr(verb, "py_func", verb) for verb in vars(game.verbs).values() if verb is not None)
    return sorted({Path(verb.__code__.co_filename) for verb in verbs})


class _Sample:
    """One game, and the arrays that its verbs take. The first call must be `deal`."""

    def __init__(self, game: Game) -> None:
        players = game.players[-1]
        self.game = game
        self.states = game.new(players)
        self.views = new_records(1, game.view_dtype)
        self.actions = np.zeros(game.n_actions, np.int16)
        self.numbers = np.zeros(players, np.int64)
        self.rng = chance.stream(bytes(chance.KEY_BYTES))
        self.log = new_log(game.max_events)

    def deal(self) -> None:
        clear(self.log)
        self.game.deal(self.states, 0, self.rng, self.log)

    def legal(self) -> None:
        self.game.legal(self.states, 0, self.actions)

    def view(self) -> None:
        self.game.view(self.states, 0, 0, self.views, 0)

    def step(self) -> None:
        clear(self.log)  # it has room for the events of one call
        self.game.step(self.states, 0, int(self.actions[0]), self.log)


class _Search:
    """A search in no world at all: its functions are compiled, and nothing else is."""

    def __init__(self, game: Game) -> None:
        self.game = game

    def sample_worlds(self) -> None:
        tree = self._tree()
        simulation.sample_worlds(tree.view, tree.worlds, 0, 0, 0, tree.key, tree.rng)
        if has_belief(self.game):
            simulation.weigh(tree.view, tree.pool, tree.cumulative)
            simulation.draw(tree.pool, tree.cumulative, tree.worlds, 0, 0, tree.key, tree.rng)

    @staticmethod
    def draw_word() -> int:
        """A search draws the key of its simulations in Python."""
        return chance.word(chance.stream(bytes(chance.KEY_BYTES)))

    def try_out(self) -> None:
        self._tree().try_out(0, 0, np.zeros(1, np.int16), np.zeros((1, 1)))

    def try_out_by_network(self) -> None:
        self._tree(own=NETWORK).try_out(0, 0, np.zeros(1, np.int16), np.zeros((1, 1)))

    def explain(self) -> None:
        self._tree().explain(History(new_records(0, self.game.view_dtype), np.zeros(0, np.int16)), 0)

    def _tree(self, **changed: Value) -> SearchTree:
        values = {option.name: option.default for option in OPTIONS} | {"pool": 0} | changed
        return SearchAgent(self.game, Settings.of(values)).new_tree(0)


def _rules(game: Game) -> Iterator[Step]:
    sample = _Sample(game)
    yield "deal", sample.deal
    yield "actor", lambda: game.actor(sample.states, 0)
    yield "legal", sample.legal
    yield "view", sample.view
    yield "step", sample.step
    yield "score", lambda: game.score(sample.states, 0, sample.numbers)
    yield "rank", lambda: game.rank(sample.states, 0, sample.numbers)
    yield "forget", lambda: game.forget(sample.views, 0)
    yield "a table's moves", partial(_move, game)


def _move(game: Game) -> None:
    table = Table(game, game.players[-1], key=bytes(chance.KEY_BYTES))
    assert table.actor is not None
    table.act(table.actor, int(table.legal()[0]))
    table.view_records()


def _worlds(game: Game) -> Iterator[Step]:
    sample = _Sample(game)

    def resample() -> None:
        sample.deal()
        sample.view()
        game.resample(sample.views, 0, sample.rng, True, sample.states, 0)

    def play_games() -> None:
        template = game.new(game.players[-1])
        arrays.play_games(template, sample.states, 1, sample.rng, sample.actions, SILENT)

    yield "resample", resample
    yield "whole games", play_games


# What a table with agents that search needs. Short calls come first, so that the other process soon has something to do.
SEARCH_PARTS = (table_part, search_part, worlds_part)
GAME_PARTS = (*SEARCH_PARTS, network_part, belief_part, level_part)  # all that a table can need
