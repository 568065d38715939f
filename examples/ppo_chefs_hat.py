"""Learn Chef's Hat with masked PPO, in one file.

Four million decisions reach 2.15 points a shift against three `larger-value` players. Equal players get 1.5. docs/learning.md has the times.

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
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from functools import partial
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
CARDS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 1, 2]  # in the deck, by type
Samples = list[Tensor]  # observations, masks, actions, their log-probabilities, advantages, returns


@dataclass(frozen=True)
class Settings:
    opponents: str = "larger-value"
    shifts: int = 1  # of a game; 0: whole games, to 15 points
    decisions: int = 4_000_000  # total decisions of the learner
    envs: int = 512
    steps: int = 32  # per environment between two updates
    epochs: int = 4  # passes over the collected data
    minibatch: int = 1024
    learning_rate: float = 6e-3  # decays to zero
    beta2: float = 0.98  # of Adam: a short memory suits a run of few thousand updates
    gae_lambda: float = 0.7  # low: luck decides more than one choice. No discount, since games are short
    clip: float = 0.2
    entropy: float = 0.003  # decays to zero
    value_weight: float = 0.5
    max_gradient: float = 0.5
    hidden: int = 128
    evaluations: int = 5  # during the training
    evaluation_games: int = 8192
    threads: int = 2  # each has its share of the games and of every minibatch


QUICK = Settings(decisions=160_000, envs=256, evaluations=2, evaluation_games=2048)


class ActorCritic(nn.Module):
    """The policy over the legal actions, and the value: the expected return. Both see which actions are legal."""

    def __init__(self, hidden: int) -> None:
        super().__init__()
        layout = layout_of("chefs-hat")
        # Two or three cards of a number make a big difference, so counts are also encoded as "at least one, at least two …".
        counts = [("hand", CARDS), ("unseen", CARDS), ("count", [10])]
        pairs = [
            (layout.offsets[name] + k, n)
            for name, most in counts
            for k, top in enumerate(most)
            for n in range(1, top + 1)
        ]
        self.register_buffer("scale", torch.from_numpy(layout.scale))
        self.register_buffer("counts", torch.tensor([place for place, _ in pairs]))
        self.register_buffer("steps", torch.tensor([n for _, n in pairs], dtype=torch.int8))
        inputs = layout.size + len(pairs) + N_ACTIONS
        self.body = nn.Sequential(  # normalised, so that it can learn at a high rate
            *(nn.Linear(inputs, hidden), nn.LayerNorm(hidden), nn.ReLU()),
            *(nn.Linear(hidden, hidden), nn.LayerNorm(hidden), nn.ReLU()),
        )
        self.policy = nn.Linear(hidden, N_ACTIONS)
        self.value = nn.Linear(hidden, 1)
        nn.init.orthogonal_(self.policy.weight, 0.01)
        nn.init.orthogonal_(self.value.weight, 1.0)

    def forward(self, observations: Tensor, masks: Tensor) -> tuple[Tensor, Tensor]:
        """Log-probabilities of the actions, and values."""
        assert isinstance(self.scale, Tensor)
        assert isinstance(self.counts, Tensor)
        assert isinstance(self.steps, Tensor)
        at_least = (observations[:, self.counts] >= self.steps).float()
        features = self.body(torch.cat([observations * self.scale, at_least, masks.float()], 1))
        logits = torch.where(masks, self.policy(features), -1e9)
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
    return torch.from_numpy(seen), torch.from_numpy(info["action_mask"]).bool()


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
        observations, masks = tensors(seen, info)
        action = masks.byte().argmax(1)
        free = (masks.sum(1) > 1).nonzero().squeeze(1)
        action[free] = network(observations[free], masks[free])[0].argmax(-1)
        seen, reward, over, _, info = envs.step(action.numpy())
        counts = finished < each
        ahead += OWN_SHARE * reward[counts].sum()
        if over.any():
            shifts += info["final_info"]["scores"][over & counts].sum() / POINTS
        finished += over
    return float(PAR + ahead / shifts)


def draw_actions(log_probs: Tensor, generator: torch.Generator) -> Tensor:
    """Like `torch.multinomial`, which takes as long for these small rows as the network itself."""
    up_to = probabilities(log_probs).double().cumsum(1)
    drawn = torch.rand(len(up_to), 1, generator=generator, dtype=torch.float64) * up_to[:, -1:]
    return torch.searchsorted(up_to, drawn, right=True)


def probabilities(log_probs: Tensor) -> Tensor:
    return torch.softmax(log_probs, -1)  # ten times as fast as `exp`, which is slow where the result is 0


class Share:
    """A thread's share of the games."""

    def __init__(self, settings: Settings, seed: int, number: int) -> None:
        self.settings = settings
        self.envs = make_games(settings.envs // settings.threads, settings.opponents, settings.shifts)
        self.seen, self.mask = tensors(*self.envs.reset(seed=seed * settings.threads + number))
        self.generator = torch.Generator().manual_seed(seed * settings.threads + number)

    @torch.no_grad()
    def play(self, network: ActorCritic) -> Samples:
        """Play some steps in all games. Return the decisions between several actions: there is nothing to learn where only one was legal."""
        settings = self.settings
        shape = (settings.steps, len(self.seen))
        observations = torch.zeros((*shape, self.seen.shape[1]), dtype=torch.int8)
        masks = torch.zeros((*shape, N_ACTIONS), dtype=torch.bool)
        actions = torch.zeros(shape, dtype=torch.int64)
        log_probs, values, rewards, overs = (torch.zeros(shape) for _ in range(4))
        for step in range(settings.steps):
            observations[step], masks[step] = self.seen, self.mask
            actions[step] = self.mask.byte().argmax(1)
            free = (self.mask.sum(1) > 1).nonzero().squeeze(1)
            new_log_probs, values[step, free] = network(self.seen[free], self.mask[free])
            chosen = draw_actions(new_log_probs, self.generator)
            actions[step, free] = chosen.squeeze(1)
            log_probs[step, free] = new_log_probs.gather(1, chosen).squeeze(1)
            seen, reward, over, _, info = self.envs.step(actions[step].numpy())
            rewards[step] = torch.from_numpy(OWN_SHARE * reward)
            overs[step] = torch.from_numpy(over)
            self.seen, self.mask = tensors(seen, info)
        is_free = masks.sum(-1) > 1
        advantages = torch.zeros(shape)
        advantage, next_value = torch.zeros(shape[1]), network(self.seen, self.mask)[1]
        for step in reversed(range(settings.steps)):
            goes_on = 1 - overs[step]
            worth = rewards[step] + goes_on * next_value
            advantages[step] = worth - values[step] + settings.gae_lambda * goes_on * advantage
            advantage = torch.where(is_free[step], advantages[step], goes_on * advantage)
            next_value = torch.where(is_free[step], values[step], worth)
        return [part[is_free] for part in (observations, masks, actions, log_probs, advantages, advantages + values)]


def learn(settings: Settings, seed: int) -> tuple[ActorCritic, list[tuple[int, float]]]:
    """The network and its learning curve: points a shift by the number of decisions. The seconds that it prints are without the evaluations."""
    torch.manual_seed(seed)
    networks = [ActorCritic(settings.hidden) for _ in range(settings.threads)]
    for other in networks[1:]:  # all have the same parameters, but gradients of their own
        for mine, theirs in zip(networks[0].parameters(), other.parameters(), strict=True):
            theirs.data = mine.data
    betas = (0.9, settings.beta2)
    optimizer = torch.optim.Adam(networks[0].parameters(), settings.learning_rate, betas, eps=1e-5, fused=True)
    shares = [Share(settings, seed, number) for number in range(settings.threads)]
    updates = settings.decisions // (settings.steps * settings.envs)
    evaluations = {updates * k // settings.evaluations for k in range(settings.evaluations + 1)}
    curve: list[tuple[int, float]] = []
    seconds = processor_seconds = 0.0
    with ThreadPoolExecutor(settings.threads) as threads:
        for update in range(updates + 1):
            if update in evaluations:
                curve.append((update * settings.steps * settings.envs, evaluate(networks[0], settings)))
                print(
                    f"seed {seed}  {curve[-1][0]:>9,} decisions  {curve[-1][1]:.3f} points a shift  {seconds:5.0f} s, {processor_seconds:.0f} of processors",
                    flush=True,
                )
            if update < updates:
                start, processor_start = time.perf_counter(), time.process_time()
                left = 1 - update / updates
                optimizer.param_groups[0]["lr"] = settings.learning_rate * left
                now = replace(settings, entropy=settings.entropy * left)
                played = threads.map(Share.play, shares, networks)
                update_network(networks, optimizer, now, list(map(torch.cat, zip(*played, strict=True))), threads)
                seconds += time.perf_counter() - start
                processor_seconds += time.process_time() - processor_start
    return networks[0], curve


def update_network(
    networks: list[ActorCritic],
    optimizer: torch.optim.Optimizer,
    settings: Settings,
    samples: Samples,
    threads: ThreadPoolExecutor,
) -> None:
    advantages = samples[4]
    samples[4] = (advantages - advantages.mean()) / (advantages.std() + 1e-8)
    for _ in range(settings.epochs):
        for rows in torch.split(torch.randperm(len(advantages)), settings.minibatch):
            parts = torch.tensor_split(rows, len(networks))
            list(threads.map(partial(add_gradients, settings, samples, len(rows)), networks, parts))
            for parameters in zip(*(one.parameters() for one in networks), strict=True):
                parameters[0].grad = torch.stack([one.grad for one in parameters]).sum(0)
                for one in parameters[1:]:
                    one.grad = None
            nn.utils.clip_grad_norm_(networks[0].parameters(), settings.max_gradient)
            optimizer.step()
            optimizer.zero_grad()


def add_gradients(settings: Settings, samples: Samples, total: int, network: ActorCritic, rows: Tensor) -> None:
    """Add the gradients of some of the `total` samples of a minibatch."""
    observations, masks, actions, old, advantage, target = (part[rows] for part in samples)
    new_log_probs, value = network(observations, masks)
    ratio = (new_log_probs.gather(1, actions[:, None]).squeeze(1) - old).exp()
    clipped = ratio.clamp(1 - settings.clip, 1 + settings.clip)
    loss = -torch.min(ratio * advantage, clipped * advantage).sum()
    loss += settings.value_weight * (value - target).square().sum()
    loss += settings.entropy * (probabilities(new_log_probs) * new_log_probs).sum()
    (loss / total).backward()


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
        log_probs, _ = network(torch.from_numpy(observations), torch.from_numpy(masks))
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
    torch.set_num_threads(1)  # for one operation: our own threads do not spin while they wait, as torch's do
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
