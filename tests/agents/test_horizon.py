"""What a position at a shuffle is worth later, as the search has it."""

import numpy as np
import pytest

from forno.agents import find
from forno.agents.horizon import weights_for
from forno.agents.search.agent import SearchAgent
from forno.rules import OWN_GAMES, chance
from forno.rules import find as find_game
from forno.rules.game import CHANCE, Game
from forno.table import Table

MAMMA_MIA = [game for game in OWN_GAMES if game.id != "chefs-hat"]


@pytest.mark.parametrize("game", MAMMA_MIA, ids=lambda game: game.id)
def test_every_round_but_the_last_has_weights(game: Game) -> None:
    for players in game.players:
        view = Table(game, players, key=bytes(32)).view(0)
        rounds = int(view[0].rounds)
        lengths = []
        for view[0].emptied in range(rounds):
            weights = weights_for(game, view)
            lengths.append(len(weights))
            assert (weights[-1:] > 0).all()  # it is good to take the pizzas out
        assert lengths == [4] * (rounds - 1) + [0]


def test_in_chefs_hat_only_points_count() -> None:
    game = find_game("chefs-hat")
    assert len(weights_for(game, Table(game, 4, key=bytes(32)).view(0))) == 0


@pytest.mark.parametrize("game", MAMMA_MIA, ids=lambda game: game.id)
@pytest.mark.parametrize("seat", [0, 2])
def test_a_simulation_that_ends_at_a_shuffle_counts_what_is_left(game: Game, seat: int) -> None:
    """The payoff grows by how far the seat is ahead of the mean of the others."""
    table, rng = Table(game, 4, key=bytes(32)), chance.stream(bytes(32))
    while table.actor != seat or len(table.legal()) == 1:
        assert table.actor is not None
        table.act(table.actor, find("greedy", game).choose(table.view(table.actor), table.legal(), rng))
    agent, payoffs = find("search:pool=0", game), np.zeros((1, 1))
    assert isinstance(agent, SearchAgent)
    tree, found = agent.trees[0], []
    weights = np.array([0.5, 2.0, 8.0, 32.0])
    for given in (np.zeros(0), weights):
        tree.start(table.view(seat), rng, weights=given)
        tree.sample_worlds(0, 1)
        tree.try_out(0, 1, table.legal()[:1], payoffs)
        found.append(float(payoffs[0, 0]))
    end = tree.states[0]
    assert game.actor(tree.states, 0) == CHANCE
    held = np.stack([end.n_ingredients, end.n_orders, end.waiting])[:, :4] * weights[:3, None]
    others = np.delete(held, seat, axis=1).sum() / 3
    assert found[1] - found[0] == pytest.approx(held[:, seat].sum() - others + 32.0 * (end.holder == seat))
