"""What only a Tekhenu session has: the prompts of corrections and of earlier entries, and the whole story."""

from __future__ import annotations

import asyncio
from typing import Annotated

from fastapi import APIRouter, Path, Request
from starlette.responses import Response

from heliopolis.core.checks import JSON
from heliopolis.games.tekhenu import BadAnswer, Session
from heliopolis.server.domain.matches import Companion
from heliopolis.server.domain.problems import Problem
from heliopolis.server.http.models import PromptShown, Story
from heliopolis.server.http.responses import json_response
from heliopolis.server.http.services import PROBLEMS, parts_of
from heliopolis.server.http.tables import TableId

router = APIRouter(tags=["tekhenu"])


async def session_at(request: Request, table_id: str) -> Session:
    match = (await parts_of(request).rooms.enter(table_id)).table.match
    if not isinstance(match, Companion):
        raise Problem("game.other")
    return match.session


@router.get("/api/tables/{table_id}/corrections/{name}", responses={200: {"model": PromptShown}, **PROBLEMS})
async def correction(request: Request, table_id: TableId, name: Annotated[str, Path(max_length=60)]) -> Response:
    """How a correction is asked for."""
    session = await session_at(request, table_id)
    try:
        return json_response({"prompt": session.correction_prompt(name).to_json()})
    except BadAnswer as error:
        raise Problem(error.message.key, **error.message.params) from None


@router.get("/api/tables/{table_id}/entries/{number}", responses={200: {"model": PromptShown}, **PROBLEMS})
async def entry(request: Request, table_id: TableId, number: Annotated[int, Path(ge=0, le=2**31 - 1)]) -> Response:
    """The question that an entry of the session's log answered; null for a correction of several things."""
    session = await session_at(request, table_id)
    try:
        prompt = await asyncio.to_thread(session.prompt_at, number)  # it may have to look for that moment
    except BadAnswer as error:
        raise Problem(error.message.key, **error.message.params) from None
    return json_response({"prompt": None if prompt is None else prompt.to_json()})


@router.get("/api/tables/{table_id}/story", responses={200: {"model": Story}, **PROBLEMS})
async def story(request: Request, table_id: TableId) -> Response:
    """Every entry and what it led to."""
    session = await session_at(request, table_id)
    return json_response({"story": await asyncio.to_thread(tell, session)})


def tell(session: Session) -> list[JSON]:
    return [{"entry": entry.to_json(), "steps": [step.to_json() for step in steps]} for entry, steps in session.story]
