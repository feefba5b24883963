"""Network: the net that learns, in PyTorch, and its whole-number twin.

It learns in floating point with its 8-bit weights rounded as they will be stored, so that what is exported plays as
well as what was trained.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any, NamedTuple, cast

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn
from torch.nn import functional

from heliopolis.compute.evaluation import run_rows
from heliopolis.compute.net import (
    MAX_ACTIVATION,
    MAX_DENSE_WEIGHT,
    MAX_FIRST_WEIGHT,
    MULTIPLIER_BITS,
    ONE,
    Layer,
    Net,
)
from heliopolis.compute.net_files import output_size
from heliopolis.core.game import Game

SMALL = 0.01  # weights of the last layer in the beginning: all actions equally likely
FORBIDDEN = -1e9  # logit of an action that is not legal, or of a seat that is absent
LEAST_NOISE = 1e-20
SMALLEST_WEIGHT = 1e-8  # the largest weight of an output is at least that, so that it can be divided by


class Judgement(NamedTuple):
    """What a net says of some positions; seats are counted from the observer."""

    logits: Tensor  # of the actions, the legal ones only
    wins: Tensor  # logits of the winning chances
    points: Tensor  # expected final scores, over `SCORE_UNIT`


class Network(nn.Module):
    """Linear layers with a clipped ReLU between them; hidden layers of equal width are residual."""

    inverse_divisors: Tensor

    def __init__(self, game: Game, hidden: Sequence[int]) -> None:
        super().__init__()
        counts = range(game.min_players, game.max_players + 1)
        divisors = np.max([game.observation_divisors(players) for players in counts], axis=0)
        self.register_buffer("inverse_divisors", torch.tensor(1 / divisors, dtype=torch.float32), persistent=False)
        sizes = [game.observation_size, *hidden, output_size(game)]
        self.layers = nn.ModuleList(nn.Linear(inputs, outputs) for inputs, outputs in pairwise(sizes))
        for layer in self.linear:
            nn.init.kaiming_normal_(layer.weight, nonlinearity="relu")
            nn.init.zeros_(layer.bias)
        for layer in self.linear[1:]:
            if self.is_residual(layer):  # what a residual layer adds is small in the beginning
                nn.init.normal_(layer.weight, std=0.5 * layer.in_features**-0.5)
        nn.init.normal_(self.linear[-1].weight, std=SMALL * hidden[-1] ** -0.5)

    @property
    def linear(self) -> list[nn.Linear]:
        """The layers with their types."""
        return [cast(nn.Linear, layer) for layer in self.layers]

    def is_residual(self, layer: nn.Linear) -> bool:
        """Return whether a layer that is not the first one adds to the activations of the layer before."""
        return layer is not self.layers[-1] and layer.in_features == layer.out_features

    def forward(self, counts: Tensor) -> Tensor:
        """Return the outputs for observations as counts, in natural units."""
        first, *others = self.linear
        values = functional.linear(counts * self.inverse_divisors, first.weight, first.bias)
        for layer in others:
            activations = values.clamp(0, MAX_ACTIVATION / ONE)
            values = functional.linear(activations, rounded(layer.weight), layer.bias)
            if self.is_residual(layer):
                values = values + activations
        return values

    def judge(self, counts: Tensor, masks: Tensor, players: Tensor) -> Judgement:
        """Return what the net says of observations, given the legal actions and the numbers of players."""
        return read_outputs(self(counts), masks, players)

    # ---- whole numbers -----------------------------------------------------------------------------------------------

    @torch.no_grad()
    def export(self) -> Net:
        """Return the net in whole numbers."""
        first, *others = self.linear
        weights = (first.weight * self.inverse_divisors).double().cpu()
        layers = [quantise(weights, first.bias, MAX_FIRST_WEIGHT, np.int16, 1, False)]
        for layer in others:
            residual = self.is_residual(layer)
            weights = layer.weight.double().cpu()
            layers.append(quantise(weights, layer.bias, MAX_DENSE_WEIGHT, np.int8, ONE, residual))
        return Net(tuple(layers))

    @torch.no_grad()
    def take_over(self, net: Net) -> None:
        """Take over the weights of a net in whole numbers, which has the same shape."""
        for number, (linear, layer) in enumerate(zip(self.linear, net.layers, strict=True)):
            unit = ONE if number else 1
            step = torch.tensor(layer.multipliers / 2**MULTIPLIER_BITS * (unit / ONE))
            weights = torch.tensor(layer.weights.T.astype(np.float64)) * step[:, None]
            if number == 0:
                weights = weights / self.inverse_divisors.double().cpu()
            linear.weight.copy_(weights)
            linear.bias.copy_(torch.tensor(layer.biases.astype(np.float64)) * step / unit)


def read_outputs(outputs: Tensor, masks: Tensor, players: Tensor) -> Judgement:
    """Return outputs by their meaning, without what is illegal or absent."""
    actions = masks.shape[1]
    seats = (outputs.shape[1] - actions) // 2
    logits, wins, points = outputs.float().split([actions, seats, seats], dim=-1)
    present = torch.arange(seats, device=players.device) < players[:, None]
    return Judgement(logits.masked_fill(~masks, FORBIDDEN), wins.masked_fill(~present, FORBIDDEN), points)


def sample_actions(logits: Tensor) -> tuple[Tensor, Tensor]:
    """Return a random action for each row by its probabilities, and the log-probabilities of all actions."""
    logs = functional.log_softmax(logits, dim=-1)
    noise = torch.empty_like(logs).exponential_().clamp_min(LEAST_NOISE)  # no noise makes up for being illegal
    return (logs - noise.log()).argmax(dim=-1), logs  # the Gumbel-max trick


def rounded(weights: Tensor) -> Tensor:
    """Return weights as they are stored in 8 bits; gradients pass as if they were not rounded."""
    step = (weights.detach().abs().amax(dim=1, keepdim=True) / MAX_DENSE_WEIGHT).clamp_min(SMALLEST_WEIGHT)
    return weights + (torch.round(weights.detach() / step) * step - weights.detach())


def quantise(weights: Tensor, bias: Tensor, largest: int, kind: type, unit: int, residual: bool) -> Layer:
    """Return a layer in whole numbers, whose inputs count in 1/unit."""
    step = (weights.abs().amax(dim=1) / largest).clamp_min(SMALLEST_WEIGHT)
    whole: NDArray[Any] = torch.round(weights / step[:, None]).T.contiguous().numpy().astype(kind)
    biases = torch.round(bias.double().cpu() * unit / step).numpy().astype(np.int32)
    multipliers = torch.round(step * (ONE / unit) * 2**MULTIPLIER_BITS).clamp_min(1).numpy().astype(np.int32)
    return Layer(whole, biases, multipliers, residual)


class WholeNetwork:
    """A net in whole numbers, evaluated for many positions at once: by compiled code on a CPU, by PyTorch on a GPU.

    Both give the same bits: sums of whole numbers below 2**53 are exact in double precision, in any order.
    """

    def __init__(self, net: Net, device: str) -> None:
        self.net, self.device = net, device
        self.layers = [
            (
                torch.tensor(layer.weights.astype(np.float64), device=device),
                torch.tensor(layer.biases.astype(np.float64), device=device),
                torch.tensor(layer.multipliers.astype(np.int64), device=device),
                layer.residual,
            )
            for layer in net.layers
        ]

    @torch.no_grad()
    def outputs(self, counts: Tensor) -> Tensor:
        """Return the outputs as whole numbers."""
        if self.device != "cpu":
            return self.in_pytorch(counts)[1]
        found = np.zeros((len(counts), self.net.outputs), np.int32)
        run_rows(self.net.arrays, self.net.new_scratch(), counts.numpy(), found)
        return torch.from_numpy(found)

    @torch.no_grad()
    def in_pytorch(self, counts: Tensor) -> tuple[Tensor, Tensor]:
        """Return the activations of the last hidden layer, and the outputs, as whole numbers."""
        values = activations = counts.double()
        for number, (weights, biases, multipliers, residual) in enumerate(self.layers):
            if number:
                activations = values.clamp(0, MAX_ACTIVATION).double()
            sums = torch.addmm(biases, activations, weights).long()
            values = sums * multipliers + (1 << MULTIPLIER_BITS - 1) >> MULTIPLIER_BITS
            if residual:
                values = values + activations.long()
        return activations, values

    def judge(self, counts: Tensor, masks: Tensor, players: Tensor) -> Judgement:
        """Return what the net says of observations, given the legal actions and the numbers of players."""
        return read_outputs(self.outputs(counts) / ONE, masks, players)
