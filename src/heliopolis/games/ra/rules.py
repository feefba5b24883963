"""Ra: the position, its phases, and what may be done in each.

The rules in short. On his turn a player **draws** a tile, **plays gods** or **invokes Ra**. Suns, Ra track, auction
and epochs are those of `sun_auction`. Tiles won are laid out; disasters among them cost tiles of their category and
leave the game. After each of three epochs everybody scores (`scoring`). There is chance but no secret: every tile
drawn is seen, so everybody knows what is left in the pile.

Rulings, beside those of `sun_auction`
1. A god takes any row tile but a god, also when the row is full; the gods played leave the game. He who plays gods
   plays at least one; the phase ends by itself when no god or no target is left.
2. A god may take a disaster; it is fulfilled at once and leaves the game, then the gods go on.
3. Equal disasters are added up and fulfilled in the order funeral, drought, unrest, earthquake, after all other tiles
   won were laid out. Two tiles of the category are lost per disaster, or all if there are fewer.
4. A drought takes floods first, then niles. Gold is safe from unrest.
5. The loser is asked, tile by tile, only where there is a choice: when he has more tiles of the category than he
   owes, of more than one kind.
6. A turn or a bid is always asked, also when only one decision is legal.
7. The pile never runs out: an epoch takes no more Ra tiles than its track has spaces, and three tracks never take all
   30 before the last space of the last track, which ends the game.
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
    UNREST,
)
from heliopolis.games.sun.auction import (
    BID,
    DRAW,
    INVOKE,
    NO_AUCTION,
    NO_TILE,
    RA,
    ROW,
    SEATS,
    TURN,
    UNSOLD,
    WON,
    SunAuction,
    begin_draw,
    clear_row,
    close_epoch,
    deal_suns,
    invoke,
    legal_bid,
    legal_draw_or_invoke,
    next_turn,
    place_bid,
    prepare_suns,
    put_in_row,
    put_on_track,
    winner,
)
from heliopolis.games.sun.auction import STATISTICS as STATISTICS
from heliopolis.games.sun.auction import apply_setup_draw as apply_setup_draw
from heliopolis.games.sun.auction import count_statistics as count_statistics
from heliopolis.games.sun.auction import describe_statistics as describe_statistics
from heliopolis.games.sun.auction import setup_draws as setup_draws
from heliopolis.games.sun.auction import setup_weight as setup_weight
from heliopolis.kernel import NOBODY, Byte, Generator, IntArray, record_type, rule, sample_weighted

GODS, DISCARD = 4, 5  # phases, after those of every sun auction

END = INVOKE + 1  # decisions, after those of every sun auction
TAKE = END + 1  # + kind
GIVE_UP = TAKE + KINDS  # + kind, counted from art
ACTIONS = GIVE_UP + len(CIVILIZATION) + len(MONUMENTS)
OUTCOMES = KINDS  # a draw gives a kind of tile
MAX_DECISIONS = 1_500  # decisions of a game: a turn a tile, five bids an auction, at most about a hundred auctions

LOST_PER_DISASTER = 2


class Ra(SunAuction):
    """A position of Ra."""

    owed_unrest: Byte  # tiles still to be given up
    owed_earthquake: Byte
    pile: Annotated[IntArray, np.int8, (KINDS,)]
    tiles: Annotated[IntArray, np.int8, (SEATS, KINDS)]
    scoring: Annotated[IntArray, np.int16, (SEATS, scoring.CATEGORIES)]


POSITION = record_type(Ra)


@rule
def prepare(p: Ra, players: int) -> None:
    """All tiles lie in the pile."""
    for kind in range(KINDS):
        p.pile[kind] = COUNTS[kind]
    prepare_suns(p, players)


@rule
def set_up(p: Ra, players: int, generator: Generator) -> None:
    prepare(p, players)
    deal_suns(p, generator)


@rule
def legal(p: Ra) -> int:
    """The decisions open to the player to act, as a set of bits."""
    if p.phase == TURN:
        return legal_turn(p)
    if p.phase == BID:
        return legal_bid(p)
    if p.phase == GODS:
        return legal_gods(p)
    if p.phase == DISCARD:
        return legal_discard(p)
    return 0


@rule
def play(p: Ra, action: int) -> None:
    """A legal decision of the player to act; if then nobody is to act, the epoch is over."""
    if p.phase == BID:
        play_bid(p, action)
    elif p.phase == DISCARD:
        play_discard(p, action)
    else:
        play_turn(p, action)
    if p.to_act == NOBODY:
        end_epoch(p)


# ---- a turn --------------------------------------------------------------------------------------------------------


@rule
def legal_turn(p: Ra) -> int:
    return legal_draw_or_invoke(p) | god_targets(p)


@rule
def play_turn(p: Ra, action: int) -> None:
    """A turn, or more gods in it."""
    if action == DRAW:
        begin_draw(p)
    elif action == INVOKE:
        invoke(p)
    else:
        play_gods(p, action)


# ---- a draw: the pile decides ----------------------------------------------------------------------------------------


@rule
def outcome_weight(p: Ra, tile: int) -> int:
    """How many tiles of a kind may come."""
    return p.pile[tile]


@rule
def sample_outcome(p: Ra, generator: Generator) -> int:
    """The kind of tile that a blind draw gives."""
    return sample_weighted(p.pile, generator)


@rule
def apply_outcome(p: Ra, tile: int) -> None:
    """A tile leaves the pile: Ra to the track, any other into the row."""
    p.pile[tile] -= 1
    if tile != RA:
        put_in_row(p, tile)
        next_turn(p)
    else:
        put_on_track(p)
    if p.to_act == NOBODY:
        end_epoch(p)


# ---- gods ------------------------------------------------------------------------------------------------------------


@rule
def god_targets(p: Ra) -> int:
    """What the player's gods can take out of the row."""
    if not p.tiles[p.turn, GOD]:
        return 0
    kinds = 0
    for space in range(ROW):
        kinds |= 1 << p.row[space]
    return (kinds & ~(1 << GOD | 1 << NO_TILE)) << TAKE


@rule
def legal_gods(p: Ra) -> int:
    return god_targets(p) | 1 << END


@rule
def play_gods(p: Ra, action: int) -> None:
    """A god leaves the game for a tile of the row."""
    if action == END:
        next_turn(p)
        return
    tile = action - TAKE
    p.tiles[p.turn, GOD] -= 1
    take_out_of_row(p, tile)
    lay_out(p, p.turn, tile)
    p.phase = GODS
    p.to_act = p.turn
    fulfil_disasters(p)


@rule
def take_out_of_row(p: Ra, tile: int) -> None:
    """The leftmost tile of its kind goes and the row closes up."""
    space = 0
    while p.row[space] != tile:
        space += 1
    p.row_len -= 1
    for i in range(space, p.row_len):
        p.row[i] = p.row[i + 1]
    p.row[p.row_len] = 0


# ---- auction -------------------------------------------------------------------------------------------------------


@rule
def play_bid(p: Ra, action: int) -> None:
    """A bid or a pass; after the last one the auction is settled."""
    result = place_bid(p, action)
    if result == WON:
        settle_auction(p)
    elif result == UNSOLD:
        next_turn(p)


@rule
def settle_auction(p: Ra) -> None:
    """The winner takes the row, and disasters strike him."""
    for space in range(p.row_len):
        lay_out(p, p.bidder, p.row[space])
    clear_row(p)
    fulfil_disasters(p)


# ---- disasters -----------------------------------------------------------------------------------------------------


@rule
def lay_out(p: Ra, seat: int, tile: int) -> None:
    """A tile is laid out before a player; of a disaster, what it will cost is noted."""
    if tile == UNREST:
        p.owed_unrest += LOST_PER_DISASTER
    elif tile == EARTHQUAKE:
        p.owed_earthquake += LOST_PER_DISASTER
    else:
        p.tiles[seat, tile] += 1


@rule
def fulfil_disasters(p: Ra) -> None:
    """The player to act gives up what his disasters cost, in order, and is asked where he has a choice."""
    seat = p.to_act
    lose(p, seat, PHARAOH, LOST_PER_DISASTER * p.tiles[seat, FUNERAL])
    thirst = LOST_PER_DISASTER * p.tiles[seat, DROUGHT]
    lose(p, seat, NILE, thirst - lose(p, seat, FLOOD, thirst))
    p.tiles[seat, FUNERAL] = 0
    p.tiles[seat, DROUGHT] = 0
    go_on_after_disasters(p)


@rule
def lose(p: Ra, seat: int, kind: int, owed: int) -> int:
    """Tiles of a kind leave the game, as many as are owed or as there are; how many that was."""
    lost = min(owed, p.tiles[seat, kind])
    p.tiles[seat, kind] -= lost
    return lost


@rule
def go_on_after_disasters(p: Ra) -> None:
    """Unrest, then earthquake; a choice is asked for; without one the play goes on."""
    p.owed_unrest = lose_without_choice(p, CIVILIZATION, p.owed_unrest)
    if p.owed_unrest == 0:
        p.owed_earthquake = lose_without_choice(p, MONUMENTS, p.owed_earthquake)
    if p.owed_unrest or p.owed_earthquake:
        p.phase = DISCARD
    elif p.auction == NO_AUCTION and god_targets(p):
        p.phase = GODS
    else:
        next_turn(p)


@rule
def lose_without_choice(p: Ra, category: tuple[int, ...], owed: int) -> int:
    """If the player to act has no choice he loses what he owes (ruling 5); what he still owes then."""
    held = kinds = 0
    for kind in category:
        held += p.tiles[p.to_act, kind]
        kinds += p.tiles[p.to_act, kind] > 0
    if held > owed and kinds > 1:
        return owed
    for kind in category:
        owed -= lose(p, p.to_act, kind, owed)
    return 0


@rule
def legal_discard(p: Ra) -> int:
    """Any tile of the category that is owed first."""
    return choice_of(p, CIVILIZATION) if p.owed_unrest else choice_of(p, MONUMENTS)


@rule
def choice_of(p: Ra, category: tuple[int, ...]) -> int:
    choice = 0
    for kind in category:
        if p.tiles[p.to_act, kind]:
            choice |= 1 << (GIVE_UP + kind - ART)
    return choice


@rule
def play_discard(p: Ra, action: int) -> None:
    """One tile leaves the game."""
    if p.owed_unrest:
        p.owed_unrest -= 1
    else:
        p.owed_earthquake -= 1
    lose(p, p.to_act, action - GIVE_UP + ART, 1)
    go_on_after_disasters(p)


# ---- the end of epochs and the game ---------------------------------------------------------------------------------


@rule
def end_epoch(p: Ra) -> None:
    scoring.score_epoch(p)
    close_epoch(p)


@rule
def score(p: Ra, seat: int) -> int:
    return p.fame[seat]


@rule
def winners(p: Ra) -> int:
    """The seats that have won, as a set of bits: always one."""
    return 1 << winner(p)
