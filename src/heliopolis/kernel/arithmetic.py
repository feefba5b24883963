"""Arithmetic for rules: the exponential function made of sums and products only, with the same bits everywhere."""

from __future__ import annotations

from heliopolis.kernel.compiler import rule

SMALLEST = -32.0  # smaller arguments give almost nothing, and are treated as this one
HALVINGS = 6  # of the argument, after which a short series is exact enough


@rule
def exponential(x: float) -> float:
    """Return e to the power of a number that is 0 or less, to five digits or more; at least 1e-14."""
    x = max(x, SMALLEST) / (1 << HALVINGS)
    power = 1.0 + x * (1.0 + x * (1 / 2 + x * (1 / 6 + x * (1 / 24 + x * (1 / 120 + x * (1 / 720 + x / 5040))))))
    for _ in range(HALVINGS):
        power *= power
    return power
