"""Observations: the small whole numbers that a view writes, and their conversion to floating point.

A view writes counts, 8 bits each; a feature is a count over the divisor of its place. The quotient is computed without
dividing, on every device alike: the reciprocal of a divisor is split into a high part of 16 bits, whose product with a
count of 8 bits is exact in float32, and the rest. The sum of the two products is the correctly rounded quotient, and so
is its half-precision value, for all counts and divisors.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from heliopolis.kernel import IntArray, rule

MAX_OBSERVED = 255  # the largest number that a view can write

_HIGH_PART = np.uint32(0xFFFFFF00)  # sign, exponent and the leading 16 bits of a float32
_TO_HALF_EXPONENT = np.float32(2.0 ** (15 - 127))  # makes the exponent that of a float16, in a float32
_LOST_BITS = np.uint32(13)  # of a fraction, from float32 to float16
_HALF_A_BIT = np.uint32(1 << 12)  # rounds; no quotient is halfway between two numbers of float16


def split_reciprocals(divisors: Sequence[int] | NDArray[np.uint8]) -> NDArray[np.float32]:
    """Return the reciprocals of divisors as two rows, whose sums they are."""
    exact = 1 / np.asarray(divisors, np.float64)
    high = (exact.astype(np.float32).view(np.uint32) & _HIGH_PART).view(np.float32)
    return np.stack([high, (exact - high).astype(np.float32)])


@rule
def quotient(count: np.float32, high: np.float32, low: np.float32) -> np.float32:
    """Return a count over the divisor whose reciprocal was split."""
    return np.float32(count * high + count * low)


@rule
def half_bits(feature: np.float32) -> np.uint32:
    """Return the bits of a quotient as float16; none is too small or too large for it."""
    return np.float32(feature * _TO_HALF_EXPONENT).view(np.uint32) + _HALF_A_BIT >> _LOST_BITS


@rule
def divide(counts: Any, reciprocals: Any) -> None:
    """Divide counts, which are float32 already, by their divisors in place."""
    for i in range(len(counts)):
        counts[i] = quotient(counts[i], reciprocals[0, i], reciprocals[1, i])


@rule
def to_float32(counts: IntArray, reciprocals: Any, out: Any) -> None:
    """Write counts over their divisors as float32."""
    for i in range(len(out)):
        out[i] = quotient(np.float32(counts[i]), reciprocals[0, i], reciprocals[1, i])


@rule
def to_float16(counts: IntArray, reciprocals: Any, out: Any) -> None:
    """Write counts over their divisors as bits of float16."""
    for i in range(len(out)):
        out[i] = half_bits(quotient(np.float32(counts[i]), reciprocals[0, i], reciprocals[1, i]))
