"""Chance: ChaCha20 as the one source of random numbers, unbiased bounded numbers, shuffles.

A stream is an array of one record. Its 32-byte key and its number decide everything that is ever drawn from it, and without the key
nobody can predict a draw. This is the only module that opens streams; what the numbers of a key's streams are used for is listed below.

All words are in 64-bit fields, so that plain Python computes the same as compiled code.
"""

import secrets
from typing import Annotated, Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from forno.rules.blocks import put
from forno.rules.compiling import inlined, jit
from forno.rules.records import Int64, Int64s, Record, Records, dtype_of, new_records


class Stream(Record):
    key: Annotated[Int64s, (8,)]
    counter: Int64  # number of the next block
    nonce: Annotated[Int64s, (3,)]  # the stream's number, then the overflow of the counter
    used: Int64  # words of the present block that are spent; 16: all
    word: Annotated[Int64s, (16,)]
    quick: Int64  # 1: drawn from the quick generator, whose state is the first four words of `key`


STREAM = dtype_of(Stream)
Rng: TypeAlias = Records[Stream]  # one record
KEY_BYTES = 32

# A key has 2**32 streams. Of the key of a table, or of a deal in a contest, stream n makes the n-th shuffle. Of the key of a search,
# stream 2n makes world n, and stream 2n + 1 is the chance that the candidates meet in it. The second half of the numbers is for:
AGENTS = 2**31  # a table's key: the agents' own chance, by decision (a contest: by rotation and seat)
POOLS = 2**31  # a search's key: the pools of worlds, by tree

_WORD = 0xFFFFFFFF
_MAGIC = np.frombuffer(b"expand 32-byte k", "<u4").astype(np.int64)


def new_key() -> bytes:
    return secrets.token_bytes(KEY_BYTES)


def stream(key: bytes, number: int = 0) -> Rng:
    """A stream of a key."""
    if len(key) != KEY_BYTES:
        raise ValueError(f"a key has {KEY_BYTES} bytes, not {len(key)}")
    made = new_records(1, STREAM)
    made[0].key[:] = np.frombuffer(key, "<u4")
    made[0].nonce[0] = number
    made[0].used = 16
    return made


def agent_stream(key: bytes, decision: int = 0) -> Rng:
    """The stream for the chance that an agent takes in a decision at the table with this key."""
    return stream(key, AGENTS + decision)


def quick_stream(key: bytes, number: int = 0) -> Rng:
    """For simulation: several times as fast, and as good for statistics. The next draws can be predicted from enough earlier ones."""
    made = stream(key)
    open_quick_stream(made, made, number)
    return made


@jit
def open_stream(rng: Rng, key: Rng, number: int) -> None:
    """Make `rng` a stream of the key of another. `key` must not be quick; it may be `rng` itself."""
    s = rng[0]
    put(s.key, 0, key[0].key, 8)
    s.nonce[:] = 0
    s.nonce[0] = number
    s.counter = 0
    s.used = 16
    s.quick = 0


@jit
def open_quick_stream(rng: Rng, key: Rng, number: int) -> None:
    """The same as a quick stream."""
    open_stream(rng, key, number)
    a, b, c, d = word(rng), word(rng), word(rng), word(rng)
    s = rng[0]
    s.key[0] = a
    s.key[1] = b
    s.key[2] = c
    s.key[3] = d
    s.quick = 1


@inlined
def _quarter(x: NDArray[np.int64], a: int, b: int, c: int, d: int) -> None:
    p, q, r, s = int(x[a]), int(x[b]), int(x[c]), int(x[d])
    p = (p + q) & _WORD
    s = _rotate(s ^ p, 16)
    r = (r + s) & _WORD
    q = _rotate(q ^ r, 12)
    p = (p + q) & _WORD
    s = _rotate(s ^ p, 8)
    r = (r + s) & _WORD
    q = _rotate(q ^ r, 7)
    x[a], x[b], x[c], x[d] = p, q, r, s


@inlined
def _rotate(x: Any, n: int) -> Any:
    return ((x << n) | (x >> (32 - n))) & _WORD


@inlined
def _fill(s: Stream) -> None:
    x = s.word
    put(x, 0, _MAGIC, 4)
    put(x, 4, s.key, 8)
    x[12] = s.counter
    put(x, 13, s.nonce, 3)
    for _ in range(10):
        for column in range(4):
            _quarter(x, column, column + 4, column + 8, column + 12)
        for column in range(4):
            _quarter(x, column, (column + 1) % 4 + 4, (column + 2) % 4 + 8, (column + 3) % 4 + 12)
    for k in range(4):
        x[k] = (x[k] + _MAGIC[k]) & _WORD
    for k in range(8):
        x[4 + k] = (x[4 + k] + s.key[k]) & _WORD
    x[12] = (x[12] + s.counter) & _WORD
    for k in range(3):
        x[13 + k] = (x[13 + k] + s.nonce[k]) & _WORD
    s.counter += 1
    if s.counter > _WORD:  # after 256 GiB: continue with a nonce that no table uses
        s.counter = 0
        s.nonce[1] += 1
    s.used = 0


@inlined
def word(rng: Rng) -> int:
    """The next 32 random bits."""
    s = rng[0]
    if s.quick == 1:
        return _next_quick(s)
    if s.used == 16:
        _fill(s)
    s.used += 1
    return int(s.word[s.used - 1])


@inlined
def _next_quick(s: Stream) -> int:
    """xoshiro128++ by Blackman and Vigna, on 32-bit words."""
    a, b, c, d = int(s.key[0]), int(s.key[1]), int(s.key[2]), int(s.key[3])
    result = (_rotate((a + d) & _WORD, 7) + a) & _WORD
    t = (b << 9) & _WORD
    c ^= a
    d ^= b
    s.key[0] = a ^ d
    s.key[1] = b ^ c
    s.key[2] = c ^ t
    s.key[3] = _rotate(d, 11)
    return int(result)


@inlined
def below(rng: Rng, n: int) -> int:
    """A number from 0 to n - 1, all equally likely (Lemire's method). n is below 2**31."""
    n = int(n)  # in plain Python, a small integer from a record would overflow
    product = word(rng) * n
    low = product & _WORD
    if low < n:
        least = (1 << 32) % n
        while low < least:
            product = word(rng) * n
            low = product & _WORD
    return product >> 32


@jit
def shuffle(rng: Rng, cards: NDArray[np.int8]) -> None:
    """Shuffle in place (Fisher and Yates)."""
    for k in range(cards.shape[0] - 1, 0, -1):
        j = below(rng, k + 1)
        card = cards[k]
        cards[k] = cards[j]
        cards[j] = card
