"""Res Publica: the phrases that a sensible player plans: what to ask for, what to offer, how to answer."""

from __future__ import annotations

from heliopolis.games.respublica.actions import ASK
from heliopolis.games.respublica.card_values import IMPOSSIBLE, cost, gain, value_change
from heliopolis.games.respublica.cards import CARDS
from heliopolis.games.respublica.phrases import ALONE, NO_PHRASE, OR, can_give, kind_of, make_phrase
from heliopolis.games.respublica.rules import ResPublica
from heliopolis.kernel import NOBODY, rule

MIN_TRADE_GAIN = 0.15  # a trade must bring more than that
KNOWN_FACTOR = 1.25  # for a card that somebody is known to hold
WANTED_FACTOR = 0.5  # for a card that somebody asked for: it is given more gladly


@rule
def most_welcome(p: ResPublica, seat: int, avoid: int) -> int:
    """Return the card in hand, except one to avoid, of which another copy would help most; known copies count more."""
    best, choice = 0.0, 0
    for card in range(CARDS):
        if card != avoid and p.hands[seat, card]:
            in_hands = 0
            for viewed in range(p.players):
                in_hands += p.known[seat, CARDS * viewed + card]
            welcome = value_change(p, seat, card, 1) * (KNOWN_FACTOR if in_hands else 1.0)
            if welcome > best:
                best, choice = welcome, card
    return choice


@rule
def least_missed(p: ResPublica, seat: int, wanted_by: int) -> int:
    """Return the card that costs least to give, or -1; cards wanted by a seat, or by anybody (NOBODY), cost less."""
    least, choice = IMPOSSIBLE, -1
    for card in range(CARDS):
        if p.hands[seat, card]:
            missed = -value_change(p, seat, card, -1)
            for other in range(p.players):
                if other != seat and p.wanted[other] == 1 + card and (wanted_by == NOBODY or wanted_by == other):
                    missed *= WANTED_FACTOR
            if missed < least:
                least, choice = missed, card
    return choice


@rule
def plan_ask(p: ResPublica, seat: int) -> int:
    """Return a phrase that asks for one of the card that helps most, or NO_PHRASE."""
    card = most_welcome(p, seat, -1)
    return NO_PHRASE if p.hands[seat, card] == 0 else make_phrase(card, 1, ALONE, 0, 0)


@rule
def plan_offer(p: ResPublica, seat: int) -> int:
    """Return a phrase that offers one of the card that is missed least, or NO_PHRASE."""
    card = least_missed(p, seat, NOBODY)
    return NO_PHRASE if card < 0 else make_phrase(card, 1, ALONE, 0, 0)


@rule
def plan_answer(p: ResPublica, seat: int) -> int:
    """Return a price that pays for what was asked, or a gift for which the offer pays, or NO_PHRASE."""
    announced = p.phrases[p.turn]
    if p.mode == ASK:
        return plan_price(p, seat, announced)
    card = least_missed(p, seat, p.turn)
    if card < 0 or gain(p, seat, announced) + value_change(p, seat, card, -1) < MIN_TRADE_GAIN:
        return NO_PHRASE
    return make_phrase(card, 1, ALONE, 0, 0)


@rule
def plan_price(p: ResPublica, seat: int, asked: int) -> int:
    """Return a price: one of the card that helps most, or of the next best, whichever the other has."""
    if not can_give(p, seat, asked):
        return NO_PHRASE
    enough = cost(p, seat, asked) + MIN_TRADE_GAIN
    avoid = kind_of(asked, 0)  # a player who asks for these will not pay with them
    first = most_welcome(p, seat, avoid)
    if first == avoid or value_change(p, seat, first, 1) < enough:
        return NO_PHRASE
    second, best = -1, enough
    for card in range(CARDS):
        if card not in (avoid, first):
            more = value_change(p, seat, card, 1)
            if more > best:
                second, best = card, more
    if second < 0:
        return make_phrase(first, 1, ALONE, 0, 0)
    return make_phrase(first, 1, OR, second, 1)
