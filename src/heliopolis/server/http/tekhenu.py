"""What only a Tekhenu session has: the prompts of corrections and of earlier entries, and the whole story."""

from __future__ import annotations

import asyncio
from typing import Annotated

from fastapi import APIRouter, Path, Request
from starlette.responses import Response

from heliopolis.core.checks import JSON
from heliopolis.core.errors import HeliopolisError
from heliopolis.games.tekhenu import BadAnswer, Session
from heliopolis.server.domain.companion_match import CompanionMatch
from heliopolis.server.domain.problems import Problem, UnreadableTable
from heliopolis.server.http.response_models import PromptResponse, StoryResponse
from heliopolis.server.http.responses import json_response
from heliopolis.server.http.services import PROBLEMS, services_of
from heliopolis.server.http.tables import TableId

router = APIRouter(tags=["tekhenu"])


async def session_at(request: Request, table_id: str) -> Session:
    """Return the session of a Tekhenu table."""
    match = (await services_of(request).rooms.enter(table_id)).table.match
    if not isinstance(match, CompanionMatch):
        raise Problem("game.other")
    return match.session


@router.get("/api/tables/{table_id}/corrections/{name}", responses={200: {"model": PromptResponse}, **PROBLEMS})
async def correction(request: Request, table_id: TableId, name: Annotated[str, Path(max_length=60)]) -> Response:
    """Return the prompt of a correction."""
    session = await session_at(request, table_id)
    try:
        return json_response({"prompt": session.correction_prompt(name).to_json()})
    except BadAnswer as error:
        raise Problem(error.message.key, **error.message.params) from None


@router.get("/api/tables/{table_id}/entries/{number}", responses={200: {"model": PromptResponse}, **PROBLEMS})
async def entry(request: Request, table_id: TableId, number: Annotated[int, Path(ge=0, le=2**31 - 1)]) -> Response:
    """Return the prompt that an entry of the session answered; null for a correction of several things."""
    session = await session_at(request, table_id)
    try:
        prompt = await asyncio.to_thread(session.prompt_at, number)  # it may have to enter things again
    except BadAnswer as error:
        raise Problem(error.message.key, **error.message.params) from None
    return json_response({"prompt": None if prompt is None else prompt.to_json()})


@router.get("/api/tables/{table_id}/story", responses={200: {"model": StoryResponse}, **PROBLEMS})
async def story(request: Request, table_id: TableId) -> Response:
    """Return every entry and what it led to."""
    session = await session_at(request, table_id)
    try:
        found = await asyncio.to_thread(story_of, session)
    except HeliopolisError as error:  # entries of an older version that no longer fit
        raise UnreadableTable(f"the story of a session: {type(error).__name__}") from None
    return json_response({"story": found})


def story_of(session: Session) -> list[JSON]:
    return [{"entry": entry.to_json(), "steps": [step.to_json() for step in steps]} for entry, steps in session.story]
