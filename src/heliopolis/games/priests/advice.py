"""Priests of Ra: what it adds to the advice of all sun auctions."""

from __future__ import annotations

from heliopolis.games.priests import rules
from heliopolis.games.priests.notation import VOCABULARY
from heliopolis.games.priests.notes import notes
from heliopolis.games.priests.scoring import score_categories
from heliopolis.games.priests.tiles import KIND_OF_FACE, PLAGUE
from heliopolis.games.sun.advice import GameAdvice, Records


def flip_nothing(records: Records, seat: int) -> None:
    """Flips are voluntary: a preview makes none."""


ADVICE = GameAdvice(
    rules=rules,
    vocabulary=VOCABULARY,
    score_categories=score_categories,
    notes=notes,
    unwanted_kinds=[KIND_OF_FACE[PLAGUE]],
    unwanted_word="plague",
    scored_last=("pyramid", "chamber", "ankh"),
    previewed=("bid", "flip"),
    finish_move=flip_nothing,
)
