"""Which agents there are, and how a text becomes one: `name`, `name:setting=value,…`, or `package.module:Name`."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from forno.agents import specs
from forno.agents.agent import Agent, PolicyAgent
from forno.agents.distracted import Distracted
from forno.agents.policies import GREEDY, LARGER_VALUE, UNIFORM
from forno.agents.searcher import OPTIONS, SearchAgent, Settings
from forno.rules import GAMES
from forno.rules.game import BadSetup, Game, Option, Value


@dataclass(frozen=True)
class AgentEntry:
    name: str
    help: str
    games: tuple[str, ...]
    make: Callable[[Game, Mapping[str, Value]], Agent]
    settings: tuple[Option, ...] = ()
    stands_for: Mapping[str, str] = field(default_factory=dict)  # a level: the agent behind it, by game


_ALL = tuple(game.id for game in GAMES)


def _policy(number: int) -> Callable[[Game, Mapping[str, Value]], Agent]:
    return lambda _game, _settings: PolicyAgent(number)


def _search(game: Game, settings: Mapping[str, Value]) -> Agent:
    return SearchAgent(game, Settings.of(settings))


def _level(name: str, help_: str, **specs_by_game: str) -> AgentEntry:
    """A level stands for another agent, perhaps another one in each game."""
    stands_for = {game_id.replace("_", "-"): spec for game_id, spec in specs_by_game.items()}

    def make(game: Game, _settings: Mapping[str, Value]) -> Agent:
        return find(stands_for.get(game.id, stands_for["mamma-mia"]), game)

    return AgentEntry(name, help_, _ALL, make, stands_for=stands_for)


def _distracted(_game: Game, settings: Mapping[str, Value]) -> Agent:
    forgets, slips = settings["forgets"], settings["slips"]
    assert isinstance(forgets, int)
    assert isinstance(slips, int)
    return Distracted(PolicyAgent(GREEDY), forgets, slips)


LEVELS: tuple[AgentEntry, ...] = (
    _level(
        "beginner",
        "friendly: forgets what is no longer in sight, and now and then does anything",
        mamma_mia="distracted:forgets=100,slips=30",
        mamma_mia_plus="distracted:forgets=100,slips=30",
        chefs_hat="distracted:forgets=100,slips=30",
    ),
    _level(
        "cook",
        "plays like a sensible person",
        mamma_mia="greedy",
        mamma_mia_plus="greedy",
        chefs_hat="greedy",
    ),
    _level(
        "baker",
        "thinks a little ahead",
        mamma_mia="search:sims=100",
        mamma_mia_plus="search:sims=100",
        chefs_hat="search:sims=100",
    ),
    _level(
        "pizzaiolo",
        "thinks far ahead: the strongest",
        mamma_mia="search:sims=1000",
        mamma_mia_plus="search:sims=1000",
        chefs_hat="search:sims=4000,pool=16000",
    ),
)
AGENTS: tuple[AgentEntry, ...] = (
    AgentEntry("uniform", "any legal action, each as likely as the others", _ALL, _policy(UNIFORM)),
    AgentEntry(
        "larger-value",
        "never passes when it can place: as many as possible of the commonest number",
        ("chefs-hat",),
        _policy(LARGER_VALUE),
    ),
    AgentEntry("greedy", "plays like a sensible person", _ALL, _policy(GREEDY)),
    AgentEntry(
        "distracted",
        "greedy on a bad day",
        _ALL,
        _distracted,
        (
            Option("forgets", "decisions of a hundred that it makes by what lies open alone", 50, range(101)),
            Option("slips", "decisions of a hundred that are any legal action", 10, range(101)),
        ),
    ),
    AgentEntry("search", "tries its actions in worlds that agree with what it knows", _ALL, _search, OPTIONS),
    *LEVELS,
)


def agents_for(game: Game) -> tuple[str, ...]:
    """Names of the agents that play a game."""
    return tuple(entry.name for entry in AGENTS if game.id in entry.games)


def levels_for(game: Game) -> tuple[str, ...]:
    """Names of those that people play against, weakest first."""
    return tuple(entry.name for entry in LEVELS if game.id in entry.games)


def find(text: str, game: Game) -> Agent:
    """BadSetup, with a sentence that names what there is, if the text means no agent for this game."""
    name, _, settings = text.partition(":")
    for entry in AGENTS:
        if entry.name == name.strip() and game.id in entry.games:
            return entry.make(game, specs.settings_from(settings, entry.name, entry.settings))
    if specs.is_import_path(text):
        return specs.imported(text, game)
    raise BadSetup(f"there is no agent {text!r} for {game.title}: its agents are {', '.join(agents_for(game))}.")
