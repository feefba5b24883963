"""Fulfilling a phrase: who owes what, the choice of cards where there is one, and the exchange.

The active player chooses first, then his partner; the cards leave the hands only after the last choice. Cards that the
phrase names go by themselves; for people, technology or any the giver chooses one after the other, the narrower item
first; of an *or* he chooses the alternative before.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from heliopolis.games.respublica.actions import FIRST_ALTERNATIVE, OFFER
from heliopolis.games.respublica.cards import ANY, CARDS
from heliopolis.games.respublica.knowledge import learn_gifts
from heliopolis.games.respublica.phrases import (
    AND,
    NO_PHRASE,
    OR,
    can_give_item,
    count_of,
    includes,
    joint_of,
    kind_of,
    leaves_choice,
)
from heliopolis.kernel import rule

if TYPE_CHECKING:
    from heliopolis.games.respublica.state import ResPublica

CHOOSE_ALTERNATIVE, CHOOSE_CARDS = 1, 2  # steps of a gift
FIRST_ITEM, SECOND_ITEM, BOTH_ITEMS = 1, 2, 3  # which items of the phrase are fulfilled, as bits


@rule
def due_from(p: ResPublica, seat: int) -> int:
    """The phrase a party of the accepted trade must fulfil."""
    announced = (seat == p.turn) == (p.mode == OFFER)
    return p.said[p.turn] if announced else p.said[p.accepted]


@rule
def side(p: ResPublica, seat: int) -> int:
    return 0 if seat == p.turn else 1


@rule
def fresh_draft(p: ResPublica) -> None:
    """The unfinished move is finished, or forgotten."""
    p.step = 0
    p.draft_mode = 0
    p.draft = NO_PHRASE
    p.gift_item = 0
    p.gift_left = 0
    p.gift_from = 0
    for i in range(p.steps_len):
        p.steps[i] = 0
    p.steps_len = 0


@rule
def begin_gifts(p: ResPublica) -> bool:
    """The active player's gift; whether the whole exchange needed no choice and is done."""
    return begin_gift(p, p.turn) and begin_second_gift(p)


@rule
def begin_second_gift(p: ResPublica) -> bool:
    if begin_gift(p, p.accepted):
        exchange(p)
        return True
    return False


@rule
def begin_gift(p: ResPublica, seat: int) -> bool:
    """A seat is to choose its gift; whether there is nothing to choose."""
    phrase = due_from(p, seat)
    if not leaves_choice(phrase):
        put_named_cards(p, seat, phrase, BOTH_ITEMS)
        return True
    p.to_act = seat
    p.step = CHOOSE_ALTERNATIVE
    if joint_of(phrase) != OR:
        take_items(p, BOTH_ITEMS)
    return False


@rule
def items_of(phrase: int, which: int, item: int) -> int:
    """The count of an item if it is to be fulfilled, else 0."""
    if item == 1 and joint_of(phrase) not in (AND, OR):
        return 0
    return count_of(phrase, item) if which >> item & 1 else 0


@rule
def put_named_cards(p: ResPublica, seat: int, phrase: int, which: int) -> None:
    for item in range(2):
        kind = kind_of(phrase, item)
        if kind < CARDS:
            p.given[side(p, seat), kind] += items_of(phrase, which, item)


@rule
def take_items(p: ResPublica, which: int) -> bool:
    """Named cards go by themselves; whether cards must still be chosen."""
    p.draft = which
    put_named_cards(p, p.to_act, due_from(p, p.to_act), which)
    return next_item(p, 0)


@rule
def next_item(p: ResPublica, after: int) -> bool:
    """The next item that leaves a choice, people and technology before any; False if there is none."""
    phrase = due_from(p, p.to_act)
    for kind in range(max(CARDS, after + 1), ANY + 1):
        for item in range(2):
            if kind_of(phrase, item) == kind and items_of(phrase, p.draft, item):
                p.step = CHOOSE_CARDS
                p.gift_item = kind
                p.gift_left = count_of(phrase, item)
                p.gift_from = 0
                return True
    return False


@rule
def legal_gift(p: ResPublica) -> int:
    """The alternatives that can be given; or the next card, in order, so that enough are left for the rest."""
    seat = p.to_act
    choices = 0
    if p.step == CHOOSE_ALTERNATIVE:
        for item in range(2):
            if can_give_item(p, seat, due_from(p, seat), item):
                choices |= 1 << (FIRST_ALTERNATIVE + item)
        return choices
    enough = 0
    for card in range(CARDS - 1, p.gift_from - 1, -1):
        left = p.hands[seat, card] - p.given[side(p, seat), card]
        if includes(p.gift_item, card) and left:
            enough += left
            if enough >= p.gift_left:
                choices |= 1 << card
    return choices


@rule
def go_on_with_gift(p: ResPublica, action: int) -> bool:
    """One step of a gift; whether the whole exchange is done."""
    if p.step == CHOOSE_ALTERNATIVE:
        unfinished = take_items(p, FIRST_ITEM << (action - FIRST_ALTERNATIVE))
    else:
        p.given[side(p, p.to_act), action] += 1
        p.gift_left -= 1
        p.gift_from = action
        unfinished = p.gift_left > 0 or next_item(p, p.gift_item)
    if unfinished:
        return False
    seat = p.to_act
    fresh_draft(p)
    if seat == p.turn:
        return begin_second_gift(p)
    exchange(p)
    return True


@rule
def exchange(p: ResPublica) -> None:
    """Hands change at last; the two remember what they saw."""
    one, two = p.turn, p.accepted
    learn_gifts(p, one, due_from(p, one), two, due_from(p, two))
    for card in range(CARDS):
        more = p.given[1, card] - p.given[0, card]
        p.hands[one, card] += more
        p.hands[two, card] -= more
        p.given[0, card] = 0
        p.given[1, card] = 0
