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
PUPIL_HASTE = 2.0  # learning rate of the narrow net, where that of the wide one is 1


@dataclass(frozen=True)
class Rates:
    """What changes in the course of the training."""

    learning: float
    entropy: float  # weight of the entropy of the policy
    victory: float  # reward for a victory
    lead: float  # reward for a point of lead
    own_points: float  # reward for a point of one's own
    teacher: float  # weight of doing as the teacher does


class Figures(NamedTuple):
    """How a lesson went."""

    policy_loss: float
    win_loss: float
    points_loss: float
    entropy: float
    divergence: float  # of the new policy from the one that played; in imitation, how often the teacher was missed
    pupil_loss: float  # divergence of the narrow net's policy from the wide one's


class Learner:
    """The nets of a game and their optimisers; the narrow net is optional.

    On a GPU a step of learning from self-play is recorded once and then replayed: to launch its hundreds of small
    operations one by one takes longer than they do.
    """

    def __init__(self, game: Game, hidden: Sequence[int], narrow: Sequence[int], device: str) -> None:
        self.device = device
        self.network = Network(game, hidden).to(device)
        self.pupil = Network(game, narrow).to(device) if narrow else None
        self.optimisers = [_optimiser(network, device) for network in self.networks]
        self.entropy, self.teacher = torch.zeros(
            (2,), device=device
        )  # weights; tensors, for a recorded step reads them
        self.recorded: _RecordedStep | None = None

    @property
    def networks(self) -> list[Network]:
        """The nets, the widest first."""
        return [self.network] if self.pupil is None else [self.network, self.pupil]

    def learn(self, lessons: Lessons, rates: Rates, epochs: int, minibatch: int, imitating: bool = False) -> Figures:
        """Learn from decisions and return how it went."""
        self._set_rates(rates)
        device = lessons.counts.device
        total, number = torch.zeros(len(Figures._fields), device=device), 0
        for _ in range(epochs):
            for rows in torch.randperm(len(lessons.counts), device=device).split(minibatch):
                some = lessons.take(rows)
                if imitating or self.device == "cpu" or len(rows) < minibatch:
                    total += self.step(some, imitating)
                else:
                    total += self._replay(some)
                number += 1
        return Figures(*(total / number).tolist())

    def _set_rates(self, rates: Rates) -> None:
        self.entropy.fill_(rates.entropy)
        self.teacher.fill_(rates.teacher)
        for optimiser, rate in zip(self.optimisers, (rates.learning, PUPIL_HASTE * rates.learning), strict=False):
            for group in optimiser.param_groups:
                if self.device == "cpu":
                    group["lr"] = rate
                else:
                    group["lr"].fill_(rate)

    def step(self, some: Lessons, imitating: bool) -> Tensor:
        """Improve the nets once, and return the figures."""
        judged = self.network.judge(some.counts, some.masks, some.players)
        if imitating:
            loss, figures = imitation_losses(judged, some)
        else:
            loss, figures = policy_losses(judged, some, self.entropy, self.teacher)
        _improve(self.network, self.optimisers[0], loss)
        pupil_loss = torch.zeros((), device=self.device)
        if self.pupil is not None:
            own = self.pupil.judge(some.counts, some.masks, some.players)
            loss, pupil_loss = pupil_losses(own, judged, some)
            _improve(self.pupil, self.optimisers[1], loss)
        return torch.stack([*figures, pupil_loss]).detach()

    def _replay(self, some: Lessons) -> Tensor:
        """Improve the nets once by the recorded step."""
        if self.recorded is None:
            self.recorded = _RecordedStep(self, some)
        return self.recorded.replay(some)

    def state(self) -> dict[str, Any]:
        """Return everything that is needed to go on."""
        return {
            "networks": [network.state_dict() for network in self.networks],
            "optimisers": [optimiser.state_dict() for optimiser in self.optimisers],
        }

    def set_state(self, saved: dict[str, Any]) -> None:
        """Go on from a saved state."""
        for network, state in zip(self.networks, saved["networks"], strict=True):
            network.load_state_dict(state)
        for optimiser, state in zip(self.optimisers, saved["optimisers"], strict=True):
            optimiser.load_state_dict(state)
            for group in optimiser.param_groups:
                group["lr"] = _rate(self.device)
        self.recorded = None


class _RecordedStep:
    """A step of a learner on decisions that are always in the same memory, recorded as a CUDA graph."""

    def __init__(self, learner: Learner, some: Lessons) -> None:
        self.lessons = Lessons(*[column.clone() for column in some.columns()])
        for optimiser in learner.optimisers:
            optimiser.zero_grad(set_to_none=True)
        stream = torch.cuda.Stream()
        stream.wait_stream(torch.cuda.current_stream())
        with torch.cuda.stream(stream):  # a few steps before it is recorded, as PyTorch wants it
            for _ in range(3):
                learner.step(self.lessons, False)
        torch.cuda.current_stream().wait_stream(stream)
        for optimiser in learner.optimisers:
            optimiser.zero_grad(set_to_none=True)
        self.graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(self.graph):
            self.figures = learner.step(self.lessons, False)

    def replay(self, some: Lessons) -> Tensor:
        """Take the step with other decisions."""
        self.lessons.copy_from(some)
        self.graph.replay()
        return self.figures


def _rate(device: str) -> Any:
    """Return a learning rate that can be changed, on a GPU within a recorded step."""
    return 0.0 if device == "cpu" else torch.zeros((), device=device)


def _optimiser(network: Network, device: str) -> torch.optim.Adam:
    on_gpu = device != "cpu"
    return torch.optim.Adam(network.parameters(), _rate(device), eps=1e-5, fused=on_gpu, capturable=on_gpu)


def _improve(network: Network, optimiser: torch.optim.Optimizer, loss: Tensor) -> None:
    """Take one step down the gradient of a loss."""
    optimiser.zero_grad(set_to_none=True)
    loss.backward()
    torch.nn.utils.clip_grad_norm_(network.parameters(), MAX_GRADIENT)
    optimiser.step()


# ---- losses ----------------------------------------------------------------------------------------------------------


def policy_losses(
    judged: Judgement, lessons: Lessons, entropy_weight: Tensor, teacher_weight: Tensor
) -> tuple[Tensor, list[Tensor]]:
    """Return the loss of PPO, and its figures: better actions become more likely, by a limited amount."""
    logs = functional.log_softmax(judged.logits, dim=-1)
    change = logs.gather(1, lessons.actions[:, None])[:, 0] - lessons.logs
    ratio = change.exp()
    gain = torch.minimum(ratio * lessons.advantages, ratio.clamp(1 - CLIP, 1 + CLIP) * lessons.advantages).mean()
    entropy = -(logs.exp() * logs.masked_fill(~lessons.masks, 0)).sum(dim=-1).mean()
    win_loss, points_loss = value_losses(judged, lessons)
    taught = functional.cross_entropy(judged.logits, lessons.suggested)
    loss = VALUE_WEIGHT * win_loss + POINTS_WEIGHT * points_loss - gain - entropy_weight * entropy
    loss = loss + torch.where(teacher_weight > 0, teacher_weight * taught, 0)  # where it was not asked, nothing
    return loss, [-gain, win_loss, points_loss, entropy, (ratio - 1 - change).mean()]


def imitation_losses(judged: Judgement, lessons: Lessons) -> tuple[Tensor, list[Tensor]]:
    """Return the loss of a net that is to act like its teacher, and its figures."""
    policy_loss = functional.cross_entropy(judged.logits, lessons.suggested)
    missed = (judged.logits.argmax(dim=-1) != lessons.suggested).float().mean()
    win_loss, points_loss = value_losses(judged, lessons)
    loss = policy_loss + VALUE_WEIGHT * win_loss + POINTS_WEIGHT * points_loss
    return loss, [policy_loss, win_loss, points_loss, torch.zeros_like(policy_loss), missed]


def pupil_losses(own: Judgement, judged: Judgement, lessons: Lessons) -> tuple[Tensor, Tensor]:
    """Return the loss of a net that is to have the policy of another one, and how far its policy is from it."""
    wanted = judged.logits.detach().softmax(dim=-1)
    logs = functional.log_softmax(own.logits, dim=-1)
    divergence = functional.kl_div(logs, wanted, reduction="none").masked_fill(~lessons.masks, 0).sum(dim=-1).mean()
    win_loss, points_loss = value_losses(own, lessons)
    return divergence + VALUE_WEIGHT * win_loss + POINTS_WEIGHT * points_loss, divergence


def value_losses(judged: Judgement, lessons: Lessons) -> tuple[Tensor, Tensor]:
    """Return how far winning chances and scores are from what they should have been."""
    present = torch.arange(lessons.wins.shape[1], device=lessons.players.device) < lessons.players[:, None]
    logs = functional.log_softmax(judged.wins, dim=-1).masked_fill(~present, 0)
    win_loss = -(lessons.wins.clamp(0, 1) * logs).sum(dim=-1).mean()
    distance = functional.smooth_l1_loss(judged.points, lessons.points, reduction="none") * present
    return win_loss, (distance.sum(dim=-1) / lessons.players).mean()
