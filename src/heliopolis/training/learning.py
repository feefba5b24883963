"""Learner: a net that learns from decisions by proximal policy optimisation, and a narrow one that learns from it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

import torch
from torch import Tensor
from torch.nn import functional

from heliopolis.core.game import Game
from heliopolis.training.network import Judgement, Network
from heliopolis.training.self_play import Lessons

CLIP = 0.2  # by how much a probability may change in one lesson
VALUE_WEIGHT, POINTS_WEIGHT = 0.5, 0.5  # of the losses beside that of the policy
MAX_GRADIENT = 1.0


@dataclass(frozen=True)
class Rates:
    """What changes in the course of the training."""

    learning: float
    entropy: float  # weight of the entropy of the policy
    lead: float  # reward for a point of lead, where a victory is 1


class Figures(NamedTuple):
    """How a lesson went."""

    policy_loss: float
    win_loss: float
    points_loss: float
    entropy: float
    divergence: float  # of the new policy from the one that played; in imitation, how often the heuristic was missed
    pupil_loss: float  # divergence of the narrow net's policy from the wide one's


class Learner:
    """The nets of a game and their optimisers; the narrow net is optional."""

    def __init__(self, game: Game, hidden: Sequence[int], narrow: Sequence[int], device: str) -> None:
        self.network = Network(game, hidden).to(device)
        self.optimiser = _optimiser(self.network, device)
        self.pupil = Network(game, narrow).to(device) if narrow else None
        self.pupil_optimiser = None if self.pupil is None else _optimiser(self.pupil, device)

    @property
    def networks(self) -> list[Network]:
        """The nets, the widest first."""
        return [self.network] if self.pupil is None else [self.network, self.pupil]

    def learn(self, lessons: Lessons, rates: Rates, epochs: int, minibatch: int, imitating: bool = False) -> Figures:
        """Learn from decisions and return how it went."""
        device = lessons.counts.device
        total, number = torch.zeros(len(Figures._fields), device=device), 0
        for _ in range(epochs):
            for rows in torch.randperm(len(lessons.counts), device=device).split(minibatch):
                some = lessons.take(rows)
                judged = self.network.judge(some.counts, some.masks, some.players)
                loss, figures = (imitation_losses if imitating else policy_losses)(judged, some, rates)
                _improve(self.network, self.optimiser, loss, rates.learning)
                pupil_loss = self._teach(some, judged, rates)
                total += torch.stack([*figures, pupil_loss]).detach()
                number += 1
        return Figures(*(total / number).tolist())

    def _teach(self, lessons: Lessons, judged: Judgement, rates: Rates) -> Tensor:
        """Let the narrow net learn the policy of the wide one, and to judge positions."""
        if self.pupil is None or self.pupil_optimiser is None:
            return torch.zeros((), device=lessons.counts.device)
        own = self.pupil.judge(lessons.counts, lessons.masks, lessons.players)
        wanted = judged.logits.detach().softmax(dim=-1)
        logs = functional.log_softmax(own.logits, dim=-1)
        divergence = functional.kl_div(logs, wanted, reduction="none").masked_fill(~lessons.masks, 0).sum(-1).mean()
        win_loss, points_loss = value_losses(own, lessons)
        loss = divergence + VALUE_WEIGHT * win_loss + POINTS_WEIGHT * points_loss
        _improve(self.pupil, self.pupil_optimiser, loss, 2 * rates.learning)
        return divergence

    def state(self) -> dict[str, Any]:
        """Return everything that is needed to go on."""
        optimisers = [self.optimiser, self.pupil_optimiser]
        return {
            "networks": [network.state_dict() for network in self.networks],
            "optimisers": [optimiser.state_dict() for optimiser in optimisers if optimiser is not None],
        }

    def set_state(self, saved: dict[str, Any]) -> None:
        """Go on from a saved state."""
        optimisers = [one for one in (self.optimiser, self.pupil_optimiser) if one is not None]
        for network, state in zip(self.networks, saved["networks"], strict=True):
            network.load_state_dict(state)
        for optimiser, state in zip(optimisers, saved["optimisers"], strict=True):
            optimiser.load_state_dict(state)


def _optimiser(network: Network, device: str) -> torch.optim.Adam:
    return torch.optim.Adam(network.parameters(), eps=1e-5, fused=device != "cpu")


def _improve(network: Network, optimiser: torch.optim.Optimizer, loss: Tensor, rate: float) -> None:
    """Take one step down the gradient of a loss."""
    for group in optimiser.param_groups:
        group["lr"] = rate
    optimiser.zero_grad(set_to_none=True)
    loss.backward()  # type: ignore[no-untyped-call]
    torch.nn.utils.clip_grad_norm_(network.parameters(), MAX_GRADIENT)
    optimiser.step()


# ---- losses ----------------------------------------------------------------------------------------------------------


def policy_losses(judged: Judgement, lessons: Lessons, rates: Rates) -> tuple[Tensor, list[Tensor]]:
    """Return the loss of PPO, and its figures: better actions become more likely, by a limited amount."""
    logs = functional.log_softmax(judged.logits, dim=-1)
    change = logs.gather(1, lessons.actions[:, None])[:, 0] - lessons.logs
    ratio = change.exp()
    gain = torch.minimum(ratio * lessons.advantages, ratio.clamp(1 - CLIP, 1 + CLIP) * lessons.advantages).mean()
    entropy = -(logs.exp() * logs.masked_fill(~lessons.masks, 0)).sum(dim=-1).mean()
    win_loss, points_loss = value_losses(judged, lessons)
    loss = VALUE_WEIGHT * win_loss + POINTS_WEIGHT * points_loss - gain - rates.entropy * entropy
    return loss, [-gain, win_loss, points_loss, entropy, (ratio - 1 - change).mean()]


def imitation_losses(judged: Judgement, lessons: Lessons, rates: Rates) -> tuple[Tensor, list[Tensor]]:  # noqa: ARG001
    """Return the loss of a net that is to act like the heuristic, and its figures."""
    policy_loss = functional.cross_entropy(judged.logits, lessons.actions)
    missed = (judged.logits.argmax(dim=-1) != lessons.actions).float().mean()
    win_loss, points_loss = value_losses(judged, lessons)
    loss = policy_loss + VALUE_WEIGHT * win_loss + POINTS_WEIGHT * points_loss
    return loss, [policy_loss, win_loss, points_loss, torch.zeros_like(policy_loss), missed]


def value_losses(judged: Judgement, lessons: Lessons) -> tuple[Tensor, Tensor]:
    """Return how far winning chances and scores are from what they should have been."""
    present = torch.arange(lessons.wins.shape[1], device=lessons.players.device) < lessons.players[:, None]
    logs = functional.log_softmax(judged.wins, dim=-1).masked_fill(~present, 0)
    win_loss = -(lessons.wins.clamp(0, 1) * logs).sum(dim=-1).mean()
    distance = functional.smooth_l1_loss(judged.points, lessons.points, reduction="none") * present
    return win_loss, (distance.sum(dim=-1) / lessons.players).mean()
