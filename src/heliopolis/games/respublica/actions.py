"""Phases, modes and steps of Res Publica, and what a player may do, as numbers.

An announcement, an answer or a gift takes several actions, one for each step (see `composing`).
"""

from __future__ import annotations

from heliopolis.games.respublica.cards import CARDS, KINDS
from heliopolis.games.respublica.phrases import ALONE, AND, MAX_COUNT, OR
from heliopolis.kernel import rule

MIN_PLAYERS, SEATS = 3, 5
TRADE, ANSWER, ACCEPT, GIVE, LAY, DRAW, DEAL, LAST_LAY, OVER = range(9)  # phases
PHASES = OVER + 1
NO_MODE, ASK, OFFER, FOR = range(4)  # what a phrase is said for; the mode of a trade is that of its announcement
UNASKED, SAID_NOTHING, SAID_PHRASE = range(3)  # how a seat has answered
ANSWERS = SAID_PHRASE + 1

# Steps of an unfinished move.
NO_STEP = 0
COMPOSE_KIND, COMPOSE_COUNT, COMPOSE_CONJUNCTION, COMPOSE_SECOND_KIND, COMPOSE_SECOND_COUNT = range(1, 6)  # a phrase
CHOOSE_ALTERNATIVE, CHOOSE_CARDS = 1, 2  # a gift
STEPS = COMPOSE_SECOND_COUNT + 1

# Actions, in blocks of consecutive numbers.
NAME_KIND = 0  # + kind, of an item; or + card, of a gift
NAME_COUNT = NAME_KIND + KINDS - 1  # + count, from 1
CONJOIN = NAME_COUNT + MAX_COUNT + 1  # + conjunction
DONE, JOIN_AND, JOIN_OR = CONJOIN + ALONE, CONJOIN + AND, CONJOIN + OR
NO_TRADE, START_ASK, START_OFFER = range(JOIN_OR + 1, JOIN_OR + 4)
NOTHING, START_FOR = START_OFFER + 1, START_OFFER + 2
DECLINE = START_FOR + 1
ACCEPT_SEAT = DECLINE + 1  # + seat
TAKE_ALTERNATIVE = ACCEPT_SEAT + SEATS  # + item of an *or*
LAY_SET = TAKE_ALTERNATIVE + 2  # + card
END = LAY_SET + CARDS
DRAW_CARDS = END + 1  # + people and technology cards, see `draw_action`

MAX_PEOPLE_DRAWN = 1
MAX_CARDS_DRAWN = 3
TECHNOLOGY_CHOICES = MAX_CARDS_DRAWN + 1  # from none to all

ACTIONS = DRAW_CARDS + (MAX_PEOPLE_DRAWN + 1) * TECHNOLOGY_CHOICES
OUTCOMES = CARDS


@rule
def draw_action(people: int, technology: int) -> int:
    """Return the action of drawing so many cards of either deck."""
    return DRAW_CARDS + TECHNOLOGY_CHOICES * people + technology


@rule
def people_drawn(action: int) -> int:
    """Return how many people cards a draw takes."""
    return (action - DRAW_CARDS) // TECHNOLOGY_CHOICES


@rule
def technology_drawn(action: int) -> int:
    """Return how many technology cards a draw takes."""
    return (action - DRAW_CARDS) % TECHNOLOGY_CHOICES
