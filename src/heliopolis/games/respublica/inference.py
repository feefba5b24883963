"""Res Publica: what a seat can conclude about cards that it does not see, from what it may know of a position."""

from __future__ import annotations

from heliopolis.core.checks import JSON
from heliopolis.games.respublica.cards import (
    CARD_NAMES,
    CARDS,
    COPIES,
    DECK_NAMES,
    KIND_NAMES,
    MONUMENT_POINTS,
    PEOPLE_DECK,
    SET_SIZE,
    deck_of,
)
from heliopolis.games.respublica.gifts import cards_of
from heliopolis.games.respublica.scoring import POINTS_PER_CITY


class Inference:
    """The cards of a table as one seat may know them; `facts` are the known facts of a position for that seat."""

    def __init__(self, facts: JSON, seat: int) -> None:
        self.facts = facts
        self.seat = seat
        self.others = [other for other in range(facts["players"]) if other != seat]
        self.hand: list[int] = [facts["seats"][seat]["hand"].get(card, 0) for card in CARD_NAMES]

    # ---- cards -----------------------------------------------------------------------------------------------------

    def known(self, other: int, card: int) -> int:
        """Return how many copies of a card another seat is known to hold."""
        number: int = self.facts["seats"][other]["known"].get(CARD_NAMES[card], 0)
        return number

    def copies_out(self, card: int) -> int:
        """Return how many copies of a card are in other hands or in the deck."""
        laid: int = sum(player["sets"].count(CARD_NAMES[card]) for player in self.facts["seats"])
        return COPIES - SET_SIZE * laid - self.hand[card]

    def unplaced(self, card: int) -> int:
        """Return how many copies of a card may be in any other hand or in the deck."""
        return self.copies_out(card) - sum(self.known(other, card) for other in self.others)

    def unplaced_of_deck(self, card: int) -> int:
        """Return how many cards of the deck to which a card belongs may be in any other hand or in the deck."""
        return sum(self.unplaced(other) for other in range(CARDS) if deck_of(other) == deck_of(card))

    def most_held(self, other: int, kind: int) -> int:
        """Return how many cards of a kind another seat can hold at most."""
        seat = self.facts["seats"][other]
        if KIND_NAMES[kind] == "any":
            return int(seat["cards"])
        if kind >= CARDS:
            return int(seat["cards"] - seat["at_least"][DECK_NAMES[1 - DECK_NAMES.index(KIND_NAMES[kind])]])
        deck = CARDS + deck_of(kind)
        known_beside = sum(self.known(other, card) for card in cards_of(deck) if card != kind)
        return min(self.known(other, kind) + self.unplaced(kind), self.most_held(other, deck) - known_beside)

    def can_complete_set(self, card: int) -> bool:
        """Return whether there are enough copies for the seat's next set of a card."""
        return self.hand[card] % SET_SIZE + self.copies_out(card) >= SET_SIZE

    def is_useless(self, card: int) -> bool:
        """Return whether a card can never be part of a set of the seat."""
        return self.hand[card] < SET_SIZE and not self.can_complete_set(card)

    # ---- points ----------------------------------------------------------------------------------------------------

    def set_points(self, card: int) -> int:
        """Return the points of a set of a card: a city, or the next monument."""
        if deck_of(card) == PEOPLE_DECK:
            return POINTS_PER_CITY
        left = self.facts["monuments_left"]
        return int(left[0]) if left else MONUMENT_POINTS[-1]

    def is_last_turn(self) -> bool:
        """Return whether the seat is on turn for the last time."""
        return self.facts["final_round"] is not None and self.facts["turn"] == self.seat

    def leads(self, other: int) -> bool:
        """Return whether another seat has more points of cities and monuments than anybody else."""
        points = [player["points"] for player in self.facts["seats"]]
        return points[other] == max(points) and points.count(points[other]) == 1
