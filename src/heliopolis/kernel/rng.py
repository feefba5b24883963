"""Random numbers for rules: a generator is an array of integers that the caller passes in; no position contains one.

The sum of Marsaglia's multiply-with-carry and xorshift: the period is about 2**92, a number takes one multiplication,
and every intermediate value fits a signed 64-bit integer, so that neither compiled nor interpreted runs overflow.
"""

from __future__ import annotations

import hashlib

import numpy as np

from heliopolis.kernel.bits import count_bits, lowest_bit
from heliopolis.kernel.compiler import rule
from heliopolis.kernel.types import Generator, IntArray, Random

_WORD = 0xFFFFFFFF
_CARRY = 698769069


def new_generator() -> Generator:
    """Return an unseeded generator of two numbers: carry and word, and the word of the xorshift."""
    return np.zeros(2, np.int64)


def generator_from(rng: Random) -> Generator:
    """Return a generator seeded from a random number generator of Python or NumPy."""
    generator = new_generator()
    seed_generator(generator, int(rng.random() * 2**53), 0)
    return generator


def seed_key(seed: int | str) -> int:
    """Turn any seed that a person may type into a key for `seed_generator`."""
    text = str(seed).encode(errors="backslashreplace")
    return int.from_bytes(hashlib.blake2b(text, digest_size=8).digest()) >> 1


@rule
def _mix(x: int) -> int:
    """Return a word in which every bit depends on every bit of `x` (Wellons' 32-bit mixer)."""
    x = ((x ^ (x >> 16)) * 0x21F0AAAD) & _WORD
    x = ((x ^ (x >> 15)) * 0x735A2D97) & _WORD
    return x ^ (x >> 15)


@rule
def _hash(salt: int, key: int, stream: int) -> int:
    """Return a word in which every bit depends on every bit of the key and the stream."""
    x = _mix(salt ^ (key & _WORD))
    x = _mix((x + (key >> 32)) & _WORD)
    x = _mix((x + (stream & _WORD)) & _WORD)
    return _mix((x + (stream >> 32)) & _WORD)


@rule
def mix_words(words: IntArray) -> int:
    """Return a number of 62 bits that depends on every bit of some words of 32 bits; it is never 0."""
    high, low = 1, 2
    for i in range(len(words)):
        word = int(words[i]) & _WORD
        high = _mix(high ^ word)
        low = _mix((low + word) & _WORD)
    return (high >> 1) << 31 | low >> 1 | 1


@rule
def seed_generator(generator: Generator, key: int, stream: int) -> None:
    """Seed a generator: a key and a stream give the same numbers everywhere; streams of one key are unrelated."""
    generator[0] = (1 + _hash(1, key, stream) % (_CARRY - 2)) << 32 | _hash(2, key, stream)
    generator[1] = _hash(3, key, stream) | 1


@rule
def random_below(generator: Generator, n: int) -> int:
    """Return a uniformly random integer from 0 to n-1 (n far below 2**31)."""
    carry = _CARRY * (generator[0] & _WORD) + (generator[0] >> 32)
    shift = generator[1]
    shift ^= (shift << 13) & _WORD
    shift ^= shift >> 17
    shift ^= (shift << 5) & _WORD
    generator[0] = carry
    generator[1] = shift
    return int((((carry + shift) & _WORD) * n) >> 32)


@rule
def sample_weighted(weights: IntArray, generator: Generator) -> int:
    """Draw from a multiset and return the kind drawn; `weights` counts the pieces of each kind."""
    total = 0
    for kind in range(len(weights)):
        total += weights[kind]
    left = random_below(generator, total)
    for kind in range(len(weights)):
        left -= weights[kind]
        if left < 0:
            return kind
    return -1


@rule
def random_bit(bits: int, generator: Generator) -> int:
    """Return a uniformly random element of a bit set that is not empty."""
    skip = random_below(generator, count_bits(bits))
    bits &= bits - min(skip, 1)  # most sets are small: remove up to two elements without a branch
    bits &= bits - (skip > 1)
    for _ in range(2, skip):
        bits &= bits - 1
    return lowest_bit(bits)
