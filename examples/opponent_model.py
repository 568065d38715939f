"""Learn to predict the other players' hands in Chef's Hat from labels, and compare with what counting cards gives.

python opponent_model.py

The labels are the true hands that `forno simulate --open` writes beside each observation. Needs `pip install 'forno[torch]'`.
"""

import argparse
import tempfile
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import torch
from torch import Tensor, nn

from forno.matches.contest import Contest
from forno.observations import layout_of
from forno.rules import find
from forno.simulate import Parquet, Plan, simulate
from forno.workers import LocalWorkers

LAYOUT = layout_of("chefs-hat")
DECK = 10  # no type of card has more


def make_data(games: int, folder: Path) -> pl.DataFrame:
    """Decisions of `greedy` players in single shifts, with the hands of all seats."""
    contest = Contest.make(find("chefs-hat"), ("greedy",), players=4, options={"shifts": 1}, key=bytes(32))
    simulate(Plan(contest, 200, Parquet(is_open=True)), games, folder, LocalWorkers(1), lambda done, total: None)
    return pl.read_parquet(folder / "*.parquet")


def counting(observations: Tensor) -> Tensor:
    """The baseline: unseen cards are spread over the other hands by their sizes. Log-probabilities of counts 0 to 10, by seat and type."""
    seen = observations.numpy().astype(np.int8)
    unseen, held = LAYOUT.part(seen, "unseen").astype(float), LAYOUT.part(seen, "held").astype(float)
    share = held[:, 1:] / np.maximum(held[:, 1:].sum(1, keepdims=True), 1)
    n, p = torch.from_numpy(unseen)[:, None, :, None], torch.from_numpy(share)[:, :, None, None]
    counts = torch.arange(DECK + 1.0)
    binomial: Any = torch.distributions.Binomial(n, p.clamp(1e-6, 1 - 1e-6), validate_args=False)
    return torch.log_softmax(binomial.log_prob(counts).masked_fill(counts > n, -20.0), -1)


class HandModel(nn.Module):
    """Corrects the baseline: logits of the count of each type in each of the three other hands."""

    def __init__(self) -> None:
        super().__init__()
        last = nn.Linear(256, 3 * 13 * (DECK + 1))
        nn.init.zeros_(last.weight)
        nn.init.zeros_(last.bias)
        self.body = nn.Sequential(nn.Linear(LAYOUT.size, 256), nn.ReLU(), last)

    def forward(self, observations: Tensor) -> Tensor:
        correction = self.body(observations * torch.from_numpy(LAYOUT.scale)).view(-1, 3, 13, DECK + 1)
        return torch.log_softmax(counting(observations).float() + correction, -1)


def loss_of(log_probs: Tensor, hands: Tensor) -> Tensor:
    """Mean negative log-likelihood of a count, in nats."""
    return -log_probs.gather(-1, hands[..., None]).mean()


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--games", type=int, default=800)
    parser.add_argument("--epochs", type=int, default=4)
    arguments = parser.parse_args()
    torch.manual_seed(0)
    torch.set_num_threads(1)
    with tempfile.TemporaryDirectory() as folder:
        rows = make_data(arguments.games, Path(folder))
    observations = torch.from_numpy(rows["observation"].to_numpy().copy()).float()
    hands = torch.from_numpy(rows["hands"].to_numpy()[:, 1:].copy()).long()
    is_test = torch.from_numpy(
        (rows["game"] % 5 == 0).to_numpy().copy()
    )  # split by games, since the rows of a game depend on each other
    print(f"{len(rows):,} decisions of {arguments.games:,} shifts, a fifth of them for testing")
    with torch.no_grad():
        print(f"counting cards: {loss_of(counting(observations[is_test]), hands[is_test]):.4f} nats a count")
    model = HandModel()
    optimizer = torch.optim.Adam(model.parameters(), 1e-3)
    train, labels = observations[~is_test], hands[~is_test]
    for epoch in range(arguments.epochs):
        for batch in torch.split(torch.randperm(len(train)), 256):
            loss = loss_of(model(train[batch]), labels[batch])
            optimizer.zero_grad()
            loss.backward()  # type: ignore[no-untyped-call]  # torch leaves it untyped
            optimizer.step()
        with torch.no_grad():
            print(f"the model after epoch {epoch + 1}: {loss_of(model(observations[is_test]), hands[is_test]):.4f}")


if __name__ == "__main__":
    main()
