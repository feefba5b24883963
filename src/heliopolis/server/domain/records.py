"""The record of a table's game, made from its log."""

from __future__ import annotations

from typing import TYPE_CHECKING

from heliopolis.core.checks import JSON
from heliopolis.core.errors import HeliopolisError
from heliopolis.server.domain.dealt_match import DealtMatch
from heliopolis.server.domain.fairness import FIRST_VERSION
from heliopolis.server.domain.matches import TableMatch
from heliopolis.server.domain.problems import Problem
from heliopolis.server.domain.tables import OVER, Table

if TYPE_CHECKING:
    from heliopolis.core.record import Record


def check_public(table: Table) -> None:
    """Refuse the record of a game that it would reveal something about."""
    if table.match.record_is_secret:
        raise Problem("record.running")


def record_of(table: Table, moves: list[JSON]) -> Record | JSON:
    """Return the record of a game, or the JSON of a Tekhenu session; the deal is in it once the game is over.

    The moves are those of the log; it is known here which of them were taken back.
    """
    check_public(table)
    in_force = {move.seq for move in table.moves_in_force}
    played = [entry for entry in moves if entry["seq"] in in_force]
    seats = tuple(seat.name or seat.bot or "" for seat in table.seats)
    bots = tuple(seat.bot if seat.player is None else None for seat in table.seats)
    deal = revealed_deal(table, played) if table.status == OVER else None
    return table.match.record(played, seats, bots, table.setup.rules, table.practice, deal)


def revealed_deal(table: Table, moves: list[JSON]) -> JSON:
    """Return all that is needed to verify the deal of a finished game."""
    deal, setup = table.deal, table.setup
    revealed: JSON = {"seed": deal.seed, "salt": deal.salt, "commitment": setup.commitment}
    if deal.version == FIRST_VERSION:
        revealed |= {"open": True} if deal.open else {}
    else:
        revealed |= {"version": deal.version, "table": setup.id, "open": deal.open}
        revealed["shares"] = [share.to_json() for share in table.shares] if deal.takes_shares else None
        revealed["lots"] = None if table.lots is None else list(table.lots)
    if deal.source is not None:
        revealed["from"] = {"at": deal.source.at, "luck": deal.source.luck}  # not where: whoever knows may look there
    bots = bot_moves(moves)
    return {**revealed, "bots": bots} if bots else revealed


def draws_of(record: Record) -> list[JSON]:
    """Return each outcome of chance in a game, and the chances that it came from, in their order."""
    from heliopolis.core.record import play_recorded_move

    position, draws = record.start_position(), list[JSON]()
    for number, move in enumerate(record.moves, 1):
        for outcome in play_recorded_move(position, move):
            chances = [[name, probability] for name, probability in position.chances().items()]
            draws.append({"move": number, "outcome": outcome, "chances": chances})
            position.play(outcome)
    return draws


def ending_of(match: TableMatch, record: Record) -> JSON:
    """Return how a finished game ended; where the points came from is unknown if it cannot be replayed."""
    from heliopolis.text.ending import course_of, describe_ending

    if not isinstance(match, DealtMatch):
        raise Problem("game.other")
    try:
        course = course_of(record)
    except HeliopolisError:  # played in part by older rules
        course = None
    return dict(describe_ending(match.position, course))


def bot_moves(moves: list[JSON]) -> list[JSON]:
    """Return each bot that decided, its version, and its moves: their numbers and the entries it decided after."""
    found: dict[tuple[str, str | None], list[list[int]]] = {}
    for number, entry in enumerate(moves, 1):
        if "bot" in entry and "after" in entry:
            found.setdefault((entry["bot"], entry.get("version")), []).append([number, entry["after"]])
    return [{"bot": bot, "version": version, "moves": decided} for (bot, version), decided in found.items()]
