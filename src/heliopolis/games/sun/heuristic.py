"""What a sensible player of any sun auction thinks of suns and time: is this row worth a sun, and which?"""

from __future__ import annotations

from heliopolis.games.sun.auction import (
    DRAW,
    EPOCHS,
    INVOKE,
    PASS,
    TRACK,
    SunAuction,
    higher_suns,
    left_of,
    legal_bid,
    legal_draw_or_invoke,
)
from heliopolis.kernel import count_bits, lowest_bit, rule

DEAR_ROW = 1.4  # times what a sun should bring: then a row is worth a sun that nobody can beat
SUN_STEP = 0.3  # the worth of a higher number on a sun, per epoch to come
LEAST_CHANCE = 0.15  # a sun is never quite worthless: the others' suns do not last for ever


@rule
def time_left(p: SunAuction) -> float:
    """The part of the epoch that is still to come, as far as the Ra track tells."""
    return 1.0 - p.ra_track / TRACK[p.players]


@rule
def price_of_sun(p: SunAuction, seat: int, good_row: float) -> float:
    """What a player may expect of a sun kept for later: less when there are more suns than time."""
    suns = 0
    for other in range(p.players):
        suns += count_bits(p.suns_up[other])
    auctions = TRACK[p.players] - p.ra_track - 1
    own = count_bits(p.suns_up[seat])
    chances = min(1.0, max(auctions / suns, (auctions - 1) / (2.0 * own)))
    return good_row * max(LEAST_CHANCE, chances)


@rule
def worth_of_suns(p: SunAuction, seat: int, good_row: float) -> float:
    """Suns face up are rows to come in this epoch; all suns are for the epochs to come, and for the last count."""
    rows = price_of_sun(p, seat, good_row) * count_bits(p.suns_up[seat]) if p.suns_up[seat] else 0.0
    suns, numbers = p.suns_up[seat] | p.suns_down[seat], 0
    while suns:
        numbers += lowest_bit(suns)
        suns &= suns - 1
    return rows + SUN_STEP * (EPOCHS - p.epoch + 0.5) * numbers


@rule
def highest_to_come(p: SunAuction) -> int:
    """The highest sun of those who may still outbid."""
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


@rule
def choose_bid(p: SunAuction, gain: float, price: float) -> int:
    """The lowest sun that may do, if the row is worth it; a sun beyond the others' reach, if it is worth much more."""
    suns = higher_suns(p.suns_up[p.to_act], p.bid)
    lowest = lowest_bit(suns)
    safe = higher_suns(suns, highest_to_come(p))
    sun_worth = SUN_STEP * (EPOCHS - p.epoch + 0.5)
    surplus = gain + sun_worth * (p.centre - lowest) - price
    if surplus >= price * (DEAR_ROW - 1) and safe:
        return lowest_bit(safe)
    if surplus >= 0 or not legal_bid(p) & 1 << PASS:
        return lowest
    return PASS


@rule
def choose_draw_or_invoke(p: SunAuction, gain: float, price: float) -> int:
    """Ra is invoked for a row that is worth a sun."""
    if legal_draw_or_invoke(p) >> DRAW & 1 and gain < price:
        return DRAW
    return INVOKE
