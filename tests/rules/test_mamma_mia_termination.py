"""Every game ends, within the bound of `max_decisions`."""

from typing import Any

import numba
import numpy as np
import pytest

from forno.rules import chance
from forno.rules.chance import below
from forno.rules.game import CHANCE, NOBODY, Game
from forno.rules.log import new_log
from positions.mamma_mia import CLASSIC, PLUS, new_game

_config: Any = numba.config  # it adds its attributes at run time
KEYS = 1 if _config.DISABLE_JIT else 5

# Each player takes the first legal action that begins with one of these texts.
STUBBORN = {
    "one card a turn, never an order": ("place 1", "no order", "draw supply", "decline"),
    "one card a turn, orders hoarded": ("place 1", "no order", "draw waiter", "decline"),
    "one card and an order a turn": ("place 1", "order", "draw waiter", "decline"),
    "orders in and back again": ("place 1", "order", "draw supply", "decline"),
    "all that is there at once": (
        "place 9",
        "place 8",
        "place 7",
        "place 6",
        "place 5",
        "place 4",
        "place 3",
        "place 2",
        "order",
        "draw supply",
        "bake",
    ),
    "asks for as much as possible, nobody helps": (
        "place 1",
        "order bombastica",
        "order",
        "draw waiter",
        "ask",
        "request 0",
        "refuse",
    ),
    "asks, and everybody helps": ("place 1", "order", "draw supply", "ask", "request 1", "help"),
    "bakes whatever costs most": ("place 1", "order bombastica", "order", "bake", "draw supply", "add"),
}


def longest_seen(game: Game, players: int, number: int, words: tuple[str, ...], wild: int, **options: bool) -> int:
    """The number of decisions in one game. In `wild` of ten decisions a random action is taken."""
    position = new_game(game, players, **options)
    rng = chance.stream(bytes([number]) * 32)
    states, actions = position.states, np.zeros(game.n_actions, np.int16)
    moves = deals = 0
    log = new_log(3000)  # more room than `max_events`, to see how much is needed
    limit = game.max_decisions(players, game.check(players, options))
    while (seat := game.actor(states, 0)) != NOBODY:
        assert log[0, 0] <= game.max_events
        log[0, 0] = 0
        if seat == CHANCE:
            game.deal(states, 0, chance.stream(bytes([number]) * 32, 1 + deals), log)
            deals += 1
            continue
        legal = actions[: game.legal(states, 0, actions)].tolist()
        texts = [game.describe(states, 0, action) for action in legal]
        wanted = [action for word in words for action, text in zip(legal, texts, strict=True) if text.startswith(word)]
        choice = legal[below(rng, len(legal))] if not wanted or below(rng, 10) < wild else wanted[0]
        game.step(states, 0, choice, log)
        moves += 1
        assert moves <= limit
    assert deals <= position.state.rounds
    return moves


@pytest.mark.parametrize("words", STUBBORN.values(), ids=STUBBORN)
@pytest.mark.parametrize("wild", [0, 2])
def test_games_of_stubborn_players_end(words: tuple[str, ...], wild: int) -> None:
    for number in range(KEYS):
        for players in (2, 5):
            assert longest_seen(CLASSIC, players, number, words, wild) > 0
        for players, helping in ((2, False), (4, True), (4, False)):
            assert longest_seen(PLUS, players, number, words, wild, helping=helping) > 0


@pytest.mark.rule("MM-15")
def test_hands_full_of_orders_leave_two_empty_rounds() -> None:
    """Only the first round has decisions: a player who draws only orders holds seven after six turns, and passes."""
    words = STUBBORN["one card a turn, orders hoarded"]
    for number in range(KEYS):
        assert longest_seen(CLASSIC, 2, number, words, 0) <= 2 * 7 * 3
