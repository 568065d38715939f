"""The registry: every agent plays all its games legally, and the key decides its choices."""

from dataclasses import replace
from functools import lru_cache

import numpy as np
import pytest

from forno.agents import AGENTS, LEVELS, PolicyAgent, agents_for, find, find_level, levels_for, take_turn
from forno.agents.policies import CLUB_LARGER_VALUE, GREEDY, LARGER_VALUE, UNIFORM, choose
from forno.agents.search.agent import SearchAgent
from forno.rules import GAMES, chance
from forno.rules import find as find_game
from forno.rules.game import BadSetup, Game
from forno.rules.records import Int8, Record, dtype_of, new_records
from forno.table import Table

KEY = bytes(range(32))
SLOW = ("search", "helper", "expert", "master", "pizzaiolo")  # slow; `search` with fewer simulations stands for them
SEATED = pytest.mark.parametrize(
    ("name", "game", "players"),
    [
        pytest.param(name, game, players, id=f"{name}-{game.id}-{players}")
        for game in GAMES
        for name in (*(name for name in agents_for(game) if name not in SLOW), "search:sims=12,utility=win")
        for players in game.players
    ],
    scope="module",  # so that all tests of one table follow each other, and share what has been played
)


def play(name: str, game: Game, players: int, key: bytes, moves: int | None = None) -> Table:
    """To the end, or these many moves. The table refuses illegal actions."""
    table, agents, rng = Table(game, players, key=key), [find(name, game)] * players, chance.stream(key, 1_000_000)
    while not table.is_over and (moves is None or len(table.moves) < moves):
        take_turn(table, agents, rng)
    return table


@lru_cache(maxsize=1)
def played(name: str, game_id: str, players: int) -> Table:
    """A finished game with the key. The tests of a table share it."""
    return play(name, find_game(game_id), players, KEY)


@SEATED
def test_plays_legally_to_the_end(name: str, game: Game, players: int) -> None:
    table = played(name, game.id, players)
    assert table.is_over
    assert table.winners


@SEATED
def test_the_key_decides_everything(name: str, game: Game, players: int) -> None:
    moves = played(name, game.id, players).moves
    assert play(name, game, players, KEY).moves == moves
    assert play(name, game, players, KEY[::-1], moves=50).moves[:50] != moves[:50]


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


def test_an_unknown_agent_is_refused_with_the_names_of_the_others() -> None:
    with pytest.raises(BadSetup, match=r"no agent 'chief' for Chef's Hat: .*uniform, larger-value, greedy"):
        find("chief", find_game("chefs-hat"))


def test_an_agent_for_another_game_is_unknown() -> None:
    with pytest.raises(BadSetup, match=r"no agent 'larger-value' for Mamma Mia!: its agents are uniform, greedy, "):
        find("larger-value", find_game("mamma-mia"))


class ViewOfNoGame(Record):
    seat: Int8
    card_of_nobody: Int8


@pytest.mark.parametrize("policy", [GREEDY, LARGER_VALUE, CLUB_LARGER_VALUE])
def test_uniform_stands_in_for_policies_that_a_game_lacks(policy: int) -> None:
    views, legal = new_records(1, dtype_of(ViewOfNoGame)), np.arange(50, dtype=np.int16)
    rng, same = chance.stream(KEY), chance.stream(KEY)
    chosen = [choose(policy, views, 0, legal, 50, rng) for _ in range(20)]
    assert chosen == [choose(UNIFORM, views, 0, legal, 50, same) for _ in range(20)]
    assert len(set(chosen)) > 5


def test_a_game_without_policies_has_all_levels() -> None:
    game = replace(find_game("mamma-mia"), id="a-game-without-policies")
    assert levels_for(game) == levels_for(find_game("mamma-mia"))
    agents = [find_level(name, game) for name in levels_for(game)]
    assert agents[0] == PolicyAgent(UNIFORM)
    searching = [agent.settings.sims for agent in agents[1:] if isinstance(agent, SearchAgent)]
    assert len(searching) == 4
    assert searching == sorted(searching)
