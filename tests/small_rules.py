"""Template: rules of no game, small enough to be compiled anew by each test of the compiler."""

from __future__ import annotations

from typing import Annotated, Any

import numpy as np

from heliopolis.kernel import Byte, IntArray

LIMIT = 3


class Counts:
    """The record that these rules change."""

    one: Byte
    more: Annotated[IntArray, np.int16, (LIMIT,)]


def add(p: Any, index: int, number: int) -> None:
    """Add to one of the counts."""
    p.more[index] += number


def add_all(p: Any, numbers: IntArray) -> None:
    """Add a number to each of the counts."""
    for i in range(len(numbers)):
        add(p, i, numbers[i])


def total(p: Any) -> int:
    """Return the sum of the counts."""
    found = 0
    for i in range(LIMIT):
        found += p.more[i]
    return found


def add_and_total(records: Any, numbers: IntArray) -> int:
    """Add numbers to the counts of the first record and return their sum."""
    p = records[0]
    add_all(p, numbers)
    return total(p)


def add_in_all_widths(records: Any, numbers: IntArray) -> None:
    """Add to a count numbers of 8, 16 and 64 bits, and a constant."""
    p = records[0]
    add(p, 0, p.one)
    add(p, p.one, p.more[0])
    add(p, 0, numbers[0])
    add(p, 0, 1)


def total_if_wanted(records: Any, wanted: int) -> int:
    """Return the sum of the counts, or 0. LLVM leaves out the first call of `total` before it links anything."""
    if wanted * wanted < 0 < LIMIT - 3:
        return total(records[0])
    return total_or_zero(records, wanted)


def total_or_zero(records: Any, wanted: int) -> int:
    """Return the sum of the counts if it is wanted, else 0."""
    return total(records[0]) if wanted else 0


def count_before(records: Any, index: int) -> int:
    """Return the count before an index, and for 0 an error: an index never counts from the end."""
    count: int = records[0].more[index - 1]
    return count
