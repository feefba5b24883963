"""What can be played here, under which addresses, and how the server is."""

from __future__ import annotations

import io

import segno
from fastapi import APIRouter, Request
from prometheus_client import CONTENT_TYPE_LATEST
from sqlalchemy.exc import DBAPIError, SQLAlchemyError
from starlette.responses import Response

from heliopolis import __version__
from heliopolis.core.checks import JSON
from heliopolis.core.registry import games as game_names
from heliopolis.server.domain.matches import TEKHENU
from heliopolis.server.domain.problems import Problem
from heliopolis.server.http.models import Addresses, Games, Health, Picture
from heliopolis.server.http.responses import json_response
from heliopolis.server.http.services import PROBLEMS, parts_of
from heliopolis.server.runtime import metrics
from heliopolis.server.runtime.bot_turns import bots_for
from heliopolis.server.storage.upgrades import is_current

router = APIRouter(tags=["house"])


@router.get("/api/games", responses={200: {"model": Games}})
async def games(request: Request) -> Response:
    """The games and who plays them with you."""
    rules = parts_of(request).rules
    await rules.imported()
    tekhenu: JSON = {"game": TEKHENU, "title": "Tekhenu", "min_players": 1, "max_players": 1, "secrets": False}
    found = [{**facts_of(name), "ready": rules.are_ready(name)} for name in game_names()] + [{**tekhenu, "ready": True}]
    return json_response(
        {"games": found, "bots": {name: bots_for(name) for name in game_names()}, "version": __version__}
    )


def facts_of(name: str) -> JSON:
    from heliopolis.core.registry import game

    found = game(name)
    limits = {"min_players": found.min_players, "max_players": found.max_players}
    return {"game": name, "title": found.title, **limits, "secrets": found.secrets}


@router.get("/api/addresses", responses={200: {"model": Addresses}})
async def addresses(request: Request) -> Response:
    """Under which addresses others in the same network reach this server."""
    return json_response({"addresses": list(parts_of(request).settings.addresses)})


@router.post(
    "/api/qr",
    response_class=Response,
    responses={200: {"description": "A picture", "content": {"image/svg+xml": {}}}, **PROBLEMS},
)
async def picture(body: Picture) -> Response:
    """A QR code, for instance of a seat's link; nothing of it is kept."""
    if not body.text.isascii():
        raise Problem("request.malformed", where="text")
    drawing = io.BytesIO()
    segno.make(body.text, micro=False).save(drawing, kind="svg", xmldecl=False, svgns=True, scale=4, border=2)
    return Response(drawing.getvalue(), media_type="image/svg+xml")


@router.get("/api/health", responses={200: {"model": Health}})
async def health() -> Response:
    """The process lives."""
    return json_response({"status": "alive"})


@router.get("/api/ready", responses={200: {"model": Health}, **PROBLEMS})
async def ready(request: Request) -> Response:
    """The database answers, and has the tables it should have."""
    try:
        current = await is_current(parts_of(request).store.database)
    except (DBAPIError, SQLAlchemyError, OSError):
        current = False
    if not current:
        raise Problem("server.busy")
    return json_response({"status": "ready"})


@router.get("/api/metrics", response_class=Response, responses={200: {"content": {"text/plain": {}}}})
async def figures() -> Response:
    """Figures for Prometheus."""
    return Response(metrics.exposition(), media_type=CONTENT_TYPE_LATEST)
