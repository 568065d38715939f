"""Learn Chef's Hat by masked PPO, in one file: about ten minutes on one core to 2.1 points a shift against three `larger-value` players, who get 1.5 among themselves.

    python examples/ppo_chefs_hat.py                          # about ten minutes; prints the score as it goes
    python examples/ppo_chefs_hat.py --quick                  # half a minute, enough to see it learn
    python examples/ppo_chefs_hat.py --seeds 3 --plot curve.png
    python examples/ppo_chefs_hat.py --save chef.pt

A game is one shift: 3 points for the Chef down to 0 for the Dishwasher, so equals get 1.5. All games are stepped at once by Forno's compiled
vector environment; what takes the time is the network. Needs `pip install 'forno[torch]'`.
"""

import argparse
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

import forno.envs  # noqa: F401  registers the games
from forno.observations import layout_of
from forno.rules import find

PAR = 1.5
N_ACTIONS = find("chefs-hat").n_actions


@dataclass(frozen=True)
class Settings:
    opponents: str = "larger-value"
    decisions: int = 8_000_000  # of the learner, in all
    envs: int = 512
    steps: int = 32  # of each environment between two updates
    epochs: int = 3  # over what was seen
    minibatch: int = 512
    learning_rate: float = 1e-3  # falls to zero
    gae_lambda: float = 0.95  # of a return that is not discounted: a shift is short
    clip: float = 0.2
    entropy: float = 0.01
    value_weight: float = 0.5
    max_gradient: float = 0.5
    hidden: int = 256
    exams: int = 12  # along the way
    exam_games: int = 8192


QUICK = Settings(decisions=160_000, envs=256, exams=2, exam_games=2048)


class Player(nn.Module):
    """What to do, among what the mask allows, and how many points it will bring."""

    def __init__(self, hidden: int) -> None:
        super().__init__()
        layout = layout_of("chefs-hat")
        self.counts = [layout.offsets[name] + k for name in ("hand", "unseen") for k in range(13)] + [
            layout.offsets["count"]
        ]
        self.register_buffer("scale", torch.from_numpy(layout.scale))
        self.register_buffer("steps", torch.arange(1, 11))
        self.body = nn.Sequential(
            nn.Linear(layout.size + 10 * len(self.counts), hidden), nn.ReLU(), nn.Linear(hidden, hidden), nn.ReLU()
        )
        self.policy = nn.Linear(hidden, N_ACTIONS)
        self.value = nn.Linear(hidden, 1)
        nn.init.orthogonal_(self.policy.weight, 0.01)
        nn.init.orthogonal_(self.value.weight, 1.0)

    def forward(self, seen: Tensor, mask: Tensor) -> tuple[Tensor, Tensor]:
        """Logarithms of probabilities, and values."""
        assert isinstance(self.scale, Tensor)
        assert isinstance(self.steps, Tensor)
        # Whether there are two or three of a card is a world of difference: so counts also come as "at least one, at least two …".
        at_least = (seen[:, self.counts, None] >= self.steps).flatten(1).float()
        thought = self.body(torch.cat([seen * self.scale, at_least], 1))
        wishes = self.policy(thought).masked_fill(~mask, -1e9)
        return torch.log_softmax(wishes, -1), self.value(thought).squeeze(-1)


def make_games(count: int, opponents: str) -> gymnasium.vector.VectorEnv[Any, Any, Any]:
    return gymnasium.make_vec(
        "forno/ChefsHat-v0",
        num_envs=count,
        vectorization_mode="vector_entry_point",
        opponents=opponents,
        seat="random",
        shifts=1,
        reward="points",
        autoreset_mode="SameStep",
    )


def tensors(seen: NDArray[np.int8], info: dict[str, Any]) -> tuple[Tensor, Tensor]:
    return torch.from_numpy(seen).float(), torch.from_numpy(info["action_mask"]).bool()


@torch.no_grad()
def examine(player: Player, opponents: str, games: int, seed: int = 1_000_000) -> float:
    """Mean points a shift when the player always does what it thinks best. Of each environment the same number of games counts, long or short."""
    count = 1024
    envs = make_games(count, opponents)
    seen, info = envs.reset(seed=seed)
    points, finished = np.zeros(count), np.zeros(count, np.int64)
    each = -(-games // count)
    while finished.min() < each:
        action = player(*tensors(seen, info))[0].argmax(-1)
        seen, reward, over, _, info = envs.step(action.numpy())
        points += reward * (finished < each)
        finished += over
    return float(points.sum() / (count * each))


def learn(settings: Settings, seed: int) -> tuple[Player, list[tuple[int, float]]]:
    """The player, and its scores along the way: after how many decisions, how many points a shift."""
    torch.manual_seed(seed)
    player = Player(settings.hidden)
    optimizer = torch.optim.Adam(player.parameters(), settings.learning_rate, eps=1e-5)
    envs = make_games(settings.envs, settings.opponents)
    seen, mask = tensors(*envs.reset(seed=seed))
    shape = (settings.steps, settings.envs)
    seens = torch.zeros((*shape, seen.shape[1]))
    masks = torch.zeros((*shape, mask.shape[1]), dtype=torch.bool)
    actions = torch.zeros(shape, dtype=torch.int64)
    chances, values, rewards, overs = (torch.zeros(shape) for _ in range(4))  # of the actions: their logarithms
    updates = settings.decisions // (settings.steps * settings.envs)
    exams = {updates * k // settings.exams for k in range(settings.exams + 1)}
    curve: list[tuple[int, float]] = []
    start = time.perf_counter()
    for update in range(updates + 1):
        if update in exams:
            curve.append(
                (update * settings.steps * settings.envs, examine(player, settings.opponents, settings.exam_games))
            )
            print(
                f"seed {seed}  {curve[-1][0]:>9,} decisions  {curve[-1][1]:.3f} points a shift  {time.perf_counter() - start:5.0f} s",
                flush=True,
            )
        if update == updates:
            break
        optimizer.param_groups[0]["lr"] = settings.learning_rate * (1 - update / updates)
        for step in range(settings.steps):
            with torch.no_grad():
                logs, value = player(seen, mask)
            action = torch.multinomial(logs.exp(), 1).squeeze(1)
            seens[step], masks[step], actions[step], values[step] = seen, mask, action, value
            chances[step] = logs.gather(1, action[:, None]).squeeze(1)
            next_seen, reward, over, _, info = envs.step(action.numpy())
            rewards[step] = torch.from_numpy(reward - PAR * over).float()
            overs[step] = torch.from_numpy(over).float()
            seen, mask = tensors(next_seen, info)
        with torch.no_grad():
            following = player(seen, mask)[1]
        gains = torch.zeros(shape)
        gain = torch.zeros(settings.envs)
        for step in reversed(range(settings.steps)):
            surprise = rewards[step] + following * (1 - overs[step]) - values[step]
            gain = surprise + settings.gae_lambda * (1 - overs[step]) * gain
            gains[step], following = gain, values[step]
        free = masks.sum(-1).flatten() > 1  # where only one action was legal, nothing is to be learnt
        gains = gains.flatten()[free]
        targets = gains + values.flatten()[free]
        gains = (gains - gains.mean()) / (gains.std() + 1e-8)
        seen_before = [part.flatten(0, 1)[free] for part in (seens, masks, actions, chances)]
        improve(player, optimizer, settings, [*seen_before, gains, targets])
    return player, curve


def improve(player: Player, optimizer: torch.optim.Optimizer, settings: Settings, seen: list[Tensor]) -> None:
    for _ in range(settings.epochs):
        for rows in torch.split(torch.randperm(len(seen[0])), settings.minibatch):
            vectors, masks, actions, old, gain, target = (part[rows] for part in seen)
            logs, value = player(vectors, masks)
            ratio = (logs.gather(1, actions[:, None]).squeeze(1) - old).exp()
            clipped = ratio.clamp(1 - settings.clip, 1 + settings.clip)
            loss = -torch.min(ratio * gain, clipped * gain).mean()
            loss += settings.value_weight * (value - target).square().mean()
            loss += settings.entropy * (logs.exp() * logs).sum(-1).mean()
            optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(player.parameters(), settings.max_gradient)
            optimizer.step()


def draw(curves: list[list[tuple[int, float]]], settings: Settings, path: Path) -> None:
    from matplotlib.figure import Figure  # noqa: PLC0415  only who draws needs it

    figure = Figure(figsize=(7, 4), layout="constrained")
    axes = figure.subplots()
    for seed, curve in enumerate(curves):
        axes.plot([count / 1e6 for count, _ in curve], [score for _, score in curve], marker=".", label=f"seed {seed}")
    axes.axhline(PAR, color="grey", linestyle=":", label=f"as good as {settings.opponents}")
    axes.set(
        xlabel="million decisions",
        ylabel="points a shift",
        ylim=(0, 3),
        title=f"PPO against three {settings.opponents}",
    )
    axes.legend(frameon=False, loc="lower right")
    axes.spines[["top", "right"]].set_visible(False)
    figure.savefig(path, dpi=150)
    print(f"Drawn into {path}.")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true", help="a short run")
    parser.add_argument("--seeds", type=int, default=1, help="how many times to learn, from seed 0 on")
    parser.add_argument("--opponents", default=Settings.opponents, help="uniform, larger-value or greedy")
    parser.add_argument("--decisions", type=int, help=f"of the learner, in all (default {Settings.decisions:,})")
    parser.add_argument("--plot", type=Path, help="draw the learning curves into this file")
    parser.add_argument("--save", type=Path, help="keep the last player's network in this file")
    words = parser.parse_args()
    torch.set_num_threads(1)  # the network is small: more threads would only wait for each other
    settings = QUICK if words.quick else Settings()
    given = {"opponents": words.opponents} | ({"decisions": words.decisions} if words.decisions else {})
    settings = Settings(**{**vars(settings), **given})
    curves = []
    for seed in range(words.seeds):
        player, curve = learn(settings, seed)
        curves.append(curve)
    if words.save:
        torch.save(player.state_dict(), words.save)
    if words.plot:
        draw(curves, settings, words.plot)


if __name__ == "__main__":
    main()
