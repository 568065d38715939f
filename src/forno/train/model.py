"""The network as torch learns it."""

import numpy as np
import torch
from torch import Tensor, nn

from forno.agents.networks import Network
from forno.observations import layout_of
from forno.rules.game import Game
from forno.train.settings import thresholds


class PolicyValueModel(nn.Module):
    """The logits of all actions, and the value: points ahead of the others at the next shuffle."""

    def __init__(self, game: Game, hidden: int) -> None:
        super().__init__()
        layout = layout_of(game.id)
        self.inputs = layout.size
        self.thresholds = thresholds(game.id)
        steps = [torch.arange(1, n + 1, dtype=torch.int8) for n in self.thresholds.tolist()]
        self.register_buffer("scale", torch.from_numpy(layout.scale), persistent=False)
        self.register_buffer("counted", torch.from_numpy(np.repeat(np.arange(layout.size), self.thresholds)), False)
        self.register_buffer("steps", torch.cat(steps), persistent=False)
        self.first = nn.Linear(layout.size + int(self.thresholds.sum()), hidden)
        self.second = nn.Linear(hidden, hidden)
        self.last = nn.Linear(hidden, game.n_actions + 1)
        nn.init.orthogonal_(self.last.weight, 0.01)

    def forward(self, observations: Tensor, masks: Tensor) -> tuple[Tensor, Tensor]:
        """Log-probabilities of the actions, and values."""
        assert isinstance(self.scale, Tensor)
        assert isinstance(self.counted, Tensor)
        assert isinstance(self.steps, Tensor)
        at_least = (observations[:, self.counted] >= self.steps).float()
        features = torch.cat([observations * self.scale, at_least], 1)
        outputs = self.last(torch.relu(self.second(torch.relu(self.first(features)))))
        return torch.log_softmax(outputs[:, :-1].masked_fill(~masks, -1e9), -1), outputs[:, -1]

    def network(self) -> Network:
        """The same network for compiled code, with weights rounded to 16 bits as in a file."""
        assert isinstance(self.scale, Tensor)
        first = self.first.weight.detach().T.clone()
        first[: self.inputs] *= self.scale[:, None]
        arrays = (first, self.first.bias, self.second.weight.T, self.second.bias, self.last.weight, self.last.bias)
        return Network(
            self.thresholds,
            *(np.ascontiguousarray(one.detach().numpy()).astype(np.float16).astype(np.float32) for one in arrays),
        )
