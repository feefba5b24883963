"""What can be played here, the addresses of the server, its health and its metrics."""

from __future__ import annotations

import asyncio
import hmac
import io

import segno
from fastapi import APIRouter, Request
from prometheus_client import CONTENT_TYPE_LATEST
from starlette.responses import Response

from heliopolis import __version__
from heliopolis.core.checks import JSON
from heliopolis.server.domain.games import game_info, game_names
from heliopolis.server.domain.problems import Problem
from heliopolis.server.http.hosts import address_of
from heliopolis.server.http.models import QrRequest
from heliopolis.server.http.response_models import AddressesResponse, GamesResponse, HealthResponse
from heliopolis.server.http.responses import json_response
from heliopolis.server.http.services import PROBLEMS, services_of
from heliopolis.server.http.turns import call_in_turn
from heliopolis.server.runtime import metrics
from heliopolis.server.runtime.bot_choices import bots_for
from heliopolis.server.runtime.security_events import events

router = APIRouter(tags=["info"])


@router.get("/api/games", responses={200: {"model": GamesResponse}})
async def get_games(request: Request) -> Response:
    """Return the games, and the levels of the bots that play them."""
    await services_of(request).rule_loader.imported()
    games = [facts_of(name) for name in game_names()]
    bots = {name: levels for name in game_names() if (levels := bots_for(name))}
    return json_response({"games": games, "bots": bots, "version": __version__})


def facts_of(name: str) -> JSON:
    """Return what a person must know to make a table of a game."""
    info = game_info(name)
    limits = {"min_players": info.min_players, "max_players": info.max_players}
    return {"game": name, "title": info.title, **limits, "secrets": info.secrets}


@router.get("/api/addresses", responses={200: {"model": AddressesResponse}})
async def get_addresses(request: Request) -> Response:
    """Return the addresses under which others in the same network reach this server."""
    return json_response({"addresses": list(services_of(request).settings.addresses)})


@router.post(
    "/api/qr",
    response_class=Response,
    responses={200: {"description": "A picture", "content": {"image/svg+xml": {}}}, **PROBLEMS},
)
async def make_qr_code(request: Request, body: QrRequest) -> Response:
    """Draw a QR code, for instance of a seat's link; nothing of it is stored."""
    if not body.text.isascii():
        raise Problem("request.malformed", where="text")
    drawing = await call_in_turn(request, services_of(request).work, draw_qr_code, body.text)
    return Response(drawing, media_type="image/svg+xml")


def draw_qr_code(text: str) -> bytes:
    drawing = io.BytesIO()
    segno.make(text, micro=False).save(drawing, kind="svg", xmldecl=False, svgns=True, scale=4, border=2)
    return drawing.getvalue()


@router.get("/api/health", responses={200: {"model": HealthResponse}})
async def get_health() -> Response:
    """Say that the process is alive."""
    return json_response({"status": "alive"})


@router.get("/api/ready", responses={200: {"model": HealthResponse}, **PROBLEMS})
async def get_readiness(request: Request) -> Response:
    """Say within two seconds whether the database can be read and written and has the right schema."""
    if not await services_of(request).health.is_available():
        raise Problem("server.busy")
    return json_response({"status": "ready"})


@router.get("/api/metrics", response_class=Response, responses={200: {"content": {"text/plain": {}}}, **PROBLEMS})
async def get_metrics(request: Request) -> Response:
    """Return metrics for Prometheus, to those who send the token that the server was started with."""
    token, sent = services_of(request).settings.metrics_token, request.headers.get("authorization", "")
    if token is None or not hmac.compare_digest(sent.encode(), f"Bearer {token}".encode()):
        if sent:
            events.note("metrics", address_of(request.scope))
        raise Problem("path.unknown")
    return Response(await asyncio.to_thread(metrics.exposition), media_type=CONTENT_TYPE_LATEST)
