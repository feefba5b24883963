"""Reviews: what the decisions of a finished game were worth. Nobody gets one before the game is over."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated

from fastapi import APIRouter, Path, Query, Request
from starlette.responses import Response

from heliopolis.server.domain.problems import Problem
from heliopolis.server.http.models import EmptyRequest, ReviewRequest
from heliopolis.server.http.responses import encoded_response, json_response
from heliopolis.server.http.review_models import AskedReviewResponse, ReviewResponse
from heliopolis.server.http.services import PROBLEMS, Services, services_of
from heliopolis.server.http.tables import TableId
from heliopolis.server.http.turns import call_in_turn
from heliopolis.server.runtime.encoding import encode
from heliopolis.server.runtime.reviews import ID_DIGITS, Look, asked_of_text, check_reviewable
from heliopolis.server.storage.reviews import Asked

router = APIRouter(tags=["reviews"])

ReviewId = Annotated[str, Path(pattern=rf"^[0-9a-f]{{{ID_DIGITS}}}$", description="The review of a record")]
AfterMoment = Annotated[int, Query(ge=0, le=10_000, description="So many moments, which you know, are left out")]


@router.post("/api/tables/{table_id}/review", responses={200: {"model": ReviewResponse}, **PROBLEMS})
async def ask_review(request: Request, table_id: TableId, _: EmptyRequest) -> Response:
    """Ask for the review of a finished game. Asked again, nothing more happens."""
    services = services_of(request)
    await check_over(services, table_id)
    await services.reviews.ask(Asked(table_id, table_id=table_id, origin=await services.origin_of(request.scope)))
    return await present(request, await services.reviews.look(table_id), 0)


@router.get("/api/tables/{table_id}/review", responses={200: {"model": ReviewResponse}, **PROBLEMS})
async def get_review(request: Request, table_id: TableId, after: AfterMoment = 0) -> Response:
    """Return what there is of a finished game's review; while it is made, more comes every moment."""
    services = services_of(request)
    await check_over(services, table_id)
    return await present(request, await services.reviews.look(table_id), after)


async def check_over(services: Services, table_id: str) -> None:
    check_reviewable((await services.rooms.enter(table_id)).table)


@router.post("/api/records/review", responses={200: {"model": AskedReviewResponse}, **PROBLEMS})
async def ask_record_review(request: Request, body: ReviewRequest) -> Response:
    """Ask for the review of a record of a finished game; its id follows from the game."""
    services = services_of(request)
    await services.rule_loader.imported()
    asked = await call_in_turn(request, services.work, asked_of_text, body.text)
    await services.reviews.ask(replace(asked, origin=await services.origin_of(request.scope)))
    return json_response({"id": asked.id})


@router.get("/api/reviews/{review_id}", responses={200: {"model": ReviewResponse}, **PROBLEMS})
async def get_record_review(request: Request, review_id: ReviewId, after: AfterMoment = 0) -> Response:
    """Return what there is of the review of a record."""
    look = await services_of(request).reviews.look(review_id)
    if look.stored is None or look.stored.table_id is not None:
        raise Problem("review.unknown")
    return await present(request, look, after)


async def present(request: Request, look: Look, after: int) -> Response:
    """Return a review as it is now, with the moments from a number on."""
    work = services_of(request).work
    return encoded_response(await call_in_turn(request, work, lambda: encode(look.to_json(after))))
