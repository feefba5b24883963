"""Who may know what of a hand.

For every viewer the position keeps, of every other seat, `known`: copies of a card he holds at least, and `sure`:
people and technology cards he holds at least. A viewer knows the cards he gave himself, cards that a phrase named, and
how many cards of which deck somebody drew; what may have been given away since is taken off again.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from heliopolis.games.respublica.cards import CARDS, FIRST_TECHNOLOGY, PEOPLE, SET
from heliopolis.games.respublica.phrases import AND, OR, count_of, includes, joint_of, kind_of
from heliopolis.kernel import rule

if TYPE_CHECKING:
    from heliopolis.games.respublica.state import ResPublica


@rule
def category(card: int) -> int:
    return 0 if card < FIRST_TECHNOLOGY else 1


@rule
def learn_draw(p: ResPublica, seat: int, card: int) -> None:
    """Everybody sees from which deck a card came."""
    for viewer in range(p.players):
        if viewer != seat:
            p.sure[viewer, 2 * seat + category(card)] += 1


@rule
def learn_lay(p: ResPublica, seat: int, card: int) -> None:
    """Everybody sees the set."""
    for viewer in range(p.players):
        if viewer != seat:
            lose_known(p, viewer, seat, card, SET)
            lose_sure(p, viewer, seat, category(card), SET)


@rule
def lose_known(p: ResPublica, viewer: int, seat: int, card: int, number: int) -> None:
    p.known[viewer, CARDS * seat + card] = max(0, p.known[viewer, CARDS * seat + card] - number)


@rule
def lose_sure(p: ResPublica, viewer: int, seat: int, kind: int, number: int) -> None:
    p.sure[viewer, 2 * seat + kind] = max(0, p.sure[viewer, 2 * seat + kind] - number)


# ---- trades ----------------------------------------------------------------------------------------------------------


@rule
def learn_gifts(p: ResPublica, one: int, from_one: int, two: int, from_two: int) -> None:
    """Before the cards change hands: what either may lose, then what either gains."""
    for viewer in range(p.players):
        forget_gift(p, viewer, one, two, from_one)
        forget_gift(p, viewer, two, one, from_two)
        remember_gift(p, viewer, one, two, from_one)
        remember_gift(p, viewer, two, one, from_two)


@rule
def forget_gift(p: ResPublica, viewer: int, giver: int, receiver: int, phrase: int) -> None:
    """What the giver may have given away, as far as a viewer can tell: the receiver saw it."""
    if viewer == giver:
        return
    for card in range(CARDS):
        lost = p.given[int(giver != p.turn), card] if viewer == receiver else most_given(p, giver, phrase, card)
        lose_known(p, viewer, giver, card, lost)
    for kind in range(2):
        lost = given_of(p, giver, kind) if viewer == receiver else most_given(p, giver, phrase, PEOPLE + kind)
        lose_sure(p, viewer, giver, kind, lost)


@rule
def remember_gift(p: ResPublica, viewer: int, giver: int, receiver: int, phrase: int) -> None:
    """What the receiver has got for certain: the giver knows it, the others what the phrase names."""
    if viewer == receiver:
        return
    for card in range(CARDS):
        got = p.given[int(giver != p.turn), card] if viewer == giver else least_given(p, giver, phrase, card)
        p.known[viewer, CARDS * receiver + card] += got
    for kind in range(2):
        got = given_of(p, giver, kind) if viewer == giver else least_given(p, giver, phrase, PEOPLE + kind)
        p.sure[viewer, 2 * receiver + kind] += got


@rule
def given_of(p: ResPublica, seat: int, kind: int) -> int:
    """People or technology cards of a gift; 2: all of it."""
    number = 0
    for card in range(CARDS):
        if kind in (2, category(card)):
            number += p.given[int(seat != p.turn), card]
    return number


@rule
def least_given(p: ResPublica, giver: int, phrase: int, kind: int) -> int:
    """How many of a kind a gift contains at least: the number of cards handed over is seen by all."""
    joint, size = joint_of(phrase), given_of(p, giver, 2)
    if joint == AND:
        return named(phrase, 0, kind) + named(phrase, 1, kind)
    if joint != OR or count_of(phrase, 1) != size:
        return named(phrase, 0, kind)
    if count_of(phrase, 0) != size:
        return named(phrase, 1, kind)
    return min(named(phrase, 0, kind), named(phrase, 1, kind))


@rule
def most_given(p: ResPublica, giver: int, phrase: int, kind: int) -> int:
    """How many of a kind a gift contains at most."""
    joint, size = joint_of(phrase), given_of(p, giver, 2)
    if joint == AND:
        return possible(phrase, 0, kind) + possible(phrase, 1, kind)
    if joint != OR or count_of(phrase, 1) != size:
        return possible(phrase, 0, kind)
    if count_of(phrase, 0) != size:
        return possible(phrase, 1, kind)
    return max(possible(phrase, 0, kind), possible(phrase, 1, kind))


@rule
def named(phrase: int, item: int, kind: int) -> int:
    """The cards of an item that are of a kind for certain."""
    return count_of(phrase, item) if includes(kind, kind_of(phrase, item)) else 0


@rule
def possible(phrase: int, item: int, kind: int) -> int:
    """The cards of an item that may be of a kind."""
    other = kind_of(phrase, item)
    return count_of(phrase, item) if includes(kind, other) or includes(other, kind) else 0
