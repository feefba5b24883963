"""Who sends a request: a secret in a cookie, or for programs in a header.

The cookie is handed out before anything is written: by `GET /api/me`, or by the refusal of a request that comes without
one. A secret that nobody has used yet is a newcomer, and the same newcomer each time: every request can be sent again.
"""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends, Request
from starlette.responses import Response

from heliopolis.server.domain import commands
from heliopolis.server.domain.changes import NewPlayer, Player
from heliopolis.server.domain.names import clean_name
from heliopolis.server.domain.problems import Problem
from heliopolis.server.domain.secrets import device_id_of, hash_of, is_well_formed, new_id, new_secret, player_id_of
from heliopolis.server.http.models import DeletionRequest, NameRequest
from heliopolis.server.http.player_models import MeResponse, TokenResponse
from heliopolis.server.http.responses import json_response
from heliopolis.server.http.services import PROBLEMS, Services, services_of
from heliopolis.server.http.user_agents import label_of

COOKIE, COOKIE_SECONDS = "heliopolis", 365 * 24 * 3600
router = APIRouter(tags=["players"])


# ---- secrets ---------------------------------------------------------------------------------------------------------


def is_secure(request: Request) -> bool:
    return request.url.scheme == "https"


def cookie_name(request: Request) -> str:
    """Return the name of the cookie: on https one that browsers accept only from this very host."""
    return f"__Host-{COOKIE}" if is_secure(request) else COOKIE


def token_of(request: Request) -> str | None:
    """Return the token of a program, well-formed or not."""
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    return token.strip() if scheme.lower() == "bearer" else None


def secret_of(request: Request) -> str | None:
    """Return the secret that a request carries.

    On https the cookie of plain http counts where there is no other, so that people keep their seats when a site moves.
    """
    token = token_of(request)
    if token is not None:
        return token if is_well_formed(token) else None
    found = [request.cookies.get(name, "") for name in (cookie_name(request), COOKIE)]
    return next((secret for secret in found if is_well_formed(secret)), None)


def give_cookie(request: Request, secret: str) -> None:
    """Let the response to a request set the cookie."""
    request.state.cookie = secret


def take_cookie(request: Request) -> None:
    """Let the response to a request remove the cookie."""
    request.state.cookie = ""


def with_cookie(request: Request, response: Response) -> Response:
    """Return a response that sets or removes the cookie, if it shall; on https the one of plain http goes."""
    secret: str | None = getattr(request.state, "cookie", None)
    if secret is None:
        return response
    fixed = {"secure": is_secure(request), "httponly": True, "samesite": "strict", "path": "/"}
    seconds = COOKIE_SECONDS if secret else 0
    response.set_cookie(cookie_name(request), secret, max_age=seconds, **fixed)  # type: ignore[arg-type]  # of a dict
    if is_secure(request) and COOKIE in request.cookies:
        response.set_cookie(COOKIE, "", max_age=0, **fixed)  # type: ignore[arg-type]
    return response


# ---- players ---------------------------------------------------------------------------------------------------------


async def find_player(request: Request) -> Player | None:
    """Return the player who asks, perhaps with an old nickname; None for somebody who never sat down."""
    secret = secret_of(request)
    return None if secret is None else await services_of(request).people.find_cached(hash_of(secret), label(request))


async def lookup_player(request: Request) -> Player | None:
    """Return the player who asks, with the nickname that they have now."""
    secret = secret_of(request)
    return None if secret is None else await services_of(request).people.find(hash_of(secret), label(request))


def label(request: Request) -> str | None:
    return label_of(request.headers.get("user-agent", ""))


async def still_plays(request: Request, player: Player | None) -> bool:
    """Return whether the device that sent a request, a while ago, may still act for the player that it was then."""
    if player is None:
        return True
    now = await find_player(request)
    return now is not None and now.id == player.id


async def usable_secret(request: Request, player: Player | None) -> str | None:
    """Return the secret of a request, if it is that of the player who asks or may be a newcomer's: not if revoked."""
    secret = secret_of(request)
    if secret is None or player is not None:
        return secret
    return None if await services_of(request).people.is_revoked(hash_of(secret)) else secret


async def need_secret(request: Request, player: Player | None) -> str:
    """Return the secret of a request; refuse one without, and give a browser the cookie to send it again with."""
    secret = await usable_secret(request, player)
    if secret is None:
        if token_of(request) is None:
            give_cookie(request, new_secret())
        raise Problem("player.unknown")
    return secret


async def need_player(request: Request) -> Player:
    """Return the player who asks; a secret that nobody has used yet is a newcomer's."""
    player = await lookup_player(request)
    if player is not None:
        return player
    secret_hash = hash_of(await need_secret(request, None))
    return NewPlayer(player_id_of(secret_hash), None, secret_hash, label(request))


OptionalPlayer = Annotated[Player | None, Depends(find_player)]
CurrentPlayer = Annotated[Player, Depends(need_player)]


@router.get("/api/me", responses={200: {"model": MeResponse}})
async def get_me(request: Request) -> Response:
    """Return your nickname here, if you have been here before. It gives a browser its cookie, or renews it."""
    player = await lookup_player(request)
    if token_of(request) is None:
        give_cookie(request, await usable_secret(request, player) or new_secret())
    return with_cookie(request, json_response({"name": player and player.name, "known": player is not None}))


@router.put("/api/me", responses={200: {"model": MeResponse}, **PROBLEMS})
async def rename(request: Request, body: NameRequest, player: CurrentPlayer) -> Response:
    """Choose a nickname for tables that you join from now on."""
    name = clean_name(body.name)
    await services_of(request).people.rename(player, name)
    return json_response({"name": name, "known": True})


@router.delete("/api/me", responses={200: {"model": MeResponse}, **PROBLEMS})
async def delete_me(request: Request, _: DeletionRequest) -> Response:
    """Delete yourself: your name and what you wrote, everywhere, and all your seats. Sent again, it goes on."""
    services, player = services_of(request), await lookup_player(request)
    if player is not None:
        await services.people.forget(player.id, keep=device_id_of(hash_of(str(secret_of(request)))))
        await erase_player(services, player.id)
    take_cookie(request)
    return with_cookie(request, json_response({"name": None, "known": False}))


async def erase_player(services: Services, player_id: str) -> None:
    """Erase a player from all tables, one after the other, and then from the list of players."""
    while tables := await services.store.tables_naming(player_id):
        for table_id in tables:
            try:
                await services.rooms.execute(table_id, None, lambda table: commands.erase(table, player_id))
            except Problem as problem:
                if problem.key != "table.broken":
                    raise
                await services.store.erase_unreadable(table_id, player_id)
    await services.people.forget(player_id)


@router.post("/api/players", status_code=201, responses={201: {"model": TokenResponse}, **PROBLEMS})
async def create_player(request: Request, body: NameRequest) -> Response:
    """Create a player for a program: a token to be sent as `Authorization: Bearer …`."""
    secret, name = new_secret(), clean_name(body.name)
    await services_of(request).people.add(NewPlayer(new_id(), name, hash_of(secret), label(request)))
    return json_response({"token": secret}, 201)
