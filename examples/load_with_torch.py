"""Simulate some games of `greedy` and train a small network to imitate it, with a PyTorch data loader.

Needs `pip install "forno[torch]"`.
"""

import json
import tempfile
from collections.abc import Iterator
from pathlib import Path

import polars as pl
import torch
from torch import Tensor, nn
from torch.utils.data import DataLoader, IterableDataset, get_worker_info

from forno.matches.contest import Contest
from forno.rules import find
from forno.simulate import Plan, simulate
from forno.workers import LocalWorkers

Batch = tuple[Tensor, Tensor, Tensor]


class Decisions(IterableDataset[Batch]):
    """Batches of observation, mask and action, shuffled within each file.

    Only one file is in memory at a time. If the DataLoader has several workers, they share the files.
    """

    def __init__(self, folder: Path, batch: int = 256) -> None:
        self.files = sorted(folder.glob("*.parquet"))
        self.batch = batch

    def __iter__(self) -> Iterator[Batch]:
        worker = get_worker_info()
        files = self.files if worker is None else self.files[worker.id :: worker.num_workers]
        for path in files:
            rows = pl.read_parquet(path, columns=["observation", "mask", "action"])
            columns = [torch.from_numpy(rows[name].to_numpy().copy()) for name in rows.columns]
            observation, mask, action = columns[0].float(), columns[1], columns[2].long()
            free = mask.sum(1) > 1  # decisions with more than one legal action
            observation, mask, action = observation[free], mask[free], action[free]
            for chosen in torch.split(torch.randperm(len(action)), self.batch):
                yield observation[chosen], mask[chosen], action[chosen]


def main() -> None:
    torch.manual_seed(0)
    torch.set_num_threads(1)
    with tempfile.TemporaryDirectory() as place:
        # The same as: forno simulate chefs-hat --agents greedy --games 200 --option shifts=1 --out data
        folder = Path(place) / "data"
        contest = Contest.make(find("chefs-hat"), ("greedy",), players=4, options={"shifts": 1}, key=bytes(32))
        simulate(Plan(contest), 200, folder, LocalWorkers(1), lambda done, total: None)
        layout = json.loads((folder / "simulation.json").read_text(encoding="utf-8"))["layout"]
        size = sum(torch.Size(part["shape"]).numel() for part in layout["slices"])
        network = nn.Sequential(nn.Linear(size, 128), nn.ReLU(), nn.Linear(128, contest.game.n_actions))
        optimizer = torch.optim.Adam(network.parameters(), 3e-3)
        for epoch in range(5):
            right, seen = 0, 0
            for observation, mask, action in DataLoader(Decisions(folder), batch_size=None):
                logits = network(observation).masked_fill(~mask, -1e9)
                loss = nn.functional.cross_entropy(logits, action)
                optimizer.zero_grad()
                loss.backward()  # type: ignore[no-untyped-call]  # torch leaves it untyped
                optimizer.step()
                right += int((logits.argmax(1) == action).sum())
                seen += len(action)
            print(f"epoch {epoch + 1}: {right / seen:.0%} of {seen} decisions like greedy")


if __name__ == "__main__":
    main()
