"""What the decisions of a game were worth: every seat's chance of winning before and after, and why.

`review(record)` judges a whole game, `Reviewing` does it step by step, `Judge` judges one decision.
"""

from __future__ import annotations

from heliopolis.core.callable_package import make_callable
from heliopolis.core.record import Record
from heliopolis.review.judging import DEFAULT_BOT
from heliopolis.review.judging import Judge as Judge
from heliopolis.review.judging import JudgedDecision as JudgedDecision
from heliopolis.review.judging import JudgedMove as JudgedMove
from heliopolis.review.moments import Moment as Moment
from heliopolis.review.moments import Review as Review
from heliopolis.review.reviewing import Reviewing as Reviewing


def review(record: Record, bot: str = DEFAULT_BOT) -> Review:
    """Return what every decision of a game was worth, as a bot that searches judges it."""
    return Reviewing(record, bot).finish()


make_callable(__name__, review)
