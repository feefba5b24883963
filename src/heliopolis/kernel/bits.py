"""Bit sets: sets of actions and suns are bits of one signed integer, so that no unsigned type meets a signed one."""

from __future__ import annotations

from heliopolis.kernel.compiler import rule


@rule
def count_bits(bits: int) -> int:
    """Return the number of elements of a set, counted in parallel by pairs, nibbles and bytes of bits."""
    bits -= bits >> 1 & 0x5555555555555555
    bits = (bits & 0x3333333333333333) + (bits >> 2 & 0x3333333333333333)
    bits = bits + (bits >> 4) & 0x0F0F0F0F0F0F0F0F
    return bits * 0x0101010101010101 >> 56 & 0x7F


@rule
def lowest_bit(bits: int) -> int:
    """Return the smallest element of a set that is not empty."""
    return count_bits((bits & -bits) - 1)
