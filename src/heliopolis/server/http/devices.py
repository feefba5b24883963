"""The devices of a player: a list, revoking, signing out, and a link that makes another device one of theirs."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path, Request
from starlette.responses import Response

from heliopolis.core.checks import JSON
from heliopolis.server.domain.changes import Player
from heliopolis.server.domain.problems import Problem
from heliopolis.server.domain.secrets import device_id_of, hash_of, new_secret, secret_from
from heliopolis.server.http.models import A_DEVICE, EmptyRequest, HandoverRequest
from heliopolis.server.http.player_models import DevicesResponse, HandoverResponse, MeResponse, TakenResponse
from heliopolis.server.http.players import (
    CurrentPlayer,
    give_cookie,
    label,
    lookup_player,
    need_secret,
    secret_of,
    take_cookie,
    token_of,
    with_cookie,
)
from heliopolis.server.http.responses import json_response
from heliopolis.server.http.services import PROBLEMS, services_of
from heliopolis.server.http.user_agents import browser_and_system
from heliopolis.server.storage.people import HANDOVER_SECONDS, Device

router = APIRouter(tags=["devices"])
DeviceId = Annotated[str, Path(pattern=r"^[0-9a-z]{1,24}$", description="One of your devices", examples=[A_DEVICE])]


def own_device(request: Request) -> str | None:
    """Return the id of the device that sends a request."""
    secret = secret_of(request)
    return None if secret is None else device_id_of(hash_of(secret))


def present_device(device: Device, current: str | None) -> JSON:
    browser, system = browser_and_system(device.label)
    shown = {"id": device.id, "browser": browser, "system": system}
    return {**shown, "created": device.created, "seen": device.seen, "current": device.id == current}


async def devices_response(request: Request, player: Player | None) -> Response:
    found = [] if player is None else await services_of(request).people.devices(player.id)
    return json_response({"devices": [present_device(device, own_device(request)) for device in found]})


@router.get("/api/me/devices", responses={200: {"model": DevicesResponse}, **PROBLEMS})
async def get_devices(request: Request) -> Response:
    """List the devices that may act for you."""
    return await devices_response(request, await lookup_player(request))


@router.delete("/api/me/devices/{device_id}", responses={200: {"model": DevicesResponse}, **PROBLEMS})
async def revoke_device(request: Request, device_id: DeviceId, _: EmptyRequest) -> Response:
    """Revoke a device: it no longer acts for you. The answer lists those that are left."""
    player = await lookup_player(request)
    if player is not None:
        await services_of(request).people.revoke(player.id, device_id)
    if device_id == own_device(request):
        take_cookie(request)
        player = None
    return with_cookie(request, await devices_response(request, player))


@router.post("/api/me/sign-out", responses={200: {"model": MeResponse}, **PROBLEMS})
async def sign_out(request: Request, _: EmptyRequest) -> Response:
    """Revoke the device that you use. Without another one, nobody can sit at your seats again."""
    player, device = await lookup_player(request), own_device(request)
    if player is not None and device is not None:
        await services_of(request).people.revoke(player.id, device)
    take_cookie(request)
    return with_cookie(request, json_response({"name": None, "known": False}))


@router.post("/api/me/handover", responses={200: {"model": HandoverResponse}, **PROBLEMS})
async def offer_handover(request: Request, _: EmptyRequest, player: CurrentPlayer) -> Response:
    """Make a link that makes another device one of yours. It works once, for ten minutes; older ones die."""
    secret = new_secret()
    await services_of(request).people.offer_handover(player, hash_of(secret))
    return json_response({"link": f"/hello#{secret}", "seconds": int(HANDOVER_SECONDS)})


@router.post("/api/handover", responses={200: {"model": TakenResponse}, **PROBLEMS})
async def take_handover(request: Request, body: HandoverRequest) -> Response:
    """Become a device of the player who made a link. With `look` nothing happens: the answer says whose it is."""
    people = services_of(request).people
    before = await lookup_player(request)
    own = await need_secret(request, before)
    player = await people.handover(hash_of(body.secret), hash_of(own))
    if player is None:
        raise Problem("link.dead")
    same = before is not None and before.id == player.id
    tables = [] if before is None or same else await services_of(request).store.tables_of(before.id)
    answer = {"name": player.name, "was": before and before.name, "same": same, "tables": len(tables)}
    if body.look or same:
        return json_response({**answer, "token": None})
    secret = secret_from(body.secret, own)  # a new one: whoever knows only the old one is not let in
    if await people.take_handover(hash_of(body.secret), hash_of(own), hash_of(secret), label(request)) is None:
        raise Problem("link.dead")
    if token_of(request) is not None:
        return json_response({**answer, "token": secret})
    give_cookie(request, secret)
    return with_cookie(request, json_response({**answer, "token": None}))
