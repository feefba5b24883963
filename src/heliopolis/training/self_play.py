"""SelfPlay: games of a net with itself, and what its decisions were worth.

The judgement of the seat to act has a winning chance and a final score for each seat, and what a decision was worth is
measured by how they change (`advantages`). The reward is the share of the victory, and in the beginning a little for
the lead.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, fields

import torch
from torch import Tensor

from heliopolis.compute.net import SCORE_UNIT
from heliopolis.training.advantages import between_own_decisions, between_steps
from heliopolis.training.network import Judgement, Network, sample_actions
from heliopolis.training.opponents import Opponents
from heliopolis.training.tables import Decider


@dataclass(frozen=True)
class Lessons:
    """Decisions to learn from, in rows."""

    counts: Tensor
    masks: Tensor
    players: Tensor
    actions: Tensor  # that were taken
    suggested: Tensor  # actions of the teacher, if it was asked
    logs: Tensor  # log-probabilities of the actions when they were taken
    advantages: Tensor
    wins: Tensor  # what the winning chances should have been, by seat counted from the observer
    points: Tensor  # what the final scores should have been, over `SCORE_UNIT`

    def columns(self) -> list[Tensor]:
        """Return all columns in their order."""
        return [getattr(self, field.name) for field in fields(self)]

    @staticmethod
    def join(parts: Sequence[Lessons], device: str) -> Lessons:
        """Return the decisions of several lessons, on a device."""
        columns = zip(*[part.columns() for part in parts], strict=True)
        return Lessons(*[torch.cat(column).to(device) for column in columns])

    def take(self, rows: Tensor) -> Lessons:
        """Return some of the decisions."""
        return Lessons(*[column[rows] for column in self.columns()])

    def copy_from(self, others: Lessons) -> None:
        """Replace these decisions by as many others, in the same memory."""
        for column, other in zip(self.columns(), others.columns(), strict=True):
            column.copy_(other)


class SelfPlay:
    """Plays games of a net with itself, some decisions of each between two lessons."""

    def __init__(self, opponents: Opponents, steps: int, gae_lambda: float, secrets: bool = False) -> None:
        self.opponents, self.steps, self.gae_lambda, self.secrets = opponents, steps, gae_lambda, secrets
        self.tables, self.seats = opponents.tables, opponents.players.shape[1]
        tables, seats = self.tables, self.seats
        device, size, game = tables.device, tables.size, tables.game
        self.counts = torch.zeros((steps + 1, size, game.observation_size), dtype=torch.uint8, device=device)
        self.masks = torch.zeros((steps + 1, size, game.actions), dtype=torch.bool, device=device)
        self.to_act = torch.zeros((steps + 1, size), dtype=torch.int64, device=device)
        self.actions, self.suggested = (torch.zeros((steps, size), dtype=torch.int64, device=device) for _ in range(2))
        self.logs = torch.zeros((steps, size), device=device)
        self.ended = torch.zeros((steps, size), dtype=torch.bool, device=device)
        self.shares, self.scores = (torch.zeros((steps, size, seats), device=device) for _ in range(2))
        self.wins, self.points = (torch.zeros((steps + 1, size, seats), device=device) for _ in range(2))
        self.present = torch.arange(seats, device=device) < tables.players[:, None]
        self.begin()

    def begin(self) -> None:
        """Observe the games as they are."""
        self.tables.observe(self.counts[-1], self.masks[-1])
        self.tables.to_act(self.to_act[-1])

    @torch.no_grad()
    def play(self, network: Network, teacher: Decider | None = None, imitated: float = 0.0) -> None:
        """Play some decisions of each game and keep them, and what a teacher would have done if there is one.

        That share of the decisions is played as the teacher says.
        """
        for kept in (self.counts, self.masks, self.to_act):
            kept[0] = kept[-1]
        for step in range(self.steps):
            judged = self._judge(network, step)
            chosen, logs = sample_actions(judged.logits)
            if teacher is not None:
                self.suggested[step] = self.tables.actions(teacher, self.counts[step], self.masks[step])
                chosen = torch.where(torch.rand_like(self.logs[step]) < imitated, self.suggested[step], chosen)
            chosen = self.opponents.replace(chosen, self.to_act[step], self.counts[step], self.masks[step])
            self.actions[step] = chosen
            self.logs[step] = logs.gather(1, chosen[:, None])[:, 0]
            self.tables.step(self.actions[step], self.counts[step + 1], self.masks[step + 1])
            self.tables.to_act(self.to_act[step + 1])
            self.tables.results(self.ended[step], self.shares[step], self.scores[step])
        self._judge(network, self.steps)

    def _judge(self, network: Network, step: int) -> Judgement:
        """Keep what the net says of the positions of a step, by seat, and return it."""
        judged = network.judge(self.counts[step], self.masks[step], self.tables.players)
        by_seat = self._turned(-self.to_act[step])
        self.wins[step] = judged.wins.softmax(dim=-1).gather(1, by_seat)
        self.points[step] = judged.points.gather(1, by_seat) * self.present
        return judged

    def _turned(self, by: Tensor) -> Tensor:
        """Return the seats in order, so many places on, of those present; absent ones stay where they are."""
        seats = torch.arange(self.seats, device=by.device)
        players = self.tables.players[:, None]
        return torch.where(seats < players, (seats + by[:, None]) % players, seats)

    def lessons(self, victory: float = 1.0, lead: float = 0.0, own_points: float = 0.0) -> Lessons:
        """Return the decisions that were kept, with what they were worth.

        The victory, a point of lead and a point of one's own are worth that much.
        """
        wins = self._advantages(self.wins, self.shares)
        points = self._advantages(self.points, self.scores / SCORE_UNIT)
        own = self.to_act[:-1, :, None]
        others = (self.tables.players - 1)[:, None]
        gained = points.gather(2, own)
        leads = gained * (1 + 1 / others) - points.sum(dim=2, keepdim=True) / others
        worth = (victory * wins.gather(2, own) + SCORE_UNIT * (lead * leads + own_points * gained))[..., 0]
        turned = torch.stack([self._turned(seat) for seat in self.to_act[:-1]])
        columns = (
            self.counts[:-1],
            self.masks[:-1],
            self.tables.players.expand(self.steps, -1),
            self.actions,
            self.suggested,
            self.logs,
            self._normalised(worth),
            (wins + self.wins[:-1]).gather(2, turned),
            (points + self.points[:-1]).gather(2, turned),
        )
        return Lessons(*[column.flatten(0, 1) for column in columns])

    def _advantages(self, values: Tensor, results: Tensor) -> Tensor:
        """Return by how much each step turned out better for each seat than expected."""
        if self.secrets:
            return between_own_decisions(values, results, self.ended, self.to_act, self.gae_lambda)
        return between_steps(values, results, self.ended, self.gae_lambda)

    def _normalised(self, advantages: Tensor) -> Tensor:
        """Return advantages over their standard deviation where the learner had a choice, and 0 elsewhere."""
        learns = torch.stack([self.opponents.learns(seat) for seat in self.to_act[:-1]])
        free = ((self.masks[:-1].sum(dim=-1) > 1) & learns).float()
        number = free.sum().clamp_min(1)
        mean = (advantages * free).sum() / number
        deviation = (((advantages - mean) * free).square().sum() / number).sqrt()
        return (advantages - mean) * free / (deviation + 1e-8)
