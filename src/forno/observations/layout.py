"""How an observation is laid out: named, shaped slices of one flat vector of small whole numbers."""

from dataclasses import dataclass
from functools import cached_property
from math import prod

import numpy as np
from numpy.typing import NDArray

Vector = NDArray[np.int8]
MOST = 127  # numbers without an upper bound are cut off here


@dataclass(frozen=True)
class Slice:
    name: str
    shape: tuple[int, ...]
    low: int
    high: int
    help: str

    @property
    def size(self) -> int:
        return prod(self.shape)


@dataclass(frozen=True)
class Layout:
    """The layout of one game's observations. A change of the slices raises `version`, and with it the ids of the environments.

    >>> from forno.observations import layout_of
    >>> layout = layout_of("chefs-hat")
    >>> vectors = np.zeros((1024, layout.size), np.int8)
    >>> layout.part(vectors, "placed").shape
    (1024, 4, 13)
    """

    game: str
    version: int
    slices: tuple[Slice, ...]

    @cached_property
    def offsets(self) -> dict[str, int]:
        offsets, at = {}, 0
        for part in self.slices:
            offsets[part.name] = at
            at += part.size
        return offsets

    @cached_property
    def size(self) -> int:
        return sum(part.size for part in self.slices)

    @cached_property
    def low(self) -> Vector:
        return self._spread([part.low for part in self.slices])

    @cached_property
    def high(self) -> Vector:
        return self._spread([part.high for part in self.slices])

    @cached_property
    def scale(self) -> NDArray[np.float32]:
        """Multiply observations by it to get numbers from -1 to 1."""
        return (1 / np.maximum(self.high, 1)).astype(np.float32)

    def part(self, vectors: Vector, name: str) -> Vector:
        """One slice of a vector, or of an array of vectors, in its shape. It is a view: writing to it changes the vectors."""
        found = next((part for part in self.slices if part.name == name), None)
        if found is None:
            raise KeyError(f"{self.game} observes no {name!r}: there are {', '.join(self.offsets)}.")
        at = self.offsets[name]
        return vectors[..., at : at + found.size].reshape(*vectors.shape[:-1], *found.shape)

    def parts(self, vectors: Vector) -> dict[str, Vector]:
        return {part.name: self.part(vectors, part.name) for part in self.slices}

    def _spread(self, values: list[int]) -> Vector:
        return np.repeat(np.array(values, np.int8), [part.size for part in self.slices])
