"""Calibration: positions of games between nets, how often their seats won, and winning chances fitted to that.

A net learns its winning chances from games with chance in its decisions, and from its own later judgements. In games in
which it plays its first choices they can be off by a few points. So in the end the outputs of the winning chances, and
nothing else, are fitted to the results of such games: the logits of the actions keep their bits.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields, replace
from typing import Any, NamedTuple

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor
from torch.nn import functional

from heliopolis.compute.net import MAX_DENSE_WEIGHT, MULTIPLIER_BITS, ONE, Layer, Net
from heliopolis.core.game import Game
from heliopolis.training.network import FORBIDDEN, WholeNetwork, quantise, rounded
from heliopolis.training.tables import OVER, TensorBatch

FIT_STEPS = 300
FIT_RATE, FIT_RATE_OF_CHANGES = 1e-2, 1e-3
CLOSENESS = 400.0  # penalty of a squared change of a weight, over the number of positions: few change little
PER_GAME = 8  # positions of a game that chances are fitted to
LEAST_CHANCE = 1e-6
MIN_JUDGED = 100  # chances in a tenth, below which it says nothing
STEPS_PER_LOOK = 16  # steps between two looks at whether all games are over


Report = Callable[[str], None]


@dataclass(frozen=True)
class Sample:
    """Positions of games that were played to the end, in rows."""

    counts: Tensor  # observations of the seats to act
    players: Tensor
    shares: Tensor  # of the victory in the end, by seat counted from the observer
    games: Tensor  # number of the game that a position is from

    @staticmethod
    def join(samples: Sequence[Sample]) -> Sample:
        """Return the positions of several samples of different games."""
        firsts = np.cumsum([0, *(int(one.games.max()) + 1 for one in samples)]).tolist()
        numbered = [replace(one, games=one.games + first) for one, first in zip(samples, firsts, strict=False)]
        return Sample(*(torch.cat([getattr(one, field.name) for one in numbered]) for field in fields(Sample)))

    def present(self) -> Tensor:
        """Return which seats are there."""
        return torch.arange(self.shares.shape[1], device=self.players.device) < self.players[:, None]


class Tenth(NamedTuple):
    """The chances judged to be within a tenth."""

    number: int
    judged: float  # their mean
    won: float  # mean share of the victory
    deviation: float  # standard error of the difference, by games: positions of one game have one result


@torch.no_grad()
def play_sample(
    network: WholeNetwork,
    game: Game,
    players: int,
    games: int,
    seed: str,
    device: str,
    per_game: int = 1,
    states: dict[str, NDArray[Any]] | None = None,
) -> Sample:
    """Let a net play its first choices in all seats, and return so many random positions of each game.

    Into `states` the state of a batch with the last of these positions of each game is written, if it is wanted.
    """
    table = TensorBatch(game, players, games, seed, device, auto_reset=False)
    counts = torch.zeros((games, game.observation_size), dtype=torch.uint8, device=device)
    masks = torch.zeros((games, game.actions), dtype=torch.bool, device=device)
    kept = torch.zeros((per_game, games, game.observation_size), dtype=torch.uint8, device=device)
    observers = torch.zeros((per_game, games), dtype=torch.int64, device=device)
    shares, number = torch.zeros((games, players), device=device), torch.full((games,), players, device=device)
    actions = torch.zeros(games, dtype=torch.int64, device=device)
    chance = torch.Generator(device).manual_seed(games + per_game)
    table.observe(counts, masks)
    step = 0
    while step % STEPS_PER_LOOK or bool((table.to_act != OVER).any()):
        step += 1
        running = table.to_act != OVER
        for place in range(per_game):  # of the positions so far, each is as likely to be the one that is kept
            taken = (torch.rand(games, generator=chance, device=device) * step < 1) & running
            kept[place] = torch.where(taken[:, None], counts, kept[place])
            observers[place] = torch.where(taken, table.to_act.long(), observers[place])
        if states is not None:
            table.keep_rows(taken, states)
        rows = running.nonzero()[:, 0]
        actions[rows] = network.judge(counts[rows], masks[rows], number[rows]).logits.argmax(dim=-1)
        table.step(actions, counts, masks)
        shares += table.rewards * table.terminated[:, None]
    seats = (observers[:, :, None] + torch.arange(players, device=device)) % players
    turned = shares.expand(per_game, -1, -1).gather(2, seats)
    padded = functional.pad(turned, (0, game.max_players - players))
    numbers = torch.arange(games, device=device).repeat(per_game)
    return Sample(kept.flatten(0, 1), number.repeat(per_game), padded.flatten(0, 1), numbers)


def judge_chances(network: WholeNetwork, game: Game, sample: Sample) -> Tensor:
    """Return a net's winning chances of all seats in the positions of a sample."""
    masks = torch.ones((len(sample.counts), game.actions), dtype=torch.bool, device=sample.counts.device)
    return network.judge(sample.counts, masks, sample.players).wins.softmax(dim=-1)


def compare(chances: Tensor, sample: Sample) -> list[Tenth | None]:
    """Return for each tenth of the judged chance how often it was won; all seats of each position are counted."""
    present = sample.present()
    judged, won = chances[present].double(), sample.shares[present].double()
    games = sample.games[:, None].expand_as(present)[present]
    tenths = (judged * 10).long().clamp(0, 9)
    found: list[Tenth | None] = []
    for tenth in range(10):
        inside = tenths == tenth
        number = int(inside.sum())
        if number == 0:
            found.append(None)
            continue
        mean, share = float(judged[inside].mean()), float(won[inside].mean())
        surprises = won[inside] - judged[inside] - (share - mean)
        by_game = torch.zeros(int(games.max()) + 1, dtype=torch.float64, device=games.device)
        by_game.index_add_(0, games[inside], surprises)
        found.append(Tenth(number, mean, share, float(by_game.square().sum()) ** 0.5 / number))
    return found


def worst(tenths: Sequence[Tenth | None]) -> float:
    """Return the largest difference between judged and won shares, of tenths with chances enough."""
    return max((abs(tenth.won - tenth.judged) for tenth in tenths if tenth and tenth.number >= MIN_JUDGED), default=0.0)


# ---- fitting ---------------------------------------------------------------------------------------------------------


def calibrate(
    nets: tuple[Net, ...], game: Game, counts: Sequence[int], games: int, seed: str, device: str, report: Report
) -> tuple[Net, ...]:
    """Return nets with winning chances fitted to games of the first of them, so many of each player count.

    A quarter as many other games, which it is not fitted to, tell how much to fit: nothing, the confidence alone, or
    all weights of the chances, for which few games are not enough.
    """
    player = WholeNetwork(nets[0], device)

    def sample(use: str, number: int) -> Sample:
        seeded = f"{use} {seed}"
        return Sample.join([play_sample(player, game, one, number, seeded, device, PER_GAME) for one in counts])

    fitting, checking = sample("calibration", games), sample("check", -(-games // 4))
    found = []
    for name, net in zip(("wide", "narrow"), nets, strict=False):
        fitted = net, fit_chances(net, game, fitting, change=False), fit_chances(net, game, fitting, change=True)
        chances = [judge_chances(WholeNetwork(one, device), game, checking) for one in fitted]
        losses = [surprise(judged, checking) for judged in chances]
        best = losses.index(min(losses))
        before, after = (worst(compare(chances[one], checking)) for one in (0, best))
        verdict = f"now {after:.1%}" if best else "and stays as it is, since fitting does not help"
        report(f"calibration of the {name} net: the worst tenth was off by {before:.1%}, {verdict}")
        found.append(fitted[best])
    return tuple(found)


def surprise(chances: Tensor, sample: Sample) -> float:
    """Return how surprising the results of a sample are to whoever judged the chances so: the cross-entropy."""
    logs = chances.clamp_min(LEAST_CHANCE).log().masked_fill(~sample.present(), 0)
    return float(-(sample.shares * logs).sum(dim=-1).mean())


def fit_chances(net: Net, game: Game, sample: Sample, change: bool) -> Net:
    """Return a net whose winning chances are fitted to a sample, and whose other outputs are the same.

    All their weights are scaled by one factor, which mends too much or too little confidence; with `change`, each of
    them is also changed a little.
    """
    device = str(sample.counts.device)
    last, outputs = net.layers[-1], slice(game.actions, game.actions + game.max_players)
    hidden = WholeNetwork(net, device).in_pytorch(sample.counts)[0].float() / ONE
    steps = torch.tensor(last.multipliers[outputs] / 2**MULTIPLIER_BITS, dtype=torch.float32, device=device)
    first = torch.tensor(last.weights[:, outputs].T.astype(np.float32), device=device) * steps[:, None]
    biases = (torch.tensor(last.biases[outputs].astype(np.float32), device=device) * steps / ONE).requires_grad_()
    scale, changes = torch.ones((), device=device, requires_grad=True), torch.zeros_like(first, requires_grad=True)
    fast, slow = {"params": [scale, biases], "lr": FIT_RATE}, {"params": [changes], "lr": FIT_RATE_OF_CHANGES}
    optimiser, present = torch.optim.Adam([fast, slow] if change else [fast]), sample.present()
    for _ in range(FIT_STEPS):
        logits = functional.linear(hidden, rounded(scale * first + changes), biases).masked_fill(~present, FORBIDDEN)
        logs = functional.log_softmax(logits, dim=-1).masked_fill(~present, 0)
        loss = -(sample.shares * logs).sum(dim=-1).mean() + CLOSENESS / len(hidden) * changes.square().sum()
        optimiser.zero_grad()
        loss.backward()
        optimiser.step()
    weights = (scale * first + changes).detach().double().cpu()
    fitted = quantise(weights, biases.detach(), MAX_DENSE_WEIGHT, np.int8, ONE, False)
    return replace(net, layers=(*net.layers[:-1], _with_outputs(last, outputs, fitted)))


def _with_outputs(layer: Layer, outputs: slice, fitted: Layer) -> Layer:
    """Return a layer with some of its outputs replaced."""
    weights, biases, multipliers = layer.weights.copy(), layer.biases.copy(), layer.multipliers.copy()
    weights[:, outputs], biases[outputs], multipliers[outputs] = fitted.weights, fitted.biases, fitted.multipliers
    return replace(layer, weights=weights, biases=biases, multipliers=multipliers)
