"""How much do beliefs know about the others' hands? Compare the worlds of a search with the truth, in positions of games among agents.

    python tools/belief_errors.py chefs-hat --field greedy --positions 100

For each belief it prints the mean squared error of the expected hands: the sum over all cards of the squared difference between how many somebody holds
and how many they hold in the mean of the worlds. 0 would be to see all cards.
"""

import argparse
import time
from collections.abc import Iterator
from typing import Any

import numpy as np

from forno.agents import find as find_agent
from forno.agents.beliefs import has_belief
from forno.agents.search.agent import SearchAgent
from forno.rules import chance, find
from forno.rules.game import Game
from forno.table import Table


def positions(game: Game, players: int, field: str, number: int) -> Iterator[Table]:
    """Tables at a decision of an open phase, each in another game, with a history of at least four decisions."""
    agent, random = find_agent(field, game, players), np.random.default_rng(1)
    for deal in range(number):
        table, rng = (
            Table(game, players, key=(10**7 + deal).to_bytes(32, "little")),
            chance.quick_stream(bytes(32), deal),
        )
        left = int(random.integers(5, 150))
        while (seat := table.actor) is not None:
            legal = table.legal()
            view = table.view(seat)
            if view[0].phase in game.open_phases and len(legal) > 1:
                left -= 1
                if left <= 0 and len(table.history().actions) >= 4:
                    yield table
                    break
            table.act(seat, agent.choose(view, legal, rng) if len(legal) > 1 else int(legal[0]))


def worlds_of(game: Game, belief: str, pool: int, view: Any, number: int) -> tuple[Any, Any]:
    """The worlds from which a search draws, and their weights."""
    agent = find_agent(f"search:pool={pool},belief={belief}", game)
    assert isinstance(agent, SearchAgent)
    for tree in agent.trees:
        tree.start(view, chance.stream(bytes(32), number), view.history if agent.recalls else None)
        tree.fill_pool()
    weights = [np.diff(tree.cumulative, prepend=0) / tree.cumulative[-1] for tree in agent.trees]
    return np.concatenate([tree.pool for tree in agent.trees]), np.concatenate(weights)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--field", default="greedy", help="the agent in all seats")
    parser.add_argument("--positions", type=int, default=50)
    parser.add_argument("--pool", type=int, default=8000)
    given = parser.parse_args()
    game = find(given.game)
    beliefs = ["none", *(["cards"] if has_belief(game) else []), "moves"]
    errors: dict[str, list[float]] = {belief: [] for belief in beliefs}
    seconds: dict[str, list[float]] = {belief: [] for belief in beliefs}
    for number, table in enumerate(positions(game, given.players, given.field, given.positions)):
        seat = table.actor
        assert seat is not None
        view, true = table.view(seat, recall=True), table.state[0]
        for belief in beliefs:
            start = time.process_time()
            pools, weights = (
                blind(game, view, number) if belief == "none" else worlds_of(game, belief, given.pool, view, number)
            )
            took = time.process_time() - start
            expected = np.average(pools["hand"].astype(float), axis=0, weights=weights)
            errors[belief].append(float(((expected - true.hand) ** 2).sum()))
            seconds[belief].append(took)
    for belief in beliefs:
        mean, deviation = np.mean(errors[belief]), np.std(errors[belief]) / len(errors[belief]) ** 0.5
        print(  # noqa: T201  the result
            f"{game.title}, {given.players} players, {given.field}: belief={belief} {mean:.2f} ± {1.96 * deviation:.2f}, "
            f"{1000 * np.median(seconds[belief]):.0f} ms, {len(errors[belief])} positions"
        )


def blind(game: Game, view: Any, number: int) -> tuple[Any, Any]:
    """Worlds as dealt."""
    made: Any = np.zeros(1000, game.state_dtype)
    rng = chance.quick_stream(bytes(32), number)
    for k in range(len(made)):
        game.resample(view, 0, rng, True, made, k)
    return made, np.ones(len(made))


if __name__ == "__main__":
    main()
