"""The registry: every agent plays every one of its games, by the rules and by the key alone."""

import pytest

from forno.agents import AGENTS, AgentEntry, agents_for, find, play_to_end
from forno.rules import GAMES, chance
from forno.rules import find as find_game
from forno.rules.game import BadSetup, Game
from forno.table import Table

KEY = bytes(range(32))
PAIRS = [(entry, game) for entry in AGENTS for game in GAMES if game.id in entry.games]
SEATED = [
    pytest.param(entry, game, players, id=f"{entry.name}-{game.id}-{players}")
    for entry, game in PAIRS
    for players in game.players
]


def play(entry: AgentEntry, game: Game, players: int, key: bytes) -> Table:
    """The table refuses whatever is not legal."""
    table = Table(game, players, key=key)
    play_to_end(table, [find(entry.name, game)] * players, chance.stream(key, 1_000_000))
    return table


@pytest.mark.parametrize(("entry", "game", "players"), SEATED)
def test_plays_legally_to_the_end(entry: AgentEntry, game: Game, players: int) -> None:
    table = play(entry, game, players, KEY)
    assert table.is_over
    assert table.winners


@pytest.mark.parametrize(("entry", "game", "players"), SEATED)
def test_the_key_decides_all(entry: AgentEntry, game: Game, players: int) -> None:
    moves = play(entry, game, players, KEY).moves
    assert play(entry, game, players, KEY).moves == moves
    assert play(entry, game, players, KEY[::-1]).moves != moves


def test_names_are_unique() -> None:
    names = [entry.name for entry in AGENTS]
    assert len(set(names)) == len(names)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_every_game_has_an_agent(game: Game) -> None:
    assert "uniform" in agents_for(game)


def test_unknown_agents_are_refused_with_the_names_of_those_there_are() -> None:
    with pytest.raises(BadSetup, match=r"no agent 'chef' for Chef's Hat: .*uniform, larger-value, greedy"):
        find("chef", find_game("chefs-hat"))


def test_an_agent_for_another_game_is_unknown() -> None:
    with pytest.raises(BadSetup, match=r"no agent 'larger-value' for Mamma Mia!: its agents are uniform, greedy"):
        find("larger-value", find_game("mamma-mia"))
