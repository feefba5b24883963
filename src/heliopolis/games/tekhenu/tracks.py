"""Tekhenu: happiness and population (Bastet), and the cards that happiness reaches (Thoth).

Bastet: as many steps as the die shows; each raises happiness, or population whenever happiness equals population. Steps
past an end are lost (ruling 18). If happiness is at its end before, the action cannot be done.

Thoth: 1, 1, 2, 2, 3, 3 cards by the die, from the highest segment that happiness reaches, decrees before technologies
before blessings. Only the person sees the cards, so the counts are a proposal that they confirm or correct.
"""

from __future__ import annotations

from heliopolis.games.tekhenu.decision import Decision, produce
from heliopolis.games.tekhenu.shared_board import SharedBoard
from heliopolis.text.messages import Message, message

CARDS_BY_DIE = (1, 1, 2, 2, 3, 3)
SEGMENT_BY_HAPPINESS = ((13, "blue"), (9, "green"), (5, "red"), (0, "yellow"))  # least happiness, segment
CARDS_BY_SEGMENT = {  # decrees, technologies, blessings, for 1, 2 and 3 cards
    "yellow": ((0, 1, 0), (0, 1, 1), (0, 1, 2)),
    "red": ((0, 1, 0), (0, 2, 0), (0, 2, 1)),
    "green": ((1, 0, 0), (1, 1, 0), (1, 2, 0)),
    "blue": ((1, 0, 0), (2, 0, 0), (2, 1, 0)),
}


def decide_tracks(board: SharedBoard, name: str, value: int) -> Decision:
    """Decide where population and happiness stand after a Bastet action."""
    automa = board.automa(name)
    if automa.happiness >= board.settings.happiness_end:
        return produce("bastet", message("tekhenu.why.bastet.end", happiness=automa.happiness))
    population, happiness = automa.population, automa.happiness
    why = []
    for _ in range(value):
        if happiness == board.settings.happiness_end:
            why.append(message("tekhenu.why.bastet.lost"))
        elif happiness < population:
            happiness += 1
            why.append(message("tekhenu.why.bastet.happiness", happiness=happiness))
        elif population < board.settings.population_end:
            population += 1
            why.append(message("tekhenu.why.bastet.population", population=population, happiness=happiness))
        else:
            why.append(message("tekhenu.why.bastet.lost"))
    return Decision("bastet", {"population": population, "happiness": happiness}, 0, tuple(why))


def segment_reached(happiness: int) -> str:
    """Return the highest segment of the card display that a happiness reaches."""
    return next(segment for least, segment in SEGMENT_BY_HAPPINESS if happiness >= least)


def decide_cards(board: SharedBoard, name: str, value: int) -> Decision:
    """Propose the cards that an automa takes with a Thoth action."""
    number = CARDS_BY_DIE[value - 1]
    happiness = board.automa(name).happiness
    segment = segment_reached(happiness)
    cards = CARDS_BY_SEGMENT[segment][number - 1]
    why = (
        message("tekhenu.why.thoth.number", value=value, number=number),
        message("tekhenu.why.thoth.reach", happiness=happiness, segment=segment),
        message("tekhenu.why.thoth.priority"),
    )
    choice = dict(zip(("decrees", "technologies", "blessings"), cards, strict=True))
    return Decision("thoth", choice, 0, why, cards)


def single_cards(board: SharedBoard, name: str, number: int, why: list[Message]) -> tuple[int, int, int]:
    """Propose the cards of several Thoth actions of one card each, with the display refilled in between."""
    happiness = board.automa(name).happiness
    segment = segment_reached(happiness)
    why.append(message("tekhenu.why.thoth.reach", happiness=happiness, segment=segment))
    decree, technology, blessing = CARDS_BY_SEGMENT[segment][0]
    return decree * number, technology * number, blessing * number
