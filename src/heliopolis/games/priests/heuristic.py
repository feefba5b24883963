"""Priests of Ra: how a sensible player sees it. What a display is worth to its owner, and what to do then.

`choose` looks one decision ahead and does not search: it is the bot `greedy`, and a guide for the search. All values
are in points of fame, guessed for the rest of the game, not only for this epoch.
"""

from __future__ import annotations

from heliopolis.games.priests.rules import FLIP, FLIP_TILE, PLACE, PLACE_FACE, Priests, legal
from heliopolis.games.priests.scoring import (
    MIN_PEOPLE_FOR_MOST,
    POINTS_BY_PLAGUES,
    POINTS_FOR_MOST_PEOPLE,
    POINTS_PER_BUILDING,
    POINTS_PER_PRIEST,
    PRIESTS_TO_REMOVE_PLAGUE,
    TILES_PER_BUILDING,
)
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
from heliopolis.games.sun.auction import BID, END, EPOCHS, count_in_row
from heliopolis.games.sun.heuristic import CHANCE_IS_PUBLIC as CHANCE_IS_PUBLIC
from heliopolis.games.sun.heuristic import HEURISTIC_PRIOR as HEURISTIC_PRIOR
from heliopolis.games.sun.heuristic import OPPONENTS_IN_TREE as OPPONENTS_IN_TREE
from heliopolis.games.sun.heuristic import PLAYOUT_DECISIONS as PLAYOUT_DECISIONS
from heliopolis.games.sun.heuristic import (
    add_row,
    choose_bid,
    choose_draw_or_invoke,
    expected_fame,
    game_left,
    time_left,
)
from heliopolis.games.sun.heuristic import quiet as quiet
from heliopolis.games.sun.scoring import look_up
from heliopolis.kernel import Generator, lowest_bit, rule

# Fitted to the ends of thousands of games between greedy players:
SPREAD_AT_END, SPREAD_PER_GAME = 6.5, 4.5
FAME_TO_COME = (0.0, 0.0, 25.0, 16.5, 14.0, 7.5)  # that all may expect alike, by number of players
FLIP_VALUE = 1.5  # a priest in the row flips a tile
LEAD_OPEN = 0.3  # the part of the points for most people that may be lost again while the epoch is young
LEAD_STEP = 0.3  # each of the people beyond what the lead needs
FOLLOWER_VALUE = 1.2  # one of the people, while another player has more
KINDS_FOR_ANKH = 3  # different people
VALUE_BY_DIFFERENT_PEOPLE = (0.0, 0.3, 1.5, 4.5, 9.0)  # for the ankhs they bring
ANKH_VALUE = 1.0  # how much more an ankh counts for each that a player has already
HALF_BUILDING = 0.5  # of what a complete one will bring
VALUE_BY_DIFFERENT_BUILDINGS = (0.0, 0.5, 2.0, 5.0, 10.0)  # by kinds of complete buildings, per epoch
VALUE_BY_PYRAMID_SIZE = (0.0, 1.2, 2.8, 5.0, 6.2, 7.8, 10.0, 11.5, 13.5, 16.5, 20.0)
VALUE_BY_EQUAL_CHAMBERS = (0.0, 0.6, 2.2, 5.0, 10.0)
MIN_IMPROVEMENT = 0.01  # a flip that brings less is not made


@rule
def choose(p: Priests, generator: Generator) -> int:  # noqa: ARG001 -- the heuristics of other games may toss a coin
    """Return a sensible action for the player to act."""
    if p.phase == PLACE:
        return choose_face(p)
    if p.phase == BID:
        return choose_bid(p, gain(p, p.to_act))
    if p.phase == FLIP:
        return choose_flip(p)
    return choose_draw_or_invoke(p, gain(p, p.to_act))


@rule
def candidates(p: Priests) -> int:
    """Return the actions that are worth searching: all."""
    return legal(p)


@rule
def expected_score(p: Priests, seat: int) -> float:
    """Return the fame a player may expect at the end."""
    return expected_fame(p, seat, value(p, seat, 0), FAME_TO_COME)


@rule
def spread(p: Priests) -> float:
    """Return how many points of lead make the chance of winning e times as high: fewer as the end comes nearer."""
    return SPREAD_AT_END + SPREAD_PER_GAME * game_left(p)


# ---- decisions -----------------------------------------------------------------------------------------------------


@rule
def choose_face(p: Priests) -> int:
    """Place the face that does more for the player than for the others."""
    first = first_face(p.drawn)
    second = other_face(first)
    better = first if face_value(p, first) >= face_value(p, second) else second
    return PLACE_FACE + better


@rule
def face_value(p: Priests, face: int) -> float:
    """Return what a tile in the row would add for the player on turn, less what it would for the others on average."""
    total = 0.0
    priests = count_in_row(p, PRIEST)
    for seat in range(p.players):
        add_row(p, seat, 1)
        before = value(p, seat, priests)
        p.tiles[seat, face] += 1
        more = value(p, seat, priests + (face == PRIEST)) - before
        p.tiles[seat, face] -= 1
        add_row(p, seat, -1)
        total += more if seat == p.turn else -more / (p.players - 1)
    return total


@rule
def choose_flip(p: Priests) -> int:
    """Make the flip that improves the display most, if any does."""
    seat = p.to_act
    best, choice = value(p, seat, 0), END
    actions = legal(p) & ~(1 << END)
    while actions:
        action = lowest_bit(actions)
        actions &= actions - 1
        face = action - FLIP_TILE
        flipped = other_face(face)
        p.tiles[seat, face] -= 1
        p.tiles[seat, flipped] += 1
        then = value(p, seat, 0)
        p.tiles[seat, flipped] -= 1
        p.tiles[seat, face] += 1
        if then > best + MIN_IMPROVEMENT:
            best, choice = then, action
    return choice


# ---- values --------------------------------------------------------------------------------------------------------


@rule
def gain(p: Priests, seat: int) -> float:
    """Return what the row would add to a player's display."""
    before = value(p, seat, 0)
    add_row(p, seat, 1)
    after = value(p, seat, count_in_row(p, PRIEST))
    add_row(p, seat, -1)
    return after - before


@rule
def value(p: Priests, seat: int, new_priests: int) -> float:
    """Return what a player's display is worth; some of its priests have just come with the row and flip tiles."""
    return (
        people_value(p, seat)
        + buildings_value(p, seat)
        + priests_and_plagues_value(p, seat, new_priests)
        + pyramid_value(p, seat)
    )


@rule
def people_value(p: Priests, seat: int) -> float:
    """Most people of a kind score, but a lead may be lost again; different people bring ankhs."""
    total = 0.0
    different = 0
    left = time_left(p)
    for kind in PEOPLE:
        number = p.tiles[seat, kind]
        different += number > 0
        most = 1
        for other in range(p.players):
            if other != seat:
                most = max(most, p.tiles[other, kind])
        if number >= MIN_PEOPLE_FOR_MOST and number >= most:
            total += POINTS_FOR_MOST_PEOPLE * (1.0 - LEAD_OPEN * left) + LEAD_STEP * (number - most)
        else:
            total += FOLLOWER_VALUE * number * left
    return total + VALUE_BY_DIFFERENT_PEOPLE[different] + ANKH_VALUE * p.ankhs[seat] * (different >= KINDS_FOR_ANKH)


@rule
def buildings_value(p: Priests, seat: int) -> float:
    scorings = EPOCHS - p.epoch + 1
    total = 0.0
    different = 0
    left = time_left(p)
    for kind in BUILDINGS:
        number = p.tiles[seat, kind]
        total += POINTS_PER_BUILDING * (number // TILES_PER_BUILDING) * scorings
        if number % TILES_PER_BUILDING:
            total += POINTS_PER_BUILDING * HALF_BUILDING * (scorings - 1 + left)
        different += number >= TILES_PER_BUILDING
    return total + VALUE_BY_DIFFERENT_BUILDINGS[different] * scorings


@rule
def priests_and_plagues_value(p: Priests, seat: int, new_priests: int) -> float:
    scorings = EPOCHS - p.epoch + 1
    priests = p.tiles[seat, PRIEST]
    plagues = p.tiles[seat, PLAGUE]
    if priests >= PRIESTS_TO_REMOVE_PLAGUE and plagues:
        plagues -= 1
    return POINTS_PER_PRIEST * priests + FLIP_VALUE * new_priests + look_up(POINTS_BY_PLAGUES, plagues) * scorings


@rule
def pyramid_value(p: Priests, seat: int) -> float:
    size = p.tiles[seat, PYRAMID]
    colours = 0.0
    for colour in CHAMBERS:
        number = p.tiles[seat, colour]
        size += number
        colours += look_up(VALUE_BY_EQUAL_CHAMBERS, number)
    return look_up(VALUE_BY_PYRAMID_SIZE, size) + colours
