"""Res Publica: a trade, from the announcement to the exchange.

The active player announces an ask or an offer, the others answer in turn, he accepts one answer or none, and the two
give. Each `play_…` tells whether the trade is over.
"""

from __future__ import annotations

from heliopolis.games.respublica.actions import (
    ACCEPT,
    ACCEPT_SEAT,
    ANSWER,
    ASK,
    COMPOSE_COUNT,
    COMPOSE_COUNT_2,
    COMPOSE_JOINT,
    COMPOSE_KIND,
    COMPOSE_KIND_2,
    COMPOSE_START,
    COUNT,
    DECLINE,
    DONE,
    FOR,
    GIVE,
    JOIN_AND,
    JOIN_OR,
    NO_TRADE,
    NOTHING,
    OFFER,
    SAID_NOTHING,
    SAID_PHRASE,
    SAY_ASK,
    SAY_FOR,
    SAY_OFFER,
    TRADE,
)
from heliopolis.games.respublica.actions import ACTIONS as ACTIONS
from heliopolis.games.respublica.actions import OUTCOMES as OUTCOMES
from heliopolis.games.respublica.cards import CARDS, KINDS
from heliopolis.games.respublica.gifts import begin_gifts, fresh_draft, go_on_with_gift, legal_gift
from heliopolis.games.respublica.phrases import (
    ALONE,
    MOST,
    NO_PHRASE,
    can_give_some,
    count_of,
    held,
    joint_of,
    kind_of,
    make_phrase,
    most_of,
    next_kinds,
)
from heliopolis.games.respublica.state import ResPublica
from heliopolis.kernel import rule


@rule
def legal_in_trade(p: ResPublica) -> int:
    if p.phase == GIVE:
        return legal_gift(p)
    if p.step != COMPOSE_START:
        return legal_phrase(p)
    if p.phase == TRADE:
        return legal_trade(p)
    return legal_answer(p) if p.phase == ANSWER else legal_accept(p)


@rule
def play_in_trade(p: ResPublica, action: int) -> bool:
    """A decision in a trade; whether the trade is over then."""
    if p.phase == GIVE:
        return play_gift(p, action)
    if p.step != COMPOSE_START:
        return play_phrase(p, action)
    if p.phase == TRADE:
        return play_trade(p, action)
    return play_answer(p, action) if p.phase == ANSWER else play_accept(p, action)


# ---- trade: one announcement a turn ---------------------------------------------------------------------------------


@rule
def legal_trade(p: ResPublica) -> int:
    """No trade, or an ask; an offer needs a card to offer."""
    offer = 1 << SAY_OFFER if held(p, p.turn, KINDS - 1) else 0
    return 1 << NO_TRADE | 1 << SAY_ASK | offer


@rule
def play_trade(p: ResPublica, action: int) -> bool:
    if action == NO_TRADE:
        return True
    begin_phrase(p, action, action - NO_TRADE)
    return False


@rule
def legal_answer(p: ResPublica) -> int:
    """Nothing; or a phrase, by one who can give what was asked, or has something to give for what is offered."""
    seat = p.to_act
    may = can_give_some(p, seat, p.said[p.turn]) if p.mode == ASK else held(p, seat, KINDS - 1) > 0
    return 1 << NOTHING | (1 << SAY_FOR if may else 0)


@rule
def play_answer(p: ResPublica, action: int) -> bool:
    if action == NOTHING:
        p.answered[p.to_act] = SAID_NOTHING
        return next_answer(p)
    begin_phrase(p, action, FOR)
    return False


@rule
def next_answer(p: ResPublica) -> bool:
    """The next seat answers; after the last one the active player accepts, if there is anything to accept."""
    p.to_act = (p.to_act + 1) % p.players
    if p.to_act != p.turn:
        p.phase = ANSWER
        return False
    for other in range(p.players):
        if p.answered[other] == SAID_PHRASE:
            p.phase = ACCEPT
            return False
    return True


# ---- composing a phrase ---------------------------------------------------------------------------------------------


@rule
def begin_phrase(p: ResPublica, action: int, mode: int) -> None:
    p.draft_mode = mode
    p.draft = NO_PHRASE
    p.step = COMPOSE_KIND
    leave_trail(p, action)


@rule
def leave_trail(p: ResPublica, action: int) -> None:
    p.steps[p.steps_len] = action
    p.steps_len += 1


@rule
def must_hold(p: ResPublica) -> bool:
    """An offer, and the answer to one, name what is given; an ask and a price name what is wanted (ruling 2)."""
    return p.draft_mode == OFFER or (p.draft_mode == FOR and p.mode == OFFER)


@rule
def legal_phrase(p: ResPublica) -> int:
    """The next step of an unfinished phrase."""
    seat, holding = p.to_act, must_hold(p)
    if p.step in (COMPOSE_KIND, COMPOSE_KIND_2):
        return next_kinds(p, seat, p.draft, joint_of(p.draft), holding)
    if p.step == COMPOSE_JOINT:
        more = not holding or held(p, seat, KINDS - 1) > count_of(p.draft, 0)
        return 1 << DONE | 1 << JOIN_OR | (1 << JOIN_AND if more else 0)
    second = p.step == COMPOSE_COUNT_2
    joint = joint_of(p.draft) if second else ALONE
    most = most_of(p, seat, p.draft, joint, kind_of(p.draft, 1 if second else 0)) if holding else MOST
    return ((1 << most) - 1) << (COUNT + 1)


@rule
def play_phrase(p: ResPublica, action: int) -> bool:
    """One step of a phrase; with the last one it is said."""
    kind, count, joint = kind_of(p.draft, 0), count_of(p.draft, 0), joint_of(p.draft)
    leave_trail(p, action)
    if p.step == COMPOSE_KIND:
        p.draft = make_phrase(action, 0, ALONE, 0, 0)
    elif p.step == COMPOSE_COUNT:
        p.draft = make_phrase(kind, action - COUNT, ALONE, 0, 0)
    elif p.step == COMPOSE_JOINT:
        p.draft = make_phrase(kind, count, action - DONE, 0, 0)
    elif p.step == COMPOSE_KIND_2:
        p.draft = make_phrase(kind, count, joint, action, 0)
    else:
        p.draft = make_phrase(kind, count, joint, kind_of(p.draft, 1), action - COUNT)
    if action == DONE or p.step == COMPOSE_COUNT_2:
        return say(p, p.to_act, p.draft)
    p.step += 1
    return False


@rule
def say(p: ResPublica, seat: int, phrase: int) -> bool:
    """An announcement or an answer is out."""
    p.said[seat] = phrase
    if p.draft_mode == FOR:
        p.answered[seat] = SAID_PHRASE
    else:
        p.mode = p.draft_mode
    if not must_hold(p) and kind_of(phrase, 0) < CARDS:
        p.wanted[seat] = 1 + kind_of(phrase, 0)
    fresh_draft(p)
    return next_answer(p)


# ---- accepting and giving -------------------------------------------------------------------------------------------


@rule
def legal_accept(p: ResPublica) -> int:
    """None, or one answer that can be paid; what was answered to an offer costs just what was offered."""
    accepts = 1 << DECLINE
    for seat in range(p.players):
        if p.answered[seat] == SAID_PHRASE and (p.mode == OFFER or can_give_some(p, p.turn, p.said[seat])):
            accepts |= 1 << (ACCEPT_SEAT + seat)
    return accepts


@rule
def play_accept(p: ResPublica, action: int) -> bool:
    if action == DECLINE:
        return True
    p.accepted = action - ACCEPT_SEAT
    p.phase = GIVE
    return begin_gifts(p)


@rule
def play_gift(p: ResPublica, action: int) -> bool:
    """One step of a gift; after the last gift hands have changed."""
    leave_trail(p, action)
    return go_on_with_gift(p, action)
