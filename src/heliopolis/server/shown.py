"""A table, its log and its record as somebody may see them: built from what he may know, never by taking away."""

from __future__ import annotations

from typing import TYPE_CHECKING

from heliopolis.errors import HeliopolisError
from heliopolis.server.commands import own_seat
from heliopolis.server.matches import JSON, Companion, Dealt
from heliopolis.server.problems import Problem
from heliopolis.server.tables import OVER, WAITING, Seat, Table
from heliopolis.server.undo import find_undo

if TYPE_CHECKING:
    from heliopolis.record import Record

TOLD = {  # of each kind of entry, besides seq, at and kind
    "open": (),
    "sit": ("seat", "name"),
    "start": (),
    "move": ("seat",),
    "operation": ("operation",),
    "undo": ("seat", "to", "practice"),
    "leave": ("seat", "name", "bot"),
    "remove": ("seat", "name", "bot"),
    "away": ("seat", "name", "bot", "why"),
    "back": ("seat", "name"),
    "fill": ("seat", "bot"),
    "chat": ("seat", "name", "text"),
    "rematch": ("table",),
}


def eyes(table: Table, player: str | None, seat: int | None) -> int | None:
    """Through which seat somebody looks: the one he asks for if it is his, a spectator through none."""
    if seat is None and not table.seats_of(player):
        return None
    return own_seat(table, player, seat)


def show_table(table: Table, player: str | None, seat: int | None, now: float) -> JSON:
    """The table as the player sees it through that seat, which is his."""
    facts, deal = table.facts, table.facts.deal
    revealed = deal.open or table.status == OVER
    return {
        "id": facts.id,
        "seq": table.seq,
        "game": facts.game,
        "name": facts.name,
        "status": table.status,
        "practice": table.practice,
        "created": facts.created,
        "listed": facts.listed,
        "hints": may_have_hints(table, player),
        "seats": [show_seat(place, player) for place in table.seats],
        "you": {"seat": seat, "host": player is not None and player == facts.host},
        "to_act": table.to_act,
        "moved": table.moved,
        "clock": show_clock(table, now),
        "deal": {
            "commitment": deal.commitment,
            "open": deal.open,
            "seed": deal.seed if revealed else None,
            "salt": deal.salt if revealed else None,
        },
        "undo": show_undo(table, player),
        "scores": table.match.scores(),
        "winners": table.match.winners(),
        "rematch": table.rematch,
        "position": None if table.status == WAITING else table.match.view(seat),
    }


def draw_table(table: Table, seat: int | None) -> str:
    """Return a drawing of what a seat, or a spectator, may know of the table, as SVG."""
    if table.status == WAITING:
        raise Problem("table.waiting")
    if not isinstance(table.match, Dealt):
        raise Problem("picture.none")
    try:
        draw = table.match.position.game.draw
    except HeliopolisError:  # the game has no drawing
        raise Problem("picture.none") from None
    return str(draw(table.match.view(seat)))


def show_seat(seat: Seat, player: str | None) -> JSON:
    kind = "open" if seat.open else "person" if seat.bot is None else "bot"
    yours = player is not None and seat.player == player
    return {"kind": kind, "name": seat.name, "bot": seat.bot, "yours": yours, "away": seat.away}


def show_clock(table: Table, now: float) -> JSON | None:
    seconds = table.facts.seconds_per_move
    return None if seconds is None else {"seconds_per_move": seconds, "deadline": table.deadline, "now": now}


def show_undo(table: Table, player: str | None) -> JSON | None:
    if not isinstance(table.match, Dealt):
        return None
    try:
        found = find_undo(table, player)
    except Problem:
        return None
    return {"to": found.to, "practice": found.practice and not table.practice}


def may_have_hints(table: Table, player: str | None) -> bool:
    """Against bots alone always, with other people if they agreed to it when they sat down."""
    sits = isinstance(table.match, Dealt) and bool(table.seats_of(player))
    return sits and (table.facts.hints or not table.others(player))


def show_entry(entry: JSON, game: str, viewer: int | None) -> JSON:
    """An entry of the log as a seat, or a spectator, hears of it."""
    told = {key: entry[key] for key in ("seq", "at", "kind", *TOLD[entry["kind"]])}
    if entry["kind"] != "move":
        return told
    from heliopolis.game import game as game_of

    hearing = game_of(game).hearing
    heard = {key: entry[key] for key in ("move", "outcomes")} if hearing is None else hearing.heard(entry, viewer)
    return {**told, **heard, "told": entry["told"], "by": "bot" if entry["player"] is None else "person"}


def show_update(
    entries: list[JSON], table: Table, player: str | None, seat: int | None, now: float, known: int | None
) -> JSON:
    """News for somebody who knows the log up to an entry, and the table after it."""
    told = [show_entry(entry, table.facts.game, seat) for entry in entries]
    gap = bool(entries) and known is not None and entries[0]["seq"] > known + 1
    return {"entries": told, "gap": gap, "table": show_table(table, player, seat, now)}


# ---- records ---------------------------------------------------------------------------------------------------------


def record_of(table: Table, entries: list[JSON]) -> Record:
    """The record of a dealt game, from its log; of a running game only if it has no secrets, and without the deal."""
    from heliopolis.record import Record

    assert isinstance(table.match, Dealt)
    over = table.status == OVER
    if not over and table.match.position.game.secrets:
        raise Problem("record.running")
    in_force = {done.seq for done in table.line}
    moves = [" ".join([e["move"], *e["outcomes"]]) for e in entries if e["seq"] in in_force]
    deal = table.facts.deal
    start = Dealt.start(table.facts.game, table.facts.players, deal).position
    return Record(
        game=table.facts.game,
        start=start.to_json(),
        moves=tuple(moves),
        seats=tuple(seat.name or seat.bot or "" for seat in table.seats),
        deal=deal.revealed() if over else None,
        result=tuple(table.match.position.scores()) if over else None,
        practice=table.practice,
    )


def session_of(table: Table) -> JSON:
    """The record of a Tekhenu session: all that was done, and the deal."""
    assert isinstance(table.match, Companion)
    if table.status != OVER:
        raise Problem("record.running")
    return {**table.match.session.to_json(), "deal": table.facts.deal.revealed()}
