"""How much do hidden cards cost? A search that sees all cards gives an upper bound.

    python examples/sees_all_cards.py --opponent greedy --games 100

It plays Chef's Hat against three other agents, each deal from every seat. The result is in points a shift; equal players get 1.5.
"""

import argparse
import statistics

from forno import agents
from forno.agents.search.agent import SearchAgent, SearchTree, Settings
from forno.rules import chance, find
from forno.rules.game import Game
from forno.table import Table

GAME = find("chefs-hat")


class OpenTree(SearchTree):
    """Simulates in the true state instead of worlds that agree with a view."""

    table: Table

    def sample_worlds(self, first: int, n: int) -> None:
        self.worlds[:n] = self.table.state[0]


class SeesAll(SearchAgent):
    """Not an agent for real games, since it sees the state."""

    def __init__(self, game: Game, settings: Settings, table: Table) -> None:
        super().__init__(game, settings)
        self.table = table

    def new_tree(self, number: int) -> SearchTree:
        tree = OpenTree(self.game, self.settings, number)
        tree.table = self.table
        return tree


def points_per_shift(opponent: str, rollout: str, deal: int) -> float:
    """Play one deal from every seat."""
    points = shifts = 0
    for seat in range(4):
        table, rng = Table(GAME, 4, key=deal.to_bytes(32, "little")), chance.quick_stream(bytes(32), deal)
        players = [agents.find(opponent, GAME)] * 4
        settings = agents.find(f"search:sims=60,pool=0,rollout={rollout}", GAME)
        assert isinstance(settings, SearchAgent)
        players[seat] = SeesAll(GAME, settings.settings, table)
        agents.play_to_end(table, players, rng)
        points += table.scores[seat]
        shifts += int(table.state[0].shift)
    return points / shifts


parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
parser.add_argument("--opponent", default="greedy", help="the agent in the other three seats")
parser.add_argument("--rollout", default="greedy", help="the policy that simulations use for all seats")
parser.add_argument("--games", type=int, default=8, help="number of games, four for each deal")
arguments = parser.parse_args()
results = [
    points_per_shift(arguments.opponent, arguments.rollout, deal) for deal in range(max(2, arguments.games // 4))
]
error = 1.96 * statistics.stdev(results) / len(results) ** 0.5
print(
    f"against three {arguments.opponent}: {statistics.mean(results):.2f} ± {error:.2f} points a shift ({4 * len(results)} games)"
)
