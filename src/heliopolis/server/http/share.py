"""Addresses of a finished game, or of a moment of it, that people share: with a title and a picture for messengers.

The document is the one of every page of the site; what messengers read is written into its head. A game that is not
over, and everything else that cannot be shown, gets the plain document: nothing of it is in there.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from html import escape
from typing import Annotated

from fastapi import APIRouter, Query, Request
from starlette.responses import HTMLResponse, Response

from heliopolis.core.checks import JSON
from heliopolis.server.domain.problems import Problem
from heliopolis.server.domain.tables import Table
from heliopolis.server.http.services import PROBLEMS, Services, services_of
from heliopolis.server.http.static_site import document, site_file
from heliopolis.server.http.tables import TableId
from heliopolis.server.http.turns import in_turn
from heliopolis.server.runtime.reviews import check_reviewable, read_json

router = APIRouter(tags=["reviews"])
TITLE = "<title>Heliopolis</title>"
CARD_SIZE = (1200, 630)
A_DAY = "max-age=86400"
MoveNumber = Annotated[int, Query(ge=0, le=10_000, description="So many moves were played before")]


@dataclass(frozen=True, slots=True)
class Shared:
    """What messengers show of an address."""

    title: str
    description: str
    language: str
    address: str | None  # with the name of the server; None if nobody said it
    picture: str | None

    def tags(self) -> str:
        """Return the tags of the document's head."""
        properties = {
            "og:type": "website",
            "og:site_name": "Heliopolis",
            "og:title": self.title,
            "og:description": self.description,
            "og:locale": self.language,
            "og:url": self.address,
            "og:image": self.picture,
            "og:image:type": None if self.picture is None else "image/png",
            "og:image:width": None if self.picture is None else CARD_SIZE[0],
            "og:image:height": None if self.picture is None else CARD_SIZE[1],
        }
        names = {"description": self.description, "twitter:card": "summary_large_image"}
        lines = [f"<title>{escape(self.title)}</title>"]
        lines += [tag("property", name, value) for name, value in properties.items() if value is not None]
        lines += [tag("name", name, value) for name, value in names.items()]
        return "\n    ".join(lines)


def tag(kind: str, name: str, value: object) -> str:
    return f'<meta {kind}="{name}" content="{escape(str(value))}" />'


@router.api_route("/review/{table_id}", methods=["GET", "HEAD"], include_in_schema=False)
async def share_game(request: Request, table_id: str) -> Response:
    """Return the document of a finished game."""
    return await share(request, table_id, None)


@router.api_route("/review/{table_id}/{number}", methods=["GET", "HEAD"], include_in_schema=False)
async def share_moment(request: Request, table_id: str, number: str) -> Response:
    """Return the document of a moment of a finished game: before a move, by its number from 0."""
    at = int(number) if number.isascii() and number.isdecimal() and len(number) < 6 else None
    return await share(request, table_id, at)


async def share(request: Request, table_id: str, at: int | None) -> Response:
    services = services_of(request)
    try:
        table = (await services.rooms.enter(table_id[:24])).table
        check_reviewable(table)
        shared = await in_turn(request, services.work, partial(find_shared, request, services, table, at))
    except Problem:  # whatever it is: the site says it when it asks for the review
        return site_file(request, "index.html")
    headers = {"Cache-Control": "no-cache", "Vary": "Accept-Language"}
    return HTMLResponse(document().replace(TITLE, shared.tags(), 1), headers=headers)


async def find_shared(request: Request, services: Services, table: Table, at: int | None) -> Shared:
    """Return what is said of a game, or of a moment if it has that one; for work that has its turn."""
    in_force = {move.seq for move in table.moves_in_force}
    moves = await services.store.moves(table.setup.id, table.seq, services.work.threads)
    played = [entry for entry in moves if entry["seq"] in in_force]
    look = await services.reviews.look(table.setup.id)
    stored = None if look.stored is None else look.stored.review
    header = request.headers.get("accept-language", "")
    (title, description), language = await services.work.compute(in_words, table, played, at, stored, header)
    address = base_of(request)
    moment = len(played) if at is None or at >= len(played) else at
    picture = None if address is None else f"{address}/api/tables/{table.setup.id}/card?at={moment}"
    return Shared(title, description, language, None if address is None else f"{address}{request.url.path}", picture)


def in_words(
    table: Table, played: list[JSON], at: int | None, stored: str | None, header: str
) -> tuple[tuple[str, str], str]:
    """Return title and description, and the language that they are in."""
    from heliopolis.server.runtime.shared_words import describe_game, describe_moment, language_of

    language = language_of(header)
    if at is None or at >= len(played):
        return describe_game(table, language), language
    return describe_moment(table, played[at], at, best_move(stored, at), language), language


def best_move(stored: str | None, at: int) -> str | None:
    """Return the best move of a moment if a mistake was made there, as far as its review is stored."""
    judged = None if stored is None else read_json(stored)
    for moment in [] if judged is None else judged["moments"]:
        if moment["number"] == at and moment["label"] in ("inaccuracy", "mistake", "blunder"):
            return str(moment["best"])
    return None


def base_of(request: Request) -> str | None:
    """Return how the server is reached, by the name that the client used, which was checked; None if it said none."""
    host = request.headers.get("host")
    return None if host is None else f"{request.url.scheme}://{host}"


@router.get(
    "/api/tables/{table_id}/card",
    response_class=Response,
    responses={200: {"description": "A picture", "content": {"image/png": {}}}, **PROBLEMS},
)
async def get_card(request: Request, table_id: TableId, at: MoveNumber) -> Response:
    """Return a picture of a moment of a finished game in the size that messengers show."""
    services = services_of(request)
    table = (await services.rooms.enter(table_id)).table
    found = services.cards.cached(table, at)
    if found is None:
        found = await in_turn(request, services.work, partial(services.cards.paint, table, at))
    headers = {"Cache-Control": A_DAY, "Cross-Origin-Resource-Policy": "cross-origin"}
    return Response(found, media_type="image/png", headers=headers)
