"""Small nets with random weights, and what they say, computed in another way."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

import heliopolis as hp
from heliopolis.compute.net import Layer, Net
from heliopolis.compute.net_files import net_bytes, output_size


def random_net(sizes: list[int], seed: int, largest: int = 127) -> Net:
    """Return a net with random weights whose layers of equal width are residual."""
    rng = np.random.default_rng(seed)
    layers = []
    for number, (inputs, outputs) in enumerate(pairwise(sizes)):
        weights: NDArray[Any] = rng.integers(-largest, largest + 1, (inputs, outputs)).astype(
            np.int8 if number else np.int16
        )
        biases = rng.integers(-5000, 5001, outputs).astype(np.int32)
        multipliers = rng.integers(1, 1 << (19 if number else 22), outputs).astype(np.int32)
        layers.append(Layer(weights, biases, multipliers, number > 0 and inputs == outputs))
    return Net(tuple(layers))


def net_for(name: str, hidden: list[int], seed: int = 1) -> Net:
    """Return a random net for a game."""
    game = hp.game(name)
    return random_net([game.observation_size, *hidden, output_size(game)], seed)


def write_net(folder: Path, name: str, *nets: Net) -> Path:
    """Write nets into a new file and return its path."""
    path = folder / f"{name}.hnet"
    path.write_bytes(net_bytes(hp.game(name), nets, {"made": "at random"}))
    return path


def expected_output(net: Net, counts: NDArray[Any]) -> NDArray[np.int64]:
    """Return the output of a net by matrix products of 64-bit integers."""
    values = activations = counts.astype(np.int64)
    for number, layer in enumerate(net.layers):
        if number:
            activations = values.clip(0, 4095)
        values = activations @ layer.weights.astype(np.int64) + layer.biases
        values = values * layer.multipliers.astype(np.int64) + (1 << 23) >> 24
        values += activations if layer.residual else 0
    return values
