"""Learn Chef's Hat with masked PPO, in one file.

Eight million decisions reach 2.1 points a shift against three `larger-value` players. Equal players get 1.5. docs/learning.md has the times.

    python ppo_chefs_hat.py                          # prints the evaluation as it goes
    python ppo_chefs_hat.py --quick                  # a short run, enough to see it learn
    python ppo_chefs_hat.py --seeds 3 --plot curve.png
    python ppo_chefs_hat.py --opponents greedy --shifts 0    # whole games, with their card exchange
    python ppo_chefs_hat.py --save chef.pt
    forno arena chefs-hat --agents ppo_chefs_hat:load:file=chef.pt,larger-value --option shifts=1

The last command loads the network again and lets it play in the arena. It works wherever Forno takes an agent by its text.

A shift is worth 3 points for the Chef down to 0 for the Dishwasher, and a game is one shift unless you say otherwise. Forno's compiled vector environment steps all games at once,
so most of the time is spent in the network. Needs `pip install "forno[torch]"`.
"""

import argparse
import time
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

import forno.envs  # noqa: F401  registers the games
from forno.observations import layout_of
from forno.observations.network import NetworkAgent
from forno.rules import find
from forno.rules.game import BadSetup, Game

PAR = 1.5
POINTS = 6  # of a shift, for all seats together
OWN_SHARE = 0.75  # the reward `shift` is own points minus the others' mean; this share of it is own points minus par
N_ACTIONS = find("chefs-hat").n_actions


@dataclass(frozen=True)
class Settings:
    opponents: str = "larger-value"
    shifts: int = 1  # of a game; 0: whole games, to 15 points
    decisions: int = 8_000_000  # total decisions of the learner
    envs: int = 512
    steps: int = 32  # per environment between two updates
    epochs: int = 3  # passes over the collected data
    minibatch: int = 512
    learning_rate: float = 1e-3  # decays to zero
    gae_lambda: float = 0.95  # returns are not discounted, since games are short
    clip: float = 0.2
    entropy: float = 0.01
    value_weight: float = 0.5
    max_gradient: float = 0.5
    hidden: int = 256
    evaluations: int = 12  # during the training
    evaluation_games: int = 8192


QUICK = Settings(decisions=160_000, envs=256, evaluations=2, evaluation_games=2048)


class ActorCritic(nn.Module):
    """The policy over the legal actions, and the value: the expected return."""

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

    def forward(self, observations: Tensor, masks: Tensor) -> tuple[Tensor, Tensor]:
        """Log-probabilities of the actions, and values."""
        assert isinstance(self.scale, Tensor)
        assert isinstance(self.steps, Tensor)
        # Two or three cards of a number make a big difference, so counts are also encoded as "at least one, at least two …".
        at_least = (observations[:, self.counts, None] >= self.steps).flatten(1).float()
        features = self.body(torch.cat([observations * self.scale, at_least], 1))
        logits = self.policy(features).masked_fill(~masks, -1e9)
        return torch.log_softmax(logits, -1), self.value(features).squeeze(-1)


def make_games(count: int, opponents: str, shifts: int) -> gymnasium.vector.VectorEnv[Any, Any, Any]:
    return gymnasium.make_vec(
        "forno/ChefsHat-v1",
        num_envs=count,
        vectorization_mode="vector_entry_point",
        opponents=opponents,
        seat="random",
        shifts=shifts or None,
        reward="shift",
        autoreset_mode="SameStep",
    )


def tensors(seen: NDArray[np.int8], info: dict[str, Any]) -> tuple[Tensor, Tensor]:
    return torch.from_numpy(seen).float(), torch.from_numpy(info["action_mask"]).bool()


@torch.no_grad()
def evaluate(network: ActorCritic, settings: Settings, seed: int = 1_000_000) -> float:
    """Mean points a shift if the network always takes its best action.

    Every environment counts the same number of games. Otherwise short games would count more often.
    """
    count = min(1024, settings.evaluation_games)
    envs = make_games(count, settings.opponents, settings.shifts)
    seen, info = envs.reset(seed=seed)
    ahead, shifts, finished = 0.0, 0.0, np.zeros(count, np.int64)
    each = -(-settings.evaluation_games // count)
    while finished.min() < each:
        action = network(*tensors(seen, info))[0].argmax(-1)
        seen, reward, over, _, info = envs.step(action.numpy())
        counts = finished < each
        ahead += OWN_SHARE * reward[counts].sum()
        if over.any():
            shifts += info["final_info"]["scores"][over & counts].sum() / POINTS
        finished += over
    return float(PAR + ahead / shifts)


def learn(settings: Settings, seed: int) -> tuple[ActorCritic, list[tuple[int, float]]]:
    """The network and its learning curve: points a shift by the number of decisions."""
    torch.manual_seed(seed)
    network = ActorCritic(settings.hidden)
    optimizer = torch.optim.Adam(network.parameters(), settings.learning_rate, eps=1e-5)
    envs = make_games(settings.envs, settings.opponents, settings.shifts)
    seen, mask = tensors(*envs.reset(seed=seed))
    shape = (settings.steps, settings.envs)
    observations = torch.zeros((*shape, seen.shape[1]))
    masks = torch.zeros((*shape, mask.shape[1]), dtype=torch.bool)
    actions = torch.zeros(shape, dtype=torch.int64)
    log_probs, values, rewards, overs = (torch.zeros(shape) for _ in range(4))
    updates = settings.decisions // (settings.steps * settings.envs)
    evaluations = {updates * k // settings.evaluations for k in range(settings.evaluations + 1)}
    curve: list[tuple[int, float]] = []
    start = time.perf_counter()
    for update in range(updates + 1):
        if update in evaluations:
            curve.append(
                (
                    update * settings.steps * settings.envs,
                    evaluate(network, settings),
                )
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
                new_log_probs, value = network(seen, mask)
            action = torch.multinomial(new_log_probs.exp(), 1).squeeze(1)
            observations[step], masks[step], actions[step], values[step] = seen, mask, action, value
            log_probs[step] = new_log_probs.gather(1, action[:, None]).squeeze(1)
            next_seen, reward, over, _, info = envs.step(action.numpy())
            rewards[step] = torch.from_numpy(OWN_SHARE * reward).float()
            overs[step] = torch.from_numpy(over).float()
            seen, mask = tensors(next_seen, info)
        with torch.no_grad():
            next_value = network(seen, mask)[1]
        advantages = torch.zeros(shape)
        advantage = torch.zeros(settings.envs)
        for step in reversed(range(settings.steps)):
            td_error = rewards[step] + next_value * (1 - overs[step]) - values[step]
            advantage = td_error + settings.gae_lambda * (1 - overs[step]) * advantage
            advantages[step], next_value = advantage, values[step]
        free = masks.sum(-1).flatten() > 1  # there is nothing to learn where only one action was legal
        advantages = advantages.flatten()[free]
        targets = advantages + values.flatten()[free]
        advantages = (advantages - advantages.mean()) / (advantages.std() + 1e-8)
        samples = [part.flatten(0, 1)[free] for part in (observations, masks, actions, log_probs)]
        update_network(network, optimizer, settings, [*samples, advantages, targets])
    return network, curve


def update_network(
    network: ActorCritic, optimizer: torch.optim.Optimizer, settings: Settings, seen: list[Tensor]
) -> None:
    for _ in range(settings.epochs):
        for rows in torch.split(torch.randperm(len(seen[0])), settings.minibatch):
            vectors, masks, actions, old, advantage, target = (part[rows] for part in seen)
            new_log_probs, value = network(vectors, masks)
            ratio = (new_log_probs.gather(1, actions[:, None]).squeeze(1) - old).exp()
            clipped = ratio.clamp(1 - settings.clip, 1 + settings.clip)
            loss = -torch.min(ratio * advantage, clipped * advantage).mean()
            loss += settings.value_weight * (value - target).square().mean()
            loss += settings.entropy * (new_log_probs.exp() * new_log_probs).sum(-1).mean()
            optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(network.parameters(), settings.max_gradient)
            optimizer.step()


def load(game: Game, file: str, temperature: float = 0.0) -> NetworkAgent:
    """The agent of the text `ppo_chefs_hat:load:file=chef.pt`: a saved network."""
    if game.id != "chefs-hat":
        raise BadSetup(f"{file} is a network for Chef's Hat, not for {game.title}.")
    torch.set_num_threads(1)
    saved = torch.load(file, weights_only=True)
    network = ActorCritic(saved["hidden"])
    network.load_state_dict(saved["parameters"])
    network.eval()

    @torch.no_grad()
    def logits(observations: NDArray[np.int8], masks: NDArray[np.bool_]) -> Tensor:
        log_probs, _ = network(torch.from_numpy(observations).float(), torch.from_numpy(masks))
        return torch.as_tensor(log_probs)

    return NetworkAgent(game, logits, temperature=temperature, files=[file])


def draw(curves: list[list[tuple[int, float]]], settings: Settings, path: Path) -> None:
    from matplotlib.figure import Figure  # noqa: PLC0415  an extra, needed only for --plot

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
    print(f"Saved the plot to {path}.")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true", help="a short run")
    parser.add_argument("--seeds", type=int, default=1, help="number of runs, with seeds from 0 on")
    parser.add_argument("--opponents", default=Settings.opponents, help="uniform, larger-value or greedy")
    parser.add_argument("--shifts", type=int, default=Settings.shifts, help="shifts of a game; 0: whole games")
    parser.add_argument(
        "--decisions", type=int, help=f"total decisions of the learner (default {Settings.decisions:,})"
    )
    parser.add_argument("--plot", type=Path, help="save a plot of the learning curves to this file")
    parser.add_argument("--save", type=Path, help="save the network of the last run to this file")
    arguments = parser.parse_args()
    torch.set_num_threads(1)  # the network is too small to profit from more threads
    settings = QUICK if arguments.quick else Settings()
    settings = replace(settings, opponents=arguments.opponents, shifts=arguments.shifts)
    if arguments.decisions:
        settings = replace(settings, decisions=arguments.decisions)
    curves = []
    for seed in range(arguments.seeds):
        network, curve = learn(settings, seed)
        curves.append(curve)
    if arguments.save:
        torch.save({"hidden": settings.hidden, "parameters": network.state_dict()}, arguments.save)
    if arguments.plot:
        draw(curves, settings, arguments.plot)


if __name__ == "__main__":
    main()
