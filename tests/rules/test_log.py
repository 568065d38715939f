"""The log of events: its rows, and what happens when it is full."""

from dataclasses import replace

import numpy as np
import pytest

from forno import warmup
from forno.rules import GAMES, chance, find
from forno.rules.game import Game
from forno.rules.log import EVERYBODY, SILENT, LogFull, check_room, clear, emit, new_log, rows_of
from forno.table import Table


def test_the_log_counts_its_rows() -> None:
    log = new_log(3)
    assert emit(log, 4, EVERYBODY, 10, 11, 12, 13) == 1
    assert emit(log, 5, 0b10) == 2
    assert rows_of(log)[:, :6].tolist() == [[4, -1, 10, 11, 12, 13], [5, 2, 0, 0, 0, 0]]


def test_nothing_is_written_to_a_silent_log() -> None:
    assert emit(SILENT, 4, EVERYBODY, 10) == 0
    check_room(SILENT)


def test_a_full_log_is_refused() -> None:
    memory = np.full((6, new_log(1).shape[1]), 77, np.int16)
    log = memory[:3]
    clear(log)
    assert [emit(log, code, EVERYBODY) for code in range(4)] == [1, 2, 0, 0]
    assert (memory[3:] == 77).all()
    with pytest.raises(LogFull, match="more than 2 events"):
        rows_of(log)
    clear(log)
    assert emit(log, 9, EVERYBODY) == 1
    assert rows_of(log)[:, 0].tolist() == [9]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_a_table_refuses_a_game_with_too_little_room(game: Game) -> None:
    with pytest.raises(LogFull, match="max_events is too small"):
        Table(replace(game, max_events=2), game.players[0], key=bytes(32))


def test_a_log_is_cleared_before_each_call_of_the_warm_up() -> None:
    """The deal of Chef's Hat has five events. A step has fewer, but together they are more."""
    game = replace(find("chefs-hat"), max_events=5)
    states, log = game.new(4), new_log(5)
    game.deal(states, 0, chance.stream(bytes(32)), log)
    assert len(rows_of(log)) == 5
    for _, call in warmup.table_part(game).calls[:7]:
        call()
