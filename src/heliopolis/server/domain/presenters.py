"""A table and its log as a viewer may see them: built from what they may know, never by taking away."""

from __future__ import annotations

from functools import lru_cache

from heliopolis.core.checks import JSON
from heliopolis.server.domain.coaching import is_coach_on, may_have_hints
from heliopolis.server.domain.matches import TableMatch
from heliopolis.server.domain.tables import OVER, WAITING, Table
from heliopolis.server.domain.undo import NoUndo, find_undo

MAX_CACHED_VIEWS = 256  # of the positions looked at last, some 50 KB each
PUBLIC_FIELDS = {  # of each kind of entry, besides seq, at and kind
    "open": (),
    "sit": ("seat", "name"),
    "share": ("seat", "share"),
    "start": (),
    "move": ("seat",),
    "operation": ("operation",),
    "undo": ("seat", "to", "practice"),
    "leave": ("seat", "name", "bot"),
    "remove": ("seat", "name", "bot"),
    "away": ("seat", "name", "bot", "why"),
    "back": ("seat", "name"),
    "late": ("seat", "name", "bot"),
    "fill": ("seat", "bot"),
    "chat": ("seat", "name", "text"),
    "coach": ("seat", "name", "agrees", "on"),
    "rematch": ("table",),
    "erased": (),
}
MOVE_FIELDS = ("player", "move", "outcomes", "told")  # of a move, besides those that everybody gets


def viewpoint(table: Table, player: str | None, seat: int | None) -> int | None:
    """Return the seat through which a player looks: the one they ask for if it is theirs, None for a spectator.

    Where hands are hidden, a player with several seats looks as a spectator until they name one: whoever is in front
    of the screen may not be the person at that seat. Where nothing is hidden, a spectator may look through any seat.
    """
    own = table.seats_of(player)
    if not own and seat is not None and seat < len(table.seats) and not table.match.record_is_secret:
        return seat
    if seat is None and (not own or (len(own) > 1 and table.match.record_is_secret)):
        return None
    return table.own_seat(player, seat)


def present_table(table: Table, player: str | None, seat: int | None, now: float) -> JSON:
    """Return the table as the player sees it through a seat, which is theirs."""
    setup, deal = table.setup, table.setup.deal
    revealed = deal.open or table.status == OVER
    return {
        "id": setup.id,
        "seq": table.seq,
        "game": setup.game,
        "name": setup.name,
        "status": table.status,
        "practice": table.practice,
        "created": setup.created,
        "listed": setup.listed,
        "hints": may_have_hints(table, player),
        "coach": is_coach_on(table),
        "seats": [present_seat(table, number, player) for number in range(len(table.seats))],
        "you": {"seat": seat, "host": player is not None and player == setup.host},
        "to_act": table.to_act,
        "moved": table.moved,
        "clock": present_clock(table, now),
        "deal": {
            "version": deal.version,
            "commitment": setup.commitment,
            "open": deal.open,
            "seed": deal.seed if revealed else None,
            "salt": deal.salt if revealed else None,
            "shares": [share.to_json() for share in table.shares] if deal.takes_shares else None,
            "lots": None if table.lots is None else list(table.lots),
        },
        "from": present_source(table, player),
        "undo": present_undo(table, player),
        "scores": table.match.scores(),
        "winners": table.match.winners(),
        "rematch": table.rematch,
        "position": None if table.status == WAITING else view_of(table.match, seat),
    }


@lru_cache(maxsize=MAX_CACHED_VIEWS)
def view_of(match: TableMatch, seat: int | None) -> JSON:
    """Return what a seat may know of a match, which nobody may change: advice takes some milliseconds to work out.

    Whoever moves gets the same view twice, by the answer and by the stream, and so does whoever looks again.
    """
    return match.view(seat)


def present_seat(table: Table, number: int, player: str | None) -> JSON:
    """Return who is at a seat, and whether an earlier seat is the same person's: nobody else may know who that is."""
    seat = table.seats[number]
    first = table.seats_of(seat.player)[:1]
    kind = "open" if seat.open else "person" if seat.bot is None else "bot"
    yours = player is not None and seat.player == player
    same_as = first[0] if first and first[0] != number else None
    shown = {"kind": kind, "name": seat.name, "bot": seat.bot, "yours": yours, "away": seat.away}
    return {**shown, "late": seat.late, "same_as": same_as, "coach": seat.coach}


def present_clock(table: Table, now: float) -> JSON | None:
    """Return the clock of the person to act; both times are on the service clock, of which only differences count."""
    seconds = table.setup.seconds_per_move
    return None if seconds is None else {"seconds_per_move": seconds, "deadline": table.due, "now": now}


def present_source(table: Table, player: str | None) -> JSON | None:
    """Return at which moment of another game a practice table began; which table that was is its host's business."""
    source = table.setup.deal.source
    if source is None:
        return None
    return source.named() | ({} if player == table.setup.host else {"table": None})


def present_undo(table: Table, player: str | None) -> JSON | None:
    found = find_undo(table, player)
    if isinstance(found, NoUndo):
        return None
    return {"to": found.to, "practice": found.practice and not table.practice}


def present_entry(entry: JSON, game: str, viewer: int | None) -> JSON:
    """Return an entry of the log as a seat, or a spectator (None), may know it."""
    shown = {key: entry[key] for key in ("seq", "at", "kind", *PUBLIC_FIELDS[entry["kind"]])}
    if entry["kind"] == "start" and "lots" in entry:
        shown["lots"] = entry["lots"]
    if entry["kind"] != "move":
        return shown
    by = "bot" if entry["player"] is None else "person"
    return {**shown, **visible_move(entry, game, viewer), "told": entry["told"], "by": by}


def is_known(entry: JSON) -> bool:
    """Return whether this version can present an entry; another version may have written others."""
    kind = str(entry.get("kind"))
    needed = (*PUBLIC_FIELDS.get(kind, ("kind",)), *(MOVE_FIELDS if kind == "move" else ()))
    return kind in PUBLIC_FIELDS and all(key in entry for key in needed)


def present_entries(entries: list[JSON], game: str, viewer: int | None) -> list[JSON]:
    """Return those entries of the log that this version knows, as a seat, or a spectator (None), may know them."""
    return [present_entry(entry, game, viewer) for entry in entries if is_known(entry)]


def visible_move(entry: JSON, game: str, viewer: int | None) -> JSON:
    """Return what a viewer may know of a move, its outcomes and its gifts."""
    from heliopolis.core.registry import game as game_of

    disclosure = game_of(game).disclosure
    if disclosure is None:
        return {key: entry[key] for key in ("move", "outcomes")}
    return disclosure.visible_to(entry, viewer)


def present_update(
    entries: list[JSON], table: Table, player: str | None, seat: int | None, now: float, known: int | None
) -> JSON:
    """Return entries, and the table after them, for a viewer who knows the log up to an entry."""
    shown = present_entries(entries, table.setup.game, seat)
    gap = bool(entries) and known is not None and entries[0]["seq"] > known + 1
    return {"entries": shown, "gap": gap, "table": present_table(table, player, seat, now)}
