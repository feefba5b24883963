"""Nets: what a learned player knows, as whole numbers that compiled code takes as an argument.

One net serves all player counts of a game. Its inputs are the counts that `view.observe` writes, as they are: they have
one length for all player counts, seats are counted from the observer, absent seats are 0, and the number of players is
among them. Its outputs are whole numbers:

    actions       logit of each action, in 1/256, to be masked by the legal ones
    max_players   logit of the winning chance of each seat counted from the observer, in 1/256
    max_players   expected final score of each seat counted from the observer, in 1/16 points

The first layer adds up rows of 16-bit weights, one row for each count that is not 0, times that count. The other layers
have 8-bit weights. Sums have 32 bits; a multiplier for each of them, and a shift, make them activations from 0 to
`MAX_ACTIVATION`, where `ONE` stands for 1. `compute.evaluation` computes all that, with the same bits everywhere.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from heliopolis.core.errors import InvalidSetup
from heliopolis.core.observations import MAX_OBSERVED

ONE = 256  # an activation or an output that stands for 1
MAX_ACTIVATION = 4095
MAX_FIRST_WEIGHT, MAX_DENSE_WEIGHT = 8191, 127
MULTIPLIER_BITS = 24  # a sum times its multiplier, over 2 to that power, is its value
SCORE_UNIT = 16  # points for which an output of `ONE` stands
MAX_SUM = (1 << 31) - 1
MAX_WIDTH = 4096

LAYER_COLUMNS = INPUTS, OUTPUTS, RESIDUAL, WEIGHTS, OFFSET = 0, 1, 2, 3, 4  # of `NetArrays.layers`


class NetArrays(NamedTuple):
    """The arrays of a net, as compiled code takes them; without layers there is no net."""

    layers: NDArray[np.int32]  # by layer: inputs, outputs, whether it is residual; where its weights and biases begin
    first: NDArray[np.int16]  # weights of the first layer, by input and output
    dense: NDArray[np.int16]  # weights of the other layers, one after the other, by output and input
    biases: NDArray[np.int32]  # of all layers
    multipliers: NDArray[np.int32]  # of all layers


class NetScratch(NamedTuple):
    """Memory for one evaluation at a time."""

    counts: NDArray[np.uint8]  # the observation
    sums: NDArray[np.int32]
    activations: NDArray[np.int16]  # of two layers: read from one row, written to the other
    output: NDArray[np.int32]


@dataclass(frozen=True)
class Layer:
    """A layer: its weights by input and output, and how its sums become values."""

    weights: NDArray[np.int16] | NDArray[np.int8]
    biases: NDArray[np.int32]
    multipliers: NDArray[np.int32]
    residual: bool = False  # whether the activations of the layer before are added to its own


@dataclass(frozen=True)
class Net:
    """The layers of a net, checked to fit each other and to stay within 32 bits."""

    layers: tuple[Layer, ...]
    about: dict[str, Any] = field(default_factory=dict)  # how it was made

    def __post_init__(self) -> None:
        width = self.inputs
        for number, layer in enumerate(self.layers):
            _check_layer(layer, width, MAX_ACTIVATION if number else MAX_OBSERVED)
            width = layer.weights.shape[1]
        _check_outputs(self.layers[-1], MAX_ACTIVATION if len(self.layers) > 1 else MAX_OBSERVED)

    @property
    def inputs(self) -> int:
        """The number of inputs."""
        return int(self.layers[0].weights.shape[0])

    @property
    def outputs(self) -> int:
        """The number of outputs."""
        return int(self.layers[-1].weights.shape[1])

    @property
    def hidden(self) -> list[int]:
        """The widths of the hidden layers."""
        return [layer.weights.shape[1] for layer in self.layers[:-1]]

    @cached_property
    def arrays(self) -> NetArrays:
        """The arrays that compiled code takes."""
        rows, weights, offset = [], 0, 0
        for number, layer in enumerate(self.layers):
            inputs, outputs = layer.weights.shape
            rows.append([inputs, outputs, int(layer.residual), weights, offset])
            weights += inputs * outputs if number else 0
            offset += outputs
        dense = [np.ascontiguousarray(layer.weights.T, np.int16).ravel() for layer in self.layers[1:]]
        return NetArrays(
            np.array(rows, np.int32),
            np.ascontiguousarray(self.layers[0].weights, np.int16),
            np.concatenate(dense) if dense else np.zeros(0, np.int16),
            np.concatenate([layer.biases for layer in self.layers]),
            np.concatenate([layer.multipliers for layer in self.layers]),
        )

    def new_scratch(self) -> NetScratch:
        """Return memory for evaluations by one thread."""
        width = max(layer.weights.shape[1] for layer in self.layers)
        return NetScratch(
            np.zeros(self.inputs, np.uint8),
            np.zeros(width, np.int32),
            np.zeros((2, width), np.int16),
            np.zeros(self.outputs, np.int32),
        )


def _check_layer(layer: Layer, width: int, largest: int) -> None:
    """Raise `InvalidSetup` if a layer does not take so many inputs, or if a sum may need more than 32 bits."""
    inputs, outputs = layer.weights.shape
    if inputs != width or not 0 < outputs <= MAX_WIDTH or (layer.residual and inputs != outputs):
        raise InvalidSetup("The layers of this net do not fit each other.")
    if layer.biases.shape != (outputs,) or layer.multipliers.shape != (outputs,) or (layer.multipliers < 0).any():
        raise InvalidSetup("The biases or multipliers of this net do not fit its layers.")
    if (_largest_sums(layer, largest) > MAX_SUM).any():
        raise InvalidSetup("The sums of this net can become too large for 32 bits.")


def _check_outputs(layer: Layer, largest: int) -> None:
    """Raise `InvalidSetup` if the last layer is residual, or if an output may need more than 32 bits."""
    if layer.residual:
        raise InvalidSetup("The layers of this net do not fit each other: the last one adds nothing to the one before.")
    if (_largest_sums(layer, largest) * layer.multipliers.astype(np.int64) >> MULTIPLIER_BITS >= MAX_SUM).any():
        raise InvalidSetup("The outputs of this net can become too large for 32 bits.")


def _largest_sums(layer: Layer, largest: int) -> NDArray[np.int64]:
    """Return how far from 0 the sums of a layer can be, for inputs up to a number."""
    found: NDArray[np.int64] = largest * np.abs(layer.weights.astype(np.int64)).sum(axis=0)
    return found + np.abs(layer.biases.astype(np.int64))
