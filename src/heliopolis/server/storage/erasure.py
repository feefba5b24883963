"""Erasing a person from a table: their name, what they wrote, and if they are its host the table's name.

The log is otherwise only appended to. Moves stay, and so does the player's id, which is a random text by then. Who sat
where is found from the stored entries alone, so that tables that this version cannot read are erased too.
"""

from __future__ import annotations

import json
from typing import Any

from sqlalchemy import Connection, bindparam, delete, select, update

from heliopolis.server.storage.schema import former_occupants, log, occupants, snapshots, tables

PERSONAL = ("name", "text")  # fields of an entry about a seat
IMPERSONAL = ("move", "operation", "undo", "share", "rematch")  # kinds without names and words: most of a log
VACATING = ("leave", "remove", "fill")  # kinds of entries after which no person has the seat
Seats = dict[int, str | None]  # the player of each seat


def erase_from_table(connection: Connection, table_id: str, player_id: str, host: str | None) -> None:
    """Rewrite all that is stored of a table; `host` is its host from now on, None leaves the host as it is."""
    seats = _erase_from_log(connection, table_id, player_id)
    _erase_from_snapshots(connection, table_id, player_id)
    _erase_from_head(connection, table_id, player_id, host, seats)
    for names in (occupants, former_occupants):  # the table is done
        rows = (names.c.table_id == table_id) & (names.c.player_id == player_id)
        connection.execute(delete(names).where(rows))


def _erase_from_log(connection: Connection, table_id: str, player_id: str) -> Seats:
    """Rewrite the entries that name the player; return who sits where after the last one."""
    seats: Seats = {}
    changed: list[dict[str, Any]] = []
    personal = log.c.kind.is_(None) | log.c.kind.not_in(IMPERSONAL)
    wanted = select(log.c.seq, log.c.entry).where((log.c.table_id == table_id) & personal).order_by(log.c.seq)
    for row in connection.execute(wanted).all():
        entry = _read(row.entry)
        if entry is None:
            continue
        blank = without_person(entry, player_id, seats)
        if blank != entry:
            changed.append({"this": row.seq, "text": _write(blank)})
        follow(seats, entry)
    if changed:  # at once: the transaction has little time
        this = (log.c.table_id == table_id) & (log.c.seq == bindparam("this"))
        connection.execute(update(log).where(this).values(entry=bindparam("text")), changed)
    return seats


def without_person(entry: dict[str, Any], player_id: str, seats: Seats) -> dict[str, Any]:
    """Return an entry without the name and the words of a player; `seats` says who sat where before it."""
    blank = dict(entry)
    if entry.get("player", seats.get(entry.get("seat", -1))) == player_id:
        blank |= {field: None for field in PERSONAL if field in entry}
    if isinstance(entry.get("seats"), list):
        blank["seats"] = _without_name(entry["seats"], player_id)
    return blank


def follow(seats: Seats, entry: dict[str, Any]) -> None:
    """Note who sits where after an entry: lots may give people other seats when the game starts."""
    kind = entry.get("kind")
    if isinstance(entry.get("seats"), list):
        seats |= {number: seat.get("player") for number, seat in enumerate(entry["seats"])}
    elif entry.get("lots"):
        seats |= dict(enumerate([seats.get(lot) for lot in entry["lots"]]))
    elif kind == "sit":
        seats[entry["seat"]] = entry.get("player")
    elif kind in VACATING:
        seats[entry["seat"]] = None


def _without_name(seats: list[Any], player_id: str) -> list[Any]:
    """Return stored seats, those of the player without their name."""
    return [{**seat, "name": None, "erased": True} if seat.get("player") == player_id else seat for seat in seats]


def _erase_from_snapshots(connection: Connection, table_id: str, player_id: str) -> None:
    changed: list[dict[str, Any]] = []
    theirs = (snapshots.c.table_id == table_id) & snapshots.c.state.contains(player_id, autoescape=True)
    for row in connection.execute(select(snapshots.c.seq, snapshots.c.state).where(theirs)).all():
        state = _read(row.state)
        if state is None or not isinstance(state.get("seats"), list):
            continue
        seats = _without_name(state["seats"], player_id)
        if seats != state["seats"]:
            changed.append({"this": row.seq, "text": _write(state | {"seats": seats})})
    if changed:
        this = (snapshots.c.table_id == table_id) & (snapshots.c.seq == bindparam("this"))
        connection.execute(update(snapshots).where(this).values(state=bindparam("text")), changed)


def _erase_from_head(connection: Connection, table_id: str, player_id: str, host: str | None, seats: Seats) -> None:
    """Rewrite how the table was made, and what lists say of it."""
    row = connection.execute(select(tables.c.facts, tables.c.summary).where(tables.c.id == table_id)).first()
    facts, summary = (None, None) if row is None else (_read(row.facts), _read(row.summary))
    if facts is None or summary is None:
        return
    if facts.get("host") == player_id:
        facts |= {"name": None, "host": host or player_id}
        summary["name"] = None
    names = summary.get("players", [])
    summary["players"] = [None if seats.get(number) == player_id else name for number, name in enumerate(names)]
    if summary.get("mover") == player_id:
        summary["mover"] = None
    changed = {"facts": _write(facts), "summary": _write(summary)}
    connection.execute(update(tables).where(tables.c.id == table_id).values(**changed))


def _read(text: str) -> dict[str, Any] | None:
    """Return stored JSON; None if it is damaged."""
    try:
        found = json.loads(text)
    except ValueError:
        return None
    return found if isinstance(found, dict) else None


def _write(data: dict[str, Any]) -> str:
    return json.dumps(data, separators=(",", ":"))
