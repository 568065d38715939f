"""Learn Chef's Hat offline, from a Minari data set alone, and measure the result in the arena.

python offline_minari.py

The data are games of `greedy` and `larger-value`. Behaviour cloning imitates all of them. Advantage-weighted regression learns a value function first, and
then imitates decisions the more, the better they turned out. Needs `pip install 'forno[torch,minari]'`.
"""

import argparse
import os
import tempfile
from pathlib import Path
from typing import Any

import minari
import numpy as np
import torch
from torch import Tensor, nn

from forno import arena
from forno.matches.contest import Contest
from forno.observations import layout_of
from forno.observations.network import NetworkAgent
from forno.rules import find
from forno.simulate import MINARI, Plan, simulate
from forno.simulate.minari_format import ROOT, dataset_id
from forno.workers import LocalWorkers

GAME = find("chefs-hat")
LAYOUT = layout_of(GAME.id)


def make_data(games: int, folder: Path) -> minari.MinariDataset:
    names = ("greedy", "larger-value", "larger-value", "larger-value")
    contest = Contest.make(GAME, names, players=4, options={"shifts": 1}, key=bytes(32))
    simulate(Plan(contest, 200, MINARI), games, folder, LocalWorkers(1), lambda done, total: None)
    os.environ["MINARI_DATASETS_PATH"] = str(folder / ROOT)
    return minari.load_dataset(dataset_id(contest))


def tensors(data: minari.MinariDataset) -> tuple[Tensor, Tensor, Tensor, Tensor]:
    """Observations, masks, actions and returns of all decisions with a choice."""
    parts = []
    for episode in data.iterate_episodes():
        returns = np.cumsum(episode.rewards[::-1])[::-1]  # undiscounted rewards-to-go
        masks = episode.infos["action_mask"][:-1]
        free = masks.sum(1) > 1
        parts.append((episode.observations[:-1][free], masks[free], episode.actions[free], returns[free]))
    found = [torch.from_numpy(np.concatenate(part)) for part in zip(*parts, strict=True)]
    return found[0].float() * torch.from_numpy(LAYOUT.scale), found[1], found[2], found[3].float()


def mlp(outputs: int) -> nn.Sequential:
    return nn.Sequential(
        nn.Linear(LAYOUT.size, 256), nn.ReLU(), nn.Linear(256, 256), nn.ReLU(), nn.Linear(256, outputs)
    )


def fit(network: nn.Module, loss_of: object, rows: int, epochs: int) -> None:
    optimizer = torch.optim.Adam(network.parameters(), 1e-3)
    for _ in range(epochs):
        for batch in torch.split(torch.randperm(rows), 256):
            loss = loss_of(batch)  # type: ignore[operator]  # a function of the rows
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--games", type=int, default=1200, help="in the data set")
    parser.add_argument("--epochs", type=int, default=6)
    parser.add_argument("--evaluation-games", type=int, default=800)
    arguments = parser.parse_args()
    torch.manual_seed(0)
    torch.set_num_threads(1)
    with tempfile.TemporaryDirectory() as folder:
        data = make_data(arguments.games, Path(folder))
        print(f"{data.total_episodes:,} episodes, {data.total_steps:,} steps")
        observations, masks, actions, returns = tensors(data)
    value = mlp(1)
    fit(
        value,
        lambda rows: (value(observations[rows]).squeeze(-1) - returns[rows]).square().mean(),
        len(actions),
        arguments.epochs,
    )
    with torch.no_grad():
        advantages = returns - value(observations).squeeze(-1)
        weights = (2 * advantages).exp().clamp(max=20)
    for name, weight in (("behaviour cloning", torch.ones_like(weights)), ("advantage-weighted", weights)):
        policy = mlp(GAME.n_actions)

        def loss_of(rows: Tensor, policy: nn.Module = policy, weight: Tensor = weight) -> Tensor:
            logits = policy(observations[rows]).masked_fill(~masks[rows], -1e9)
            return (weight[rows] * nn.functional.cross_entropy(logits, actions[rows], reduction="none")).mean()

        fit(policy, loss_of, len(actions), arguments.epochs)

        @torch.no_grad()
        def logits_of(seen: object, _masks: object, policy: nn.Module = policy) -> Tensor:
            return torch.as_tensor(policy(torch.from_numpy(seen).float() * torch.from_numpy(LAYOUT.scale)))

        entrants: dict[str, Any] = {name: NetworkAgent(GAME, logits_of), "larger-value": "larger-value"}
        found = arena.compare(
            GAME, entrants, arguments.evaluation_games, options={"shifts": 1}, key=bytes([1] * 32), cores=1
        )
        print(f"{name}: {found.summary.agents[0].points_per_shift} points a shift against three larger-value")


if __name__ == "__main__":
    main()
