"""Random actions for benchmarks and examples, fast enough not to distort a measurement."""

import numpy as np
from numpy.typing import NDArray

from forno.rules.blocks import bits, ones
from forno.rules.chance import Rng, below
from forno.rules.compiling import borrowed, inlined, jit


@jit
def pick(masks: NDArray[np.int8], rng: Rng, actions: NDArray[np.int64]) -> None:
    """Choose a legal action for each mask, uniformly at random. The action is 0 where no action is legal."""
    size = masks.shape[1]
    words = np.zeros(2 * ((size + 63) // 64), np.int64)
    masks_, rng_, actions_, words_ = borrowed(masks), borrowed(rng), borrowed(actions), borrowed(words)
    for i in range(masks.shape[0]):
        if 192 < size <= 256:
            actions_[i] = _pick_from_four_words(masks_[i], rng_)
        else:
            actions_[i] = _pick_from_words(masks_[i], rng_, words_)
    assert words.shape[0] > 0  # they live to the end


@inlined
def _pick_from_four_words(mask: NDArray[np.int8], rng: Rng) -> int:
    """All in registers, and without a branch that the processor would mispredict."""
    a, b, c, d = bits(mask, 0), bits(mask, 64), bits(mask, 128), bits(mask, 192)
    before_b = ones(a)
    before_c = before_b + ones(b)
    before_d = before_c + ones(c)
    n = before_d + ones(d)
    if n == 0:
        return 0
    ahead = below(rng, n)
    found, at, before = a, 0, 0
    if ahead >= before_b:
        found, at, before = b, 64, before_b
    if ahead >= before_c:
        found, at, before = c, 128, before_c
    if ahead >= before_d:
        found, at, before = d, 192, before_d
    return at + _nth_one(found, ahead - before)


@inlined
def _pick_from_words(mask: NDArray[np.int8], rng: Rng, words: NDArray[np.int64]) -> int:
    """For any size. `words` is scratch space: for each word the legal actions, and how many there are in all earlier ones."""
    n = 0
    parts = words.shape[0] // 2
    for k in range(parts):
        words[2 * k] = bits(mask, 64 * k)
        words[2 * k + 1] = n
        n += ones(words[2 * k])
    if n == 0:
        return 0
    ahead = below(rng, n)
    part = 0
    for k in range(1, parts):
        part += int(ahead >= words[2 * k + 1])
    return 64 * part + _nth_one(words[2 * part], ahead - words[2 * part + 1])


@inlined
def _nth_one(bit_set: int, n: int) -> int:
    """Where the one is that has n others before it."""
    for k in range(3):  # the first steps without a branch: most masks have few legal actions
        bit_set = bit_set & (bit_set - 1) if n > k else bit_set
    for _ in range(n - 3):
        bit_set &= bit_set - 1
    return ones((bit_set & -bit_set) - 1)
