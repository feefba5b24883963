"""Priests of Ra: how a sensible player sees it. What a display is worth to its owner, and what to do then.

`choose` looks one decision ahead and never calculates: it is the bot `greedy`, and a guide for those who search. All
worths are in points of fame, guessed for the rest of the game, not only for this epoch.
"""

from __future__ import annotations

from heliopolis.games.priests.rules import CHOOSE_FACE, END, FLIP, PLACE, TURN_OVER, Priests, legal
from heliopolis.games.priests.scoring import PLAGUE_POINTS, PRIEST_POINTS, PRIESTS_THAT_HEAL
from heliopolis.games.priests.tiles import (
    BUILDINGS,
    CHAMBERS,
    PEOPLE,
    PLAGUE,
    PRIEST,
    PYRAMID,
    first_face,
    other_face,
)
from heliopolis.games.sun.auction import BID, EPOCHS, OVER, TURN
from heliopolis.games.sun.heuristic import choose_bid, choose_draw_or_invoke, price_of_sun, time_left, worth_of_suns
from heliopolis.kernel import Generator, lowest_bit, rule

# For those who search
CHANCE_IS_PUBLIC = True  # everybody sees what comes
OPPONENTS_IN_TREE = True  # and nothing is secret
PLAYOUT_DECISIONS = 20  # decisions that are played out before a position is judged by its looks
HEURISTIC_PRIOR = 0.5  # in `choose`, before anything was tried
LEAD_SCALE = 25.0  # a lead of so many points is worth half of the surest win
LEADER_WEIGHT = 0.0  # a lead is that over the others' mean
OWN_SCORE_WEIGHT = 0.4  # and one's own points count beside it

GOOD_ROW = 7.0  # what a sun should bring while there is time enough for every sun
FLIP_WORTH = 1.5  # a priest in the row turns over a tile
LEADING = 5.0  # most people of a kind
FOLLOWING = 1.2  # one of the people, while somebody else has more
KINDS_WORTH = (0.0, 0.3, 1.5, 4.5, 9.0)  # different people, for the ankhs they bring
ANKH_WORTH = 1.0  # how much more an ankh counts for one who has some already
HALF_BUILDING = 0.5  # of what a complete one will bring
DIFFERENT_WORTH = (0.0, 0.5, 2.0, 5.0, 10.0)  # by kinds of complete buildings, an epoch
PYRAMID_WORTH = (0.0, 1.2, 2.8, 5.0, 6.2, 7.8, 10.0, 11.5, 13.5, 16.5, 20.0)
CHAMBER_WORTH = (0.0, 0.6, 2.2, 5.0, 10.0)


@rule
def choose(p: Priests, generator: Generator) -> int:  # noqa: ARG001 -- other games' players may toss a coin
    """A sensible decision for the player to act."""
    seat = p.to_act
    if p.phase == CHOOSE_FACE:
        return choose_face(p)
    if p.phase == FLIP:
        return choose_flip(p)
    price = price_of_sun(p, seat, GOOD_ROW)
    if p.phase == BID:
        return choose_bid(p, gain(p, seat), price)
    return choose_draw_or_invoke(p, gain(p, seat), price)


@rule
def choose_face(p: Priests) -> int:
    """The face that does more for oneself than for the others."""
    face = first_face(p.drawn)
    first = worth_to_me(p, face)
    return PLACE + (face if first >= worth_to_me(p, other_face(face)) else other_face(face))


@rule
def worth_to_me(p: Priests, face: int) -> float:
    """What a tile in the row would add for the player on turn, less what it would for the others on average."""
    total = 0.0
    for seat in range(p.players):
        more = worth(p, seat, face, True) - worth(p, seat, 0, True)
        total += more if seat == p.turn else -more / (p.players - 1)
    return total


@rule
def choose_flip(p: Priests) -> int:
    """The flip that improves the display most, if any does."""
    seat = p.to_act
    best, choice = worth(p, seat, 0, False), END
    flips = legal(p) & ~(1 << END)
    while flips:
        action = lowest_bit(flips)
        flips &= flips - 1
        face = action - TURN_OVER
        p.tiles[seat, face] -= 1
        then = worth(p, seat, other_face(face), False)
        p.tiles[seat, face] += 1
        if then > best + 0.01:
            best, choice = then, action
    return choice


@rule
def candidates(p: Priests) -> int:
    """The decisions that are worth a thought: all."""
    return legal(p)


@rule
def quiet(p: Priests) -> bool:
    """Whether the position can be judged by its looks: no auction is running."""
    return p.phase == TURN


@rule
def expected_score(p: Priests, seat: int) -> float:
    """The fame a player may expect at the end, beside what everybody may."""
    if p.phase == OVER:
        return p.fame[seat]
    return p.fame[seat] + worth(p, seat, -1, False) + worth_of_suns(p, seat, GOOD_ROW)


# ---- worths --------------------------------------------------------------------------------------------------------


@rule
def gain(p: Priests, seat: int) -> float:
    """What the row would add to a player's display."""
    return worth(p, seat, 0, True) - worth(p, seat, 0, False)


@rule
def number_of(p: Priests, seat: int, face: int, extra: int, with_row: bool) -> int:
    """Tiles of a face before a player, an extra one and perhaps the row counted in."""
    number: int = p.tiles[seat, face] + (face == extra)
    if with_row:
        for space in range(p.row_len):
            number += p.row[space] == face
    return number


@rule
def worth(p: Priests, seat: int, extra: int, with_row: bool) -> float:
    """A player's display, with an extra tile (0: none) and with or without the row."""
    return (
        worth_of_people(p, seat, extra, with_row)
        + worth_of_buildings(p, seat, extra, with_row)
        + worth_of_priests_and_plagues(p, seat, extra, with_row)
        + worth_of_pyramid(p, seat, extra, with_row)
    )


@rule
def worth_of_people(p: Priests, seat: int, extra: int, with_row: bool) -> float:
    total = 0.0
    different = 0
    for kind in PEOPLE:
        number = number_of(p, seat, kind, extra, with_row)
        different += number > 0
        most = 1
        for other in range(p.players):
            if other != seat:
                most = max(most, p.tiles[other, kind])
        # A lead is worth less while there is time to lose it.
        if number >= 2 and number >= most:
            total += LEADING * (1.0 - 0.3 * time_left(p)) + 0.3 * (number - most)
        else:
            total += FOLLOWING * number * time_left(p)
    return total + KINDS_WORTH[different] + ANKH_WORTH * p.ankhs[seat] * (different >= 3)


@rule
def worth_of_buildings(p: Priests, seat: int, extra: int, with_row: bool) -> float:
    scorings = EPOCHS - p.epoch + 1
    total = 0.0
    different = 0
    for kind in BUILDINGS:
        number = number_of(p, seat, kind, extra, with_row)
        total += 2.0 * (number // 2) * scorings
        if number % 2:
            total += 2.0 * HALF_BUILDING * (scorings - 1 + time_left(p))
        different += number >= 2
    return total + DIFFERENT_WORTH[different] * scorings


@rule
def worth_of_priests_and_plagues(p: Priests, seat: int, extra: int, with_row: bool) -> float:
    scorings = EPOCHS - p.epoch + 1
    priests = number_of(p, seat, PRIEST, extra, with_row)
    plagues = number_of(p, seat, PLAGUE, extra, with_row)
    if priests >= PRIESTS_THAT_HEAL and plagues:
        plagues -= 1
    flips = priests - p.tiles[seat, PRIEST]
    return PRIEST_POINTS * priests + FLIP_WORTH * flips + PLAGUE_POINTS[min(6, plagues)] * scorings


@rule
def worth_of_pyramid(p: Priests, seat: int, extra: int, with_row: bool) -> float:
    size = number_of(p, seat, PYRAMID, extra, with_row)
    colours = 0.0
    for colour in CHAMBERS:
        number = number_of(p, seat, colour, extra, with_row)
        size += number
        colours += CHAMBER_WORTH[min(4, number)]
    return PYRAMID_WORTH[min(10, size)] + colours
