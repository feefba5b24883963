"""Ra: why one move is better than another. Its own moves are playing gods and giving up tiles for disasters."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from heliopolis.games.ra.advice import ADVICE
from heliopolis.games.ra.scoring import POINTS_PER_GOD
from heliopolis.games.ra.tiles import DISASTER_NAMES, TILE_NAMES
from heliopolis.games.sun.reasons import DENIED, Choice, Fact, best_taker, find_reasons
from heliopolis.games.sun.worth import Worth, with_row, worth_of_move, worth_of_row
from heliopolis.kernel import NOBODY
from heliopolis.text.message_json import MessageJSON
from heliopolis.text.numbers import signed

if TYPE_CHECKING:
    from heliopolis.core.position import Position


def reasons(position: Position, seat: int, best: str, other: str) -> list[MessageJSON]:
    """Return one to three messages that say why a move is better than another, the most important first."""
    return find_reasons(position, seat, best, other, ADVICE, own_facts)


def own_facts(choice: Choice) -> Iterator[Fact]:
    """Yield what speaks for the best move, if a god is played or a tile given up."""
    (verb, _, tile), (other_verb, _, other) = choice.best.partition(" "), choice.other.partition(" ")
    if verb == other_verb == "discard":
        yield from for_discard(choice, tile, other)
    elif verb == other_verb == "take":
        yield from for_other_tile(choice, tile, other)
    elif verb == "take":
        yield from for_god(choice, tile)
    elif other_verb == "take":
        yield against_god(choice, other)


# ---- gods ----------------------------------------------------------------------------------------------------------


def for_god(choice: Choice, tile: str) -> Iterator[Fact]:
    """Yield what speaks for playing a god; what the god itself would score is counted."""
    worth = worth_of_move(choice.records, choice.best, ADVICE)
    if worth.total > 0:
        yield god_fact(choice, POINTS_PER_GOD + worth.total, tile, worth)
    yield from tile_denied(choice, tile)
    yield from row_without(choice, tile)


def god_fact(choice: Choice, weight: float, tile: str, worth: Worth) -> Fact:
    """Return what a god brings that is played for a tile."""
    points, later = signed(worth.points), signed(worth.points_later)
    if worth.points_later:
        return choice.fact(weight, "sun.reason.god_later", tile=tile, points=points, later=later)
    return choice.fact(weight, "sun.reason.god", tile=tile, points=points)


def against_god(choice: Choice, tile: str) -> Fact:
    """Return how little a god brings that is played for a tile: it would score itself, or take a better one later."""
    worth = worth_of_move(choice.records, choice.other, ADVICE)
    if worth.total <= POINTS_PER_GOD:
        return god_fact(choice, 1 + POINTS_PER_GOD - worth.total, tile, worth)
    gods = choice.r.tiles[choice.seat][TILE_NAMES.index("god")]
    return choice.fact(1, "sun.reason.gods_kept", number=gods)


def for_other_tile(choice: Choice, tile: str, other: str) -> Iterator[Fact]:
    """Yield what speaks for taking one tile rather than another."""
    more, less = (worth_of_move(choice.records, move, ADVICE).total for move in (choice.best, choice.other))
    if more > less:
        yield choice.fact(
            more - less, "sun.reason.other_tile", tile=tile, points=signed(more), other=other, less=signed(less)
        )
    yield from tile_denied(choice, tile)
    yield from row_without(choice, tile)


def tile_denied(choice: Choice, tile: str) -> Iterator[Fact]:
    """Somebody else would profit from the tile."""
    alone = with_row(choice.records, [TILE_NAMES.index(tile)])
    seat, worth = best_taker(alone, choice.rivals, ADVICE)
    if seat != NOBODY and worth > 0:
        yield choice.fact(DENIED * worth, "sun.reason.tile_denied", tile=tile, partner=seat, points=worth)


def row_without(choice: Choice, tile: str) -> Iterator[Fact]:
    """A row without a disaster is worth more to the seat."""
    if tile not in DISASTER_NAMES:
        return
    row = choice.r.row[: choice.r.row_len]
    row.remove(TILE_NAMES.index(tile))
    more = worth_of_row(with_row(choice.records, row), choice.seat, ADVICE).total - choice.row.total
    yield choice.fact(more, "sun.reason.row_without", tile=tile, points=more)


# ---- disasters -----------------------------------------------------------------------------------------------------


def for_discard(choice: Choice, tile: str, other: str) -> Iterator[Fact]:
    """Yield what speaks for giving up one tile rather than another."""
    cost, more = (-worth_of_move(choice.records, move, ADVICE).total for move in (choice.best, choice.other))
    if cost < more:
        yield choice.fact(1 + more - cost, "sun.reason.discard", tile=tile, points=cost, other=other, more=more)
    held, pile = choice.r.tiles[choice.seat], choice.r.pile
    kind, other_kind = TILE_NAMES.index(tile), TILE_NAMES.index(other)
    yield choice.fact(1, "sun.reason.held", tile=tile, number=held[kind], other=other, others=held[other_kind])
    if pile[kind] != pile[other_kind]:
        yield choice.fact(0.9, "sun.reason.in_bag", tile=tile, number=pile[kind], other=other, others=pile[other_kind])
