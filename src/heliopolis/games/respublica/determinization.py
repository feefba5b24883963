"""Imagined worlds: what a seat cannot see is dealt anew, in agreement with everything it knows.

Kept are its own hand, the sizes of hands and decks, the sets laid, every card and every number of people and technology
cards it knows another to hold, and what the running trade says: one who offered, or answered an offer, holds what he
named; one who named a price holds what was asked; one who accepted a price holds it. Nothing depends on how the cards
really lie.
"""

from __future__ import annotations

from heliopolis.games.respublica.actions import ASK, GIVE, OFFER, SAID_PHRASE, SEATS
from heliopolis.games.respublica.cards import CARDS, COPIES, FIRST_TECHNOLOGY, PEOPLE, SET, TECHNOLOGY
from heliopolis.games.respublica.gifts import (
    BOTH_ITEMS,
    FIRST_ITEM,
    begin_gift,
    due_from,
    fresh_draft,
    items_of,
    put_named_cards,
    side,
)
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
from heliopolis.games.respublica.rules import deck_size, draw_card
from heliopolis.games.respublica.state import ResPublica, sets_of
from heliopolis.kernel import NOBODY, Generator, random_below, rule

EACH = 2  # all alternatives of an "or", not one of them
SIZE, WHICH = range(2)  # rows of the scratch: the size of a hand, the alternative it is taken to hold


@rule
def imagine(p: ResPublica, viewer: int, generator: Generator) -> None:
    """Deal anew what the viewer does not know."""
    if p.to_act != viewer:
        forget_unfinished_move(p)
    for seat in range(p.players):
        for card in range(CARDS):
            p.scratch[SIZE, seat] += p.hands[seat, card]
    people_in_deck = deck_size(p, 0, FIRST_TECHNOLOGY)
    start = random_below(generator, 1 << SEATS)
    for combination in range(1 << SEATS):  # of alternatives that answerers of an "or" may hold; the truth is one
        if bind_known_cards(p, viewer, start ^ combination, people_in_deck):
            break
    deal_hands(p, viewer, people_in_deck, generator)
    if p.phase == GIVE and p.to_act != p.turn and viewer != p.turn:
        give_blindly(p, p.turn, generator)
    forget_others_knowledge(p, viewer)
    for seat in range(SEATS):
        p.scratch[SIZE, seat] = 0
        p.scratch[WHICH, seat] = 0


@rule
def forget_unfinished_move(p: ResPublica) -> None:
    """Nobody else sees an unfinished phrase or gift."""
    if p.phase == GIVE and p.to_act >= 0:
        seat = p.to_act
        for card in range(CARDS):
            p.given[side(p, seat), card] = 0
        fresh_draft(p)
        begin_gift(p, seat)
    else:
        fresh_draft(p)


# ---- what is certain -------------------------------------------------------------------------------------------------


@rule
def bind_known_cards(p: ResPublica, viewer: int, alternatives: int, people_in_deck: int) -> bool:
    """Every other hand holds just what it must; the decks hold all the rest. False if that does not add up."""
    for seat in range(p.players):
        if seat != viewer:
            asked_or = p.mode == ASK and joint_of(phrase_to_hold(p, seat)) == OR
            p.scratch[WHICH, seat] = alternatives >> seat & 1 if asked_or else EACH
            for card in range(CARDS):
                p.hands[seat, card] = max(p.known[viewer, CARDS * seat + card], needed_of(p, seat, card))
    fits = True
    for card in range(CARDS):
        p.decks[card] = COPIES
        for seat in range(p.players):
            p.decks[card] -= p.hands[seat, card] + SET * sets_of(p, seat, card)
        fits &= p.decks[card] >= 0
    return fits and places_fit(p, viewer, people_in_deck)


@rule
def places_fit(p: ResPublica, viewer: int, people_in_deck: int) -> bool:
    """Whether hands have room for what they must hold, and there are people and technology cards for all places."""
    people = deck_size(p, 0, FIRST_TECHNOLOGY) - people_in_deck
    open_places = 0
    for seat in range(p.players):
        if seat != viewer:
            left = p.scratch[SIZE, seat] - at_least(p, viewer, seat, 0) - at_least(p, viewer, seat, 1)
            people -= at_least(p, viewer, seat, 0) - bound(p, seat, 0)
            open_places += left
            if left < 0:
                return False
    return 0 <= people <= open_places


@rule
def phrase_to_hold(p: ResPublica, seat: int) -> int:
    """The phrase that a seat has said it can give in the running trade."""
    if seat == p.turn and p.mode == ASK:
        return NO_PHRASE if p.accepted == NOBODY else p.said[p.accepted]
    if seat == p.turn:
        return p.said[seat]
    if p.answered[seat] != SAID_PHRASE:
        return NO_PHRASE
    return p.said[seat] if p.mode == OFFER else p.said[p.turn]


@rule
def needed_of(p: ResPublica, seat: int, kind: int) -> int:
    """Cards of a kind that a seat's phrase binds; of an *or* one alternative, or each by itself."""
    phrase, which = phrase_to_hold(p, seat), p.scratch[WHICH, seat]
    joint = joint_of(phrase)
    first = count_of(phrase, 0) if includes(kind, kind_of(phrase, 0)) else 0
    second = count_of(phrase, 1) if joint in (AND, OR) and includes(kind, kind_of(phrase, 1)) else 0
    if joint != OR:
        return first + second
    if which == EACH:
        return max(first, second)
    return second if which else first


@rule
def bound(p: ResPublica, seat: int, kind: int) -> int:
    """People (0) or technology (1) cards that are in a hand so far."""
    number = 0
    for card in range(FIRST_TECHNOLOGY * kind, FIRST_TECHNOLOGY * (kind + 1)):
        number += p.hands[seat, card]
    return number


@rule
def at_least(p: ResPublica, viewer: int, seat: int, kind: int) -> int:
    """People (0) or technology (1) cards a hand holds for certain."""
    needed = needed_of(p, seat, PEOPLE if kind == 0 else TECHNOLOGY)
    return max(p.sure[viewer, 2 * seat + kind], needed, bound(p, seat, kind))


# ---- the rest by chance ----------------------------------------------------------------------------------------------


@rule
def deal_hands(p: ResPublica, viewer: int, people_in_deck: int, generator: Generator) -> None:
    """Fill the hands from the decks: first what is certain of people and technology, then what is left open."""
    open_places = 0
    for seat in range(p.players):
        if seat != viewer:
            take(p, seat, at_least(p, viewer, seat, 0) - bound(p, seat, 0), 0, generator)
            take(p, seat, at_least(p, viewer, seat, 1) - bound(p, seat, 1), FIRST_TECHNOLOGY, generator)
            open_places += places_left(p, seat)
    people = deck_size(p, 0, FIRST_TECHNOLOGY) - people_in_deck
    for seat in range(p.players):
        if seat != viewer:
            for _ in range(places_left(p, seat)):
                person = random_below(generator, open_places) < people
                take(p, seat, 1, 0 if person else FIRST_TECHNOLOGY, generator)
                people -= person
                open_places -= 1


@rule
def places_left(p: ResPublica, seat: int) -> int:
    return p.scratch[SIZE, seat] - bound(p, seat, 0) - bound(p, seat, 1)


@rule
def take(p: ResPublica, seat: int, number: int, first: int, generator: Generator) -> None:
    for _ in range(number):
        card = draw_card(p, first, first + FIRST_TECHNOLOGY, generator)
        p.decks[card] -= 1
        p.hands[seat, card] += 1


@rule
def forget_others_knowledge(p: ResPublica, viewer: int) -> None:
    """What the others have seen is secret too: they are taken to know no cards, and the numbers of each category."""
    for other in range(p.players):
        if other != viewer:
            for place in range(p.players * CARDS):
                p.known[other, place] = 0
            for seat in range(p.players):
                for kind in range(2):
                    p.sure[other, 2 * seat + kind] = bound(p, seat, kind) if seat != other else 0


@rule
def give_blindly(p: ResPublica, seat: int, generator: Generator) -> None:
    """A finished gift that the viewer has not seen is chosen anew."""
    phrase = due_from(p, seat)
    if not leaves_choice(phrase):
        return
    for card in range(CARDS):
        p.given[side(p, seat), card] = 0
    which = BOTH_ITEMS
    if joint_of(phrase) == OR:
        item = random_below(generator, 2)
        which = FIRST_ITEM << (item if can_give_item(p, seat, phrase, item) else 1 - item)
    put_named_cards(p, seat, phrase, which)
    for kind in range(CARDS, CARDS + 3):
        for item in range(2):
            if kind_of(phrase, item) == kind:
                for _ in range(items_of(phrase, which, item)):
                    give_one_of(p, seat, kind, generator)


@rule
def give_one_of(p: ResPublica, seat: int, kind: int, generator: Generator) -> None:
    places = 0
    for card in range(CARDS):
        if includes(kind, card):
            places += p.hands[seat, card] - p.given[side(p, seat), card]
    place = random_below(generator, places)
    for card in range(CARDS):
        if includes(kind, card) and place >= 0:
            place -= p.hands[seat, card] - p.given[side(p, seat), card]
            if place < 0:
                p.given[side(p, seat), card] += 1
