"""Ra: how a sensible player sees it. What a display is worth to its owner, what the row would add, what to do then.

`choose` looks one decision ahead and never calculates: it is the bot `greedy`, and a guide for those who search. All
worths are in points of fame, for the rest of the game, not only for this epoch; some were fitted to what became of
thousands of positions between players who search.
"""

from __future__ import annotations

from heliopolis.games.ra.rules import DISCARD, END, GIVE_UP, GODS, LOST_PER_DISASTER, TAKE, Ra, legal
from heliopolis.games.ra.scoring import GOD_POINTS, GOLD_POINTS
from heliopolis.games.ra.tiles import (
    ART,
    CIVILIZATION,
    DROUGHT,
    EARTHQUAKE,
    FLOOD,
    FUNERAL,
    GOD,
    GOLD,
    MONUMENTS,
    NILE,
    PHARAOH,
    UNREST,
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
NILE_LATER = 0.25  # a nile in an epoch whose flood is still to come
PHARAOH_EACH = 0.9  # a pharaoh, per epoch to come, beside what the present ranking brings
GOD_OPTION = 1.5  # what a god may do better than score
RANKING_OPEN = 0.9  # how little the ranking of pharaohs tells while the epoch is young
CIVILIZATION_OPEN = 0.4  # the part of the loss for no civilization that one may hope to avoid then
CIVILIZATION_WORTH = (-5.0, 0.0, 2.0, 5.5, 10.0, 15.0)
DIFFERENT_WORTH = (0.0, 1.0, 2.0, 3.0, 4.2, 5.8, 8.0, 11.5, 15.0)
EQUAL_WORTH = (0.0, 0.0, 1.2, 5.0, 10.0, 15.0)


@rule
def choose(p: Ra, generator: Generator) -> int:  # noqa: ARG001 -- other games' players may toss a coin
    """A sensible decision for the player to act."""
    seat = p.to_act
    if p.phase == BID:
        return choose_bid(p, gain(p, seat), price_of_sun(p, seat, GOOD_ROW))
    if p.phase == DISCARD:
        return choose_discard(p)
    god = choose_god(p)
    if god or p.phase == GODS:
        return god if god else END
    return choose_draw_or_invoke(p, gain(p, seat), price_of_sun(p, seat, GOOD_ROW))


@rule
def candidates(p: Ra) -> int:
    """The decisions that are worth a thought: all."""
    return legal(p)


@rule
def quiet(p: Ra) -> bool:
    """Whether the position can be judged by its looks: no auction is running."""
    return p.phase == TURN


@rule
def expected_score(p: Ra, seat: int) -> float:
    """The fame a player may expect at the end, beside what everybody may."""
    if p.phase == OVER:
        return p.fame[seat]
    return p.fame[seat] + worth(p, seat, -1, False) + worth_of_suns(p, seat, GOOD_ROW)


# ---- decisions -----------------------------------------------------------------------------------------------------


@rule
def choose_god(p: Ra) -> int:
    """A god is played for a tile that is worth more than the god is."""
    best, choice = GOD_POINTS + GOD_OPTION * time_left(p), 0
    for space in range(p.row_len):
        if p.tiles[p.turn, GOD] and p.row[space] != GOD and p.row[space] < FUNERAL:
            more = worth_of_tile(p, p.turn, p.row[space])
            if more > best:
                best, choice = more, TAKE + p.row[space]
    return choice


@rule
def choose_discard(p: Ra) -> int:
    """What is missed least."""
    decisions = legal(p)
    least, choice = 1000.0, 0
    while decisions:
        action = lowest_bit(decisions)
        decisions &= decisions - 1
        kind = action - GIVE_UP + ART
        p.tiles[p.to_act, kind] -= 1
        loss = worth_of_tile(p, p.to_act, kind)
        p.tiles[p.to_act, kind] += 1
        if loss < least:
            least, choice = loss, action
    return choice


# ---- worths --------------------------------------------------------------------------------------------------------


@rule
def gain(p: Ra, seat: int) -> float:
    """What the row would add to a player's display."""
    return worth(p, seat, -1, True) - worth(p, seat, -1, False)


@rule
def worth_of_tile(p: Ra, seat: int, kind: int) -> float:
    """What one more tile of a kind would add."""
    return worth(p, seat, kind, False) - worth(p, seat, -1, False)


@rule
def number_of(p: Ra, seat: int, kind: int, extra: int, with_row: bool) -> int:
    """Tiles of a kind before a player, an extra one and perhaps the row counted in."""
    number: int = p.tiles[seat, kind] + (kind == extra)
    if with_row:
        for space in range(p.row_len):
            number += p.row[space] == kind
    return number


@rule
def worth(p: Ra, seat: int, extra: int, with_row: bool) -> float:
    """A player's display, with an extra tile (or -1) and with or without the row."""
    total = GOLD_POINTS * number_of(p, seat, GOLD, extra, with_row)
    gods = number_of(p, seat, GOD, extra, with_row)
    return (
        total
        + gods * (GOD_POINTS + GOD_OPTION * time_left(p))
        + worth_of_pharaohs(p, seat, extra, with_row)
        + worth_of_nile(p, seat, extra, with_row)
        + worth_of_civilization(p, seat, extra, with_row)
        + worth_of_monuments(p, seat, extra, with_row)
    )


@rule
def worth_of_pharaohs(p: Ra, seat: int, extra: int, with_row: bool) -> float:
    lost = LOST_PER_DISASTER * number_of(p, seat, FUNERAL, extra, with_row)
    pharaohs = max(0, number_of(p, seat, PHARAOH, extra, with_row) - lost)
    most, fewest = 0, 100
    for other in range(p.players):
        if other != seat:
            most = max(most, p.tiles[other, PHARAOH])
            fewest = min(fewest, p.tiles[other, PHARAOH])
    ranking = 5.0 if pharaohs >= most and pharaohs > fewest else -2.0 if pharaohs <= fewest else 0.0
    to_come = EPOCHS - p.epoch
    return ranking * (1.0 - RANKING_OPEN * time_left(p)) + PHARAOH_EACH * pharaohs * (to_come + time_left(p)) / EPOCHS


@rule
def worth_of_nile(p: Ra, seat: int, extra: int, with_row: bool) -> float:
    floods = number_of(p, seat, FLOOD, extra, with_row)
    niles = number_of(p, seat, NILE, extra, with_row)
    lost = LOST_PER_DISASTER * number_of(p, seat, DROUGHT, extra, with_row)
    niles = max(0, niles - max(0, lost - floods))
    floods = max(0, floods - lost)
    this_epoch = floods + niles if floods else niles * NILE_LATER * time_left(p)
    return this_epoch + niles * NILE_LATER * (EPOCHS - p.epoch)


@rule
def worth_of_civilization(p: Ra, seat: int, extra: int, with_row: bool) -> float:
    different = number = 0
    for kind in CIVILIZATION:
        tiles = number_of(p, seat, kind, extra, with_row)
        number += tiles
        different += tiles > 0
    lost = LOST_PER_DISASTER * number_of(p, seat, UNREST, extra, with_row)
    kept = max(0, min(different, number - lost))
    settled = 1.0 if kept else 1.0 - CIVILIZATION_OPEN * time_left(p)
    return CIVILIZATION_WORTH[kept] * settled


@rule
def worth_of_monuments(p: Ra, seat: int, extra: int, with_row: bool) -> float:
    different = 0
    equal = 0.0
    for kind in MONUMENTS:
        tiles = number_of(p, seat, kind, extra, with_row)
        different += tiles > 0
        equal += EQUAL_WORTH[min(tiles, 5)]
    lost = LOST_PER_DISASTER * number_of(p, seat, EARTHQUAKE, extra, with_row)
    return DIFFERENT_WORTH[max(0, different - lost)] + equal
