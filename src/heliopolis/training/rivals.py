"""Rivals: players that do not learn, against which a net learns or is measured, for many games at once."""

from __future__ import annotations

import re
from pathlib import Path

import torch
from torch import Tensor

from heliopolis.bots.level import levels
from heliopolis.compute.batch import Batch
from heliopolis.compute.net import Net
from heliopolis.compute.net_files import own_nets, parse_nets, read_file
from heliopolis.core.cores import usable_cores
from heliopolis.core.errors import InvalidSetup
from heliopolis.core.game import Game
from heliopolis.training.network import WholeNetwork
from heliopolis.training.tables import Player, TensorBatch


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

    def __init__(self, simulations: int, nets: tuple[Net, ...] = ()) -> None:
        self.simulations, self.nets = simulations, nets
        self.copies: dict[tuple[int, int], Batch] = {}  # by player count and size

    def actions(self, batch: TensorBatch, rows: slice, counts: Tensor, masks: Tensor) -> Tensor:
        """Return the actions that were visited most."""
        visits, _ = self._copy(batch, rows).search(self.simulations)
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


SEARCH = re.compile(r"search:(\d{1,7})(?:x(\d{1,2}))?", re.ASCII)


def rival_of(spec: str, game: Game, device: str) -> Player:
    """Return the rival of a name: `greedy`, `net`, `net:FILE`, `search:N`, or a level that is one of these."""
    bot = {level.name: level.bot for level in levels(game)}.get(spec, spec)
    if bot == "greedy":
        return HeuristicRival()
    if bot.partition(":")[0] == "net":
        return NetRival(nets_of(bot, game)[0], device)
    if found := SEARCH.fullmatch(bot):
        return SearchRival(int(found[1]) * int(found[2] or 1))  # trees side by side are one tree here
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
