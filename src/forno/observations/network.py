"""Agents around a function from observations and masks to logits or actions: a network of any library, or any other function."""

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any, Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from forno.observations import layout_of, observe_one
from forno.rules.chance import Rng, word
from forno.rules.game import Actions, Game

Observations = NDArray[np.int8]  # one row for each decision: see `forno.observations.layout_of`
Masks = NDArray[np.bool_]  # one row for each decision: which actions are legal
Function = Callable[[Any, Any], Any]


@runtime_checkable
class BatchAgent(Protocol):
    """An agent that can decide for many games at once, from observations."""

    def choose_all(self, observations: Observations, masks: Masks, rngs: Sequence[Rng]) -> NDArray[np.int64]: ...


class NetworkAgent:
    """Plays by a function of observations and masks.

    `function(observations, masks)` gets an int8 array of shape (n, `layout_of(game.id).size`) and a boolean array of shape (n, `game.n_actions`).
    It returns either logits of shape (n, `game.n_actions`), or n actions. Arrays of NumPy and tensors of torch will do. Of logits, the highest
    legal one is taken; with a temperature above 0 an action is sampled from the softmax of logits / temperature.

    >>> from forno.rules import find
    >>> game = find("chefs-hat")
    >>> agent = NetworkAgent(game, lambda observations, masks: masks * 1.0)

    `files` are files that it was loaded from. Contests keep their fingerprints.
    """

    def __init__(
        self, game: Game, function: Function, *, temperature: float = 0.0, files: Iterable[Path | str] = ()
    ) -> None:
        self.game = game
        self.function = function
        self.temperature = temperature
        self.files = list(files)
        self._size = layout_of(game.id).size

    def choose(self, view: Any, legal: Actions, rng: Rng) -> int:
        masks = np.zeros((1, self.game.n_actions), np.bool_)
        masks[0, legal] = True
        return int(self.choose_all(observe_one(self.game.id, view)[np.newaxis], masks, [rng])[0])

    def choose_all(self, observations: Observations, masks: Masks, rngs: Sequence[Rng]) -> NDArray[np.int64]:
        """One action for each row. Raise ValueError if the function returns something of another shape."""
        found = self.function(observations, masks)
        answer = np.asarray(found.detach().cpu() if hasattr(found, "detach") else found)
        if answer.shape == (len(masks),) and np.issubdtype(answer.dtype, np.integer):
            return answer.astype(np.int64)
        if answer.shape != masks.shape:
            raise ValueError(
                f"the function returned {answer.dtype} of shape {answer.shape}. "
                f"It must return logits of shape {masks.shape}, or {len(masks)} actions as integers"
            )
        logits = np.where(masks, answer.astype(np.float64), -np.inf)
        if np.isnan(answer[masks]).any():
            raise ValueError("the function returned logits that are not numbers")
        if self.temperature <= 0:
            return np.asarray(logits.argmax(1), np.int64)
        weights = np.exp((logits - logits.max(1, keepdims=True)) / self.temperature).cumsum(1)
        dice = np.array([word(rng) for rng in rngs]) / 2**32 * weights[:, -1]
        return np.asarray((weights <= dice[:, np.newaxis]).sum(1), np.int64)
