"""Advantages: by how much the steps of games turned out better for each seat than expected.

This is generalised advantage estimation on vectors: a judgement has a number for every seat, and so has a result.
Whose judgements are compared depends on the game:

- Without secrets all seats see the same, so that every step is one for every seat, whoever decides
  (`between_steps`).
- With secrets the seats judge differently: a player who holds a set knows it, and the others do not. A seat's
  decision is then measured only by what the same seat thinks when it decides again (`between_own_decisions`).
  Otherwise a good trade would seem worthless until everybody sees what came of it.
"""

from __future__ import annotations

import torch
from torch import Tensor


def between_steps(values: Tensor, results: Tensor, ended: Tensor, gae_lambda: float) -> Tensor:
    """Return by how much each step turned out better, from one step to the next.

    Values have one step more than the results, and are by game and seat; `ended` is by step and game.
    """
    found = torch.empty_like(values[:-1])
    better = torch.zeros_like(values[-1])
    for step in reversed(range(len(results))):
        over = ended[step, :, None]
        change = torch.where(over, results[step], values[step + 1]) - values[step]
        better = change + gae_lambda * better * ~over
        found[step] = better
    return found


def between_own_decisions(values: Tensor, results: Tensor, ended: Tensor, to_act: Tensor, gae_lambda: float) -> Tensor:
    """Return by how much each step turned out better, as the seat to act sees it when it decides again.

    `to_act` is by step and game, with one step more than the results. The last decision of a seat, if the game goes on
    and its next one is not among the steps, is taken to have turned out as expected.
    """
    games, seats = values.shape[1:]
    places = torch.arange(games, device=values.device)
    later = torch.zeros((games, seats, seats), device=values.device)  # by observer: what it says next
    better = torch.zeros_like(later)
    known = torch.zeros((games, seats, 1), dtype=torch.bool, device=values.device)
    later[places, to_act[-1]] = values[-1]
    known[places, to_act[-1]] = True
    found = torch.empty_like(values[:-1])
    for step in reversed(range(len(results))):
        over = ended[step, :, None, None]
        later = torch.where(over, results[step][:, None, :], later)
        better, known = better * ~over, known | over
        seat = to_act[step]
        change = (later[places, seat] - values[step]) * known[places, seat]
        found[step] = change + gae_lambda * better[places, seat]
        later[places, seat], better[places, seat] = values[step], found[step]
        known[places, seat] = True
    return found
