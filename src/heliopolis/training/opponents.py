"""Opponents: who plays which seats of the training's games, the net that learns, a rival or earlier nets.

Nets that only ever meet themselves can forget how to play against others. So in a part of the games one seat may learn
while the others are played by a rival, such as the heuristic, or by the net as it was earlier.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import torch
from torch import Tensor

from heliopolis.training.network import Network, sample_actions
from heliopolis.training.rivals import Rival
from heliopolis.training.tables import Tables

LEARNER, RIVAL, EARLIER = 0, 1, 2
MAX_EARLIER = 8  # nets that are kept


class Opponents:
    """Who plays each seat of each game."""

    def __init__(self, tables: Tables, seats: int, rival: Rival, rivals: float, earlier: float) -> None:
        self.tables, self.rival, self.rivals, self.earlier = tables, rival, rivals, earlier
        self.players = torch.full((tables.size, seats), LEARNER, device=tables.device)
        self.pool: list[dict[str, Tensor]] = []
        self.network: Network | None = None  # the earlier net that plays at present
        self.rows: list[slice] = []  # of the games with earlier nets
        for table, rows in zip(tables.tables, tables.rows, strict=True):
            first = round(table.size * rivals)
            second = first + round(table.size * earlier)
            self._give(slice(rows.start, rows.start + first), table.players, RIVAL)
            self._give(slice(rows.start + first, rows.start + second), table.players, EARLIER)
            self.rows.append(slice(rows.start + first, rows.start + second))

    def _give(self, rows: slice, players: int, to: int) -> None:
        """Let others play all seats of some games but one, which is another from game to game."""
        part = self.players[rows]
        own = torch.arange(len(part), device=part.device) % players
        part[:] = to
        part.scatter_(1, own[:, None], LEARNER)

    def learns(self, to_act: Tensor) -> Tensor:
        """Return in which games it is the learner who decides."""
        return self.players.gather(1, to_act[:, None])[:, 0] == LEARNER

    def keep(self, network: Network, make_network: Callable[[], Network]) -> None:
        """Keep the net as it is now, and let one of those kept play until the next time."""
        if not self.earlier:
            return
        self.pool.append({name: value.clone() for name, value in network.state_dict().items()})
        if len(self.pool) > MAX_EARLIER:
            del self.pool[int(torch.randint(len(self.pool) - 1, ()))]
        if self.network is None:
            self.network = make_network()
        self.network.load_state_dict(self.pool[int(torch.randint(len(self.pool), ()))])

    def replace(self, chosen: Tensor, to_act: Tensor, counts: Tensor, masks: Tensor) -> Tensor:
        """Return the learner's actions with those of the others in their places."""
        if not self.rivals and not self.earlier:
            return chosen
        players = self.players.gather(1, to_act[:, None])[:, 0]
        if self.rivals:
            by_rival = [
                self.rival.actions(table, counts[rows], masks[rows])
                for table, rows in zip(self.tables.tables, self.tables.rows, strict=True)
            ]
            chosen = torch.where(players == RIVAL, torch.cat(by_rival), chosen)
        if self.network is not None:
            for rows in self.rows:
                judged = self.network.judge(counts[rows], masks[rows], self.tables.players[rows])
                sampled, _ = sample_actions(judged.logits)
                chosen[rows] = torch.where(players[rows] == EARLIER, sampled, chosen[rows])
        return chosen

    def state(self) -> dict[str, Any]:
        """Return the earlier nets, to be saved."""
        return {"pool": self.pool, "network": None if self.network is None else self.network.state_dict()}

    def set_state(self, saved: dict[str, Any], make_network: Callable[[], Network]) -> None:
        """Continue with saved nets."""
        device = self.tables.device
        self.pool = [{name: value.to(device) for name, value in state.items()} for state in saved["pool"]]
        self.network = None
        if saved["network"] is not None:
            self.network = make_network()
            self.network.load_state_dict(saved["network"])
