"""The network as torch learns it."""

import numpy as np
import torch
from torch import Tensor, nn

from forno.agents.networks import Network
from forno.agents.networks.forward import CLOSEST
from forno.agents.networks.sight import sight_of
from forno.rules.game import Game
from forno.train.settings import thresholds

_TRUST = 2.0  # the logit of what `greedy` would do, at the beginning
_RATING_TRUST = 2.0  # what its rating adds to that
_TOLD = ("advice", "advice_bias", "ratings", "rating_weights")  # what only some networks have


class PolicyValueModel(nn.Module):
    """The logits of all actions, and the value: points ahead of the others at the next shuffle.

    With advice it is told what `greedy` would do, and likes that action best until it has learnt better; with ratings it is told what `greedy`
    thinks of each action.
    """

    def __init__(self, game: Game, hidden: int, *, advice: bool, ratings: bool) -> None:
        super().__init__()
        layout = sight_of(game.id)
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
        actions = game.n_actions if advice else 0
        self.advice = nn.Parameter(torch.zeros(actions, hidden))
        self.advice_bias = nn.Parameter(torch.full((actions,), _TRUST))
        actions = game.n_actions if ratings else 0
        self.ratings = nn.Parameter(torch.zeros(actions, hidden))
        self.rating_weights = nn.Parameter(torch.full((actions,), _RATING_TRUST))

    def forward(self, observations: Tensor, masks: Tensor, usual: Tensor, closeness: Tensor) -> tuple[Tensor, Tensor]:
        """Log-probabilities of the actions, and values. `usual` is what `greedy` would do, `closeness` how it rates all actions."""
        assert isinstance(self.scale, Tensor)
        assert isinstance(self.counted, Tensor)
        assert isinstance(self.steps, Tensor)
        at_least = (observations[:, self.counted] >= self.steps).float()
        features = torch.cat([observations * self.scale, at_least], 1)
        first = self.first(features)
        if len(self.advice):
            first += self.advice[usual]
        if len(self.ratings):
            close = closeness / CLOSEST
            first += close @ self.ratings
        outputs = self.last(torch.relu(self.second(torch.relu(first))))
        logits = outputs[:, :-1]
        if len(self.advice):
            logits = logits.scatter_add(1, usual[:, None], self.advice_bias[usual][:, None])
        if len(self.ratings):
            logits = logits + close * self.rating_weights
        return torch.log_softmax(logits.masked_fill(~masks, -1e9), -1), outputs[:, -1]

    def load(self, network: Network) -> None:
        """Begin with the weights of a network. One that took no advice, or no ratings, goes on without trust in them.

        Raise ValueError if its layers do not fit.
        """
        assert isinstance(self.scale, Tensor)
        first = torch.from_numpy(network.first.copy())
        first[: self.inputs] /= self.scale[:, None]
        told = {name: array for name, array in vars(network).items() if name in _TOLD and len(array)}
        found = {
            "first.weight": first.T,
            "first.bias": network.first_bias,
            "second.weight": network.second.T,
            "second.bias": network.second_bias,
            "last.weight": network.last,
            "last.bias": network.last_bias,
            **{name: torch.zeros_like(getattr(self, name)) for name in _TOLD},
            **told,
        }
        own = self.state_dict()
        fits = np.array_equal(network.thresholds, self.thresholds)
        if not fits or any(own[name].shape != one.shape for name, one in found.items()):
            raise ValueError("its layers, its thresholds, or what it is told differ")
        self.load_state_dict({name: torch.as_tensor(one) for name, one in found.items()})

    def network(self) -> Network:
        """The same network for compiled code, with weights rounded to 16 bits as in a file."""
        assert isinstance(self.scale, Tensor)
        first = self.first.weight.detach().T.clone()
        first[: self.inputs] *= self.scale[:, None]
        layers = (first, self.first.bias, self.second.weight.T, self.second.bias, self.last.weight, self.last.bias)
        arrays = (*layers, self.advice, self.advice_bias, self.ratings, self.rating_weights)
        return Network(
            self.thresholds,
            *(np.ascontiguousarray(one.detach().numpy()).astype(np.float16).astype(np.float32) for one in arrays),
        )
