"""The registry: every agent plays every one of its games, by the rules and by the key alone."""

import pytest

from forno.agents import AGENTS, LEVELS, agents_for, find, levels_for, play_to_end
from forno.rules import GAMES, chance
from forno.rules import find as find_game
from forno.rules.game import BadSetup, Game
from forno.table import Table

KEY = bytes(range(32))
PATIENT = ("search", "baker", "pizzaiolo")  # they play the same way with fewer simulations
SEATED = [
    pytest.param(name, game, players, id=f"{name}-{game.id}-{players}")
    for game in GAMES
    for name in (*(name for name in agents_for(game) if name not in PATIENT), "search:sims=12,utility=win")
    for players in game.players
]


def play(name: str, game: Game, players: int, key: bytes) -> Table:
    """The table refuses whatever is not legal."""
    table = Table(game, players, key=key)
    play_to_end(table, [find(name, game)] * players, chance.stream(key, 1_000_000))
    return table


@pytest.mark.parametrize(("name", "game", "players"), SEATED)
def test_plays_legally_to_the_end(name: str, game: Game, players: int) -> None:
    table = play(name, game, players, KEY)
    assert table.is_over
    assert table.winners


@pytest.mark.parametrize(("name", "game", "players"), SEATED)
def test_the_key_decides_all(name: str, game: Game, players: int) -> None:
    moves = play(name, game, players, KEY).moves
    assert play(name, game, players, KEY).moves == moves
    assert play(name, game, players, KEY[::-1]).moves != moves


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_levels_are_agents_too(game: Game) -> None:
    assert levels_for(game) == tuple(entry.name for entry in LEVELS)
    assert set(levels_for(game)) <= set(agents_for(game))


def test_names_are_unique() -> None:
    names = [entry.name for entry in AGENTS]
    assert len(set(names)) == len(names)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_every_game_has_an_agent(game: Game) -> None:
    assert "uniform" in agents_for(game)


def test_unknown_agents_are_refused_with_the_names_of_those_there_are() -> None:
    with pytest.raises(BadSetup, match=r"no agent 'chief' for Chef's Hat: .*uniform, larger-value, greedy"):
        find("chief", find_game("chefs-hat"))


def test_an_agent_for_another_game_is_unknown() -> None:
    with pytest.raises(BadSetup, match=r"no agent 'larger-value' for Mamma Mia!: its agents are uniform, greedy, "):
        find("larger-value", find_game("mamma-mia"))
