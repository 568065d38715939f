"""How good are the choices of a search by its own lights? Compare them with those of a much longer one, in positions of games against `greedy`.

    python tools/search_errors.py mamma-mia search:sims=200,own=policy,later=on search:sims=1000,own=policy,later=on

The first agent says what a position is worth after each action: all of them are tried in as many worlds as `--worlds` says. For each agent it prints by how much its choices
are worth less than the best one. What that finds is noise of the simulations alone: an error of the worlds or of the rollouts is in both.
"""

import argparse
import time
from collections.abc import Iterator

import numpy as np

from forno.agents import find as find_agent
from forno.agents import view_for
from forno.agents.horizon import NOTHING, weights_for
from forno.agents.search.agent import SearchAgent
from forno.rules import chance, find
from forno.rules.game import Game
from forno.table import Table

EVERY = 7  # of so many decisions of a game, one is looked at


def positions(game: Game, players: int, number: int) -> Iterator[Table]:
    """Tables at a decision of a seat that searches a little, against a field of `greedy`."""
    searcher, field = find_agent("search:sims=50", game, players), find_agent("greedy", game, players)
    deal = found = decisions = 0
    while found < number:
        table = Table(game, players, key=(2 * 10**7 + deal).to_bytes(32, "little"))
        own, rng = deal % players, chance.quick_stream(bytes(32), deal)
        deal += 1
        while found < number and (seat := table.actor) is not None:
            legal = table.legal()
            if seat == own and len(legal) > 1:
                decisions += 1
                if decisions % EVERY == 0:
                    found += 1
                    yield table
            agent = searcher if seat == own else field
            table.act(seat, agent.choose(table.view(seat), legal, rng))


def worths(agent: SearchAgent, table: Table, seat: int, worlds: int, key: chance.Rng) -> dict[int, float]:
    """What each legal action is worth, by the mean over many worlds."""
    view = view_for(agent, table, seat)
    history = getattr(view, "history", None) if agent.recalls else None
    candidates = agent.candidates(view, table.legal(), key)
    for tree in agent.trees:
        tree.start(view, key, history, weights_for(agent.game, view) if agent.settings.later else NOTHING)
    payoffs = agent.try_more(candidates, np.zeros((0, len(candidates))), worlds)
    return dict(zip(candidates.tolist(), payoffs.mean(axis=0).tolist(), strict=True))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game")
    parser.add_argument("agents", nargs="+", help="searches; the first one judges")
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--positions", type=int, default=100)
    parser.add_argument("--worlds", type=int, default=1500)
    given = parser.parse_args()
    game = find(given.game)
    agents = [find_agent(text, game, given.players) for text in given.agents]
    judge = agents[0]
    if not isinstance(judge, SearchAgent):
        parser.error(f"{given.agents[0]} cannot judge: it does not search.")
    losses = np.zeros((len(agents), given.positions))
    seconds = np.zeros(len(agents))
    for number, table in enumerate(positions(game, given.players, given.positions)):
        seat = table.actor
        assert seat is not None
        found = worths(judge, table, seat, given.worlds, chance.stream(bytes(32), 2 * number))
        for k, agent in enumerate(agents):
            start = time.process_time()
            choice = agent.choose(view_for(agent, table, seat), table.legal(), chance.stream(bytes(32), 2 * number + 1))
            seconds[k] += time.process_time() - start
            losses[k, number] = max(found.values()) - found[int(choice)]
    for text, loss, took in zip(given.agents, losses, seconds, strict=True):
        error = 1.96 * loss.std(ddof=1) / len(loss) ** 0.5
        print(f"{text}: {loss.mean():.4f} ± {error:.4f}, {1000 * took / len(loss):.0f} ms a choice")  # noqa: T201  the result


if __name__ == "__main__":
    main()
