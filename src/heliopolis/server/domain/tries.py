"""Practice tables that begin at a moment of another game: which moments somebody may try, and with whom.

A finished game has no secrets left: any moment can be tried, from any seat, with the same luck ahead or fresh luck.
While a game runs, whoever plays it against bots alone may try its past moments from their own seat with fresh luck.
What they could not know then is dealt anew, so that trying teaches them nothing about the game itself; and the luck
that lies ahead of it stays secret.
"""

from __future__ import annotations

import random
import secrets
from typing import TYPE_CHECKING

from heliopolis.core.checks import JSON
from heliopolis.core.errors import HeliopolisError
from heliopolis.server.domain.commands import check_accepts, check_begun, check_seat
from heliopolis.server.domain.dealt_match import CHANCE, DealtMatch
from heliopolis.server.domain.fairness import Deal
from heliopolis.server.domain.matches import TableMatch
from heliopolis.server.domain.problems import Problem
from heliopolis.server.domain.sources import Luck, Source
from heliopolis.server.domain.tables import OVER, Table

if TYPE_CHECKING:
    from heliopolis.core.position import Position
    from heliopolis.core.record import Record


def check_may_try(table: Table, player: str | None, seat: int, luck: Luck) -> None:
    """Refuse a moment of a running game, unless it teaches the player nothing about it."""
    check_accepts(table, "move")
    check_begun(table)
    check_seat(table, seat)
    if table.status == OVER:
        return
    if seat not in table.seats_of(player) or table.others(player):
        raise Problem("try.running")
    if luck != "fresh":
        raise Problem("try.luck")


def entry_before(table: Table, at: int) -> int:
    """Return the entry of the log after which so many moves had been played that were not taken back."""
    if at > len(table.moves_in_force):
        raise Problem("moment.unknown")
    return table.moves_in_force[at - 1].seq if at else table.dealt


def source_of_table(table: Table, then: Table, moves: list[JSON], at: int, seat: int, luck: Luck) -> Source:
    """Return a moment of a table; `then` is the table as it was, `moves` are the moves of its log."""
    start = position_of(then.match)
    if table.status != OVER:
        start = start.imagine(seat, random.Random(secrets.randbits(128)))
        return Source(table.setup.id, at, "fresh", start.to_json())
    after = {move.seq for move in table.moves_in_force[at:]}
    ahead = [outcome for entry in moves if entry["seq"] in after for outcome in entry["outcomes"]]
    return Source(table.setup.id, at, luck, start.to_json(), tuple(ahead) if luck == "same" else ())


def position_of(match: TableMatch) -> Position:
    """Return the position in which a seat decides; Problem if there is none."""
    if not isinstance(match, DealtMatch):
        raise Problem("game.other")
    return check_decision(match.position)


def check_decision(position: Position) -> Position:
    if position.over or position.to_act == CHANCE:
        raise Problem("moment.unknown")
    return position


def source_of_record(record: Record, at: int, seat: int, luck: Luck) -> Source:
    """Return a moment of a record; Problem if it has none, or cannot be replayed."""
    from heliopolis.core.record import play_recorded_move

    start, ahead = None, list[str]()
    try:
        position = record.start_position()
        for number, move in enumerate(record.moves):
            start = position.copy() if number == at else start
            for outcome in play_recorded_move(position, move):
                position.play(outcome)
                ahead += [outcome] if start is not None else []
        start = position if at == len(record.moves) else start
    except HeliopolisError:
        raise Problem("record.bad") from None
    if start is None:
        raise Problem("moment.unknown")
    if seat >= start.players:
        raise Problem("seat.unknown", seat=seat)
    return Source(None, at, luck, check_decision(start).to_json(), tuple(ahead) if luck == "same" else ())


def deal_from(source: Source, origin: str) -> Deal:
    """Return the deal of a practice table.

    With the same luck it is open: whatever comes when the recorded outcomes are used up follows from the `origin`, so
    that it is the same each time. Fresh luck is as secret as that of any table.
    """
    if source.luck == "fresh":
        return Deal.secret().continuing(source)
    return Deal.chosen(f"{origin}/{source.at}").continuing(source)
