"""How a sensible player of any game of this family values suns and time: is this row worth a sun, and which sun?"""

from __future__ import annotations

from heliopolis.games.sun.auction import (
    DRAW,
    EPOCHS,
    INVOKE,
    OVER,
    PASS,
    RA_TRACK_LENGTH,
    TURN,
    SunAuction,
    higher_suns,
    left_of,
    legal_bid,
    legal_draw_or_invoke,
)
from heliopolis.kernel import count_bits, lowest_bit, rule

# For a search
CHANCE_IS_PUBLIC = True  # everybody sees what is drawn
OPPONENTS_IN_TREE = True  # and nothing is secret
PLAYOUT_DECISIONS = 20  # decisions played out before a position is evaluated
HEURISTIC_PRIOR = 0.5  # share of the prior that the heuristic's own choice gets

GOOD_ROW = 7.0  # what a sun should bring while there is time enough for every sun
PREMIUM_ROW = 1.4  # times what a sun should bring: then a row is worth a sun that nobody can beat
SUN_STEP = 0.3  # value of a sun that is higher by one, per epoch to come
OVERESTIMATE = 8.5  # by which displays and suns are valued too highly: not every sun wins a row
MIN_CHANCE = 0.15  # a sun keeps some of its value: the others' suns do not last for ever


# ---- the position --------------------------------------------------------------------------------------------------


@rule
def quiet(p: SunAuction) -> bool:
    """Return whether the position can be evaluated as it stands: no auction is running."""
    return p.phase == TURN


@rule
def expected_fame(p: SunAuction, seat: int, display_value: float, fame_to_come: tuple[float, ...]) -> float:
    """Return the fame a player may expect at the end; `fame_to_come` is what all may, by the number of players."""
    if p.phase == OVER:
        return p.fame[seat]
    alike = fame_to_come[p.players] * game_left(p) - OVERESTIMATE
    return p.fame[seat] + display_value + suns_value(p, seat) + alike


@rule
def time_left(p: SunAuction) -> float:
    """Return the part of the epoch that is still to come, as far as the Ra track tells."""
    return 1.0 - p.ra_track / RA_TRACK_LENGTH[p.players]


@rule
def game_left(p: SunAuction) -> float:
    """Return the part of the game that is still to come, as far as epoch and Ra track tell."""
    return (EPOCHS - p.epoch + time_left(p)) / EPOCHS


@rule
def add_row(p: SunAuction, seat: int, times: int) -> None:
    """Add the tiles of the row to a player's display, to see what it would be worth; take them out with -1 times."""
    for space in range(p.row_len):
        p.tiles[seat, p.row[space]] += times


# ---- suns ----------------------------------------------------------------------------------------------------------


@rule
def reserve_price(p: SunAuction, seat: int) -> float:
    """Return what a player may expect of a sun kept for later: less when there are more suns than time."""
    suns = 0
    for other in range(p.players):
        suns += count_bits(p.suns_up[other])
    auctions = RA_TRACK_LENGTH[p.players] - p.ra_track - 1
    own = count_bits(p.suns_up[seat])
    chances = min(1.0, max(auctions / suns, (auctions - 1) / (2.0 * own)))
    return GOOD_ROW * max(MIN_CHANCE, chances)


@rule
def sun_step(p: SunAuction) -> float:
    """Return the value of a sun that is higher by one, for the epochs to come and the last scoring."""
    return SUN_STEP * (EPOCHS - p.epoch + 0.5)


@rule
def suns_value(p: SunAuction, seat: int) -> float:
    """Suns face up win rows in this epoch; all suns win rows in the epochs to come, and count at the end."""
    rows = reserve_price(p, seat) * count_bits(p.suns_up[seat]) if p.suns_up[seat] else 0.0
    suns, total = p.suns_up[seat] | p.suns_down[seat], 0
    while suns:
        total += lowest_bit(suns)
        suns &= suns - 1
    return rows + sun_step(p) * total


@rule
def highest_sun_to_come(p: SunAuction) -> int:
    """Return the highest sun of the players who may still outbid."""
    suns = 0
    seat = p.to_act
    while seat != p.turn:
        seat = left_of(p, seat)
        suns |= p.suns_up[seat]
    highest = 0
    while suns:
        highest = lowest_bit(suns)
        suns &= suns - 1
    return highest


# ---- decisions -----------------------------------------------------------------------------------------------------


@rule
def choose_bid(p: SunAuction, gain: float) -> int:
    """Bid the lowest sun if the row is worth it; a sun that nobody can beat if it is worth much more."""
    price = reserve_price(p, p.to_act)
    suns = higher_suns(p.suns_up[p.to_act], p.bid)
    lowest = lowest_bit(suns)
    safe = higher_suns(suns, highest_sun_to_come(p))
    surplus = gain + sun_step(p) * (p.centre - lowest) - price
    if surplus >= price * (PREMIUM_ROW - 1) and safe:
        return lowest_bit(safe)
    if surplus >= 0 or not legal_bid(p) & 1 << PASS:
        return lowest
    return PASS


@rule
def choose_draw_or_invoke(p: SunAuction, gain: float) -> int:
    """Invoke Ra for a row that is worth a sun."""
    if legal_draw_or_invoke(p) >> DRAW & 1 and gain < reserve_price(p, p.to_act):
        return DRAW
    return INVOKE
