"""Ra: how a sensible player sees it. What a display is worth to its owner, what the row would add, what to do then.

`choose` looks one decision ahead and does not search: it is the bot `greedy`, and a guide for the search. All values
are in points of fame, for the rest of the game, not only for this epoch; some were fitted to the results of thousands
of positions between players who search.
"""

from __future__ import annotations

from heliopolis.games.ra.rules import DISCARD, DISCARD_TILE, DISCARDS_PER_DISASTER, GODS, TAKE, Ra, legal
from heliopolis.games.ra.scoring import (
    POINTS_FOR_FEWEST_PHARAOHS,
    POINTS_FOR_MOST_PHARAOHS,
    POINTS_PER_GOD,
    POINTS_PER_GOLD,
)
from heliopolis.games.ra.tiles import (
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
from heliopolis.games.sun.auction import BID, END, EPOCHS
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
SPREAD_AT_END, SPREAD_PER_GAME = 3.3, 5.8
FAME_TO_COME = (0.0, 0.0, 15.0, 6.5, 4.0, -3.0)  # that all may expect alike, by number of players
NILE_LATER = 0.25  # a nile in an epoch whose flood is still to come
PHARAOH_EACH = 0.9  # a pharaoh, per epoch to come, beside what the present ranking brings
GOD_OPTION = 1.5  # what a god may do better than score
RANKING_OPEN = 0.9  # how little the ranking of pharaohs tells while the epoch is young
CIVILIZATION_OPEN = 0.4  # the part of the loss for no civilization that a player may hope to avoid then
VALUE_BY_DIFFERENT_CIVILIZATIONS = (-5.0, 0.0, 2.0, 5.5, 10.0, 15.0)
VALUE_BY_DIFFERENT_MONUMENTS = (0.0, 1.0, 2.0, 3.0, 4.2, 5.8, 8.0, 11.5, 15.0)
VALUE_BY_EQUAL_MONUMENTS = (0.0, 0.0, 1.2, 5.0, 10.0, 15.0)
NO_ACTION = -1


@rule
def choose(p: Ra, generator: Generator) -> int:  # noqa: ARG001 -- the heuristics of other games may toss a coin
    """Return a sensible action for the player to act."""
    if p.phase == BID:
        return choose_bid(p, gain(p, p.to_act))
    if p.phase == DISCARD:
        return choose_discard(p)
    god = choose_god(p)
    if god != NO_ACTION:
        return god
    if p.phase == GODS:
        return END
    return choose_draw_or_invoke(p, gain(p, p.to_act))


@rule
def candidates(p: Ra) -> int:
    """Return the actions that are worth searching: all."""
    return legal(p)


@rule
def expected_score(p: Ra, seat: int) -> float:
    """Return the fame a player may expect at the end."""
    return expected_fame(p, seat, value(p, seat), FAME_TO_COME)


@rule
def spread(p: Ra) -> float:
    """Return how many points of lead make the chance of winning e times as high: fewer as the end comes nearer."""
    return SPREAD_AT_END + SPREAD_PER_GAME * game_left(p)


# ---- decisions -----------------------------------------------------------------------------------------------------


@rule
def choose_god(p: Ra) -> int:
    """Play a god for the best tile that is worth more than the god, if there is one."""
    best, action = god_value(p), NO_ACTION
    for space in range(p.row_len):
        if p.tiles[p.turn, GOD] and p.row[space] != GOD and p.row[space] < FUNERAL:
            more = tile_value(p, p.turn, p.row[space])
            if more > best:
                best, action = more, TAKE + p.row[space]
    return action


@rule
def choose_discard(p: Ra) -> int:
    """Discard the tile that is missed least."""
    actions = legal(p)
    least, choice = 1000.0, NO_ACTION
    while actions:
        action = lowest_bit(actions)
        actions &= actions - 1
        kind = action - DISCARD_TILE
        p.tiles[p.to_act, kind] -= 1
        loss = tile_value(p, p.to_act, kind)
        p.tiles[p.to_act, kind] += 1
        if loss < least:
            least, choice = loss, action
    return choice


# ---- values --------------------------------------------------------------------------------------------------------


@rule
def gain(p: Ra, seat: int) -> float:
    """Return what the row would add to a player's display."""
    before = value(p, seat)
    add_row(p, seat, 1)
    after = value(p, seat)
    add_row(p, seat, -1)
    return after - before


@rule
def tile_value(p: Ra, seat: int, kind: int) -> float:
    """Return what one more tile of a kind would add."""
    before = value(p, seat)
    p.tiles[seat, kind] += 1
    after = value(p, seat)
    p.tiles[seat, kind] -= 1
    return after - before


@rule
def god_value(p: Ra) -> float:
    return POINTS_PER_GOD + GOD_OPTION * time_left(p)


@rule
def value(p: Ra, seat: int) -> float:
    """Return what a player's display is worth, disasters in it included."""
    gold = POINTS_PER_GOLD * p.tiles[seat, GOLD]
    gods = p.tiles[seat, GOD]
    return (
        gold
        + gods * god_value(p)
        + pharaohs_value(p, seat)
        + nile_value(p, seat)
        + civilization_value(p, seat)
        + monuments_value(p, seat)
    )


@rule
def disaster_cost(p: Ra, seat: int, disaster: int) -> int:
    """Return how many tiles a disaster would cost."""
    return DISCARDS_PER_DISASTER * p.tiles[seat, disaster]


@rule
def pharaohs_value(p: Ra, seat: int) -> float:
    lost = disaster_cost(p, seat, FUNERAL)
    pharaohs = max(0, p.tiles[seat, PHARAOH] - lost)
    to_come = EPOCHS - p.epoch
    ranking = pharaoh_ranking(p, seat, pharaohs) * (1.0 - RANKING_OPEN * time_left(p))
    return ranking + PHARAOH_EACH * pharaohs * (to_come + time_left(p)) / EPOCHS


@rule
def pharaoh_ranking(p: Ra, seat: int, pharaohs: int) -> float:
    """Return what so many pharaohs would score beside those of the others."""
    most, fewest = 0, 100
    for other in range(p.players):
        if other != seat:
            most = max(most, p.tiles[other, PHARAOH])
            fewest = min(fewest, p.tiles[other, PHARAOH])
    if pharaohs >= most and pharaohs > fewest:
        return POINTS_FOR_MOST_PHARAOHS
    return POINTS_FOR_FEWEST_PHARAOHS if pharaohs <= fewest else 0


@rule
def nile_value(p: Ra, seat: int) -> float:
    floods = p.tiles[seat, FLOOD]
    niles = p.tiles[seat, NILE]
    lost = disaster_cost(p, seat, DROUGHT)
    niles = max(0, niles - max(0, lost - floods))
    floods = max(0, floods - lost)
    this_epoch = floods + niles if floods else niles * NILE_LATER * time_left(p)
    return this_epoch + niles * NILE_LATER * (EPOCHS - p.epoch)


@rule
def civilization_value(p: Ra, seat: int) -> float:
    different = number = 0
    for kind in CIVILIZATION:
        tiles = p.tiles[seat, kind]
        number += tiles
        different += tiles > 0
    lost = disaster_cost(p, seat, UNREST)
    left = max(0, min(different, number - lost))
    certain = 1.0 if left else 1.0 - CIVILIZATION_OPEN * time_left(p)
    return VALUE_BY_DIFFERENT_CIVILIZATIONS[left] * certain


@rule
def monuments_value(p: Ra, seat: int) -> float:
    different = 0
    equal = 0.0
    for kind in MONUMENTS:
        tiles = p.tiles[seat, kind]
        different += tiles > 0
        equal += look_up(VALUE_BY_EQUAL_MONUMENTS, tiles)
    lost = disaster_cost(p, seat, EARTHQUAKE)
    return VALUE_BY_DIFFERENT_MONUMENTS[max(0, different - lost)] + equal
