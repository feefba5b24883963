"""Tables: batches of every player count side by side, whose arrays are tensors of PyTorch in the same memory."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol

import numpy as np
import torch
from torch import Tensor

from heliopolis.compute.batch import Batch
from heliopolis.core.cores import usable_cores
from heliopolis.core.game import Game

SPREAD_PARTS = 16  # points of the game at which games are after they were spread
OVER = -2  # `to_act` of a game that is over


def as_tensor(array: Any, device: str) -> Tensor:
    """Return an array of a batch as a tensor that shares its memory."""
    return torch.from_numpy(array) if device == "cpu" else torch.as_tensor(array, device=device)


def as_array(tensor: Tensor) -> Any:
    """Return a tensor as a batch takes it: without copying."""
    return tensor.numpy() if tensor.device.type == "cpu" else tensor


class TensorBatch:
    """The games of one player count."""

    def __init__(
        self,
        game: Game,
        players: int,
        size: int,
        seed: str,
        device: str,
        auto_reset: bool = True,
        threads: int = 0,  # of a CPU; 0: all cores
    ) -> None:
        threads = threads or usable_cores() if device == "cpu" else 1
        chosen: Any = device
        self.batch = Batch(game, players, size, seed, auto_reset=auto_reset, threads=threads, device=chosen)
        self.players, self.size = players, size
        self.to_act = as_tensor(self.batch.to_act, device)
        self.terminated = as_tensor(self.batch.terminated, device)
        self.rewards = as_tensor(self.batch.rewards, device)
        self.scores = as_tensor(self.batch.scores, device)

    def observe(self, counts: Tensor, masks: Tensor) -> None:
        """Write observations and legal actions."""
        self.batch.observe(as_array(counts))
        self.batch.masks(as_array(masks))

    def step(self, actions: Tensor, counts: Tensor, masks: Tensor) -> None:
        """Take one legal action in each game, and write the next observations and legal actions."""
        self.batch.step(as_array(actions), observations=as_array(counts), masks=as_array(masks), check=False)

    def suggest(self, actions: Tensor) -> None:
        """Write the actions of the heuristic."""
        self.batch.suggest(as_array(actions))

    def spread(self, decisions: int) -> None:
        """Let the heuristic play on, up to so many decisions, so that the games are at different points."""
        mixed, actions = self.batch.state(), self.batch.suggest()
        for part in range(1, SPREAD_PARTS):
            for _ in range(decisions // SPREAD_PARTS):
                self.batch.step(self.batch.suggest(actions), check=False)
            rows = torch.arange(self.size) * SPREAD_PARTS // self.size == part
            self.keep_rows(rows, mixed)
        self.batch.set_state(mixed)

    def keep_rows(self, rows: Tensor, states: dict[str, Any]) -> None:
        """Write the state of some of the games into a state of the whole batch, which may be empty before."""
        now, chosen = self.batch.state(), rows.cpu().numpy()
        for name, array in now.items():
            states.setdefault(name, array.copy())
            if array.ndim:
                states[name].reshape(self.size, -1)[chosen] = array.reshape(self.size, -1)[chosen]


class Decider(Protocol):
    """Anybody who decides in games of a batch."""

    def actions(self, batch: TensorBatch, rows: slice, counts: Tensor, masks: Tensor) -> Tensor:
        """Return an action for each game in some places of a batch, with the observations and legal actions there."""


class Tables:
    """Games of several player counts in the rows of common tensors; absent seats are 0."""

    def __init__(self, game: Game, sizes: Mapping[int, int], seed: str, device: str, threads: int = 0) -> None:
        self.game, self.device, self.size = game, device, sum(sizes.values())
        self.tables = [
            TensorBatch(game, players, size, f"{seed}, {players} players", device, threads=threads)
            for players, size in sizes.items()
        ]
        ends = np.cumsum([table.size for table in self.tables]).tolist()
        self.rows = [slice(end - table.size, end) for end, table in zip(ends, self.tables, strict=True)]
        counts = [torch.full((table.size,), table.players, device=device) for table in self.tables]
        self.players = torch.cat(counts)

    def observe(self, counts: Tensor, masks: Tensor) -> None:
        """Write observations and legal actions of all games."""
        for table, rows in zip(self.tables, self.rows, strict=True):
            table.observe(counts[rows], masks[rows])

    def step(self, actions: Tensor, counts: Tensor, masks: Tensor) -> None:
        """Take one action in each game, and write the next observations and legal actions."""
        for table, rows in zip(self.tables, self.rows, strict=True):
            table.step(actions[rows], counts[rows], masks[rows])

    def actions(self, player: Decider, counts: Tensor, masks: Tensor) -> Tensor:
        """Return the actions of a player in all games, given the observations and legal actions."""
        parts = zip(self.tables, self.rows, strict=True)
        return torch.cat([player.actions(table, slice(table.size), counts[rows], masks[rows]) for table, rows in parts])

    def spread(self, decisions: int) -> None:
        """Let the games be at different points, up to so many decisions after the start.

        Otherwise long games, which all start together, would all end together for a long time: a lesson would be on
        openings only and the next on endings.
        """
        for table in self.tables:
            table.spread(decisions)

    def to_act(self, out: Tensor) -> None:
        """Write the seat to act of each game."""
        for table, rows in zip(self.tables, self.rows, strict=True):
            out[rows] = table.to_act

    def results(self, ended: Tensor, shares: Tensor, scores: Tensor) -> None:
        """Write which games the last step ended, and by seat the shares of the victory and the final scores."""
        for table, rows in zip(self.tables, self.rows, strict=True):
            ended[rows] = table.terminated
            shares[rows, : table.players] = table.rewards
            scores[rows, : table.players] = table.scores.float()

    def state(self) -> list[dict[str, Tensor]]:
        """Return the games as tensors in main memory, to be saved."""
        return [{name: torch.from_numpy(array) for name, array in table.batch.state().items()} for table in self.tables]

    def set_state(self, saved: list[dict[str, Tensor]]) -> None:
        """Continue with saved games."""
        for table, state in zip(self.tables, saved, strict=True):
            table.batch.set_state({name: tensor.numpy() for name, tensor in state.items()})
