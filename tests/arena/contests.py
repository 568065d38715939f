"""Small contests for the tests."""

from pathlib import Path

from forno.arena.results import Results
from forno.arena.run import play
from forno.matches.contest import Contest
from forno.rules import find
from forno.rules.game import Actions, Game
from forno.rules.records import Records
from forno.workers import LocalWorkers, Workers

KEY = bytes(range(32))


class FirstLegal:
    """An agent that takes no chance, for any game."""

    def __init__(self, game: Game) -> None:
        pass

    def choose(self, view: Records, legal: Actions, rng: Records) -> int:
        return int(legal[0])


def contest(*agents: str, key: bytes = KEY, shifts: int = 1) -> Contest:
    names = agents or ("greedy", "larger-value", "uniform")
    return Contest.make(find("chefs-hat"), names, players=4, options={"shifts": shifts}, key=key)


def played(folder: Path, games: int, one: Contest | None = None, workers: Workers | None = None) -> Results:
    return play(one or contest(), games, folder, workers or LocalWorkers(1), lambda done, total: None)
