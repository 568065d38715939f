"""Learning: a model, its optimizer, and what it has learnt from."""

import copy
from collections import deque
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import torch
from torch import Tensor, nn

from forno.agents.networks import Network
from forno.rules.game import Game
from forno.train.model import PolicyValueModel
from forno.train.settings import Settings
from forno.train.tasks import Rows


@dataclass
class Progress:
    iteration: int = 0
    recorded: int = 0  # decisions to learn from
    played: int = 0  # decisions of the learner, in games and simulations
    seconds: float = 0.0
    curve: list[dict[str, Any]] = field(default_factory=list)


class Learner:
    """Policy gradients over all tried actions at once.

    The loss of a decision is the sum over its actions of p · (entropy · log p - payoff). It is linear in the payoffs, so the noise of single
    simulations averages out over decisions, and its minimum is the softmax of mean payoffs / entropy. Unlike with sampled actions, nothing has to be
    corrected when decisions of earlier iterations are used again.
    """

    def __init__(self, game: Game, settings: Settings, seed: int) -> None:
        torch.manual_seed(seed)
        self.game = game
        self.settings = settings
        self.model = PolicyValueModel(game, settings.hidden, advice=settings.advice, ratings=settings.ratings)
        self.average = copy.deepcopy(self.model)
        self.optimizer = torch.optim.Adam(self.model.parameters(), settings.learning_rate, eps=1e-5)
        self.memory: deque[Rows] = deque(maxlen=settings.window)

    def clone(self, rows: Rows, rng: np.random.Generator) -> float:
        """Imitate the recorded usual actions, without advice. Return the mean loss."""
        assert not self.settings.advice
        losses = []
        for _ in range(2):
            order = rng.permutation(len(rows))
            for at in range(0, len(order), 512):
                chosen = order[at : at + 512]
                observations, masks, _, usual, closeness = _tensors(rows, chosen)
                log_probs, _ = self.model(observations, masks, usual, closeness)
                losses.append(self._step(nn.functional.nll_loss(log_probs, usual), decay=0.0))
        return float(np.mean(losses))

    def learn(self, rng: np.random.Generator) -> float:
        """Learn from what is in memory, as much as new decisions have come in. Return the mean loss."""
        settings, losses = self.settings, []
        sizes = np.array([len(rows) for rows in self.memory])
        ends = np.cumsum(sizes)
        for _ in range(int(sizes[-1] * settings.reuse / settings.minibatch)):
            drawn = np.sort(rng.integers(ends[-1], size=settings.minibatch))
            parts = np.split(drawn, np.searchsorted(drawn, ends[:-1]))
            tensors = [
                _tensors(rows, part - (end - size))
                for rows, part, end, size in zip(self.memory, parts, ends, sizes, strict=True)
            ]
            observations, masks, payoffs, usual, closeness = (torch.cat(one) for one in zip(*tensors, strict=True))
            log_probs, values = self.model(observations, masks, usual, closeness)
            probs = log_probs.exp()
            expected = (probs * payoffs).sum(-1).detach()
            advantages = payoffs - expected[:, None]
            loss = (probs * (settings.entropy * log_probs - advantages) * masks).sum(-1).mean()
            loss += settings.value_weight * (values - expected).square().mean()
            losses.append(self._step(loss, settings.average))
        return float(np.mean(losses)) if losses else 0.0

    def load_optimizer(self, saved: dict[str, Any]) -> None:
        """Restore the state of the optimizer, but not its learning rate: that is a setting, which may have been changed."""
        self.optimizer.load_state_dict(saved)
        for group in self.optimizer.param_groups:
            group["lr"] = self.settings.learning_rate

    def load(self, network: Network) -> None:
        """Begin with the weights of a network. Raise ValueError if its layers do not fit the settings."""
        self.model.load(network)
        self.average.load(network)

    def network(self) -> Network:
        """The network that plays: the average."""
        return self.average.network()

    def _step(self, loss: Tensor, decay: float) -> float:
        self.optimizer.zero_grad()
        loss.backward()  # type: ignore[no-untyped-call]
        nn.utils.clip_grad_norm_(self.model.parameters(), self.settings.max_gradient)
        self.optimizer.step()
        with torch.no_grad():
            for mean, one in zip(self.average.parameters(), self.model.parameters(), strict=True):
                mean.lerp_(one, 1 - decay)
        return loss.item()


def _tensors(rows: Rows, chosen: Any) -> tuple[Tensor, Tensor, Tensor, Tensor, Tensor]:
    """Observations, masks, payoffs (0 where an action was not tried), usual actions, and ratings."""
    payoffs = torch.from_numpy(rows.payoffs[chosen].astype(np.float32))
    usual = torch.from_numpy(rows.usual[chosen].astype(np.int64))
    closeness = torch.from_numpy(rows.closeness[chosen])
    return torch.from_numpy(rows.observations[chosen]), ~payoffs.isnan(), payoffs.nan_to_num(), usual, closeness
