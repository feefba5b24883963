"""Who asks: a secret in a cookie, or for programs in a header."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends, Request
from starlette.responses import Response

from heliopolis.server.domain.names import clean_name
from heliopolis.server.domain.secrets import LONGEST, hash_of, new_id, new_secret
from heliopolis.server.http import responses
from heliopolis.server.http.models import Me, Named, Token
from heliopolis.server.http.services import PROBLEMS, parts_of
from heliopolis.server.storage.store import NewPlayer, Player

COOKIE, YEAR = "heliopolis", 365 * 24 * 3600
router = APIRouter(tags=["players"])


def cookie_name(request: Request) -> str:
    """On https a name that browsers accept only from this very host."""
    return f"__Host-{COOKIE}" if request.url.scheme == "https" else COOKIE


def secret_of(request: Request) -> str | None:
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    secret = token.strip() if scheme.lower() == "bearer" else request.cookies.get(cookie_name(request))
    return secret if secret and len(secret) <= LONGEST and secret.isascii() else None


async def find_player(request: Request) -> Player | None:
    """The player who asks, for all but his nickname; None for somebody who never sat down."""
    secret = secret_of(request)
    return None if secret is None else await parts_of(request).store.remembered_player(hash_of(secret))


async def know_player(request: Request) -> Player | None:
    """The same with the nickname that he has now."""
    secret = secret_of(request)
    return None if secret is None else await parts_of(request).store.player(hash_of(secret))


async def need_player(request: Request) -> Player:
    """The player who asks; whoever is new becomes one if he may do what he asks for: `answer` gives him the cookie."""
    player = await know_player(request)
    if player is None:
        request.state.new_secret = secret = new_secret()
        return NewPlayer(new_id(), None, hash_of(secret))
    return player


def answer(request: Request, data: object, status: int = 200) -> Response:
    """JSON, and the cookie for somebody who is new."""
    response = responses.json_response(data, status)
    secret = getattr(request.state, "new_secret", None)
    if secret is not None:
        secure = request.url.scheme == "https"
        response.set_cookie(
            cookie_name(request), secret, max_age=YEAR, secure=secure, httponly=True, samesite="strict", path="/"
        )
    return response


Visitor = Annotated[Player | None, Depends(find_player)]
Sitter = Annotated[Player, Depends(need_player)]


@router.get("/api/me", responses={200: {"model": Me}})
async def me(request: Request) -> Response:
    """Your nickname here, if you have been here before."""
    player = await know_player(request)
    return answer(request, {"name": player and player.name, "known": player is not None})


@router.put("/api/me", responses={200: {"model": Me}, **PROBLEMS})
async def rename(request: Request, body: Named, player: Sitter) -> Response:
    """Choose a nickname, for tables joined from now on."""
    name = clean_name(body.name)
    await parts_of(request).store.rename(player, name)
    return answer(request, {"name": name, "known": True})


@router.post("/api/players", status_code=201, responses={201: {"model": Token}, **PROBLEMS})
async def new_player(request: Request, body: Named) -> Response:
    """For programs: a token to be sent as `Authorization: Bearer …`."""
    secret = new_secret()
    await parts_of(request).store.new_player(NewPlayer(new_id(), clean_name(body.name), hash_of(secret)))
    return responses.json_response({"token": secret}, 201)
