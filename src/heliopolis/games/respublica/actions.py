"""Phases, modes and decisions of Res Publica as numbers."""

from __future__ import annotations

from heliopolis.games.respublica.cards import CARDS, KINDS
from heliopolis.games.respublica.phrases import AND, MOST, OR

SEATS = 5
TRADE, ANSWER, ACCEPT, GIVE, LAY, DRAW, DEAL, LAST_LAY, OVER = range(9)
NO_MODE, ASK, OFFER, FOR = range(4)
UNASKED, SAID_NOTHING, SAID_PHRASE = range(3)
COMPOSE_START, COMPOSE_KIND, COMPOSE_COUNT, COMPOSE_JOINT, COMPOSE_KIND_2, COMPOSE_COUNT_2 = range(6)

# Decisions. Kinds serve phrases and gifts; counts, joints and modes serve phrases.
COUNT = KINDS - 1  # + 1 to 9
DONE = COUNT + MOST + 1
JOIN_AND, JOIN_OR = DONE + AND, DONE + OR
NO_TRADE = DONE + 3
SAY_ASK, SAY_OFFER = NO_TRADE + ASK, NO_TRADE + OFFER
NOTHING = NO_TRADE + 3
SAY_FOR = NOTHING + 1
DECLINE = NOTHING + 2
ACCEPT_SEAT = DECLINE + 1  # + seat
FIRST_ALTERNATIVE = ACCEPT_SEAT + SEATS  # of an or; the second follows
LAY_SET = FIRST_ALTERNATIVE + 2  # + card
END = LAY_SET + CARDS
DRAW_CARDS = END + 1  # + 4 * people + technology
ACTIONS = DRAW_CARDS + 8
OUTCOMES = CARDS
