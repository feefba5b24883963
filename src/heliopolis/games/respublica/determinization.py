"""Res Publica: determinization. What a seat cannot see is dealt anew, in agreement with everything it knows.

Unchanged are its own hand, the sizes of hands and decks, the sets laid, every card and every number of people and
technology cards it knows another to hold, and what the running trade says: every seat can fulfil the phrase to which it
has committed itself. Nothing depends on how the cards really lie.
"""

from __future__ import annotations

from heliopolis.games.respublica.actions import ASK, GIVE, OVER, SEATS
from heliopolis.games.respublica.cards import (
    CARDS,
    CARDS_PER_DECK,
    COPIES,
    DECKS,
    KINDS,
    PEOPLE,
    PEOPLE_DECK,
    SET_SIZE,
    TECHNOLOGY_DECK,
    deck_size,
    includes,
    sample_card,
)
from heliopolis.games.respublica.composing import clear_draft, start_gift_draft
from heliopolis.games.respublica.phrases import (
    ITEMS,
    OR,
    alternative,
    can_give_item,
    conjunction_of,
    count_of,
    gift_row,
    kind_of,
    leaves_choice,
)
from heliopolis.games.respublica.rules import ResPublica
from heliopolis.games.respublica.scoring import sets_of
from heliopolis.games.respublica.trading import give_named_cards, phrase_due
from heliopolis.kernel import Generator, random_below, rule

EACH = 2  # each alternative of an *or*, not only the first (0) or the second (1)
SIZE, ALTERNATIVE = range(2)  # rows of the scratch: the size of a hand, the alternative it is taken to hold


@rule
def imagine(p: ResPublica, viewer: int, generator: Generator) -> None:
    """Deal anew what the viewer does not know; when the game is over, all hands are open (ruling 11)."""
    if p.phase == OVER:
        return
    if p.to_act != viewer:
        forget_unfinished_move(p)
    for seat in range(p.players):
        for card in range(CARDS):
            p.scratch[SIZE, seat] += p.hands[seat, card]
    people_in_deck = deck_size(p, PEOPLE_DECK)
    start = random_below(generator, 1 << SEATS)
    for combination in range(1 << SEATS):  # of the alternatives of an *or* that seats may hold; one is the truth
        if place_known_cards(p, viewer, start ^ combination, people_in_deck):
            break
    deal_hands(p, viewer, people_in_deck, generator)
    if p.phase == GIVE and p.to_act != p.turn and viewer != p.turn:
        resample_gift(p, p.turn, generator)
    forget_others_knowledge(p, viewer)
    for seat in range(SEATS):
        p.scratch[SIZE, seat] = 0
        p.scratch[ALTERNATIVE, seat] = 0


@rule
def forget_unfinished_move(p: ResPublica) -> None:
    """Take back the unfinished move of another seat, which the viewer does not see."""
    if p.phase == GIVE and p.to_act >= 0:
        clear_gift(p, p.to_act)
        clear_draft(p)
        start_gift_draft(p)
    else:
        clear_draft(p)


@rule
def clear_gift(p: ResPublica, seat: int) -> None:
    """Take back the cards that a seat has chosen to give."""
    for card in range(CARDS):
        p.given[gift_row(p, seat), card] = 0


# ---- what is certain -------------------------------------------------------------------------------------------------


@rule
def place_known_cards(p: ResPublica, viewer: int, alternatives: int, people_in_deck: int) -> bool:
    """Let every other hand hold just what it must, and the decks all the rest; return whether that adds up."""
    for seat in range(p.players):
        if seat != viewer:
            asked_or = p.mode == ASK and conjunction_of(phrase_due(p, seat)) == OR
            p.scratch[ALTERNATIVE, seat] = alternatives >> seat & 1 if asked_or else EACH
            for card in range(CARDS):
                p.hands[seat, card] = max(p.known[viewer, CARDS * seat + card], cards_due(p, seat, card))
    fits = True
    for card in range(CARDS):
        p.decks[card] = COPIES
        for seat in range(p.players):
            p.decks[card] -= p.hands[seat, card] + SET_SIZE * sets_of(p, seat, card)
        fits &= p.decks[card] >= 0
    return fits and places_fit(p, viewer, people_in_deck)


@rule
def places_fit(p: ResPublica, viewer: int, people_in_deck: int) -> bool:
    """Return whether hands have room for what they must hold, and the decks have cards for all other places."""
    people = deck_size(p, PEOPLE_DECK) - people_in_deck
    open_places = 0
    for seat in range(p.players):
        if seat != viewer:
            certain_people = at_least(p, viewer, seat, PEOPLE_DECK)
            left = p.scratch[SIZE, seat] - certain_people - at_least(p, viewer, seat, TECHNOLOGY_DECK)
            people -= certain_people - placed(p, seat, PEOPLE_DECK)
            open_places += left
            if left < 0:
                return False
    return 0 <= people <= open_places


@rule
def cards_due(p: ResPublica, seat: int, kind: int) -> int:
    """Return how many cards of a kind a seat must hold for its phrase: of an *or* for one alternative or for each."""
    phrase = phrase_due(p, seat)
    first = count_of(phrase, 0) if includes(kind, kind_of(phrase, 0)) else 0
    second = count_of(phrase, 1) if includes(kind, kind_of(phrase, 1)) else 0
    if conjunction_of(phrase) != OR:
        return first + second
    if p.scratch[ALTERNATIVE, seat] == EACH:
        return max(first, second)
    return second if p.scratch[ALTERNATIVE, seat] else first


@rule
def placed(p: ResPublica, seat: int, deck: int) -> int:
    """Return how many cards of a deck are in a hand so far."""
    number = 0
    for card in range(CARDS_PER_DECK * deck, CARDS_PER_DECK * (deck + 1)):
        number += p.hands[seat, card]
    return number


@rule
def at_least(p: ResPublica, viewer: int, seat: int, deck: int) -> int:
    """Return how many cards of a deck a hand holds for certain."""
    due = cards_due(p, seat, PEOPLE + deck)
    return max(p.known_by_deck[viewer, DECKS * seat + deck], due, placed(p, seat, deck))


# ---- the rest by chance ----------------------------------------------------------------------------------------------


@rule
def deal_hands(p: ResPublica, viewer: int, people_in_deck: int, generator: Generator) -> None:
    """Fill the hands from the decks: first what is certain of people and technology, then what is left open."""
    open_places = 0
    for seat in range(p.players):
        if seat != viewer:
            for deck in range(DECKS):
                missing = at_least(p, viewer, seat, deck) - placed(p, seat, deck)
                deal_cards(p, seat, missing, deck, generator)
            open_places += places_left(p, seat)
    people = deck_size(p, PEOPLE_DECK) - people_in_deck
    for seat in range(p.players):
        if seat != viewer:
            for _ in range(places_left(p, seat)):
                person = random_below(generator, open_places) < people
                deal_cards(p, seat, 1, PEOPLE_DECK if person else TECHNOLOGY_DECK, generator)
                people -= person
                open_places -= 1


@rule
def places_left(p: ResPublica, seat: int) -> int:
    """Return how many cards a hand still lacks."""
    return p.scratch[SIZE, seat] - placed(p, seat, PEOPLE_DECK) - placed(p, seat, TECHNOLOGY_DECK)


@rule
def deal_cards(p: ResPublica, seat: int, number: int, deck: int, generator: Generator) -> None:
    """Deal random cards of a deck into a hand."""
    for _ in range(number):
        card = sample_card(p, deck, generator)
        p.decks[card] -= 1
        p.hands[seat, card] += 1


@rule
def forget_others_knowledge(p: ResPublica, viewer: int) -> None:
    """Replace what the others have seen, which is secret too: they know no cards, but the numbers of each deck."""
    for other in range(p.players):
        if other != viewer:
            for place in range(p.players * CARDS):
                p.known[other, place] = 0
            for seat in range(p.players):
                for deck in range(DECKS):
                    p.known_by_deck[other, DECKS * seat + deck] = placed(p, seat, deck) if seat != other else 0


@rule
def resample_gift(p: ResPublica, seat: int, generator: Generator) -> None:
    """Choose a finished gift anew that the viewer has not seen."""
    phrase = phrase_due(p, seat)
    if not leaves_choice(phrase):
        return
    clear_gift(p, seat)
    if conjunction_of(phrase) == OR:
        item = random_below(generator, ITEMS)
        phrase = alternative(phrase, item if can_give_item(p, seat, phrase, item) else 1 - item)
    give_named_cards(p, seat, phrase)
    for kind in range(CARDS, KINDS):
        for item in range(ITEMS):
            if kind_of(phrase, item) == kind:
                for _ in range(count_of(phrase, item)):
                    give_random_card(p, seat, kind, generator)


@rule
def give_random_card(p: ResPublica, seat: int, kind: int, generator: Generator) -> None:
    """Add a random card of a kind to a gift."""
    row, places = gift_row(p, seat), 0
    for card in range(CARDS):
        if includes(kind, card):
            places += p.hands[seat, card] - p.given[row, card]
    place = random_below(generator, places)
    for card in range(CARDS):
        if includes(kind, card) and place >= 0:
            place -= p.hands[seat, card] - p.given[row, card]
            if place < 0:
                p.given[row, card] += 1
