"""Ra: the position, its phases, and what may be done in each.

The rules in short. On their turn a player **draws** a tile, **plays gods** or **invokes Ra**. Suns, Ra track, auction
and epochs are those of `games.sun.auction`. The winner of an auction takes the row; each disaster in it costs them two
tiles of its category. After each of three epochs everybody scores (`scoring`). There is chance but no secret: every
tile drawn is seen, so everybody knows what is left in the pile.

Rulings are numbered on the page `docs/ra.md`.
"""

from __future__ import annotations

from typing import Annotated

import numpy as np

from heliopolis.games.ra import scoring
from heliopolis.games.ra.tiles import (
    ART,
    CIVILIZATION,
    COUNTS,
    DROUGHT,
    EARTHQUAKE,
    FLOOD,
    FUNERAL,
    GOD,
    KINDS,
    MONUMENTS,
    NILE,
    PHARAOH,
    TEMPLE,
    UNREST,
)
from heliopolis.games.sun.auction import (
    BID,
    DRAW,
    END,
    EPOCH_OVER,
    FIRST_OWN_ACTION,
    FIRST_OWN_PHASE,
    GOES_ON,
    INVOKE,
    NO_AUCTION,
    NO_TILE,
    RA,
    ROW,
    SEATS,
    TURN,
    WON,
    SunAuction,
    add_to_ra_track,
    deal_suns,
    finish_epoch,
    legal_bid,
    legal_draw_or_invoke,
    next_turn,
    place_bid,
    play_draw_or_invoke,
    prepare_table,
    put_in_row,
    take_row,
)
from heliopolis.games.sun.auction import MAX_DECISIONS as MAX_DECISIONS
from heliopolis.games.sun.auction import STATISTICS as STATISTICS
from heliopolis.games.sun.auction import apply_setup_draw as apply_setup_draw
from heliopolis.games.sun.auction import count_statistics as count_statistics
from heliopolis.games.sun.auction import describe_statistics as describe_statistics
from heliopolis.games.sun.auction import outcome_weight as outcome_weight
from heliopolis.games.sun.auction import sample_outcome as sample_outcome
from heliopolis.games.sun.auction import setup_draws as setup_draws
from heliopolis.games.sun.auction import setup_weight as setup_weight
from heliopolis.games.sun.scoring import score as score
from heliopolis.games.sun.scoring import winners as winners
from heliopolis.kernel import Byte, Generator, IntArray, record_type, rule

GODS = FIRST_OWN_PHASE  # phases
DISCARD = FIRST_OWN_PHASE + 1

TAKE = FIRST_OWN_ACTION  # actions: + kind
DISCARD_TILE = TAKE + KINDS - ART  # + kind, from art to temple
ACTIONS = DISCARD_TILE + TEMPLE + 1
OUTCOMES = KINDS  # a draw gives a kind of tile

DISCARDS_PER_DISASTER = 2


class Ra(SunAuction):
    """A position of Ra."""

    unrest_discards: Byte  # tiles that the player to act still has to discard
    earthquake_discards: Byte
    pile: Annotated[IntArray, np.int8, (KINDS,)]
    tiles: Annotated[IntArray, np.int8, (SEATS, KINDS)]
    scoring: Annotated[IntArray, np.int16, (SEATS, scoring.CATEGORIES)]


POSITION = record_type(Ra)


@rule
def prepare(p: Ra, players: int) -> None:
    """Turn a blank record into a table before the suns are dealt."""
    prepare_table(p, players, COUNTS)


@rule
def set_up(p: Ra, players: int, generator: Generator) -> None:
    """Turn a blank record into a first position, dealt at random."""
    prepare(p, players)
    deal_suns(p, generator)


# ---- phases --------------------------------------------------------------------------------------------------------


@rule
def legal(p: Ra) -> int:
    """Return the legal actions of the player to act as a bit set; 0 while a tile is drawn and when the game is over."""
    if p.phase == TURN:
        return legal_turn(p)
    if p.phase == GODS:
        return legal_gods(p)
    if p.phase == BID:
        return legal_bid(p)
    if p.phase == DISCARD:
        return legal_discard(p)
    return 0


@rule
def play(p: Ra, action: int) -> None:
    """Apply a legal action of the player to act."""
    result = GOES_ON
    if p.phase == TURN:
        result = play_turn(p, action)
    elif p.phase == GODS:
        result = play_gods(p, action)
    elif p.phase == BID:
        result = play_bid(p, action)
    elif p.phase == DISCARD:
        result = play_discard(p, action)
    if result == EPOCH_OVER:
        end_epoch(p)


@rule
def apply_outcome(p: Ra, tile: int) -> None:
    """Move a drawn tile from the pile to the Ra track or into the row. The pile never runs out (ruling 13)."""
    p.pile[tile] -= 1
    if tile == RA:
        result = add_to_ra_track(p)
    else:
        put_in_row(p, tile)
        result = next_turn(p)
    if result == EPOCH_OVER:
        end_epoch(p)


@rule
def end_epoch(p: Ra) -> None:
    """Score, then begin the next epoch or end the game."""
    scoring.score_epoch(p)
    finish_epoch(p)


# ---- a turn --------------------------------------------------------------------------------------------------------


@rule
def legal_turn(p: Ra) -> int:
    """Draw, invoke, or take a tile with a first god."""
    return legal_draw_or_invoke(p) | god_targets(p)


@rule
def play_turn(p: Ra, action: int) -> int:
    if action in (DRAW, INVOKE):
        return play_draw_or_invoke(p, action)
    return play_god(p, action - TAKE)


# ---- gods ----------------------------------------------------------------------------------------------------------


@rule
def god_targets(p: Ra) -> int:
    """Return what the player's gods can take out of the row: anything but a god (ruling 11)."""
    if not p.tiles[p.turn, GOD]:
        return 0
    kinds = 0
    for space in range(ROW):
        kinds |= 1 << p.row[space]
    return (kinds & ~(1 << GOD | 1 << NO_TILE)) << TAKE


@rule
def legal_gods(p: Ra) -> int:
    """After the first god: take a tile with another one, or end."""
    return god_targets(p) | 1 << END


@rule
def play_gods(p: Ra, action: int) -> int:
    if action == END:
        return next_turn(p)
    return play_god(p, action - TAKE)


@rule
def play_god(p: Ra, tile: int) -> int:
    """A god leaves the game for a tile of the row, which may be a disaster (ruling 2)."""
    p.tiles[p.turn, GOD] -= 1
    remove_from_row(p, tile)
    p.tiles[p.turn, tile] += 1
    return resolve_disasters(p)


@rule
def remove_from_row(p: Ra, tile: int) -> None:
    """The leftmost tile of its kind goes and the row closes up."""
    space = 0
    while p.row[space] != tile:
        space += 1
    p.row_len -= 1
    for i in range(space, p.row_len):
        p.row[i] = p.row[i + 1]
    p.row[p.row_len] = NO_TILE


@rule
def continue_gods(p: Ra) -> int:
    """More gods may be played; without a god or a target the turn is over (ruling 11)."""
    if not god_targets(p):
        return next_turn(p)
    p.phase = GODS
    return GOES_ON


# ---- auction -------------------------------------------------------------------------------------------------------


@rule
def play_bid(p: Ra, action: int) -> int:
    """Bid or pass; the winner takes the row and resolves its disasters."""
    result = place_bid(p, action)
    if result != WON:
        return result
    take_row(p)
    return resolve_disasters(p)


# ---- disasters -----------------------------------------------------------------------------------------------------


@rule
def resolve_disasters(p: Ra) -> int:
    """Resolve the disasters of the player to act in rulebook order; ask only where they have a choice (ruling 3)."""
    seat = p.to_act
    funeral = remove_disasters(p, seat, FUNERAL)
    discard(p, seat, PHARAOH, funeral)
    drought = remove_disasters(p, seat, DROUGHT)
    floods = discard(p, seat, FLOOD, drought)
    discard(p, seat, NILE, drought - floods)  # floods first, then niles (ruling 12)
    p.unrest_discards = remove_disasters(p, seat, UNREST)
    p.earthquake_discards = remove_disasters(p, seat, EARTHQUAKE)
    return continue_disasters(p)


@rule
def remove_disasters(p: Ra, seat: int, disaster: int) -> int:
    """Remove a seat's tiles of one disaster from the game and return how many tiles they cost."""
    cost = DISCARDS_PER_DISASTER * p.tiles[seat, disaster]
    p.tiles[seat, disaster] = 0
    return cost


@rule
def discard(p: Ra, seat: int, kind: int, count: int) -> int:
    """Discard up to `count` tiles of a kind and return how many were discarded."""
    discarded = min(count, p.tiles[seat, kind])
    p.tiles[seat, kind] -= discarded
    return discarded


@rule
def continue_disasters(p: Ra) -> int:
    """Discard for unrest, then for earthquake; where there is a choice the player is asked, else play goes on."""
    p.unrest_discards = discard_if_no_choice(p, CIVILIZATION, p.unrest_discards)
    if p.unrest_discards == 0:
        p.earthquake_discards = discard_if_no_choice(p, MONUMENTS, p.earthquake_discards)
    if p.unrest_discards or p.earthquake_discards:
        p.phase = DISCARD
        return GOES_ON
    return continue_gods(p) if p.auction == NO_AUCTION else next_turn(p)


@rule
def discard_if_no_choice(p: Ra, category: tuple[int, ...], count: int) -> int:
    """Discard for the player to act unless they have a choice; return how many tiles they still have to discard."""
    if count == 0:
        return 0
    held = kinds = 0
    for kind in category:
        held += p.tiles[p.to_act, kind]
        kinds += p.tiles[p.to_act, kind] > 0
    if has_choice(held, kinds, count):
        return count
    for kind in category:
        count -= discard(p, p.to_act, kind, count)
    return 0


@rule
def has_choice(held: int, kinds: int, count: int) -> bool:
    """Return whether a player who holds so many tiles of so many kinds can choose which to discard (ruling 3)."""
    return held > count and kinds > 1


@rule
def legal_discard(p: Ra) -> int:
    """Any tile of the category: a civilization for unrest, then a monument for earthquake. Gold is safe (ruling 12)."""
    return discardable(p, CIVILIZATION) if p.unrest_discards else discardable(p, MONUMENTS)


@rule
def discardable(p: Ra, category: tuple[int, ...]) -> int:
    actions = 0
    for kind in category:
        if p.tiles[p.to_act, kind]:
            actions |= 1 << (DISCARD_TILE + kind)
    return actions


@rule
def play_discard(p: Ra, action: int) -> int:
    """One tile leaves the game."""
    discard(p, p.to_act, action - DISCARD_TILE, 1)
    if p.unrest_discards:
        p.unrest_discards -= 1
    else:
        p.earthquake_discards -= 1
    return continue_disasters(p)
