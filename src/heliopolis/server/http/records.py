"""Records that somebody uploads, to step through them move by move."""

from __future__ import annotations

from fastapi import APIRouter, Request
from starlette.responses import Response

from heliopolis.server.http.models import RecordRequest
from heliopolis.server.http.response_models import RecordResponse
from heliopolis.server.http.responses import encoded_response
from heliopolis.server.http.services import PROBLEMS, services_of
from heliopolis.server.http.turns import call_in_turn

router = APIRouter(tags=["records"])


@router.post("/api/records", responses={200: {"model": RecordResponse}, **PROBLEMS})
async def open_record(request: Request, body: RecordRequest) -> Response:
    """Replay a record: what happened, and the position after one of its moves."""
    services = services_of(request)
    await services.rule_loader.imported()
    replayed = await call_in_turn(request, services.work, services.replays.encoded, body.text, body.at, body.seat)
    return encoded_response(replayed)
