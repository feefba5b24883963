"""Priests of Ra: why one move is better than another. Its own moves are showing a face and turning tiles over."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from heliopolis.games.priests.advice import ADVICE
from heliopolis.games.priests.notation import VOCABULARY
from heliopolis.games.priests.tiles import FACE_NAMES, PRIEST, TWO_FACED_FACES
from heliopolis.games.sun.advice import play_on_copy, tile_changes
from heliopolis.games.sun.reasons import DENIED, Choice, Fact, find_reasons
from heliopolis.games.sun.worth import with_row, worth_of_move, worth_of_row
from heliopolis.text.message_json import MessageJSON
from heliopolis.text.numbers import signed

if TYPE_CHECKING:
    from heliopolis.core.position import Position

FLIP_WEIGHT = 1.5  # of one flip that the row allows


def reasons(position: Position, seat: int, best: str, other: str) -> list[MessageJSON]:
    """Return one to three messages that say why a move is better than another, the most important first."""
    return find_reasons(position, seat, best, other, ADVICE, own_facts)


def own_facts(choice: Choice) -> Iterator[Fact]:
    """Yield what speaks for the best move, as far as faces and flips tell."""
    (verb, _, face), (other_verb, _, other) = choice.best.partition(" "), choice.other.partition(" ")
    if verb == "place":
        yield from for_face(choice, face, other)
    elif verb == other_verb == "flip":
        yield from for_other_flip(choice, face, other)
    elif verb == "flip":
        yield from for_flip(choice, face)
    elif other_verb == "flip":
        yield from against_flip(choice, other)
    elif verb in ("bid", "invoke") and other_verb != "bid":
        yield from flips_in_row(choice)


def flips_in_row(choice: Choice) -> Iterator[Fact]:
    """The priests of the row let its winner turn tiles over."""
    row, held = choice.r.row[: choice.r.row_len], choice.r.tiles[choice.seat]
    number = row.count(PRIEST)
    if number and any(held[face] or face in row for face in range(1, TWO_FACED_FACES + 1)):
        yield choice.fact(FLIP_WEIGHT * number, "sun.reason.flips", number=number)


# ---- faces ---------------------------------------------------------------------------------------------------------


def for_face(choice: Choice, face: str, other: str) -> Iterator[Fact]:
    """Yield what speaks for showing one face in the row rather than the other."""
    points, less = (row_with(choice, shown, choice.seat) for shown in (face, other))
    if points > less:
        shown = {"tile": face, "points": signed(points), "other": other, "less": signed(less)}
        yield choice.fact(points - less, "sun.reason.face", **shown)
    yield from face_denied(choice, face, other)
    yield from faces_held(choice, face, other)
    yield from faces_in_row(choice, face, other)


def face_denied(choice: Choice, face: str, other: str) -> Iterator[Fact]:
    """Somebody else would profit more from the other face."""
    found = [(row_with(choice, other, seat), row_with(choice, face, seat), seat) for seat in choice.rivals]
    more, points, seat = max(found, key=lambda worth: worth[0] - worth[1], default=(0, 0, 0))
    if more > points:
        shown = {"tile": face, "points": signed(points), "other": other, "more": signed(more)}
        yield choice.fact(DENIED * (more - points), "sun.reason.face_denied", partner=seat, **shown)


def faces_held(choice: Choice, face: str, other: str) -> Iterator[Fact]:
    """How many tiles with these faces the seat has, and the player who has most of the other face."""

    def held(seat: int) -> dict[str, int]:
        number, others = (choice.r.tiles[seat][FACE_NAMES.index(shown)] for shown in (face, other))
        return {"number": number, "others": others}

    own, rival = held(choice.seat), max(choice.rivals, key=lambda seat: held(seat)["others"], default=choice.seat)
    if own["number"] != own["others"]:
        yield choice.fact(0.9, "sun.reason.held", tile=face, other=other, **own)
    if rival != choice.seat and held(rival)["others"] > held(rival)["number"]:
        yield choice.fact(0.8, "sun.reason.rival_holds", partner=rival, tile=face, other=other, **held(rival))


def faces_in_row(choice: Choice, face: str, other: str) -> Iterator[Fact]:
    """How many tiles of the row show these faces already; and if none does, how many all players have together."""
    faces = [FACE_NAMES.index(shown) for shown in (face, other)]
    number, others = (choice.r.row[: choice.r.row_len].count(shown) for shown in faces)
    if number or others:
        yield choice.fact(0.7, "sun.reason.row_shows", tile=face, number=number, other=other, others=others)
        return
    number, others = (sum(tiles[shown] for tiles in choice.r.tiles) for shown in faces)
    if number or others:
        yield choice.fact(0.6, "sun.reason.all_hold", tile=face, number=number, other=other, others=others)


def row_with(choice: Choice, face: str, seat: int) -> int:
    """Return what the row would be worth to a seat if the drawn tile showed a face."""
    row = [*choice.r.row[: choice.r.row_len], FACE_NAMES.index(face)]
    return worth_of_row(with_row(choice.records, row), seat, ADVICE).total


# ---- flips ---------------------------------------------------------------------------------------------------------


def for_flip(choice: Choice, face: str) -> Iterator[Fact]:
    """Yield what speaks for turning a tile over."""
    worth = worth_of_move(choice.records, choice.best, ADVICE)
    if worth.total > 0:
        yield choice.fact(worth.total, "sun.reason.flip", tile=face, points=signed(worth.total), sources=worth.sources)
    yield turned(choice, face)


def against_flip(choice: Choice, face: str) -> Iterator[Fact]:
    """Yield what speaks against turning a tile over."""
    worth = worth_of_move(choice.records, choice.other, ADVICE)
    if worth.total < 0:
        yield choice.fact(-worth.total, "sun.reason.flip", tile=face, points=signed(worth.total), sources=worth.sources)
    elif worth.total == 0:
        yield choice.fact(1, "sun.reason.flip_nothing", tile=face)


def for_other_flip(choice: Choice, face: str, other: str) -> Iterator[Fact]:
    """Yield what speaks for turning one tile over rather than another."""
    points, less = (worth_of_move(choice.records, move, ADVICE).total for move in (choice.best, choice.other))
    if points > less:
        flips = {"tile": face, "points": signed(points), "other": other, "less": signed(less)}
        yield choice.fact(points - less, "sun.reason.other_flip", **flips)
    yield turned(choice, face)


def turned(choice: Choice, face: str) -> Fact:
    """Return how many tiles of both faces the seat has after turning one over."""
    then = play_on_copy(choice.records, choice.seat, VOCABULARY.actions.index(choice.best), ADVICE)
    changes, held = tile_changes(choice.records, then, choice.seat, FACE_NAMES), then["tiles"][0][choice.seat].tolist()
    shown = next(other for other, number in changes.items() if number > 0)
    number, others = (held[FACE_NAMES.index(tile)] for tile in (shown, face))
    return choice.fact(0.9, "sun.reason.turned", tile=shown, number=number, other=face, others=others)
