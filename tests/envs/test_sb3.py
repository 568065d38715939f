"""sb3-contrib's MaskablePPO, which gets the masks from `action_masks()`."""

import gymnasium
import numpy as np
import pytest
import torch
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.utils import is_masking_supported

import forno.envs  # noqa: F401  registers the ids

STEPS = 128  # between two updates


@pytest.mark.parametrize("settings", [{}, {"mask_in_observation": True}], ids=["box", "dict"])
@pytest.mark.parametrize("name", ["ChefsHat", "MammaMia", "MammaMiaPlus"])
def test_maskable_ppo_takes_only_legal_actions(name: str, settings: dict[str, bool]) -> None:
    """With illegal="error", a single illegal action would raise."""
    env = gymnasium.make(f"forno/{name}-v1", opponents="greedy", illegal="error", **settings)
    policy = "MultiInputPolicy" if settings else "MlpPolicy"
    model = MaskablePPO(policy, env, n_steps=STEPS, batch_size=32, n_epochs=2, seed=1, device="cpu")
    assert is_masking_supported(env)
    before = torch.nn.utils.parameters_to_vector(model.policy.parameters()).clone()
    model.learn(2 * STEPS)
    assert model.num_timesteps == 2 * STEPS
    assert not torch.equal(before, torch.nn.utils.parameters_to_vector(model.policy.parameters()))
    seen, info = env.reset(seed=1)
    over = False
    while not over:
        masks = env.get_wrapper_attr("action_masks")()
        np.testing.assert_array_equal(masks, info["action_mask"])
        action, _ = model.predict(seen, action_masks=masks)
        seen, _, over, _, info = env.step(int(action))
