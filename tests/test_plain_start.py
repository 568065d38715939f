"""Games begin as plain Python and go over to machine code, and nobody can tell."""

from collections.abc import Iterator
from typing import Any

import pytest

from forno.agents import find, play_to_end
from forno.rules import GAMES, arrays, chance
from forno.rules.compiling import hold, jit, loading, release
from forno.rules.dispatch import Function
from forno.rules.game import Game
from forno.table import Table

games = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)


@pytest.fixture(autouse=True)
def _released_in_the_end() -> Iterator[None]:
    yield
    release(*(record for game in GAMES for record in (game.state_dtype, game.view_dtype)))


def new_table(game: Game) -> Table:
    return Table(game, game.players[-1], key=bytes(range(32)))


def play(table: Table, moves: int) -> None:
    agent = find("greedy", table.game) if table.game.id != "tiny-game" else find("uniform", table.game)
    for _ in range(moves):
        if table.actor is None:
            return
        seat = table.actor
        rng = chance.agent_stream(table.key, len(table.moves))
        table.act(seat, agent.choose(table.view(seat), table.legal(), rng))


def is_plain() -> bool:
    return type(arrays.step) is not Function


@games
def test_a_game_across_the_switch(game: Game) -> None:
    expected = new_table(game)
    play(expected, 200)
    table = new_table(game)
    hold(game.state_dtype, game.view_dtype)
    play(table, 60)
    assert is_plain()
    with loading():
        play(new_table(game), 2)  # in this thread, calls use machine code
    release(game.state_dtype, game.view_dtype)
    assert not is_plain()
    play(table, 140)
    assert table.record().dumps() == expected.record().dumps()
    assert [event.data for event in table.events] == [event.data for event in expected.events]


def test_each_game_goes_over_by_itself() -> None:
    first, second = GAMES[:2]
    hold(*(record for game in (first, second) for record in (game.state_dtype, game.view_dtype)))
    called: list[str] = []
    probe: Any = jit(lambda states: None)
    probe.py_func = lambda states: called.append("plain")
    release(first.state_dtype, first.view_dtype)
    probe(first.new(first.players[0]))
    assert called == []
    probe(second.new(second.players[0]))
    assert called == ["plain"]


def test_a_function_defined_meanwhile_waits_too() -> None:
    hold(GAMES[0].state_dtype)
    assert type(jit(lambda: None)) is not Function
    release(GAMES[0].state_dtype)
    assert type(jit(lambda: None)) is Function


def test_whole_games_by_an_agent_are_the_same() -> None:
    game = GAMES[0]
    expected, table = new_table(game), new_table(game)
    play_to_end(expected, [find("uniform", game)] * game.players[-1], chance.stream(bytes(32)))
    hold(game.state_dtype, game.view_dtype)
    play_to_end(table, [find("uniform", game)] * game.players[-1], chance.stream(bytes(32)))
    assert table.record().dumps() == expected.record().dumps()
