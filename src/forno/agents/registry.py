"""All agents by name, and how a text becomes an agent: `name:setting=value,…`, `policy:FILE`, `package.module:Name` or `cmd:COMMAND`."""

import json
import os
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from forno.agents import specs
from forno.agents.agent import Agent, CarelessAgent, PolicyAgent, recalls
from forno.agents.bots import EARLIER, LEVELS, Level
from forno.agents.distracted import Distracted
from forno.agents.networks import network_agent, shipped_games
from forno.agents.policies import CLUB_LARGER_VALUE, GREEDY, LARGER_VALUE, NETWORK, UNIFORM, has_policies
from forno.agents.programs import PREFIX, CommandAgent
from forno.agents.rating import MOST_NOISE
from forno.agents.search.agent import OPTIONS, SearchAgent, Settings
from forno.rules import GAMES
from forno.rules.chance import Rng
from forno.rules.game import Actions, BadSetup, Game, Option, Value
from forno.rules.records import Records
from forno.suggestions import did_you_mean

ALLOWED = "FORNO_ALLOWED_AGENTS"  # in the environment, so that child processes inherit it: JSON, texts by name
_TRIED: dict[tuple[str, str], bool] = {}  # by text and game
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
    def make(game: Game, _settings: Mapping[str, Value]) -> Agent:
        texts = {players: level.agent_for(game, players) for players in game.players}
        agents = {text: find(text, game) for text in dict.fromkeys(texts.values())}
        if len(agents) == 1:
            return next(iter(agents.values()))
        return ByPlayers({players: agents[text] for players, text in texts.items()})

    return AgentEntry(level.name, level.help, make)


@dataclass(frozen=True)
class ByPlayers:
    """An agent that depends on the number of players. `find` with that number gives the agent itself."""

    agents: Mapping[int, Agent]

    @property
    def recalls(self) -> bool:
        return any(map(recalls, self.agents.values()))

    def choose(self, view: Records[Any], legal: Actions, rng: Rng) -> int:
        return self.agents[int(view[0].players)].choose(view, legal, rng)


def _network(game: Game, file: str | None = None, temperature: float = 0.0) -> Agent:
    """The agent of a network. `greedy` plays for it with numbers of players that it is not meant for."""
    agent = network_agent(game, file, temperature)
    if set(agent.players) >= set(game.players):
        return agent
    other = PolicyAgent(GREEDY)
    return ByPlayers({players: agent if players in agent.players else other for players in game.players})


def _distracted(_game: Game, settings: Mapping[str, Value]) -> Agent:
    forgets, slips = settings["forgets"], settings["slips"]
    assert isinstance(forgets, int)
    assert isinstance(slips, int)
    return Distracted(PolicyAgent(GREEDY), forgets, slips)


def _careless(_game: Game, settings: Mapping[str, Value]) -> Agent:
    noise, forgets = settings["noise"], settings["forgets"]
    assert isinstance(noise, int)
    assert isinstance(forgets, int)
    return CarelessAgent(noise, forgets)


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
        "club-larger-value",
        "the agent LARGER_VALUE of ChefsHatGYM's Players Club, weaker than larger-value",
        _policy(CLUB_LARGER_VALUE),
        games=("chefs-hat",),
    ),
    AgentEntry(
        "careless",
        "greedy in a hurry: confuses actions of similar worth, and forgets",
        _careless,
        (
            Option(
                "noise",
                "how much it blurs the worth of actions, in thousandths of a point or order",
                200,
                range(MOST_NOISE + 1),
            ),
            Option("forgets", "decisions of a hundred that it makes by what lies open alone", 50, range(101)),
        ),
    ),
    AgentEntry(
        "distracted",
        "greedy on a bad day",
        _distracted,
        (
            Option("forgets", "decisions of a hundred that it makes by what lies open alone", 50, range(101)),
            Option("slips", "decisions of a hundred that are any legal action", 10, range(101)),
        ),
    ),
    AgentEntry(
        NETWORK,
        "plays by a trained network, without looking ahead",
        lambda game, _settings: _network(game),
        games=shipped_games(GAMES),
    ),
    AgentEntry("search", "tries its actions in worlds that agree with what it knows", _search, OPTIONS),
    *map(_level, LEVELS),
)


def agents_for(game: Game) -> tuple[str, ...]:
    """Names of the agents that play a game."""
    return tuple(entry.name for entry in AGENTS if entry.plays(game))


def levels_for(game: Game) -> tuple[str, ...]:
    """Names of the levels that people can choose, weakest first, and of the agents that the operator of a server allows."""
    return (*(level.name for level in LEVELS), *(name for name, text in allowed_agents().items() if _plays(text, game)))


def find(text: str, game: Game, players: int | None = None) -> Agent:
    """The agent that a text names: `greedy`, `search:sims=400`, `policy:chef.npz`, `my_module:MyAgent`, `cmd:python my_bot.py` (docs/agents.md has them all).

    Levels depend on the number of players: without it they look at the view. Raise BadSetup, with a sentence that names the agents there are, if
    the text means no agent for this game.
    """
    if text.startswith(PREFIX):
        return CommandAgent(text.removeprefix(PREFIX), game)
    name, _, settings = text.partition(":")
    if text in EARLIER:
        return find(EARLIER[text][0 if has_policies(game) else 1], game)
    if name.strip() == NETWORK and settings:
        return _for(players, _network(game, *specs.file_and_temperature(settings, NETWORK)))
    for entry in AGENTS:
        if entry.name == name.strip() and entry.plays(game):
            return _for(players, entry.make(game, specs.settings_from(settings, entry.name, entry.settings)))
    if specs.is_import_path(text):
        return specs.imported(text, game)
    known = agents_for(game)
    hint = did_you_mean(name, known)
    raise BadSetup(f"there is no agent {text!r} for {game.title}: its agents are {', '.join(known)}.{hint}")


def _for(players: int | None, agent: Agent) -> Agent:
    return agent.agents[players] if isinstance(agent, ByPlayers) and players is not None else agent


def searches(agent: Agent) -> bool:
    """Whether the agent simulates games, for which plain Python is too slow."""
    return isinstance(agent, SearchAgent) or (
        isinstance(agent, ByPlayers) and any(map(searches, agent.agents.values()))
    )


def is_guided(agent: Agent) -> bool:
    """Whether seats play by a network in the games that the agent simulates."""
    if isinstance(agent, ByPlayers):
        return any(map(is_guided, agent.agents.values()))
    return isinstance(agent, SearchAgent) and agent.networks is not None


def with_budget(agent: Agent, share: float) -> Agent:
    """The same agent with a part of its budget, if it searches."""
    return (
        SearchAgent(agent.game, agent.settings.scaled(share)) if isinstance(agent, SearchAgent) and share < 1 else agent
    )


def stand_in(game: Game) -> Agent:
    """The best agent that plain Python is fast enough for."""
    return PolicyAgent(GREEDY if has_policies(game) else UNIFORM)


def find_level(name: str, game: Game, players: int | None = None) -> Agent:
    """Like `find`, for text from strangers: only levels and allowed agents, since other texts can name code to import."""
    assert name in levels_for(game) or name in EARLIER
    return find(allowed_agents().get(name, name), game, players)


def allow_agent(name: str, text: str, games: Iterable[Game]) -> None:
    """Let people choose an agent by a name, in this process and those that it starts. Raise BadSetup if it plays none of the games."""
    if not re.fullmatch(r"[a-z0-9][a-z0-9-]{0,19}", name):
        raise BadSetup(f"the name {name!r} cannot be given to an agent: use up to 20 of a to z, 0 to 9 and hyphens.")
    if name in {*EARLIER, *(entry.name for entry in AGENTS)}:
        raise BadSetup(f"there is an agent {name} already: choose another name.")
    tried = list(games)
    if not any(_plays(text, game) for game in tried):
        find(text, tried[0])  # says why
        raise BadSetup(f"the agent {text} plays none of the games.")
    os.environ[ALLOWED] = json.dumps(allowed_agents() | {name: text})


def allowed_agents() -> dict[str, str]:
    """What `allow_agent` has allowed: texts by name."""
    found: dict[str, str] = json.loads(os.environ.get(ALLOWED, "{}"))
    return found


def _plays(text: str, game: Game) -> bool:
    """Whether the agent of a text accepts a game. It is tried only once: a network may take long to load."""
    if (text, game.id) not in _TRIED:
        try:
            find(text, game)
        except Exception:  # noqa: BLE001  an agent for other games may raise anything
            _TRIED[text, game.id] = False
        else:
            _TRIED[text, game.id] = True
    return _TRIED[text, game.id]
