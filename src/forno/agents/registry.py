"""All agents by name, and how a text becomes an agent: `name`, `name:setting=value,…`, or `package.module:Name`."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from forno.agents import specs
from forno.agents.agent import Agent, PolicyAgent
from forno.agents.bots import LEVELS, Level
from forno.agents.distracted import Distracted
from forno.agents.policies import GREEDY, LARGER_VALUE, UNIFORM, has_policies
from forno.agents.search.agent import OPTIONS, SearchAgent, Settings
from forno.rules.game import BadSetup, Game, Option, Value

Make = Callable[[Game, Mapping[str, Value]], Agent]


@dataclass(frozen=True)
class AgentEntry:
    name: str
    help: str
    make: Make
    settings: tuple[Option, ...] = ()
    games: tuple[str, ...] | None = None  # ids; None: all games

    def plays(self, game: Game) -> bool:
        return self.games is None or game.id in self.games


def _policy(number: int) -> Make:
    return lambda _game, _settings: PolicyAgent(number)


def _search(game: Game, settings: Mapping[str, Value]) -> Agent:
    return SearchAgent(game, Settings.of(settings))


def _level(level: Level) -> AgentEntry:
    return AgentEntry(level.name, level.help, lambda game, _settings: find(level.agent_for(game), game))


def _distracted(_game: Game, settings: Mapping[str, Value]) -> Agent:
    forgets, slips = settings["forgets"], settings["slips"]
    assert isinstance(forgets, int)
    assert isinstance(slips, int)
    return Distracted(PolicyAgent(GREEDY), forgets, slips)


AGENTS: tuple[AgentEntry, ...] = (
    AgentEntry("uniform", "any legal action, each as likely as the others", _policy(UNIFORM)),
    AgentEntry(
        "larger-value",
        "never passes when it can place: as many as possible of the commonest number",
        _policy(LARGER_VALUE),
        games=("chefs-hat",),
    ),
    AgentEntry("greedy", "plays like a sensible person", _policy(GREEDY)),
    AgentEntry(
        "distracted",
        "greedy on a bad day",
        _distracted,
        (
            Option("forgets", "decisions of a hundred that it makes by what lies open alone", 50, range(101)),
            Option("slips", "decisions of a hundred that are any legal action", 10, range(101)),
        ),
    ),
    AgentEntry("search", "tries its actions in worlds that agree with what it knows", _search, OPTIONS),
    *map(_level, LEVELS),
)


def agents_for(game: Game) -> tuple[str, ...]:
    """Names of the agents that play a game."""
    return tuple(entry.name for entry in AGENTS if entry.plays(game))


def levels_for(game: Game) -> tuple[str, ...]:
    """Names of the levels that people can choose, weakest first."""
    return tuple(level.name for level in LEVELS)


def find(text: str, game: Game) -> Agent:
    """Raise BadSetup, with a sentence that names the agents there are, if the text means no agent for this game."""
    name, _, settings = text.partition(":")
    for entry in AGENTS:
        if entry.name == name.strip() and entry.plays(game):
            return entry.make(game, specs.settings_from(settings, entry.name, entry.settings))
    if specs.is_import_path(text):
        return specs.imported(text, game)
    raise BadSetup(f"there is no agent {text!r} for {game.title}: its agents are {', '.join(agents_for(game))}.")


def searches(agent: Agent) -> bool:
    """Whether the agent simulates games, for which plain Python is too slow."""
    return isinstance(agent, SearchAgent)


def stand_in(game: Game) -> Agent:
    """The best agent that plain Python is fast enough for."""
    return PolicyAgent(GREEDY if has_policies(game) else UNIFORM)


def find_level(name: str, game: Game) -> Agent:
    """Like `find`, for text from strangers: only levels, since other texts can name code to import."""
    assert name in levels_for(game)
    return find(name, game)
