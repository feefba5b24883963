"""Priests of Ra: what it adds to the advice of all sun auctions."""

from __future__ import annotations

from heliopolis.games.priests import rules
from heliopolis.games.priests.notation import VOCABULARY
from heliopolis.games.priests.notes import notes
from heliopolis.games.priests.scoring import score_categories, score_each
from heliopolis.games.priests.tiles import COUNTS, KIND_OF_FACE, PLAGUE
from heliopolis.games.sun.advice import GameAdvice, Records


def flip_nothing(records: Records, seat: int) -> None:
    """Flips are voluntary: a preview makes none."""


def tiles_after(tiles: list[int], face: int) -> list[list[int]]:
    """Return what a player holds after taking one tile more, without a flip."""
    after = list(tiles)
    after[face] += 1
    return [after]


ADVICE = GameAdvice(
    rules=rules,
    vocabulary=VOCABULARY,
    score_categories=score_categories,
    score_each=score_each,
    kind_of_face=KIND_OF_FACE,
    tile_counts=COUNTS.tolist(),
    tiles_after=tiles_after,
    notes=notes,
    unwanted_kinds=[KIND_OF_FACE[PLAGUE]],
    unwanted_word="plague",
    scored_last=("pyramid", "chamber", "ankh"),
    previewed=("bid", "flip"),
    finish_move=flip_nothing,
)
