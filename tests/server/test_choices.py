"""The labels of choices. Most are made once for all tables, so they must be those of any position."""

import random

import pytest

from forno.rules import GAMES
from forno.rules.game import Game
from forno.server.choices import choices
from forno.server.messages import Choice
from forno.table import Table
from forno.words import Words, languages

N_GAMES = 6


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_a_choice_has_the_label_and_the_warning_of_its_own_position(game: Game) -> None:
    rng = random.Random(1)  # noqa: S311  the same each time
    for number in range(N_GAMES):
        players = game.players[number % len(game.players)]
        table, words = Table(game, players, key=bytes([number]) * 32), Words(languages()[number % len(languages())])
        while table.actor is not None:
            legal = table.legal().tolist()
            assert choices(table, words) == [
                Choice(table.text(action), words.label(table, action), words.warning(table, action)) for action in legal
            ]
            table.act(table.actor, rng.choice(legal))
