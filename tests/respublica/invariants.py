"""What must hold in every position of Res Publica, and between one and the next, checked inside the kernel."""

from __future__ import annotations

from typing import Any

from heliopolis.games.respublica.actions import ACCEPT, ACTIONS, GIVE, LAY, OVER
from heliopolis.games.respublica.cards import CARDS, COPIES, DECKS, FIRST_TECHNOLOGY, MONUMENTS, SET_SIZE, deck_of
from heliopolis.games.respublica.rules import ResPublica, legal, play, sample_outcome, set_up
from heliopolis.games.respublica.rules import apply_outcome as deal_card
from heliopolis.games.respublica.scoring import sets_of
from heliopolis.kernel import CHANCE, NOBODY, Generator, random_bit, rule, seed_generator

OK, CARDS_LOST, NOT_HELD, SETS, NOTHING_LEGAL, FALSE_KNOWLEDGE, UNFINISHED, TRADED = range(8)


@rule
def check(before: ResPublica, p: ResPublica) -> int:
    """What is wrong with a position that follows another."""
    decisions = legal(p)
    if (p.to_act >= 0) != (decisions != 0) or decisions >> ACTIONS or (p.to_act == NOBODY) != (p.phase == OVER):
        return NOTHING_LEGAL
    if p.phase != GIVE and (p.step != 0) != (p.steps_len != 0):
        return UNFINISHED
    wrong = check_cards(p) or check_gifts(before, p)
    return wrong or (check_knowledge(p) if p.steps_len == 0 else OK)


@rule
def check_cards(p: ResPublica) -> int:
    """Twelve of each card over decks, hands and sets; a monument for each set of technology, the dearest first."""
    built = 0
    for card in range(CARDS):
        number = p.decks[card]
        for seat in range(p.players):
            number += p.hands[seat, card] + SET_SIZE * sets_of(p, seat, card)
            if p.hands[seat, card] < 0:
                return CARDS_LOST
            built += sets_of(p, seat, card) if card >= FIRST_TECHNOLOGY else 0
        if number != COPIES or p.decks[card] < 0:
            return CARDS_LOST
    for monument in range(MONUMENTS):
        if (p.monuments[monument] == NOBODY) != (monument >= built):
            return SETS
    return OK


@rule
def check_gifts(before: ResPublica, p: ResPublica) -> int:
    """Nothing is given that is not held; hands change only by a set, a draw, or between the two who trade."""
    for card in range(CARDS):
        if p.phase == GIVE:
            if p.given[0, card] > p.hands[p.turn, card] or p.given[1, card] > p.hands[p.accepted, card]:
                return NOT_HELD
        elif p.given[0, card] or p.given[1, card]:
            return NOT_HELD
        for seat in range(p.players):
            more = p.hands[seat, card] - before.hands[seat, card]
            laid = sets_of(p, seat, card) - sets_of(before, seat, card)
            drawn = before.decks[card] - p.decks[card]
            traded = p.phase == LAY and before.phase in (ACCEPT, GIVE)
            if not traded and more != (drawn if before.to_act == CHANCE and seat == before.turn else -SET_SIZE * laid):
                return TRADED
    return OK


@rule
def check_knowledge(p: ResPublica) -> int:
    """What anybody knows is true."""
    for viewer in range(p.players):
        for seat in range(p.players):
            for deck in range(DECKS):
                number = 0
                for card in range(CARDS):
                    if deck_of(card) != deck:
                        continue
                    number += p.hands[seat, card]
                    if not 0 <= p.known[viewer, CARDS * seat + card] <= p.hands[seat, card]:
                        return FALSE_KNOWLEDGE
                if not 0 <= p.known_by_deck[viewer, DECKS * seat + deck] <= number:
                    return FALSE_KNOWLEDGE
    return OK


@rule
def play_checked(positions: Any, players: int, key: int, games: int, generator: Generator) -> int:
    """Random games with `check` after every step; the first thing found wrong."""
    for game in range(games):
        seed_generator(generator, key, game)
        positions[1] = positions[0]
        p, before = positions[1], positions[2]
        set_up(p, players, generator)
        while p.to_act != NOBODY:
            positions[2] = positions[1]
            if p.to_act == CHANCE:
                deal_card(p, sample_outcome(p, generator))
            else:
                play(p, random_bit(legal(p), generator))
            wrong = check(before, p)
            if wrong:
                return wrong
    return OK
