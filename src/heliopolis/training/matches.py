"""Matches of a net against a rival, many games at once, while it is trained."""

from __future__ import annotations

from typing import NamedTuple, Protocol

import torch
from torch import Tensor

from heliopolis.core.game import Game
from heliopolis.training.network import Judgement
from heliopolis.training.tables import OVER, Decider, TensorBatch

STEPS_PER_LOOK = 16  # steps between two looks at whether all games are over


class Evaluator(Protocol):
    """A net that can be asked for its judgement of many positions."""

    def judge(self, counts: Tensor, masks: Tensor, players: Tensor) -> Judgement:
        """Return what the net says of observations, given the legal actions and the numbers of players."""


class Score(NamedTuple):
    """What one seat of a net achieved against a rival in all others."""

    share: float  # of the victories
    points: float  # mean final score
    points_of_others: float


@torch.no_grad()
def play_against(rival: Decider, net: Evaluator, game: Game, players: int, games: int, seed: str, device: str) -> Score:
    """Let a net play its best actions in one seat of each game, every seat equally often."""
    table = TensorBatch(game, players, games, seed, device, auto_reset=False)
    counts = torch.zeros((games, game.observation_size), dtype=torch.uint8, device=device)
    masks = torch.zeros((games, game.actions), dtype=torch.bool, device=device)
    own = torch.arange(games, device=device) % players
    number = torch.full((games,), players, device=device)
    shares, scores = (torch.zeros((games, players), device=device) for _ in range(2))
    table.observe(counts, masks)
    step = 0
    while step % STEPS_PER_LOOK or bool((table.to_act != OVER).any()):
        actions = rival.actions(table, slice(games), counts, masks)
        best = net.judge(counts, masks, number).logits.argmax(dim=-1)
        table.step(torch.where(table.to_act == own, best, actions), counts, masks)
        shares += table.rewards * table.terminated[:, None]
        scores += table.scores * table.terminated[:, None]
        step += 1
    mine = torch.zeros_like(scores).scatter_(1, own[:, None], 1.0)
    points = float((scores * mine).sum() / games)
    others = float((scores * (1 - mine)).sum() / (games * (players - 1)))
    return Score(float((shares * mine).sum() / games), points, others)
