"""Train MaskablePPO of sb3-contrib on Chef's Hat, save it, and let it play in the arena.

python sb3_chefs_hat.py --save chef.zip
forno arena chefs-hat --agents sb3_chefs_hat:load:file=chef.zip,uniform --option shifts=1

Needs `pip install 'forno[torch]' sb3-contrib`.
"""

import argparse

import gymnasium
import torch
from sb3_contrib import MaskablePPO
from stable_baselines3.common.monitor import Monitor

import forno.envs  # noqa: F401  registers the environments
from forno import arena
from forno.observations.network import NetworkAgent
from forno.rules import find
from forno.rules.game import Game


def train(steps: int, seed: int) -> MaskablePPO:
    """A model that has learnt one shift against three `larger-value`, with a little shaping."""
    env = gymnasium.make(
        "forno/ChefsHat-v1", opponents="larger-value", seat="random", shifts=1, reward="difference", shaping=1.0
    )
    model = MaskablePPO(
        "MlpPolicy",
        Monitor(env),
        n_steps=1024,
        batch_size=256,
        learning_rate=1e-3,
        gamma=1.0,
        ent_coef=0.01,
        policy_kwargs={"net_arch": [128, 128]},
        seed=seed,
        device="cpu",
    )
    return model.learn(steps)


def agent_of(game: Game, model: MaskablePPO, files: tuple[str, ...] = ()) -> NetworkAgent:
    """The model as an agent: it gets observations and masks, and returns actions."""
    return NetworkAgent(
        game,
        lambda observations, masks: model.predict(observations, action_masks=masks, deterministic=True)[0],
        files=files,
    )


def load(game: Game, file: str) -> NetworkAgent:
    """The agent of the text `sb3_chefs_hat:load:file=chef.zip`."""
    torch.set_num_threads(1)
    return agent_of(game, MaskablePPO.load(file, device="cpu"), (file,))


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--steps", type=int, default=40_960, help="environment steps")
    parser.add_argument("--games", type=int, default=400, help="games of each evaluation")
    parser.add_argument("--save", default="chef.zip")
    arguments = parser.parse_args()
    torch.set_num_threads(1)
    game = find("chefs-hat")
    model = train(arguments.steps, seed=0)
    model.save(arguments.save)
    for field in ("uniform", "larger-value"):
        entrants = {"sb3": agent_of(game, model), field: field}
        found = arena.compare(game, entrants, arguments.games, options={"shifts": 1}, cores=1)
        print(
            f"{arguments.steps:,} steps, against three {field}: {found.summary.agents[0].points_per_shift} points a shift"
        )


if __name__ == "__main__":
    main()
