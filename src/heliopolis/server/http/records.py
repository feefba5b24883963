"""Records that somebody brings along: replayed for him, move by move."""

from __future__ import annotations

from fastapi import APIRouter, Request
from starlette.responses import Response

from heliopolis.server.http.models import OpenedRecord, RecordToOpen
from heliopolis.server.http.responses import json_response
from heliopolis.server.http.services import PROBLEMS, parts_of

router = APIRouter(tags=["records"])


@router.post("/api/records", responses={200: {"model": OpenedRecord}, **PROBLEMS})
async def open_record(request: Request, body: RecordToOpen) -> Response:
    """What happened in a recorded game, and how the table looked at one moment of it."""
    parts = parts_of(request)
    await parts.rules.imported()
    return json_response((await parts.replays.of(body.text)).shown(body.at, body.seat))
