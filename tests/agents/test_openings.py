"""Weak levels err as people do: whole openings and rounds of them, without an order or a request that looks foolish."""

from collections import Counter
from collections.abc import Iterator

import pytest

from forno.agents import LEVELS, find, searches, take_turn
from forno.rules import chance
from forno.rules import find as find_game
from forno.rules.game import Game
from forno.table import Table

ALMOST_EMPTY = 8  # cards, with the orders among them
TABLES = [
    pytest.param(level.name, game, players, id=f"{level.name}-{game.id}-{players}")
    for game in (find_game("mamma-mia"), find_game("mamma-mia-plus"))
    for players in game.players
    for level in LEVELS
    if not searches(find(level.name, game, players))
]
DEALS = 6


KINDS = ("pineapple", "olive", "pepper", "mushroom", "salami", "shrimp")  # personal ingredients, by seat


def decisions(level: str, table: Table) -> Iterator[tuple[int, str, int]]:
    """Play a game among bots of one level: each seat, its action, and how many ingredients another seat had in hand at most."""
    agents = [find(level, table.game, table.players)] * table.players
    rng = chance.stream(table.key, 1)
    while (seat := table.actor) is not None:
        hands = table.view(seat)[0].n_ingredients[: table.players].tolist()
        take_turn(table, agents, rng)
        yield seat, table.texts[-1], max(hands[:seat] + hands[seat + 1 :])


def in_oven(order: str, personal: str, oven: Counter[str]) -> int:
    """How many cards of an order the oven has."""
    name, _, rest = order.partition("-")
    if name.isdigit():
        words = order.split("-")
        kinds = {kind: int(n) for n, kind in zip(words[::2], words[1::2], strict=True) if kind in KINDS}
        return min(oven[personal], 1) + sum(min(oven[kind], n) for kind, n in kinds.items())
    if order.startswith("each"):
        return len(+oven)
    if order in {"bombastica", "minimale"}:
        return oven.total()
    return max(oven.values(), default=0) + (rest in {"mia-1", "mia-2"} and oven[personal] > 0)


@pytest.mark.parametrize(("level", "game", "players"), TABLES)
def test_no_order_is_placed_on_an_almost_empty_oven(level: str, game: Game, players: int) -> None:
    """Not Monotoni on an empty oven, nor Ghiottona on one olive: an early order finds some of its cards there."""
    asked = 0
    for deal in range(DEALS):
        oven: Counter[str] = Counter()
        cards = 0
        for seat, action, _ in decisions(level, Table(game, players, key=deal.to_bytes(32, "little"))):
            verb, *words = action.split()
            if verb == "place":
                oven[words[1]] += int(words[0])
                cards += int(words[0])
            if cards >= ALMOST_EMPTY:
                break
            asked += verb in {"order", "no"}
            if verb == "order":
                cards += 1
                least = 1 if words[0].startswith("mini") else 2
                assert in_oven(words[0], KINDS[seat], oven) >= least, f"{words[0]} by seat {seat} on {dict(oven)}"
    assert asked


@pytest.mark.parametrize(
    ("level", "game", "players"), [one for one in TABLES if "plus" in str(one.id) and "plus-2" not in str(one.id)]
)
def test_nobody_asks_for_more_cards_than_anybody_holds(level: str, game: Game, players: int) -> None:
    """One player must give all that is asked for. With two players hardly anybody asks: the help would go to the only rival."""
    asked = 0
    for deal in range(2):
        table, wanted = Table(game, players, key=deal.to_bytes(32, "little")), 0
        for seat, action, most in decisions(level, table):
            verb, *words = action.split()
            wanted = wanted + int(words[0]) if verb == "request" else 0
            assert wanted <= most, f"seat {seat} asks for {wanted} cards, the others hold at most {most}"
            asked += verb == "request"
    assert asked
