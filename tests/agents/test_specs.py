"""Agents by text: names with settings, import paths, and error messages."""

import sys
from pathlib import Path

import pytest

from forno.agents import LEVELS, CarelessAgent, PolicyAgent, find
from forno.agents.distracted import Distracted
from forno.agents.policies import GREEDY, UNIFORM
from forno.agents.registry import ByPlayers
from forno.agents.search.agent import SearchAgent
from forno.agents.search.simulation import POINTS, WIN
from forno.agents.specs import split
from forno.rules import OWN_GAMES, chance
from forno.rules import find as find_game
from forno.rules.game import BadSetup, Game
from forno.table import Table

GAME = find_game("mamma-mia")


def searching(text: str) -> SearchAgent:
    agent = find(text, GAME)
    assert isinstance(agent, SearchAgent)
    return agent


def test_settings_override_defaults() -> None:
    settings = searching("search:sims=50, rollout=uniform ,utility=win,threads=2").settings
    assert (settings.sims, settings.ms, settings.rollout, settings.utility) == (50, None, UNIFORM, WIN)
    assert settings.threads == 2
    usual = searching("search").settings
    assert (usual.rollout, usual.utility, usual.threads) == (GREEDY, POINTS, 1)
    assert searching("search:").settings == usual


@pytest.mark.parametrize(
    ("text", "to_end"),
    [
        ("search:utility=points", False),
        ("search:utility=win", True),
        ("search:utility=rank", True),
        ("search:utility=points,horizon=game", True),
        ("search:utility=win,horizon=shuffle", False),
    ],
)
def test_the_horizon_suits_the_utility_unless_it_is_set(text: str, to_end: bool) -> None:
    assert searching(text).settings.to_end == to_end


def test_threads_all_means_all_processors() -> None:
    assert searching("search:threads=all").settings.threads >= 1


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("search:sims=none", r"agent search cannot have sims=none: it takes a whole number from 1 to 1000000\."),
        ("search:sims=0", r"cannot have sims=0"),
        ("search:utility=fame", r"cannot have utility=fame: it takes points or rank or win or victory\."),
        ("search:rollout=clever", r"it takes uniform or larger-value or greedy"),
        ("search:depht=3", r"agent search has no setting 'depht=3': it takes sims=…, ms=…"),
        ("search:sims", r"agent search has no setting 'sims'"),
        ("search:sims=5,sims=6", r"agent search is given sims twice"),
        ("greedy:sims=5", r"agent greedy has no settings; 'sims=5' is one"),
        ("distracted:slips=101", r"it takes a whole number from 0 to 100"),
        ("serch:sims=5", r"no agent 'serch:sims=5' for Mamma Mia!: its agents are uniform, greedy"),
    ],
)
def test_a_bad_setting_is_explained(text: str, sentence: str) -> None:
    with pytest.raises(BadSetup, match=sentence):
        find(text, GAME)


@pytest.mark.parametrize(
    ("texts", "parts"),
    [
        ("greedy", ["greedy"]),
        ("greedy, uniform", ["greedy", "uniform"]),
        ("search:sims=5,utility=win,greedy", ["search:sims=5,utility=win", "greedy"]),
        ("search:sims=5,search:sims=6", ["search:sims=5", "search:sims=6"]),
        ("my.agents:Mine,cook", ["my.agents:Mine", "cook"]),
    ],
)
def test_split(texts: str, parts: list[str]) -> None:
    assert split(texts) == parts


@pytest.fixture
def kitchen_helpers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Modules of a user."""
    (tmp_path / "kitchen_helpers.py").write_text(
        "class First:\n"
        "    def __init__(self, game):\n        self.game = game\n"
        "    def choose(self, view, legal, rng):\n        return legal[0]\n"
        "class Idle:\n    def __init__(self, game):\n        pass\n"
        "class Lonely:\n    pass\n"
        "number = 7\n",
        encoding="utf-8",
    )
    (tmp_path / "needy_helpers.py").write_text("import a_module_that_nobody_has\n", encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    for name in ("kitchen_helpers", "needy_helpers"):
        monkeypatch.delitem(sys.modules, name, raising=False)


@pytest.mark.usefixtures("kitchen_helpers")
def test_a_users_agent_plays_by_its_import_path() -> None:
    agent = find("kitchen_helpers:First", GAME)
    table = Table(GAME, 2, key=bytes(32))
    assert agent.choose(table.view(0), table.legal(), chance.stream(bytes(32))) == table.legal()[0]
    assert getattr(agent, "game", None) is GAME


@pytest.mark.usefixtures("kitchen_helpers")
@pytest.mark.parametrize(
    ("path", "sentence"),
    [
        ("no_such_helpers:First", r"no module no_such_helpers is found here or in PYTHONPATH\."),
        ("kitchen_helpers:Second", r"the module kitchen_helpers has no Second"),
        ("kitchen_helpers:Idle", r"kitchen_helpers:Idle\(game\) is not an agent: it has no method choose"),
        ("kitchen_helpers:Lonely", r"kitchen_helpers:Lonely cannot be called with the game"),
        ("kitchen_helpers:number", r"kitchen_helpers:number is not an agent: it must be a class or function"),
        ("needy_helpers:First", r"needy_helpers needs the module a_module_that_nobody_has, which is not installed"),
    ],
)
def test_a_bad_import_path_is_explained(path: str, sentence: str) -> None:
    with pytest.raises(BadSetup, match=sentence):
        find(path, GAME)


def test_levels_stand_for_agents() -> None:
    assert isinstance(find("beginner", GAME), Distracted)
    assert find("cook", GAME) == PolicyAgent(GREEDY)
    strongest, weaker = find("pizzaiolo", GAME, 4), find("baker", GAME, 4)
    assert isinstance(strongest, SearchAgent)
    assert isinstance(weaker, SearchAgent)
    assert strongest.settings.sims > weaker.settings.sims


def test_a_level_depends_on_the_number_of_players() -> None:
    game = find_game("mamma-mia")
    for level in LEVELS:
        whole = find(level.name, game)
        texts = {level.agent_for(game, players) for players in game.players}
        assert isinstance(whole, ByPlayers) == (len(texts) > 1)
        for players in game.players:
            agent = find(level.name, game, players)
            assert not isinstance(agent, ByPlayers)
            assert type(agent) is type(find(level.agent_for(game, players), game))
            table = Table(game, players, key=bytes(32))
            asked = table.view(table.actor or 0), table.legal()
            if isinstance(agent, PolicyAgent | CarelessAgent):
                assert whole.choose(*asked, chance.stream(bytes(32))) == agent.choose(*asked, chance.stream(bytes(32)))
    assert len({repr(find("novice", game, players)) for players in game.players}) > 1


@pytest.mark.parametrize("game", OWN_GAMES, ids=lambda game: game.id)
def test_weak_levels_are_quick_and_the_strongest_searches(game: Game) -> None:
    for players in game.players:
        weak, *_, strongest = (find(level.name, game, players) for level in LEVELS)
        assert isinstance(weak, CarelessAgent)
        assert isinstance(strongest, SearchAgent)
        assert strongest.settings.sims >= (1000 if strongest.networks is None else 500)  # a network's are worth more
