"""A plain record has what NumPy reads from the record."""

import numpy as np
import pytest

from forno.rules import GAMES
from forno.rules.game import SPECTATOR, Game
from forno.table import Table
from forno.table.plain_record import PlainRecord


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_a_plain_record_has_all_fields(game: Game) -> None:
    table = Table(game, game.players[-1], key=bytes(32))
    rng = np.random.default_rng(1)
    for _ in range(30):
        assert table.actor is not None
        table.act(table.actor, int(rng.choice(table.legal())))
        for seat in (SPECTATOR, table.actor or 0):
            records = table.view_record(seat)
            plain = PlainRecord(records)
            for name in records.dtype.names or ():
                assert np.array_equal(getattr(plain, name), records[name][0]), name


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_the_view_of_the_seat_to_act_follows_the_game(game: Game) -> None:
    table = Table(game, game.players[-1], key=bytes(32))
    rng = np.random.default_rng(1)
    for _ in range(30):
        assert table.actor is not None
        for _ in range(2):
            assert table.own_view.record.tobytes() == table.view_record(table.actor)[0].tobytes()
        table.act(table.actor, int(rng.choice(table.legal())))
