"""The cards of Res Publica, and the kinds that a phrase may name: ten cards, people, technology, any."""

from __future__ import annotations

WORDS = (
    "roman babylonian egyptian atlantean greek metallurgy wheel architecture chemistry navigation people technology any"
).split()
CARDS = 10
FIRST_TECHNOLOGY = 5
PEOPLE, TECHNOLOGY, ANY = 10, 11, 12
KINDS = 13
COPIES = 12  # of each card
SET = 5  # identical cards
CITIES, CITY = 10, 3
MONUMENTS = (9, 8, 8, 7, 7, 6, 6, 5, 5, 4)  # taken in that order
FIRST_HAND = 4  # people cards
