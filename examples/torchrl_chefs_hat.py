"""PPO with TorchRL's own parts (collector, GAE, clipped loss) on the masked environment of Chef's Hat.

python torchrl_chefs_hat.py

Needs `pip install 'forno[torch]' torchrl`.
"""

import argparse
import warnings

import gymnasium
import torch
from tensordict.nn import TensorDictModule
from torch import Tensor, nn
from torchrl.collectors import Collector
from torchrl.envs import GymWrapper
from torchrl.modules import MaskedCategorical, ProbabilisticActor, ValueOperator
from torchrl.objectives import ClipPPOLoss
from torchrl.objectives.value import GAE

import forno.envs  # noqa: F401  registers the environments
from forno import arena
from forno.observations import layout_of
from forno.observations.network import NetworkAgent
from forno.rules import find

GAME = find("chefs-hat")
LAYOUT = layout_of(GAME.id)


class Network(nn.Module):
    """Observations are small whole numbers, which are scaled to -1 to 1."""

    def __init__(self, outputs: int) -> None:
        super().__init__()
        self.layers = nn.Sequential(
            nn.Linear(LAYOUT.size, 128), nn.ReLU(), nn.Linear(128, 128), nn.ReLU(), nn.Linear(128, outputs)
        )

    def forward(self, observations: Tensor) -> Tensor:
        return torch.as_tensor(self.layers(observations.float() * torch.from_numpy(LAYOUT.scale)))


class MaskedPolicy(nn.Module):
    """Logits, and the mask as TorchRL wants it."""

    def __init__(self) -> None:
        super().__init__()
        self.network = Network(GAME.n_actions)

    def forward(self, observations: Tensor, masks: Tensor) -> tuple[Tensor, Tensor]:
        return self.network(observations), masks.bool()


def make_env() -> GymWrapper:
    env = gymnasium.make(
        "forno/ChefsHat-v1",
        opponents="larger-value",
        seat="random",
        shifts=1,
        reward="difference",
        shaping=1.0,
        mask_in_observation=True,
    )
    wrapped = GymWrapper(env, categorical_action_encoding=True)
    wrapped.set_seed(0)  # here, since the collector begins a game at once
    return wrapped


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--steps", type=int, default=20_480, help="environment steps")
    parser.add_argument("--games", type=int, default=400, help="games of the evaluation")
    arguments = parser.parse_args()
    warnings.filterwarnings("ignore", category=UserWarning, module="torchrl|tensordict|gymnasium")
    torch.manual_seed(0)
    torch.set_num_threads(1)
    policy = MaskedPolicy()
    actor = ProbabilisticActor(
        TensorDictModule(policy, in_keys=["observation", "action_mask"], out_keys=["logits", "mask"]),
        in_keys=["logits", "mask"],
        distribution_class=MaskedCategorical,
        return_log_prob=True,
    )
    critic = ValueOperator(Network(1), in_keys=["observation"])
    advantage = GAE(gamma=1.0, lmbda=0.95, value_network=critic, average_gae=True)
    loss_module = ClipPPOLoss(actor, critic, clip_epsilon=0.2, entropy_coeff=0.01)
    optimizer = torch.optim.Adam(loss_module.parameters(), 1e-3)
    collector = Collector(
        make_env, actor, frames_per_batch=1024, total_frames=arguments.steps, auto_register_policy_transforms=False
    )
    frames = 0
    for batch in collector:
        for _ in range(3):
            with torch.no_grad():
                advantage(batch)
            for rows in torch.split(torch.randperm(batch.numel()), 256):
                losses = loss_module(batch.reshape(-1)[rows])
                loss = losses["loss_objective"] + losses["loss_critic"] + losses["loss_entropy"]
                optimizer.zero_grad()
                loss.backward()
                nn.utils.clip_grad_norm_(loss_module.parameters(), 0.5)
                optimizer.step()
        frames += batch.numel()
        if frames % 8192 == 0:
            over = batch["next", "done"].squeeze(-1)
            print(
                f"{frames:>7,} frames: mean reward of a decision {batch['next', 'reward'].mean():+.3f}, {int(over.sum())} shifts in the last batch"
            )
    collector.shutdown()

    @torch.no_grad()
    def logits(observations: object, _masks: object) -> Tensor:
        return torch.as_tensor(policy.network(torch.as_tensor(observations)))

    for field in ("uniform", "larger-value"):
        found = arena.compare(
            GAME, {"torchrl": NetworkAgent(GAME, logits), field: field}, arguments.games, options={"shifts": 1}, cores=1
        )
        print(f"against three {field}: {found.summary.agents[0].points_per_shift} points a shift")


if __name__ == "__main__":
    main()
