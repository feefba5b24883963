"""Records that somebody brings along: replayed for him, move by move; nothing of it is kept."""

from __future__ import annotations

import asyncio

from fastapi import APIRouter, Request
from starlette.responses import Response

from heliopolis.errors import HeliopolisError
from heliopolis.server.answers import json_response
from heliopolis.server.api.models import OpenedRecord, RecordToOpen
from heliopolis.server.api.parts import PROBLEMS, parts_of
from heliopolis.server.matches import JSON
from heliopolis.server.problems import Problem

router = APIRouter(tags=["records"])
MOST_MOVES = 3000


@router.post("/api/records", responses={200: {"model": OpenedRecord}, **PROBLEMS})
async def open_record(request: Request, body: RecordToOpen) -> Response:
    """What happened in a recorded game, and how the table looked at one moment of it."""
    await parts_of(request).rules.imported()
    return json_response(await asyncio.to_thread(replay, body.text, body.at, body.seat))


def replay(text: str, at: int | None, seat: int | None) -> JSON:
    from heliopolis.record import Record

    try:
        record = Record.from_text(text)
        if len(record.moves) > MOST_MOVES:
            raise Problem("record.bad")
        shown = moment = record.first()
        entries: list[JSON] = []
        for number, (actor, move, outcomes, told, moment) in enumerate(record.story(), 1):
            entries.append({"seq": number, "seat": actor, "move": move, "outcomes": outcomes, "told": told})
            shown = moment if at is None or number <= at else shown
        view = shown.view(seat if seat is not None and seat < shown.players else None)
    except HeliopolisError:
        raise Problem("record.bad") from None
    last = len(entries) if at is None else min(at, len(entries))
    return {
        "game": record.game,
        "seats": None if record.seats is None else list(record.seats),
        "result": None if record.result is None else list(record.result),
        "winners": moment.winners(),
        "entries": entries,
        "at": last,
        "position": view,
    }
