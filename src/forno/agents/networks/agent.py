"""Agents that play by a network, in compiled code."""

from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path
from typing import Any

from forno.agents.networks.file import NetworkFile, load_network, shipped_path
from forno.agents.networks.forward import NetworkTable, choose_by_network
from forno.agents.networks.network import Network, table_of, with_scratch
from forno.rules import find
from forno.rules.chance import Rng
from forno.rules.game import Actions, BadSetup, Game
from forno.rules.records import Records


class CompiledNetworkAgent:
    """Takes the action that a network likes best; with a temperature above 0, one sampled from the softmax of logits / temperature.

    It looks once and remembers nothing. `files` are files that it was loaded from; contests keep their fingerprints.
    """

    def __init__(
        self, network: Network, temperature: float = 0.0, files: Iterable[Path] = (), players: Iterable[int] = ()
    ) -> None:
        self.network = network
        self.players = tuple(players)  # the numbers of players that it is meant for, if they are known
        self.temperature = temperature
        self.files = list(files)
        self._table = table_of([network], [temperature])

    def __repr__(self) -> str:
        return f"CompiledNetworkAgent({', '.join(map(str, self.files))})"

    def choose(self, view: Records[Any], legal: Actions, rng: Rng) -> int:
        return choose_by_network(self._table, 0, view, 0, legal, len(legal), rng)


def shipped_games(games: Iterable[Game]) -> tuple[str, ...]:
    """The ids of the games that Forno ships a network for."""
    return tuple(game.id for game in games if shipped_path(game).is_file())


def network_agent(game: Game, file: str | None = None, temperature: float = 0.0) -> CompiledNetworkAgent:
    """The agent of a file, or of the shipped network. Raise BadSetup if there is none, or if it does not fit."""
    if file is None:
        if not shipped_path(game).is_file():
            raise BadSetup(f"no network is shipped for {game.title}: name a file, as in policy:{game.id}.npz.")
        found, files = _shipped(game.id), []
    else:
        path = Path(file)
        found, files = load_network(path, game), [path]
    return CompiledNetworkAgent(found.network, temperature, files, found.players)


def shipped_table(game: Game) -> NetworkTable:
    """The shipped network for compiled loops, with scratch space of its own. Raise BadSetup if there is none."""
    return with_scratch(_shipped_table(game))


@lru_cache
def _shipped_table(game: Game) -> NetworkTable:
    return table_of([network_agent(game).network])


@lru_cache
def _shipped(game_id: str) -> NetworkFile:
    game = find(game_id)
    return load_network(shipped_path(game), game)
