"""Ra: what it adds to the advice of all sun auctions. Gods take tiles, and disasters oblige a player to discard."""

from __future__ import annotations

from collections.abc import Sequence

from heliopolis.games.ra import rules
from heliopolis.games.ra.notation import VOCABULARY
from heliopolis.games.ra.notes import notes
from heliopolis.games.ra.scoring import score_categories
from heliopolis.games.ra.tiles import DISASTERS, GOD
from heliopolis.games.sun.advice import GameAdvice, Records, points_if_epoch_ended, points_later
from heliopolis.games.sun.auction import TURN
from heliopolis.kernel import Fields, wrap_records
from heliopolis.text.message_json import MessageJSON, message_json


def why_not_take(r: Fields, seat: int | None, legal: Sequence[str]) -> dict[str, MessageJSON]:
    """Return why the player on turn cannot play a god, if there is anything in the row."""
    if seat != r.to_act or r.phase != TURN or not r.row_len or any(move.startswith("take") for move in legal):
        return {}
    return {"take": message_json("sun.no.target" if r.tiles[seat][GOD] else "sun.no.god")}


def discard_cheapest(records: Records, seat: int) -> None:
    """Discard what disasters cost a seat, always the tile that leaves most points."""
    while records["phase"][0] == rules.DISCARD:
        rules.play(wrap_records(records)[0], cheapest_discard(records, seat))


def cheapest_discard(records: Records, seat: int) -> int:
    """Return the action that leaves a seat most points in this epoch, and of equals most at the end of the game."""
    bits = int(rules.legal(wrap_records(records)[0]))
    actions = [action for action in range(bits.bit_length()) if bits >> action & 1]

    def points_left(action: int) -> tuple[int, int]:
        trial = records.copy()
        rules.play(wrap_records(trial)[0], action)
        return points_if_epoch_ended(trial, ADVICE, seat), sum(points_later(trial, ADVICE, seat).values())

    return max(actions, key=points_left)


ADVICE = GameAdvice(
    rules=rules,
    vocabulary=VOCABULARY,
    score_categories=score_categories,
    notes=notes,
    unwanted_kinds=DISASTERS,
    unwanted_word="disaster",
    scored_last=("monument",),
    previewed=("bid", "take", "discard"),
    finish_move=discard_cheapest,
)
