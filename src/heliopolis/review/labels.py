"""What a decision is called: best, good, inaccuracy, mistake or blunder.

A label is deserved by the chance of winning that was given away. It must be beyond the error with which that is known,
and more than a small part of what was at stake, which is how far the best and the worst option are apart.
"""

from __future__ import annotations

from typing import Literal, get_args

Label = Literal["best", "good", "inaccuracy", "mistake", "blunder"]
LABELS: tuple[Label, ...] = get_args(Label)
LOSSES: dict[Label, float] = {"blunder": 0.15, "mistake": 0.08, "inaccuracy": 0.03}  # given away at least
ONLY = 0.08  # by which all others are worse than an only good move
CERTAIN = 2.0  # standard errors that a loss must be large to deserve a label
OBVIOUS = 0.25  # a loss of which nobody doubts that it deserves a label
MIN_STAKE_SHARE = 0.1  # of what is at stake that a loss must be to deserve a label


def label_of(loss: float, error: float, stake: float) -> Label:
    """Return the label of a decision that was not the best."""
    if loss <= CERTAIN * error or loss < MIN_STAKE_SHARE * stake:
        return "good"
    return next((label for label, least in LOSSES.items() if loss >= least), "good")


def is_doubtful(loss: float, error: float) -> bool:
    """Return whether a loss may deserve a label and is not so large that more simulations can hardly excuse it."""
    may_deserve_one = loss + CERTAIN * error >= LOSSES["inaccuracy"]
    return error > 0 and may_deserve_one and loss < OBVIOUS + 2 * CERTAIN * error
