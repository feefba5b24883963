"""How a game ended: who has won and why, as messages, and where the points came from.

The site and the terminal say the same. A game has words of its own for a tie-break and for its points if its package
has a module `ending`; of every other game the scores and the winners are told.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from typing_extensions import TypedDict

from heliopolis.core.checks import JSON
from heliopolis.text.message_json import MessageJSON, message_json

if TYPE_CHECKING:
    from heliopolis.core.position import Position
    from heliopolis.core.record import Record


class DescribedEnding(TypedDict):
    """The end of a game."""

    result: MessageJSON  # who has won
    reason: Mapping[str, Any] | None  # a message: the tie-break, or what made the difference
    places: list[int]  # by seat, from 1; a winner's is 1
    account: JSON | None  # where the points came from, in the terms of the game
    play_on: int | None  # moves after which somebody may like to play on differently


def describe_ending(last: Position, course: Sequence[JSON] | None) -> DescribedEnding:
    """Return how a game ended in its last position.

    `course` are the facts that a spectator knew before the first move and after each; None if they are lost, as those
    of a game that was played in part by older rules.
    """
    scores, winners, words = last.scores(), last.winners(), last.game.ending
    account = words.account(course) if words is not None and course is not None else None
    reason = None
    if words is not None and len(winners) == 1:
        reason = words.tie_break(last.known_facts(None), winners[0])
        if reason is None and account is not None:
            reason = words.difference(account, winners[0], best_of_others(scores, winners))
    return {
        "result": result_message(scores, winners),
        "reason": reason,
        "places": [place_of(seat, scores, winners) for seat in range(last.players)],
        "account": account,
        "play_on": None if words is None or account is None else words.play_on(account),
    }


def course_of(record: Record) -> list[JSON]:
    """Return what a spectator knew before the first move of a record and after each."""
    after = [position.known_facts(None) for _, _, position in record.steps()]
    return [record.start_position().known_facts(None), *after]


def result_message(scores: Sequence[int], winners: Sequence[int]) -> MessageJSON:
    """Return who has won as a message."""
    if not winners:
        return message_json("ending.nobody")
    points = scores[winners[0]]
    if len(winners) > 1:
        return message_json("ending.shared", seats=list(winners), points=points)
    others = scores[best_of_others(scores, winners)]
    if others == points:
        return message_json("ending.wins_tie", seat=winners[0])
    return message_json("ending.wins", seat=winners[0], points=points, others=others)


def best_of_others(scores: Sequence[int], winners: Sequence[int]) -> int:
    """Return the seat with most points of those that have not won."""
    return max((seat for seat in range(len(scores)) if seat not in winners), key=scores.__getitem__)


def place_of(seat: int, scores: Sequence[int], winners: Sequence[int]) -> int:
    """Return the place of a seat: winners are first, the others follow by points, equals have the same place."""
    if seat in winners:
        return 1
    return 1 + sum(other in winners or scores[other] > scores[seat] for other in range(len(scores)))


def widest_lead(winner: Mapping[str, int], other: Mapping[str, int]) -> str | None:
    """Return by which source of points a winner is furthest ahead; None if they are ahead by none."""
    lead = max(winner, key=lambda source: winner[source] - other[source], default=None)
    return lead if lead is not None and winner[lead] > other[lead] else None
