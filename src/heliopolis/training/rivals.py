"""Rivals: players that do not learn, against which a net learns or is measured, for many games at once."""

from __future__ import annotations

from pathlib import Path
from typing import Protocol

import torch
from torch import Tensor

from heliopolis.compute.net import Net
from heliopolis.compute.net_files import own_nets, parse_nets, read_file
from heliopolis.core.errors import InvalidSetup
from heliopolis.core.game import Game
from heliopolis.training.network import WholeNetwork
from heliopolis.training.tables import TensorBatch


class Rival(Protocol):
    """A player who decides in all games of a batch."""

    def actions(self, batch: TensorBatch, counts: Tensor, masks: Tensor) -> Tensor:
        """Return an action for each game, given the observations and legal actions there."""


class HeuristicRival:
    """The game's heuristic, and so the bot `greedy`."""

    def actions(self, batch: TensorBatch, counts: Tensor, masks: Tensor) -> Tensor:
        """Return the actions of the heuristic."""
        found = torch.zeros(batch.size, dtype=torch.int64, device=counts.device)
        batch.suggest(found)
        return found


class NetRival:
    """A net that plays its first choices."""

    def __init__(self, net: Net, device: str) -> None:
        self.network = WholeNetwork(net, device)

    def actions(self, batch: TensorBatch, counts: Tensor, masks: Tensor) -> Tensor:
        """Return the net's first choices."""
        players = torch.full((batch.size,), batch.players, device=counts.device)
        return self.network.judge(counts, masks, players).logits.argmax(dim=-1)


class SearchRival:
    """A search with the game's heuristic, on CPU cores."""

    def __init__(self, simulations: int) -> None:
        self.simulations = simulations

    def actions(self, batch: TensorBatch, counts: Tensor, masks: Tensor) -> Tensor:
        """Return the actions that were visited most."""
        visits, _ = batch.batch.search(self.simulations)
        return torch.from_numpy(visits.argmax(axis=1)).to(counts.device)


def rival_of(spec: str, game: Game, device: str) -> Rival:
    """Return the rival of a name: `greedy`, `net`, `net:FILE` or `search:N`."""
    name, _, option = spec.partition(":")
    if spec == "greedy":
        return HeuristicRival()
    if name == "net":
        nets = parse_nets(read_file(Path(option)), game, option) if option else own_nets(game)
        if nets is None:
            raise InvalidSetup(f"There is no net for {game.title} here: name a file, as in net:FILE.")
        return NetRival(nets[0], device)
    if name == "search" and option.isdecimal() and device == "cpu":
        return SearchRival(int(option))
    raise InvalidSetup(f"Nets are trained against greedy, net, net:FILE or, on a CPU, search:1000, not {spec!r:.40}.")
