"""Res Publica: the trade. Who may announce, answer and accept, what is due, and the exchange.

The active player announces an ask or an offer, the others answer in turn with what they want, or give, for it; the
active player accepts one answer or none, and the two exchange cards. How a player puts such a move together, action by
action, is in `composing`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from heliopolis.games.respublica.actions import (
    ACCEPT,
    ANSWER,
    ASK,
    FOR,
    GIVE,
    LAY,
    NO_MODE,
    OFFER,
    SAID_NOTHING,
    SAID_PHRASE,
    UNASKED,
)
from heliopolis.games.respublica.cards import ANY, CARDS
from heliopolis.games.respublica.knowledge import learn_gifts
from heliopolis.games.respublica.phrases import (
    ITEMS,
    NO_PHRASE,
    can_give,
    count_of,
    gift_row,
    held,
    kind_of,
    leaves_choice,
)
from heliopolis.kernel import NOBODY, rule

if TYPE_CHECKING:
    from heliopolis.games.respublica.rules import ResPublica


# ---- announcement: one per turn --------------------------------------------------------------------------------------


@rule
def may_offer(p: ResPublica, seat: int) -> bool:
    """Return whether a seat may announce an offer: it needs a card. Everybody may ask."""
    return held(p, seat, ANY) > 0


@rule
def names_own_cards(p: ResPublica, mode: int) -> bool:
    """Return whether a phrase said in a mode names cards that its speaker must hold (ruling 3).

    An offer, and the answer to one, name what the speaker gives; an ask and a price name what the speaker wants.
    """
    return mode == OFFER or (mode == FOR and p.mode == OFFER)


@rule
def announce(p: ResPublica, mode: int, phrase: int) -> None:
    """Make the announcement of the active player; the others answer clockwise."""
    p.mode = mode
    p.phrases[p.turn] = phrase
    note_wanted_card(p, p.turn, mode, phrase)
    ask_next_seat(p)


@rule
def note_wanted_card(p: ResPublica, seat: int, mode: int, phrase: int) -> None:
    """Note the card that a seat has asked for, or named first in its price."""
    if not names_own_cards(p, mode) and kind_of(phrase, 0) < CARDS:
        p.wanted[seat] = 1 + kind_of(phrase, 0)


# ---- answers: everybody is asked (ruling 4) --------------------------------------------------------------------------


@rule
def may_answer(p: ResPublica, seat: int) -> bool:
    """Return whether a seat may answer the announcement with a phrase.

    To answer an ask, a seat must be able to give what was asked; to answer an offer, it needs a card (ruling 3).
    """
    if p.mode == ASK:
        return can_give(p, seat, p.phrases[p.turn])
    return held(p, seat, ANY) > 0


@rule
def answer(p: ResPublica, phrase: int) -> None:
    """Answer for the seat to act: the phrase is what it wants, or gives, for what was announced."""
    p.phrases[p.to_act] = phrase
    p.answered[p.to_act] = SAID_PHRASE
    note_wanted_card(p, p.to_act, FOR, phrase)
    ask_next_seat(p)


@rule
def answer_nothing(p: ResPublica) -> None:
    """Let the seat to act answer nothing."""
    p.answered[p.to_act] = SAID_NOTHING
    ask_next_seat(p)


@rule
def ask_next_seat(p: ResPublica) -> None:
    """Ask the next seat for its answer; after the last one the active player accepts, if any answer is a phrase."""
    p.to_act = (p.to_act + 1) % p.players
    if p.to_act != p.turn:
        p.phase = ANSWER
    elif has_phrase_to_accept(p):
        p.phase = ACCEPT
    else:
        end_trade(p)


@rule
def has_phrase_to_accept(p: ResPublica) -> bool:
    """Return whether any seat has answered with a phrase."""
    phrases = 0
    for seat in range(p.players):
        phrases += p.answered[seat] == SAID_PHRASE
    return phrases > 0


# ---- acceptance ------------------------------------------------------------------------------------------------------


@rule
def may_accept(p: ResPublica, seat: int) -> bool:
    """Return whether the active player may accept the answer of a seat.

    The price for an ask must be one that the active player can pay; what was offered is in hand already (ruling 3).
    """
    return p.answered[seat] == SAID_PHRASE and (p.mode == OFFER or can_give(p, p.turn, p.phrases[seat]))


@rule
def accept(p: ResPublica, seat: int) -> bool:
    """Accept the answer of a seat; return whether a player must choose cards to give now."""
    p.accepted = seat
    p.phase = GIVE
    return start_gift(p, p.turn) or start_second_gift(p)


# ---- gifts: the active player's first, then the partner's (ruling 5) -------------------------------------------------


@rule
def phrase_due(p: ResPublica, seat: int) -> int:
    """Return the phrase that a seat has committed itself to fulfil in the running trade; NO_PHRASE if it has not.

    Whoever made an offer or answered one gives what they named; whoever named a price for an ask gives what was asked;
    and the active player who accepted a price pays it.
    """
    if seat == p.turn:
        if p.mode == OFFER:
            return p.phrases[seat]
        return NO_PHRASE if p.accepted == NOBODY else p.phrases[p.accepted]
    if p.answered[seat] != SAID_PHRASE:
        return NO_PHRASE
    return p.phrases[seat] if p.mode == OFFER else p.phrases[p.turn]


@rule
def start_gift(p: ResPublica, seat: int) -> bool:
    """Start the gift of a seat; return whether it must choose cards.

    A seat is asked if the phrase leaves a choice, whatever its hand; else it gives what the phrase names (ruling 4).
    """
    phrase = phrase_due(p, seat)
    if leaves_choice(phrase):
        p.to_act = seat
        return True
    give_named_cards(p, seat, phrase)
    return False


@rule
def start_second_gift(p: ResPublica) -> bool:
    """Start the gift of the partner; return whether they must choose cards. If not, the cards change hands."""
    if start_gift(p, p.accepted):
        return True
    exchange(p)
    return False


@rule
def finish_gift(p: ResPublica) -> bool:
    """Finish the gift of the seat to act; return whether the other party must choose cards now."""
    if p.to_act == p.turn:
        return start_second_gift(p)
    exchange(p)
    return False


@rule
def give_named_cards(p: ResPublica, seat: int, phrase: int) -> None:
    """Add the cards that a phrase without *or* names to the gift of a seat."""
    for item in range(ITEMS):
        kind = kind_of(phrase, item)
        if kind < CARDS:
            p.given[gift_row(p, seat), kind] += count_of(phrase, item)


@rule
def exchange(p: ResPublica) -> None:
    """Exchange the gifts: hands change after the last choice (ruling 5), and the trade is over."""
    active, partner = p.turn, p.accepted
    learn_gifts(p, active, phrase_due(p, active), partner, phrase_due(p, partner))
    for card in range(CARDS):
        more = p.given[1, card] - p.given[0, card]
        p.hands[active, card] += more
        p.hands[partner, card] -= more
        p.given[0, card] = 0
        p.given[1, card] = 0
    end_trade(p)


@rule
def end_trade(p: ResPublica) -> None:
    """Clear what was said; the active player goes on to lay sets."""
    p.phase = LAY
    p.to_act = p.turn
    p.mode = NO_MODE
    p.accepted = NOBODY
    for seat in range(p.players):
        p.phrases[seat] = NO_PHRASE
        p.answered[seat] = UNASKED
