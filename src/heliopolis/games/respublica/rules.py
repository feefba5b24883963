"""Res Publica: the position, its phases, and what may be done in each.

The rules in short. On their turn a player may **trade**: they ask for cards or offer some, the others answer in turn
with what they want, or give, for it, and the player accepts one answer or none (`trading`, `composing`). Then they may
**lay** sets of five identical cards: people found a city, technology builds the highest monument left. Then they may
**draw**: a people card and as many technology cards as they have cities, three cards at most. When the technology deck
is empty, everybody has one more turn. Points are counted in `scoring`. Hands are secret (`knowledge`,
`determinization`). The numbered rulings that are cited here and in the other modules are on the game's page in `docs/`.
"""

from __future__ import annotations

from typing import Annotated

import numpy as np

from heliopolis.core.checks import JSON
from heliopolis.games.respublica.actions import (
    ACCEPT,
    ACCEPT_SEAT,
    ANSWER,
    DEAL,
    DRAW,
    END,
    GIVE,
    LAST_LAY,
    LAY,
    LAY_SET,
    MAX_CARDS_DRAWN,
    MAX_PEOPLE_DRAWN,
    NO_STEP,
    OVER,
    SEATS,
    START_ASK,
    START_OFFER,
    TRADE,
    draw_action,
    people_drawn,
    technology_drawn,
)
from heliopolis.games.respublica.actions import ACTIONS as ACTIONS
from heliopolis.games.respublica.actions import OUTCOMES as OUTCOMES
from heliopolis.games.respublica.cards import (
    CARDS,
    COPIES,
    DECKS,
    FIRST_TECHNOLOGY,
    MONUMENT_POINTS,
    MONUMENTS,
    PEOPLE_DECK,
    SET_SIZE,
    STARTING_HAND,
    TECHNOLOGY_DECK,
    deck_of,
    deck_size,
    sample_card,
)
from heliopolis.games.respublica.composing import (
    legal_accept,
    legal_answer,
    legal_give,
    legal_trade,
    play_accept,
    play_answer,
    play_give,
    play_trade,
)
from heliopolis.games.respublica.knowledge import learn_draw, learn_lay
from heliopolis.games.respublica.scoring import cities_of, one_set
from heliopolis.games.respublica.scoring import score as score
from heliopolis.games.respublica.scoring import winners as winners
from heliopolis.kernel import CHANCE, NOBODY, Byte, Generator, IntArray, random_below, record_type, rule

IDLE_TURNS_PER_PLAYER = 3  # without a card drawn or a set laid: then the final round begins
MAX_DECISIONS = 200_000  # 15 idle turns for each card drawn or set laid, about 100 decisions each
MAX_STEPS = 20  # of an unfinished move: 18 cards of a gift


class ResPublica:
    """A position of Res Publica."""

    players: Byte
    phase: Byte
    to_act: Byte
    turn: Byte  # the active seat; in the last lay the laying seat
    idle: Byte  # turns begun since a card was drawn or a set laid
    final_seat: Byte  # the seat whose next turn is the last; NOBODY before the final round
    mode: Byte  # of the announcement
    accepted: Byte  # the partner of the trade, or NOBODY
    pending_people: Byte  # cards still to come in this draw
    pending_technology: Byte
    phrases: Annotated[IntArray, np.int32, (SEATS,)]  # the active seat's announcement, the others' answers
    answered: Annotated[IntArray, np.int8, (SEATS,)]
    given: Annotated[IntArray, np.int8, (2, CARDS)]  # by the active player and the partner so far; still in hand
    step: Byte  # of the unfinished phrase or gift
    draft_mode: Byte
    draft: Annotated[int, np.int32]  # the unfinished phrase; of a gift, the alternative that is given
    gift_kind: Byte  # of the item for which cards are chosen
    gift_left: Byte  # cards of it still to be chosen
    gift_from: Byte  # the lowest card that may come next: they are chosen in order
    steps_len: Byte
    steps: Annotated[IntArray, np.int8, (MAX_STEPS,)]  # the actions of the unfinished move
    decks: Annotated[IntArray, np.int8, (CARDS,)]
    hands: Annotated[IntArray, np.int8, (SEATS, CARDS)]
    sets: Annotated[IntArray, np.int32, (SEATS,)]  # packed, see `scoring`
    monuments: Annotated[IntArray, np.int8, (MONUMENTS,)]  # the seat that built it; NOBODY while it is left
    wanted: Annotated[IntArray, np.int8, (SEATS,)]  # 1 + the card a seat last asked for or named as its price, or 0
    known: Annotated[IntArray, np.int8, (SEATS, SEATS * CARDS)]  # at least, by viewer, seat and card
    scratch: Annotated[IntArray, np.int8, (2, SEATS)]  # of `determinization`; zero otherwise
    known_by_deck: Annotated[IntArray, np.int8, (SEATS, SEATS * DECKS)]  # at least, by viewer, seat and deck


POSITION = record_type(ResPublica)


# ---- set-up ----------------------------------------------------------------------------------------------------------


@rule
def prepare(p: ResPublica, players: int) -> None:
    """Put all cards into their decks."""
    p.players = players
    p.final_seat = NOBODY
    p.accepted = NOBODY
    for card in range(CARDS):
        p.decks[card] = COPIES
    for monument in range(MONUMENTS):
        p.monuments[monument] = NOBODY


@rule
def setup_draws(players: int) -> int:
    """Return how many random draws the set-up takes: one for each card of the first hands, then who starts."""
    return STARTING_HAND * players + 1


@rule
def setup_weight(p: ResPublica, number: int, outcome: int) -> int:
    """Return in how many ways an outcome may come: first hands are of people cards; any seat may start (ruling 1)."""
    if number == STARTING_HAND * p.players:
        return 1 if outcome < p.players else 0
    return p.decks[outcome] if outcome < FIRST_TECHNOLOGY else 0


@rule
def apply_setup_draw(p: ResPublica, number: int, outcome: int) -> None:
    """Deal a card of the first hands, or with the last draw start the first turn."""
    if number == STARTING_HAND * p.players:
        start_turn(p, outcome)
    else:
        take_card(p, number // STARTING_HAND, outcome)


@rule
def set_up(p: ResPublica, players: int, generator: Generator) -> None:
    """Deal four people cards to everybody; a random seat starts (ruling 1)."""
    prepare(p, players)
    for number in range(STARTING_HAND * players):
        apply_setup_draw(p, number, sample_card(p, PEOPLE_DECK, generator))
    apply_setup_draw(p, STARTING_HAND * players, random_below(generator, players))


# ---- phases ----------------------------------------------------------------------------------------------------------


@rule
def legal(p: ResPublica) -> int:
    """Return the legal actions of the seat to act as a bit set; 0 while cards are dealt and when the game is over."""
    actions = 0
    if p.phase == TRADE:
        actions = legal_trade(p)
    elif p.phase == ANSWER:
        actions = legal_answer(p)
    elif p.phase == ACCEPT:
        actions = legal_accept(p)
    elif p.phase == GIVE:
        actions = legal_give(p)
    elif p.phase == LAY:
        actions = legal_lay(p)
    elif p.phase == DRAW:
        actions = legal_draw(p)
    elif p.phase == LAST_LAY:
        actions = legal_lay(p)
    return actions


@rule
def play(p: ResPublica, action: int) -> None:
    """Apply a legal action of the seat to act."""
    if p.phase == TRADE:
        play_trade(p, action)
    elif p.phase == ANSWER:
        play_answer(p, action)
    elif p.phase == ACCEPT:
        play_accept(p, action)
    elif p.phase == GIVE:
        play_give(p, action)
    elif p.phase == LAY:
        play_lay(p, action)
    elif p.phase == DRAW:
        play_draw(p, action)
    elif p.phase == LAST_LAY:
        play_last_lay(p, action)


@rule
def start_turn(p: ResPublica, seat: int) -> None:
    """Start the turn of a seat with its trade."""
    p.phase = TRADE
    p.turn = seat
    p.to_act = seat
    p.idle += 1


# ---- lay -------------------------------------------------------------------------------------------------------------


@rule
def legal_lay(p: ResPublica) -> int:
    """Return the sets of five identical cards that may be laid, and `end`."""
    lays = 1 << END
    for card in range(CARDS):
        if p.hands[p.to_act, card] >= SET_SIZE:
            lays |= 1 << (LAY_SET + card)
    return lays


@rule
def play_lay(p: ResPublica, action: int) -> None:
    """Lay a set; or end, and then draw."""
    if action == END:
        p.phase = DRAW
    else:
        lay_set(p, p.to_act, action - LAY_SET)


@rule
def lay_set(p: ResPublica, seat: int, card: int) -> None:
    """Lay five identical cards: people found a city, technology builds the highest monument left."""
    p.hands[seat, card] -= SET_SIZE
    p.sets[seat] += one_set(card)
    p.idle = 0
    learn_lay(p, seat, card)
    if deck_of(card) == TECHNOLOGY_DECK:
        build_monument(p, seat)


@rule
def build_monument(p: ResPublica, seat: int) -> None:
    """Build the highest monument left; of two with the same points the lower seat is noted first."""
    top = 0
    while p.monuments[top] != NOBODY:
        top += 1
    p.monuments[top] = seat
    if top and MONUMENT_POINTS[top] == MONUMENT_POINTS[top - 1] and seat < p.monuments[top - 1]:
        p.monuments[top] = p.monuments[top - 1]
        p.monuments[top - 1] = seat


# ---- draw ------------------------------------------------------------------------------------------------------------


@rule
def legal_draw(p: ResPublica) -> int:
    """One people card or none, technology up to the number of cities; three at most, and what the decks hold.

    The combination is chosen before any card is seen, and may be nothing (ruling 7).
    """
    max_people = min(MAX_PEOPLE_DRAWN, deck_size(p, PEOPLE_DECK))
    max_technology = min(cities_of(p, p.turn), deck_size(p, TECHNOLOGY_DECK))
    draws = 0
    for people in range(max_people + 1):
        for technology in range(min(max_technology, MAX_CARDS_DRAWN - people) + 1):
            draws |= 1 << draw_action(people, technology)
    return draws


@rule
def play_draw(p: ResPublica, action: int) -> None:
    """Choose how many cards come from which deck."""
    p.pending_people = people_drawn(action)
    p.pending_technology = technology_drawn(action)
    continue_draw(p)


@rule
def continue_draw(p: ResPublica) -> None:
    """Let the next card come; after the last one the turn is over."""
    if p.pending_people or p.pending_technology:
        p.phase = DEAL
        p.to_act = CHANCE
    else:
        end_turn(p)


@rule
def outcome_weight(p: ResPublica, card: int) -> int:
    """Return how many copies of a card may come: the people card comes first (ruling 7)."""
    return p.decks[card] if (card < FIRST_TECHNOLOGY) == (p.pending_people > 0) else 0


@rule
def sample_outcome(p: ResPublica, generator: Generator) -> int:
    """Return a random card of the deck that comes next."""
    return sample_card(p, PEOPLE_DECK if p.pending_people else TECHNOLOGY_DECK, generator)


@rule
def apply_outcome(p: ResPublica, card: int) -> None:
    """Give the card that came to the active player."""
    take_card(p, p.turn, card)
    p.idle = 0
    if deck_of(card) == PEOPLE_DECK:
        p.pending_people -= 1
    else:
        p.pending_technology -= 1
    continue_draw(p)


@rule
def take_card(p: ResPublica, seat: int, card: int) -> None:
    """Move a card from its deck into a hand."""
    p.decks[card] -= 1
    p.hands[seat, card] += 1
    learn_draw(p, seat, card)


# ---- the end ---------------------------------------------------------------------------------------------------------


@rule
def end_turn(p: ResPublica) -> None:
    """Start the next turn, perhaps the first of the final round; after the final round the last laying (ruling 8)."""
    if p.turn == p.final_seat:
        start_last_lay(p, (p.turn + 1) % p.players)
        return
    if p.final_seat == NOBODY and is_final_round_due(p):
        p.final_seat = p.turn
    start_turn(p, (p.turn + 1) % p.players)


@rule
def is_final_round_due(p: ResPublica) -> bool:
    """Return whether the technology deck is empty, or nothing has happened for many turns (rulings 8 and 9)."""
    return p.idle >= IDLE_TURNS_PER_PLAYER * p.players or deck_size(p, TECHNOLOGY_DECK) == 0


@rule
def start_last_lay(p: ResPublica, seat: int) -> None:
    """Let a seat lay its remaining sets."""
    p.phase = LAST_LAY
    p.turn = seat
    p.to_act = seat


@rule
def play_last_lay(p: ResPublica, action: int) -> None:
    """Lay a set; or end, and then the next seat lays, until the game is over."""
    if action != END:
        lay_set(p, p.to_act, action - LAY_SET)
    elif p.turn != p.final_seat:
        start_last_lay(p, (p.turn + 1) % p.players)
    else:
        p.phase = OVER
        p.to_act = NOBODY
        p.turn = NOBODY


# ---- statistics ------------------------------------------------------------------------------------------------------

STATISTICS = 4


@rule
def count_statistics(p: ResPublica, choice: int, counts: IntArray) -> None:
    """Count announcements, trades, cities and monuments, before a decision is made."""
    if p.to_act == CHANCE or p.step != NO_STEP:
        return
    counts[0] += choice in (START_ASK, START_OFFER)
    counts[1] += ACCEPT_SEAT <= choice < ACCEPT_SEAT + SEATS
    counts[2] += LAY_SET <= choice < LAY_SET + FIRST_TECHNOLOGY
    counts[3] += LAY_SET + FIRST_TECHNOLOGY <= choice < LAY_SET + CARDS


def describe_statistics(counts: list[int], games: int) -> list[JSON]:  # noqa: ARG001 -- other games need it
    """Return how often there were announcements, trades, cities and monuments."""
    names = ("announcements", "trades", "cities", "monuments")
    return [
        {"key": f"respublica.statistic.{name}", "params": {}, "number": number}
        for name, number in zip(names, counts, strict=True)
    ]
