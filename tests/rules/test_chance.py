"""ChaCha20 against RFC 8439, and numbers and shuffles drawn from it."""

from collections import Counter
from itertools import permutations
from typing import Any

import numpy as np
import pytest

from forno.rules import chance
from forno.rules.chance import Rng

# RFC 8439, section 2.3.2 and appendix A.1: key, counter, nonce, key stream.
VECTORS = {
    "2.3.2": (
        bytes(range(32)),
        1,
        "000000090000004a00000000",
        (
            "10f1e7e4d13b5915500fdd1fa32071c4c7d1f4c733c068030422aa9ac3d46c4e"
            "d2826446079faa0914c2d705d98b02a2b5129cd1de164eb9cbd083e8a2503c4e"
        ),
    ),
    "A.1 #1": (
        bytes(32),
        0,
        "000000000000000000000000",
        (
            "76b8e0ada0f13d90405d6ae55386bd28bdd219b8a08ded1aa836efcc8b770dc7"
            "da41597c5157488d7724e03fb8d84a376a43b8f41518a11cc387b669b2ee6586"
        ),
    ),
    "A.1 #2": (
        bytes(32),
        1,
        "000000000000000000000000",
        (
            "9f07e7be5551387a98ba977c732d080dcb0f29a048e3656912c6533e32ee7aed"
            "29b721769ce64e43d57133b074d839d531ed1f28510afb45ace10a1f4b794d6f"
        ),
    ),
    "A.1 #3": (
        bytes(31) + b"\x01",
        1,
        "000000000000000000000000",
        (
            "3aeb5224ecf849929b9d828db1ced4dd832025e8018b8160b82284f3c949aa5a"
            "8eca00bbb4a73bdad192b5c42f73f2fd4e273644c8b36125a64addeb006c13a0"
        ),
    ),
    "A.1 #4": (
        b"\x00\xff" + bytes(30),
        2,
        "000000000000000000000000",
        (
            "72d54dfbf12ec44b362692df94137f328fea8da73990265ec1bbbea1ae9af0ca"
            "13b25aa26cb4a648cb9b9d1be65b2c0924a66c54d545ec1b7374f4872e99f096"
        ),
    ),
    "A.1 #5": (
        bytes(32),
        0,
        "000000000000000000000002",
        (
            "c2c64d378cd536374ae204b9ef933fcd1a8b2288b3dfa49672ab765b54ee27c7"
            "8a970e0e955c14f3a88e741b97c286f75f8fc299e8148362fa198a39531bed6d"
        ),
    ),
}
KEY = bytes(range(32))


def words(rng: Rng, n: int) -> list[int]:
    return [chance.word(rng) for _ in range(n)]


def fed(*values: int) -> Rng:
    """A stream whose next words are given."""
    rng = chance.stream(KEY)
    rng[0].word[16 - len(values) :] = values
    rng[0].used = 16 - len(values)
    return rng


@pytest.mark.parametrize("name", VECTORS)
def test_the_rfcs_vectors(name: str) -> None:
    key, counter, nonce, expected = VECTORS[name]
    rng = chance.stream(key)
    rng[0].counter = counter
    rng[0].nonce[:] = np.frombuffer(bytes.fromhex(nonce), "<u4")
    assert np.array(words(rng, 16), "<u4").tobytes().hex() == expected


def test_blocks_follow_each_other() -> None:
    whole = words(chance.stream(KEY), 48)
    later = chance.stream(KEY)
    later[0].counter = 2
    assert words(later, 16) == whole[32:]
    assert len(set(whole)) == 48


def test_after_the_last_block_it_goes_on_elsewhere() -> None:
    rng = chance.stream(KEY)
    rng[0].counter = 0xFFFFFFFF
    last = words(rng, 16)
    assert (int(rng[0].counter), rng[0].nonce.tolist()) == (0, [0, 1, 0])
    assert words(rng, 16) not in (last, words(chance.stream(KEY), 16))
    assert all(0 <= word <= 0xFFFFFFFF for word in last)


def test_streams_of_a_key_differ() -> None:
    beginnings = {tuple(words(chance.stream(KEY, number), 4)) for number in (0, 1, 2, 3, 2**31)}
    assert len(beginnings) == 5


def test_a_stream_is_decided_by_its_key() -> None:
    assert words(chance.stream(KEY, 7), 20) == words(chance.stream(KEY, 7), 20)
    assert words(chance.stream(KEY), 4) != words(chance.stream(bytes(32)), 4)


@pytest.mark.parametrize("length", [0, 31, 33])
def test_a_key_has_32_bytes(length: int) -> None:
    with pytest.raises(ValueError, match=f"a key has 32 bytes, not {length}"):
        chance.stream(bytes(length))


def test_new_keys_are_new() -> None:
    assert len({chance.new_key() for _ in range(4)}) == 4
    assert len(chance.new_key()) == 32


@pytest.mark.parametrize("n", [1, 2, 3, 5, 6, 7, 68, 1000, 2**31 - 1])
def test_below_is_unbiased(n: int) -> None:
    """Lemire's argument, at the borders: a word w is kept unless (w n) mod 2^32 < 2^32 mod n, and then gives (w n) div 2^32.

    So each result r has the words from the first kept one in [r 2^32 / n, (r + 1) 2^32 / n) on; all r have equally many if every
    interval loses exactly its words below the border. For each of some r the first kept word and the one before it are fed.
    """
    least = 2**32 % n
    share = 2**32 // n
    for r in {0, min(1, n - 1), n // 2, n - 1}:
        first = -(-(r * 2**32 + least) // n)  # the lowest word with product >= r 2^32 + least
        last = ((r + 1) * 2**32 - 1) // n
        assert last - first + 1 == share  # the same for every r
        assert chance.below(fed(first), n) == r
        assert chance.below(fed(last), n) == r
        if first * n - n >= r * 2**32:  # the word before it still belongs to r: it must be thrown away
            assert chance.below(fed(first - 1, last), n) == r
            other = (r + n - 1) % n
            assert chance.below(fed(first - 1, ((other + 1) * 2**32 - 1) // n), n) == other


def test_below_takes_one_word_if_it_can() -> None:
    rng = fed(2**31 + 1, 5)
    assert chance.below(rng, 10) == 5
    assert chance.word(rng) == 5


def test_every_result_of_below_occurs() -> None:
    rng = chance.stream(KEY)
    found = Counter(chance.below(rng, 6) for _ in range(600))
    assert set(found) == set(range(6))
    assert max(abs(n - 100) for n in found.values()) < 40  # four standard deviations


def test_a_shuffle_is_a_permutation() -> None:
    rng = chance.stream(KEY)
    for n in (0, 1, 2, 17, 68):
        cards = np.arange(n, dtype=np.int8)
        chance.shuffle(rng, cards)
        assert sorted(cards.tolist()) == list(range(n))


def test_a_shuffle_depends_on_the_stream_alone() -> None:
    shuffled: list[Any] = []
    for number in (1, 1, 2):
        cards = np.arange(68, dtype=np.int8)
        chance.shuffle(chance.stream(KEY, number), cards)
        shuffled.append(cards.tolist())
    assert shuffled[0] == shuffled[1] != shuffled[2]


def test_all_24_permutations_of_4_cards_are_as_likely() -> None:
    rng = chance.stream(KEY)
    found: Counter[tuple[int, ...]] = Counter()
    for _ in range(2400):
        cards = np.arange(4, dtype=np.int8)
        chance.shuffle(rng, cards)
        found[tuple(cards.tolist())] += 1
    assert set(found) == set(permutations(range(4)))
    chi = sum((n - 100) ** 2 / 100 for n in found.values())
    assert chi < 49.7  # 23 degrees of freedom: one in a thousand


def test_the_quick_generator_is_xoshiro128() -> None:
    """Its first numbers from the state 1, 2, 3, 4, against the definition written out in plain Python."""

    def rotated(x: int, n: int) -> int:
        return (x << n | x >> 32 - n) % 2**32

    a, b, c, d = 1, 2, 3, 4
    expected = []
    for _ in range(1000):
        expected.append((rotated((a + d) % 2**32, 7) + a) % 2**32)
        t = b << 9
        c, d = c ^ a, d ^ b
        b, a = b ^ c, a ^ d
        c, d = (c ^ t) % 2**32, rotated(d, 11)
    assert expected[0] == 641
    rng = chance.quick_stream(bytes(32))
    rng[0].key[:4] = 1, 2, 3, 4
    assert [chance.word(rng) for _ in expected] == expected


def test_quick_streams_follow_from_key_and_number() -> None:
    def numbers(key: bytes, number: int) -> list[int]:
        rng = chance.quick_stream(key, number)
        return [chance.word(rng) for _ in range(4)]

    assert numbers(bytes(32), 0) == numbers(bytes(32), 0)
    assert len({tuple(numbers(key, number)) for key in (bytes(32), bytes([1]) * 32) for number in (0, 1)}) == 4


def test_a_stream_opened_in_place_is_the_stream_of_its_number() -> None:
    key, rng, quick = chance.stream(KEY, 5), chance.stream(bytes(32)), chance.stream(bytes(32))
    words(key, 3)
    words(rng, 20)
    chance.open_stream(rng, key, 7)
    chance.open_quick_stream(quick, key, 7)
    assert words(rng, 40) == words(chance.stream(KEY, 7), 40)
    assert words(quick, 40) == words(chance.quick_stream(KEY, 7), 40)
    chance.open_stream(rng, rng, 8)
    assert words(rng, 40) == words(chance.stream(KEY, 8), 40)


def test_the_streams_of_agents_are_not_those_of_shuffles() -> None:
    assert words(chance.agent_stream(KEY, 3), 4) == words(chance.stream(KEY, 2**31 + 3), 4)
