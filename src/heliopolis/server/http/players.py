"""Who sends a request: a secret in a cookie, or for programs in a header."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends, Request
from starlette.responses import Response

from heliopolis.server.domain.changes import NewPlayer, Player
from heliopolis.server.domain.names import clean_name
from heliopolis.server.domain.secrets import MAX_SECRET_LENGTH, hash_of, new_id, new_secret
from heliopolis.server.http import responses
from heliopolis.server.http.models import NameRequest
from heliopolis.server.http.response_models import MeResponse, TokenResponse
from heliopolis.server.http.services import PROBLEMS, services_of

COOKIE, COOKIE_SECONDS = "heliopolis", 365 * 24 * 3600
router = APIRouter(tags=["players"])


def cookie_name(request: Request) -> str:
    """Return the name of the cookie: on https one that browsers accept only from this very host."""
    return f"__Host-{COOKIE}" if request.url.scheme == "https" else COOKIE


def secret_of(request: Request) -> str | None:
    """Return the secret that a request carries."""
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    secret = token.strip() if scheme.lower() == "bearer" else request.cookies.get(cookie_name(request))
    return secret if secret and len(secret) <= MAX_SECRET_LENGTH and secret.isascii() else None


async def find_player(request: Request) -> Player | None:
    """Return the player who asks, perhaps with an old nickname; None for somebody who never sat down."""
    secret = secret_of(request)
    return None if secret is None else await services_of(request).store.cached_player(hash_of(secret))


async def lookup_player(request: Request) -> Player | None:
    """Return the player who asks, with the nickname that they have now."""
    secret = secret_of(request)
    return None if secret is None else await services_of(request).store.player(hash_of(secret))


async def need_player(request: Request) -> Player:
    """Return the player who asks, new ones too; `answer` gives those the cookie if the request succeeds."""
    player = await lookup_player(request)
    if player is None:
        request.state.new_secret = secret = new_secret()
        return NewPlayer(new_id(), None, hash_of(secret))
    return player


def answer(request: Request, data: object, status: int = 200) -> Response:
    """Return a response of JSON, with the cookie for a new player."""
    response = responses.json_response(data, status)
    secret = getattr(request.state, "new_secret", None)
    if secret is not None:
        secure = request.url.scheme == "https"
        response.set_cookie(
            cookie_name(request),
            secret,
            max_age=COOKIE_SECONDS,
            secure=secure,
            httponly=True,
            samesite="strict",
            path="/",
        )
    return response


OptionalPlayer = Annotated[Player | None, Depends(find_player)]
CurrentPlayer = Annotated[Player, Depends(need_player)]


@router.get("/api/me", responses={200: {"model": MeResponse}})
async def get_me(request: Request) -> Response:
    """Return your nickname here, if you have been here before."""
    player = await lookup_player(request)
    return answer(request, {"name": player and player.name, "known": player is not None})


@router.put("/api/me", responses={200: {"model": MeResponse}, **PROBLEMS})
async def rename(request: Request, body: NameRequest, player: CurrentPlayer) -> Response:
    """Choose a nickname for tables that you join from now on."""
    name = clean_name(body.name)
    await services_of(request).store.rename(player, name)
    return answer(request, {"name": name, "known": True})


@router.post("/api/players", status_code=201, responses={201: {"model": TokenResponse}, **PROBLEMS})
async def create_player(request: Request, body: NameRequest) -> Response:
    """Create a player for a program: a token to be sent as `Authorization: Bearer …`."""
    secret = new_secret()
    await services_of(request).store.new_player(NewPlayer(new_id(), clean_name(body.name), hash_of(secret)))
    return responses.json_response({"token": secret}, 201)
