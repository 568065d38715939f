"""A network as arrays, and tables of networks for compiled code."""

from collections.abc import Sequence
from dataclasses import KW_ONLY, dataclass, field

import numpy as np
from numpy.typing import NDArray

from forno.agents.networks.forward import COLUMNS, LANES, Floats, NetworkTable


def _no_rows() -> Floats:
    return np.zeros((0, 0), np.float32)


def _no_weights() -> Floats:
    return np.zeros(0, np.float32)


@dataclass(frozen=True)
class Network:
    """Two hidden layers with ReLU, one output for each action, and one for the value.

    An input is a whole number x. It enters the first layer as x itself, and for each of its thresholds t as 1 if x >= t. The thresholds of
    an input are 1 to `thresholds[input]`. The rows of `first` are those of all inputs, then those of their thresholds, input by input.

    A network may take advice: it is told what `greedy` would do. That action's row of `advice` is added to the first layer, and its entry of
    `advice_bias` to its own logit.

    A network may also be told how `greedy` rates each legal action: how close its worth is to that of the best one, from 0 to 1 (`forward.rate_all`). This
    times the action's row of `ratings` is added to the first layer, and times its entry of `rating_weights` to its own logit.
    """

    thresholds: NDArray[np.uint8]  # by input
    first: Floats  # (inputs + all thresholds, size of the first layer)
    first_bias: Floats
    second: Floats  # (size of the first layer, size of the second)
    second_bias: Floats
    last: Floats  # (actions + 1, size of the second layer): the last row is the value's
    last_bias: Floats
    advice: Floats  # (actions, size of the first layer), or no rows
    advice_bias: Floats  # by action
    ratings: Floats = field(default_factory=_no_rows)  # like `advice`
    rating_weights: Floats = field(default_factory=_no_weights)
    _: KW_ONLY
    is_plain: bool = (
        False  # it sees the observation alone, as all networks did before games could add to that: see `sight`
    )

    def __post_init__(self) -> None:
        h1, h2, outputs = len(self.first_bias), len(self.second_bias), len(self.last_bias)
        shapes = {
            "first": (len(self.thresholds) + int(self.thresholds.sum()), h1),
            "second": (h1, h2),
            "last": (outputs, h2),
            "advice": ((outputs - 1) * self.is_advised, h1),
            "ratings": ((outputs - 1) * self.is_rated, h1 if self.is_rated else self.ratings.shape[1]),
        }
        for name, shape in shapes.items():
            if getattr(self, name).shape != shape:
                raise ValueError(f"the layer {name} has the shape {getattr(self, name).shape}, not {shape}")
        if h1 % LANES or h2 % LANES:
            raise ValueError(f"the sizes {h1} and {h2} of the layers are not multiples of {LANES}")

    @property
    def is_advised(self) -> bool:
        return len(self.advice_bias) > 0

    @property
    def is_rated(self) -> bool:
        return len(self.rating_weights) > 0

    @property
    def inputs(self) -> int:
        return len(self.thresholds)

    @property
    def actions(self) -> int:
        return len(self.last_bias) - 1

    @property
    def parameters(self) -> dict[str, NDArray[np.generic]]:
        """All arrays by name, in a fixed order."""
        return {name: value for name, value in vars(self).items() if isinstance(value, np.ndarray)}

    def rows_by_value(self) -> tuple[NDArray[np.int32], Floats]:
        """For each input, the row of the value 1 and how many values have a row; and what each value adds to the first layer.

        The last entry of the first array is the number of rows.
        """
        at = np.concatenate([[0], np.cumsum(self.thresholds, dtype=np.int64)])
        rows = np.zeros((self.inputs + 1, 2), np.int32)
        rows[:, 0] = at
        rows[:-1, 1] = self.thresholds
        steps = self.first[self.inputs :]
        made = np.zeros_like(steps)
        for k, n in enumerate(self.thresholds.tolist()):
            for value in range(1, n + 1):
                before = made[at[k] + value - 2] if value > 1 else np.zeros(steps.shape[1], np.float32)
                made[at[k] + value - 1] = before + self.first[k] + steps[at[k] + value - 1]
        return rows, made


def table_of(networks: Sequence[Network], temperatures: Sequence[float] | None = None) -> NetworkTable:
    """The networks by number, for compiled code. An empty table is allowed."""
    places, rows, weights = [], [np.zeros((0, 2), np.int32)], [np.zeros(0, np.float32)]
    for network in networks:
        own_rows, by_value = network.rows_by_value()
        places.append(
            (
                network.inputs,
                len(network.first_bias),
                len(network.second_bias),
                len(network.last_bias),
                sum(map(len, rows)),
                sum(map(len, weights)),
                network.is_advised,
                network.is_rated,
                network.is_plain,
            )
        )
        rows.append(own_rows)
        parts = (
            network.first[: network.inputs],
            by_value,
            network.first_bias,
            network.second,
            network.second_bias,
            network.last,
            network.last_bias,
            network.advice,
            network.advice_bias,
            network.ratings,
            network.rating_weights,
        )
        weights.append(np.concatenate([part.ravel() for part in parts]).astype(np.float32))
    table = NetworkTable(
        places=np.array(places, np.int64).reshape(-1, COLUMNS),
        rows=np.concatenate(rows),
        weights=np.concatenate(weights),
        temperatures=np.array(temperatures if temperatures is not None else [0.0] * len(networks), np.float32),
        seen=np.zeros(0, np.int8),
        terms=np.zeros(0, np.int64),
        factors=np.zeros(0, np.float32),
        first=np.zeros(0, np.float32),
        second=np.zeros(0, np.float32),
        logits=np.zeros(0, np.float32),
        worths=np.zeros(0, np.float64),
        closeness=np.zeros(0, np.uint8),
        names=np.zeros(0, np.int16),
    )
    return with_scratch(table)


def with_scratch(table: NetworkTable) -> NetworkTable:
    """The same table with scratch space of its own, for another thread."""
    inputs, first, second, outputs = table.places.max(axis=0)[:4] if len(table.places) else (0,) * 4
    return table._replace(
        seen=np.zeros(inputs, np.int8),
        terms=np.zeros(max(2 * inputs + outputs + 1, first), np.int64),
        factors=np.zeros(max(2 * inputs + outputs + 1, first), np.float32),
        first=np.zeros(first, np.float32),
        second=np.zeros(second, np.float32),
        logits=np.zeros(outputs, np.float32),
        worths=np.zeros(outputs, np.float64),
        closeness=np.zeros(outputs, np.uint8),
        names=np.zeros(outputs, np.int16),
    )
