"""What can be said in a trade: a phrase is one item, or two joined by *and* or by *or*; an item is a count of a kind.

A phrase is packed into one number, so that it can be handed around like any other. Composing one takes small steps:
kind, count, and perhaps a joint, kind and count again.

Possession. One who must hold what he says holds it by matching, not by counting kinds: *and* needs all cards at once,
"1 roman and 2 people" three people cards, one of them roman. Of an *or* he must hold each alternative by itself when he
says it; one alternative is enough when he is asked for it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from heliopolis.games.respublica.cards import ANY, CARDS, FIRST_TECHNOLOGY, KINDS, PEOPLE, TECHNOLOGY
from heliopolis.kernel import rule

if TYPE_CHECKING:
    from heliopolis.games.respublica.state import ResPublica

NO_PHRASE = 0
ALONE, AND, OR = range(3)
MOST = 9  # cards of an item


# ---- a phrase as a number ------------------------------------------------------------------------------------------


@rule
def make_phrase(kind: int, count: int, joint: int, second_kind: int, second_count: int) -> int:
    return kind | count << 4 | joint << 8 | second_kind << 10 | second_count << 14


@rule
def kind_of(phrase: int, item: int) -> int:
    return phrase >> 10 * item & 15


@rule
def count_of(phrase: int, item: int) -> int:
    return phrase >> (4 + 10 * item) & 15


@rule
def joint_of(phrase: int) -> int:
    return phrase >> 8 & 3


@rule
def leaves_choice(phrase: int) -> bool:
    """Whether one who fulfils the phrase chooses the cards."""
    joint = joint_of(phrase)
    return joint == OR or kind_of(phrase, 0) >= CARDS or (joint == AND and kind_of(phrase, 1) >= CARDS)


@rule
def includes(kind: int, other: int) -> bool:
    """Whether a kind includes all cards of another."""
    if kind in (ANY, other):
        return True
    if kind == PEOPLE:
        return other < FIRST_TECHNOLOGY
    return kind == TECHNOLOGY and FIRST_TECHNOLOGY <= other < CARDS


# ---- possession ------------------------------------------------------------------------------------------------------


@rule
def held(p: ResPublica, seat: int, kind: int) -> int:
    """The cards of a kind in a hand."""
    if kind < CARDS:
        return p.hands[seat, kind]
    number = 0
    for card in range(CARDS):
        if includes(kind, card):
            number += p.hands[seat, card]
    return number


@rule
def held_together(p: ResPublica, seat: int, kind: int, other: int) -> int:
    """The cards in a hand that are of one kind or of the other."""
    if includes(kind, other):
        return held(p, seat, kind)
    if includes(other, kind):
        return held(p, seat, other)
    return held(p, seat, kind) + held(p, seat, other)


@rule
def can_give_item(p: ResPublica, seat: int, phrase: int, item: int) -> bool:
    return count_of(phrase, item) <= held(p, seat, kind_of(phrase, item))


@rule
def can_give_some(p: ResPublica, seat: int, phrase: int) -> bool:
    """Whether a hand can fulfil the phrase, of an *or* at least one alternative."""
    first = can_give_item(p, seat, phrase, 0)
    joint = joint_of(phrase)
    if joint == ALONE:
        return first
    second = can_give_item(p, seat, phrase, 1)
    if joint == OR:
        return first or second
    together = held_together(p, seat, kind_of(phrase, 0), kind_of(phrase, 1))
    return first and second and count_of(phrase, 0) + count_of(phrase, 1) <= together


# ---- composing: what may come next ---------------------------------------------------------------------------------


@rule
def next_kinds(p: ResPublica, seat: int, draft: int, joint: int, must_hold: bool) -> int:
    """The kinds an item may name, as bits: never the kind of the first item again."""
    kinds = 0
    for kind in range(KINDS):
        if joint != ALONE and kind == kind_of(draft, 0):
            continue
        if not must_hold or most_of(p, seat, draft, joint, kind) > 0:
            kinds |= 1 << kind
    return kinds


@rule
def most_of(p: ResPublica, seat: int, draft: int, joint: int, kind: int) -> int:
    """How many of a kind one who must hold them can name, beside what the first item already binds."""
    most = min(MOST, held(p, seat, kind))
    if joint == AND:
        together = held_together(p, seat, kind_of(draft, 0), kind)
        most = min(most, together - count_of(draft, 0))
    return most
