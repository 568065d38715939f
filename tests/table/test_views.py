"""Views that can be read by name say the same as their records."""

import inspect
from itertools import islice
from typing import Any

import numpy as np
import pytest

from forno import agents
from forno.observations import layout_of, observe
from forno.rules import GAMES, chance, find
from forno.rules.chance import below
from forno.rules.game import SPECTATOR, Game
from forno.rules.mamma_mia.decks import KINDS
from forno.table import ChefsHatView, GameView, MammaMiaView, Table, named_view
from forno.table.views import readable_names

games = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)


def positions(game: Game, number: int) -> list[Table]:
    """Tables at different points of a random game."""
    tables = []
    rng = chance.quick_stream(bytes([number]) * 32)
    table = Table(game, game.players[-1], key=bytes([number]) * 32)
    for move in range(10_000):
        if table.actor is None:
            break
        if move % 17 == 0:
            tables.append(table.record().replay())
        legal = table.legal()
        table.act(table.actor, int(legal[below(rng, len(legal))]))
    return [*islice(tables, 0, None, max(1, len(tables) // 12)), table]


@games
def test_everything_can_be_read_by_name(game: Game) -> None:
    for table in positions(game, 1):
        for seat in range(SPECTATOR, table.players):
            view = table.view(seat)
            facts = view.as_dict()
            assert set(facts) == set(readable_names(type(view)) or view.dtype.names)
            assert all(name in dir(view) for name in facts)
            assert str(facts["seat"]) in repr(view)


@games
def test_a_view_is_still_the_array_that_compiled_functions_take(game: Game) -> None:
    """Agents written for the first version index it and pass it on."""
    table = Table(game, game.players[-1], key=bytes(32))
    assert table.actor is not None
    view = table.view(table.actor)
    plain = np.asarray(view)
    assert (view.dtype, view.shape) == (game.view_dtype, (1,))
    assert view[0].seat == view["seat"][0] == table.actor
    assert type(view["seat"]) is np.ndarray
    for name in ("greedy", "uniform", "search:sims=8"):
        agent = agents.find(name, game)
        answers = {agent.choose(one, table.legal(), chance.stream(bytes(32))) for one in (view, plain)}
        assert len(answers) == 1
    copied = view.copy()
    game.forget(copied, 0)
    assert type(copied) is type(view)


def test_chefs_hat_by_name_is_the_record() -> None:
    seen = set()
    for number in range(4):
        for table in positions(find("chefs-hat"), number):
            for seat in range(4):
                view: ChefsHatView = table.view(seat)
                v = view[0]
                seen.add(view.phase)
                assert sum(view.hand.values()) == view.held[seat] == v.held[seat]
                assert view.hand.get("joker", 0) == v.hand[12]
                assert view.hand.get("golden", 0) == v.hand[11]
                assert sum(view.unseen.values()) == sum(view.held) - view.held[seat]
                assert (view.pizza is None) == (v.number == 13)
                assert view.pizza is None or (view.pizza.number, view.pizza.cards) == (v.number, v.count)
                assert view.actor == (None if table.is_over else view.actor)
                assert [role is None for role in view.roles] == [view.shift == 0] * 4
                assert view.points == (table.scores if table.is_over else view.points)
    assert seen >= {"exchange", "pizza", "over"}


@pytest.mark.parametrize("name", ["mamma-mia", "mamma-mia-plus"])
def test_mamma_mia_by_name_is_the_record(name: str) -> None:
    game = find(name)
    layout = layout_of(name)
    decided = 0
    for number in range(3):
        for table in positions(game, number):
            for seat in range(table.players):
                view: MammaMiaView = table.view(seat)
                observed = layout.parts(observe(view))
                assert sum(view.hand.values()) == view.n_ingredients[seat]
                assert len(view.orders) == view.n_orders[seat]
                assert {order.seat for order in view.orders} <= {seat}
                assert view.done == table.scores
                assert [view.unseen.get(kind, 0) for kind in KINDS[: len(observed["unseen"])]] == observed[
                    "unseen"
                ].tolist()
                assert [view.oven_counts.get(kind, 0) for kind in KINDS[: len(observed["oven"])]] == observed[
                    "oven"
                ].tolist()
                assert len(view.oven) == view[0].n_oven - view[0].at
                orders = [card for card in view.oven if not isinstance(card, str)]
                assert len(orders) == np.count_nonzero(observed["queue"])
                if view.phase == "order" and view.actor == seat:
                    texts = {table.text(action) for action in table.legal()}
                    assert texts == {"no order", *(f"order {order.name}" for order in view.orders)}
                if view.decision is not None:
                    decided += 1
                    assert view.decision.order.seat == view[0].owner
    assert decided > 0


def test_a_forgotten_oven_has_unknown_cards() -> None:
    table = next(table for table in positions(find("mamma-mia"), 1) if len(table.view(0).oven) > 3)
    view = table.view(0)
    table.game.forget(view, 0)
    assert None in view.oven


def test_an_order_says_what_is_lacking() -> None:
    view: MammaMiaView = Table(find("mamma-mia"), 5, key=bytes(32)).view(0)
    order = view._order(0, 0)  # noqa: SLF001  any order of this colour
    assert order.needs == {"pineapple": 1, "olive": 4}
    assert order.lacks({"olive": 3, "salami": 2}) == {"pineapple": 1, "olive": 1}


def test_unknown_names_are_explained_and_known_ones_documented() -> None:
    view = Table(find("chefs-hat"), 4, key=bytes(32)).view(0)
    with pytest.raises(AttributeError, match=r"ChefsHatView has no 'hands'. It has: seat, phase, actor, hand"):
        _ = view.hands
    for cls in (ChefsHatView, MammaMiaView):
        assert all(inspect.getdoc(getattr(cls, name)) for name in readable_names(cls))
    tiny = next(game for game in GAMES if game.id == "tiny-game")
    fields: Any = np.asarray(Table(tiny, tiny.players[0], key=bytes(32)).view(0))
    plain = named_view(fields, tiny)
    assert type(plain) is GameView
    assert plain.seat == 0
