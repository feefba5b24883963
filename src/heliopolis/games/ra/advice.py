"""Ra: what it adds to the advice of all sun auctions. Gods take tiles, and disasters oblige a player to discard."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations_with_replacement

from heliopolis.games.ra import rules
from heliopolis.games.ra.notation import VOCABULARY
from heliopolis.games.ra.notes import notes
from heliopolis.games.ra.scoring import score_categories, score_each
from heliopolis.games.ra.tiles import (
    CIVILIZATION,
    COUNTS,
    DISASTERS,
    DROUGHT,
    EARTHQUAKE,
    FLOOD,
    FUNERAL,
    GOD,
    KINDS,
    MONUMENTS,
    NILE,
    PHARAOH,
    UNREST,
)
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


VICTIMS = {FUNERAL: (PHARAOH,), DROUGHT: (FLOOD, NILE), UNREST: CIVILIZATION, EARTHQUAKE: MONUMENTS}


def tiles_after(tiles: list[int], face: int) -> list[list[int]]:
    """Return what a player may hold after taking one tile more: of a disaster, all that they may choose to discard."""
    if face not in DISASTERS:
        return [with_tiles(tiles, [face], 1)]
    victims = VICTIMS[face]
    held = [kind for kind in victims for _ in range(tiles[kind])]
    if face in (FUNERAL, DROUGHT) or len(held) <= rules.DISCARDS_PER_DISASTER:
        return [with_tiles(tiles, held[: rules.DISCARDS_PER_DISASTER], -1)]  # floods come first (ruling 12)
    choices = combinations_with_replacement([kind for kind in victims if tiles[kind]], rules.DISCARDS_PER_DISASTER)
    after = [with_tiles(tiles, choice, -1) for choice in choices]
    return [left for left in after if min(left) >= 0]


def with_tiles(tiles: list[int], kinds: Sequence[int], number: int) -> list[int]:
    """Return numbers of tiles with so many more of each of these kinds."""
    after = list(tiles)
    for kind in kinds:
        after[kind] += number
    return after


ADVICE = GameAdvice(
    rules=rules,
    vocabulary=VOCABULARY,
    score_categories=score_categories,
    score_each=score_each,
    kind_of_face=range(KINDS),
    tile_counts=COUNTS.tolist(),
    tiles_after=tiles_after,
    notes=notes,
    unwanted_kinds=DISASTERS,
    unwanted_word="disaster",
    scored_last=("monument",),
    previewed=("bid", "take", "discard"),
    finish_move=discard_cheapest,
)
