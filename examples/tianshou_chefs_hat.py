"""Train double DQN of Tianshou on the masked environment of Chef's Hat, save it, and let it play in the arena.

python tianshou_chefs_hat.py --save chef.pt
forno arena chefs-hat --agents tianshou_chefs_hat:load:file=chef.pt,uniform --option shifts=1

Q-learning is off-policy: it learns from a replay buffer, by TD errors with n-step returns. Needs `pip install 'forno[torch]' tianshou`.
"""

import argparse
from typing import Any

import gymnasium
import numpy as np
import torch
from gymnasium.spaces import Dict
from tianshou.algorithm.modelfree.dqn import DQN, DiscreteQLearningPolicy
from tianshou.algorithm.optim import AdamOptimizerFactory
from tianshou.data import Collector, VectorReplayBuffer
from tianshou.env import DummyVectorEnv
from tianshou.trainer import OffPolicyTrainerParams
from torch import Tensor, nn

import forno.envs  # noqa: F401  registers the environments
from forno import arena
from forno.observations import layout_of
from forno.observations.network import NetworkAgent
from forno.rules import find
from forno.rules.game import Game

GAME = find("chefs-hat")
LAYOUT = layout_of(GAME.id)
ENVS = 16


class QNetwork(nn.Module):
    """The values of all actions. Observations are small whole numbers, which are scaled to -1 to 1."""

    def __init__(self) -> None:
        super().__init__()
        self.layers = nn.Sequential(
            nn.Linear(LAYOUT.size, 128), nn.ReLU(), nn.Linear(128, 128), nn.ReLU(), nn.Linear(128, GAME.n_actions)
        )

    def forward(self, obs: object, state: object = None, info: object = None) -> tuple[Tensor, object]:
        """Called by Tianshou, which also passes the state of a recurrent network."""
        observations = torch.as_tensor(obs, dtype=torch.float32) * torch.from_numpy(LAYOUT.scale)
        return self.layers(observations), state


def make_env() -> gymnasium.Env[Any, Any]:
    """One shift against three `larger-value`. Tianshou wants the observation as `obs` and the mask as `mask`."""
    env = gymnasium.make(
        "forno/ChefsHat-v1",
        opponents="larger-value",
        seat="random",
        shifts=1,
        reward="difference",
        shaping=1.0,
        mask_in_observation=True,
    )
    assert isinstance(env.observation_space, Dict)
    space = Dict({"obs": env.observation_space["observation"], "mask": env.observation_space["action_mask"]})
    return gymnasium.wrappers.TransformObservation(
        env, lambda seen: {"obs": seen["observation"], "mask": seen["action_mask"]}, space
    )


def train(steps: int, seed: int) -> QNetwork:
    """A network that has learnt by epsilon-greedy exploration, with epsilon from 0.5 down to 0.05."""
    np.random.seed(seed)  # noqa: NPY002  Tianshou explores with NumPy's global generator
    torch.manual_seed(seed)
    network = QNetwork()
    envs = DummyVectorEnv([make_env for _ in range(ENVS)])
    envs.seed(seed)
    policy = DiscreteQLearningPolicy(model=network, action_space=envs.action_space[0], eps_training=0.5)
    algorithm = DQN(
        policy=policy,
        optim=AdamOptimizerFactory(lr=1e-3),
        gamma=1.0,
        n_step_return_horizon=5,
        target_update_freq=200,
        is_double=True,
        huber_loss_delta=1.0,
    )
    collector: Collector[Any] = Collector(algorithm, envs, VectorReplayBuffer(50_000, ENVS), exploration_noise=True)
    collector.reset()
    collector.collect(n_step=ENVS * 64)
    epochs = max(1, steps // 8192)
    result = algorithm.run_training(
        OffPolicyTrainerParams(
            training_collector=collector,
            max_epochs=epochs,
            epoch_num_steps=steps // epochs,
            collection_step_num_env_steps=ENVS * 4,
            batch_size=128,
            update_step_num_gradient_steps_per_sample=0.125,
            training_fn=lambda _epoch, step: policy.set_eps_training(max(0.05, 0.5 - 0.45 * step / (0.6 * steps))),
            verbose=False,
            show_progress=False,
        )
    )
    envs.close()
    print(f"{steps:,} environment steps, {result.timing.update_speed:,.0f} a second")
    return network


def agent_of(game: Game, network: QNetwork, files: tuple[str, ...] = ()) -> NetworkAgent:
    """The network as an agent: the legal action with the highest value is taken."""

    @torch.no_grad()
    def values(observations: object, _masks: object) -> Tensor:
        return torch.as_tensor(network(observations)[0])

    return NetworkAgent(game, values, files=files)


def load(game: Game, file: str) -> NetworkAgent:
    """The agent of the text `tianshou_chefs_hat:load:file=chef.pt`."""
    torch.set_num_threads(1)
    network = QNetwork()
    network.load_state_dict(torch.load(file))
    return agent_of(game, network, (file,))


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--steps", type=int, default=40_960, help="environment steps")
    parser.add_argument("--games", type=int, default=400, help="games of each evaluation")
    parser.add_argument("--save", default="chef.pt")
    arguments = parser.parse_args()
    torch.set_num_threads(1)
    network = train(arguments.steps, seed=0)
    torch.save(network.state_dict(), arguments.save)
    for field in ("uniform", "larger-value"):
        entrants = {"tianshou": agent_of(GAME, network), field: field}
        found = arena.compare(GAME, entrants, arguments.games, options={"shifts": 1}, cores=1)
        print(f"against three {field}: {found.summary.agents[0].points_per_shift} points a shift")


if __name__ == "__main__":
    main()
