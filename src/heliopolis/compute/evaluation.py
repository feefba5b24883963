"""Evaluation of nets in whole numbers: the same bits in compiled and interpreted code, on every CPU and GPU.

Probabilities are made of logits without logarithms or exponentials: e to the power of a difference is looked up in two
tables, for its whole part and for the rest, and one division makes it a share.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from heliopolis.compute.net import (
    INPUTS,
    MAX_ACTIVATION,
    MULTIPLIER_BITS,
    OFFSET,
    ONE,
    OUTPUTS,
    RESIDUAL,
    SCORE_UNIT,
    WEIGHTS,
    NetArrays,
    NetScratch,
)
from heliopolis.kernel import IntArray, lowest_bit, rule

HALF = 1 << MULTIPLIER_BITS - 1
POINTS_PER_UNIT = SCORE_UNIT / ONE
POWER_BITS = 24  # of the numbers in the tables: 1.0 is 2 to that power
LEAST_WHOLE = 16  # a logit that is so much below the largest has no chance at all

INVERSE_E = 0.36787944117144233
INVERSE_E_ROOT = 0.9961013694701175  # e to the power of -1/256


def _powers(base: float, number: int) -> tuple[int, ...]:
    """Return powers of a number as whole numbers; products are rounded alike on every machine."""
    found, power = [], float(1 << POWER_BITS)
    for _ in range(number):
        found.append(round(power))
        power *= base
    return tuple(found)


WHOLE_POWERS = np.array(_powers(INVERSE_E, LEAST_WHOLE), np.int64)
PART_POWERS = np.array(_powers(INVERSE_E_ROOT, ONE), np.int64)


# ---- layers ----------------------------------------------------------------------------------------------------------


@rule
def run_net(net: NetArrays, scratch: NetScratch) -> None:
    """Compute the output of a net for the counts of an observation."""
    add_rows(net, scratch)
    last = len(net.layers) - 1
    for layer in range(last):
        activate(net, layer, scratch)
        multiply(net, layer + 1, scratch)
    offset = int(net.layers[last, OFFSET])
    for j in range(len(scratch.output)):
        scratch.output[j] = scaled(int(scratch.sums[j]), int(net.multipliers[offset + j]))


@rule
def run_rows(net: NetArrays, scratch: NetScratch, counts: Any, out: Any) -> None:
    """Write the outputs of a net for many observations, in rows."""
    for row in range(len(counts)):
        for i in range(len(scratch.counts)):
            scratch.counts[i] = counts[row, i]
        run_net(net, scratch)
        for j in range(len(scratch.output)):
            out[row, j] = scratch.output[j]


@rule
def scaled(total: int, multiplier: int) -> int:
    """Return the value of a sum."""
    return total * multiplier + HALF >> MULTIPLIER_BITS


@rule
def add_rows(net: NetArrays, scratch: NetScratch) -> None:
    """Compute the sums of the first layer: most counts are 0 and cost nothing."""
    width = int(net.layers[0, OUTPUTS])
    for j in range(width):
        scratch.sums[j] = net.biases[j]
    for i in range(len(scratch.counts)):
        count = int(scratch.counts[i])
        if count:
            for j in range(width):
                scratch.sums[j] = int(scratch.sums[j]) + count * int(net.first[i, j])


@rule
def activate(net: NetArrays, layer: int, scratch: NetScratch) -> None:
    """Make activations of the sums of a layer."""
    offset, before, after = int(net.layers[layer, OFFSET]), layer + 1 & 1, layer & 1
    residual = int(net.layers[layer, RESIDUAL])
    for j in range(int(net.layers[layer, OUTPUTS])):
        value = scaled(int(scratch.sums[j]), int(net.multipliers[offset + j]))
        value += residual * int(scratch.activations[before, j])
        scratch.activations[after, j] = min(max(value, 0), MAX_ACTIVATION)


@rule
def multiply(net: NetArrays, layer: int, scratch: NetScratch) -> None:
    """Compute the sums of a layer from the activations of the layer before."""
    inputs, offset = int(net.layers[layer, INPUTS]), int(net.layers[layer, OFFSET])
    at, before = int(net.layers[layer, WEIGHTS]), layer + 1 & 1
    for j in range(int(net.layers[layer, OUTPUTS])):
        total = np.int32(net.biases[offset + j])
        for i in range(inputs):
            total = np.int32(total + int(net.dense[at + i]) * int(scratch.activations[before, i]))
        scratch.sums[j] = total
        at += inputs


# ---- outputs ---------------------------------------------------------------------------------------------------------


@rule
def power(below: int) -> int:
    """Return e to the power of minus so many 256ths, in 2**-24."""
    whole = below // ONE
    return int(WHOLE_POWERS[whole]) * int(PART_POWERS[below % ONE]) >> POWER_BITS if whole < LEAST_WHOLE else 0


@rule
def best_action(output: IntArray, legal: int) -> int:
    """Return the legal action with the highest logit, the first one of equals."""
    best = lowest_bit(legal)
    for action in range(best + 1, 63):
        if legal >> action & 1 and int(output[action]) > int(output[best]):
            best = action
    return best


@rule
def write_priors(output: IntArray, legal: int, out: Any) -> None:
    """Write the probability of each action; those of the legal ones add up to 1, the others are 0."""
    highest, total = int(output[best_action(output, legal)]), 0
    for action in range(len(out)):
        if legal >> action & 1:
            total += power(highest - int(output[action]))
    for action in range(len(out)):
        out[action] = power(highest - int(output[action])) / total if legal >> action & 1 else 0.0


@rule
def write_chances(output: IntArray, actions: int, players: int, viewer: int, out: Any) -> None:
    """Write the winning chance of each seat, as the viewer's observation gave it; they add up to 1."""
    highest, total = int(output[actions]), 0
    for place in range(1, players):
        highest = max(highest, int(output[actions + place]))
    for place in range(players):
        total += power(highest - int(output[actions + place]))
    for place in range(players):
        out[(viewer + place) % players] = power(highest - int(output[actions + place])) / total


@rule
def write_points(output: IntArray, actions: int, players: int, viewer: int, out: Any) -> None:
    """Write the expected final score of each seat, as the viewer's observation gave it."""
    first = actions + (len(output) - actions) // 2
    for place in range(players):
        out[(viewer + place) % players] = int(output[first + place]) * POINTS_PER_UNIT
