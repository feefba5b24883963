"""Opponents: who plays which seats of the training's games, the net that learns or a member of its league.

Nets that only ever meet themselves can forget how to play against others. So in a part of the games one seat learns
while the others are played by the heuristic, a search, a given net, or the net as it was earlier.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import torch
from torch import Tensor

from heliopolis.core.errors import InvalidSetup
from heliopolis.core.game import Game
from heliopolis.training.network import Network, sample_actions
from heliopolis.training.rivals import rival_of
from heliopolis.training.tables import Decider, Tables

EARLIER = "earlier"  # name of a member: the net as it was at one of the evaluations
MAX_EARLIER = 8  # nets that are kept
LEARNER = 0  # who plays a seat, if it is not a member of the league; those are counted from 1


class Member(NamedTuple):
    """A member of a league."""

    rival: Decider | None  # None: the net as it was earlier
    share: float  # of the games


def league_of(text: str, game: Game, device: str) -> list[Member]:
    """Return the members of a league that is written as `greedy=0.1,earlier=0.2,search:200=0.1`."""
    members = []
    for part in text.split(",") if text else []:
        name, _, number = part.rpartition("=")
        try:
            share = float(number)
        except ValueError:
            share = -1.0
        if not 0 < share <= 1:
            raise InvalidSetup(f"A member of a league has a share of the games, as in greedy=0.1, not {part!r:.40}.")
        members.append(Member(None if name == EARLIER else rival_of(name, game, device), share))
    if sum(member.share for member in members) > 1 + 1e-9:
        raise InvalidSetup("The members of a league have a share of 1 of the games at most.")
    return members


class Opponents:
    """Who plays each seat of each game."""

    def __init__(self, tables: Tables, seats: int, league: Sequence[Member] = ()) -> None:
        self.tables, self.league = tables, list(league)
        self.players = torch.full((tables.size, seats), LEARNER, device=tables.device)
        self.rows: list[list[slice]] = []  # by member and player count: places of its games in their batch
        self.pool: list[dict[str, Tensor]] = []
        self.network: Network | None = None  # the earlier net that plays at present
        begun = 0.0
        for number, member in enumerate(self.league, 1):
            ends = [[round(table.size * share) for share in (begun, begun + member.share)] for table in tables.tables]
            self.rows.append([slice(*both) for both in ends])
            begun += member.share
            for table, rows, (first, end) in zip(tables.tables, tables.rows, ends, strict=True):
                self._give(slice(rows.start + first, rows.start + end), table.players, number)

    def _give(self, rows: slice, players: int, member: int) -> None:
        """Let a member play all seats of some games but one, which is another from game to game."""
        part = self.players[rows]
        own = torch.arange(len(part), device=part.device) % players
        part[:] = member
        part.scatter_(1, own[:, None], LEARNER)

    def learns(self, to_act: Tensor) -> Tensor:
        """Return in which games it is the learner who decides."""
        return self.players.gather(1, to_act[:, None])[:, 0] == LEARNER

    def replace(self, chosen: Tensor, to_act: Tensor, counts: Tensor, masks: Tensor) -> Tensor:
        """Return the learner's actions with those of the others in their places."""
        players = self.players.gather(1, to_act[:, None])[:, 0]
        for number, (member, parts) in enumerate(zip(self.league, self.rows, strict=True), 1):
            for table, all_rows, rows in zip(self.tables.tables, self.tables.rows, parts, strict=True):
                own = slice(all_rows.start + rows.start, all_rows.start + rows.stop)
                if rows.start == rows.stop or (member.rival is None and self.network is None):
                    continue
                if member.rival is not None:
                    actions = member.rival.actions(table, rows, counts[own], masks[own])
                else:
                    actions = self._earlier_actions(counts[own], masks[own], self.tables.players[own])
                chosen[own] = torch.where(players[own] == number, actions, chosen[own])
        return chosen

    # ---- earlier nets ------------------------------------------------------------------------------------------------

    def keep(self, network: Network, make_network: Callable[[], Network]) -> None:
        """Keep the net as it is now, and let one of those kept play until the next time."""
        if all(member.rival for member in self.league):
            return
        self.pool.append({name: value.clone() for name, value in network.state_dict().items()})
        if len(self.pool) > MAX_EARLIER:
            del self.pool[int(torch.randint(len(self.pool) - 1, ()))]
        if self.network is None:
            self.network = make_network()
        self.network.load_state_dict(self.pool[int(torch.randint(len(self.pool), ()))])

    def _earlier_actions(self, counts: Tensor, masks: Tensor, players: Tensor) -> Tensor:
        """Return actions of the earlier net, by its probabilities."""
        assert self.network is not None
        return sample_actions(self.network.judge(counts, masks, players).logits)[0]

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
