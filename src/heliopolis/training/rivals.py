"""Rivals: players that do not learn, against which a net learns or is measured, for many games at once."""

from __future__ import annotations

import re
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from heliopolis.bots.level import levels
from heliopolis.compute.batch import Batch
from heliopolis.compute.net import SCORE_UNIT, Net
from heliopolis.compute.net_files import own_nets, parse_nets, read_file
from heliopolis.core.cores import usable_cores
from heliopolis.core.errors import InvalidSetup
from heliopolis.core.game import Game
from heliopolis.training.network import Network, WholeNetwork
from heliopolis.training.tables import Decider, TensorBatch


class HeuristicRival:
    """The game's heuristic, and so the bot `greedy`."""

    def actions(self, batch: TensorBatch, rows: slice, counts: Tensor, masks: Tensor) -> Tensor:
        """Return the actions of the heuristic."""
        found = torch.zeros(batch.size, dtype=torch.int64, device=counts.device)
        batch.suggest(found)
        return found[rows]


class NetRival:
    """A net that plays its first choices."""

    def __init__(self, net: Net, device: str) -> None:
        self.network = WholeNetwork(net, device)

    def actions(self, batch: TensorBatch, rows: slice, counts: Tensor, masks: Tensor) -> Tensor:
        """Return the net's first choices."""
        players = torch.full((len(counts),), batch.players, device=counts.device)
        return self.network.judge(counts, masks, players).logits.argmax(dim=-1)


class SearchRival:
    """A search, on all CPU cores; the games are copied for it, be they on a GPU or a part of a batch."""

    def __init__(self, simulations: int, network: Network | None = None) -> None:
        self.simulations, self.network = simulations, network  # without a net: as the bot `search` does
        self.copies: dict[tuple[int, int], Batch] = {}  # by player count and size

    def actions(self, batch: TensorBatch, rows: slice, counts: Tensor, masks: Tensor) -> Tensor:
        """Return the actions that were visited most."""
        copy = self._copy(batch, rows)
        evaluator = None if self.network is None else partial(evaluate, self.network, copy.game, copy.players)
        visits, _ = copy.search(self.simulations, evaluator)
        return torch.from_numpy(visits.argmax(axis=1)).to(counts.device)

    def _copy(self, batch: TensorBatch, rows: slice) -> Batch:
        """Return a batch on the CPU with the same games."""
        key = batch.players, len(range(*rows.indices(batch.size)))
        if key not in self.copies:
            self.copies[key] = Batch(batch.batch.game, *key, 0, threads=usable_cores())
        self.copies[key].set_state(
            {
                name: array.reshape(batch.size, -1)[rows].reshape(-1, *array.shape[1:]) if array.ndim else array
                for name, array in batch.batch.state().items()
            }
        )
        return self.copies[key]


@torch.no_grad()
def evaluate(network: Network, game: Game, players: int, features: NDArray[Any]) -> tuple[NDArray[Any], ...]:
    """Return what a net says of positions, as a search takes it: priors, chances and points."""
    counts = np.rint(features * game.observation_divisors(players)).astype(np.uint8)
    masks = torch.ones((len(counts), game.actions), dtype=torch.bool)
    device = network.linear[0].weight.device
    rows = torch.from_numpy(counts), masks, torch.full((len(counts),), players)
    judged = network.judge(*(column.to(device) for column in rows))
    parts = judged.logits.softmax(dim=-1), judged.wins.softmax(dim=-1), judged.points * SCORE_UNIT
    priors, chances, points = (part.double().cpu().numpy() for part in parts)
    return priors, chances, points


SEARCH = re.compile(r"(search|plain):([1-9]\d{0,5})(?:x[1-9]\d?)?", re.ASCII)


def rival_of(spec: str, game: Game, device: str) -> Decider:
    """Return the rival of a name: `greedy`, `net`, `net:FILE`, `search:N`, or a level that is one of these.

    In a game without a net, `plain:N` is the same as `search:N`.
    """
    bot = {level.name: level.bot for level in levels(game)}.get(spec, spec)
    if bot == "greedy":
        return HeuristicRival()
    if bot.partition(":")[0] == "net":
        return NetRival(nets_of(bot, game)[0], device)
    found = SEARCH.fullmatch(bot)
    if found and (found[1] == "search" or own_nets(game) is None):
        return SearchRival(int(found[2]))  # trees that share the simulations are one tree here
    raise InvalidSetup(
        f"Nets are trained against greedy, net, net:FILE, search:N or a level that is one of these, not {spec!r:.40}."
    )


def nets_of(spec: str, game: Game) -> tuple[Net, ...]:
    """Return the nets of a bot: `net` or `net:FILE`."""
    name, _, file = spec.partition(":")
    if name != "net":
        raise InvalidSetup(f"A training starts from net or net:FILE, not from {spec!r:.40}.")
    nets = parse_nets(read_file(Path(file)), game, file) if file else own_nets(game)
    if nets is None:
        raise InvalidSetup(f"There is no net for {game.title} here: name a file, as in net:FILE.")
    return nets
