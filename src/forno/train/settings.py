"""The settings of a training run."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from typing import Any

import numpy as np
from numpy.typing import NDArray

from forno.agents.networks.sight import sight_of
from forno.rules.game import BadSetup

# Slices of counts whose values matter one by one: "at least one, at least two …", up to a number.
_THRESHOLDS = {
    "chefs-hat": {"hand": 10, "unseen": 10, "count": 10, "held": 10},
    "mamma-mia": {"hand": 7, "table": 7, "turns": 12, "left": 7, "spare": 7, "laid": 8, "ready": 8},
    "mamma-mia-plus": {"hand": 7, "table": 7, "turns": 12, "left": 7, "spare": 7, "laid": 8, "ready": 8},
}

_FIXED = ("hidden", "advice", "ratings", "clone")  # what the beginning of a run has decided


@dataclass(frozen=True)
class Settings:
    """What decides the result of a training run, besides the game, the key, and how long it runs."""

    hidden: int = 256  # size of both layers
    advice: bool = True  # the network is told what `greedy` would do, and begins with that
    ratings: bool = True  # the network is told how `greedy` rates each action
    clone: int = 150_000  # without advice: decisions of `greedy` to imitate at the beginning
    rows: int = 12_288  # decisions to learn from, gathered in each iteration
    window: int = 12  # iterations whose decisions are kept to learn from
    reuse: float = 4.0  # how often each decision is learnt from, on average
    minibatch: int = 1024
    learning_rate: float = 1e-3
    average: float = 0.998  # the network that plays is an average over the last steps of learning, with this decay
    entropy: float = 0.05  # points that an action may be worse, roughly, to be considered at all
    value_weight: float = 0.05
    max_gradient: float = 0.5
    rollouts: int = 1  # simulations for a decision in total, but at least one for each action
    plausible: float = 0.01  # actions to which the network gives less are tried only now and then
    share: int = 2  # one of so many decisions is recorded
    true_rollouts: bool = False  # simulations are played by the agents at the table, not by `greedy`
    later: bool = True  # a simulation's end is rated by what it leads to in games among `greedy`, beyond the points
    self_play: float = 0.3  # share of the games in which the learner plays all seats
    league: float = 0.2  # share of the other opponents that are past selves
    snapshots: int = 4  # past selves in the league
    snapshot_every: int = 25  # iterations
    evaluate_every: int = 10  # iterations
    evaluation_games: int = 1000  # for each number of players

    def as_json(self) -> dict[str, Any]:
        return asdict(self)

    @classmethod
    def from_json(cls, found: Mapping[str, Any]) -> "Settings":
        """Raise BadSetup for a setting that this version of Forno does not have."""
        known: dict[str, Any] = {one.name: type(one.default) for one in fields(cls)}
        made = {}
        for name, value in found.items():
            if name not in known:
                raise BadSetup(f"there is no training setting {name!r}: there are {', '.join(known)}.")
            try:
                made[name] = known[name](value) if not isinstance(value, str) else _read(known[name], value)
            except (ValueError, KeyError):
                raise BadSetup(f"the training setting {name} cannot be {value!r}.") from None
        return cls(**made)

    def changed(self, found: Mapping[str, Any]) -> "Settings":
        """The same settings with other values for some, in the middle of a run. Raise BadSetup if they cannot be changed then."""
        if fixed := [name for name in _FIXED if name in found]:
            raise BadSetup(
                f"the training setting {fixed[0]} cannot be changed in the middle of a run: begin a new one."
            )
        return self.from_json({**self.as_json(), **found})


def _read(kind: type, text: str) -> Any:
    if kind is bool:
        return {"true": True, "on": True, "false": False, "off": False}[text.lower()]
    return kind(text)


def thresholds(game_id: str) -> NDArray[np.uint8]:
    """For each input of a network for this game, how many thresholds it has: see `forno.agents.networks.Network`."""
    layout, wanted = sight_of(game_id), _THRESHOLDS.get(game_id, {})
    return np.concatenate(
        [np.full(part.size, min(wanted.get(part.name, 0), part.high)) for part in layout.slices]
    ).astype(np.uint8)
