"""The site: its files as they were built into the package, or a page that says how to build them.

All files are in memory, with the compressed forms that the build wrote next to them: the site is small, a request opens
no file, and a path can lead nowhere else.
"""

from __future__ import annotations

import hashlib
import mimetypes
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from fastapi import APIRouter, Request
from starlette.convertors import PathConvertor, register_url_convertor
from starlette.responses import HTMLResponse, Response

from heliopolis.server.domain.problems import Problem

STATIC = Path(__file__).parent.parent / "static"
ENCODINGS = {"br": ".br", "gzip": ".gz"}  # the smaller one first, with the suffixes of their files
UNBUILT = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Heliopolis</title>
<h1>Heliopolis</h1>
<p>The server is running, but the site has not been built. In a copy of the sources: <code>make play</code>.</p>
<p>Programs find what they need in <a href="/api/openapi.json">/api/openapi.json</a>.</p>
</html>
"""
MEDIA_TYPES = {
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".mjs": "text/javascript; charset=utf-8",
    ".wasm": "application/wasm",
    ".webmanifest": "application/manifest+json",
    ".css": "text/css; charset=utf-8",
    ".svg": "image/svg+xml",
    ".woff": "font/woff",
    ".woff2": "font/woff2",
}


class PageConvertor(PathConvertor):
    """Matches every path but those of the API, where a wrong path or method must not get a page."""

    regex = r"(?!api(?:/|$)).*"


register_url_convertor("page", PageConvertor())
router = APIRouter(include_in_schema=False)


@dataclass(frozen=True, slots=True)
class SiteFile:
    """A file of the site in all its forms; the plain one has no encoding."""

    media_type: str
    tag: str
    immutable: bool
    forms: dict[str | None, bytes]

    def respond(self, accepted: set[str], known: set[str]) -> Response:
        """Return the smallest form that a client accepts, or nothing but the fact that it knows that form."""
        encoding = next((one for one in self.forms if one in accepted), None)
        tag = f'"{self.tag}"' if encoding is None else f'"{self.tag}-{encoding}"'
        headers = {"ETag": tag, "Cache-Control": "max-age=31536000, immutable" if self.immutable else "no-cache"}
        if len(self.forms) > 1:
            headers["Vary"] = "Accept-Encoding"
        if tag in known or "*" in known:
            return Response(status_code=304, headers=headers)
        if encoding is not None:
            headers["Content-Encoding"] = encoding
        return Response(self.forms[encoding], media_type=self.media_type, headers=headers)


@router.api_route("/{path:page}", methods=["GET", "HEAD"])
async def page(request: Request, path: str) -> Response:
    """Return a file of the site; every other path is one of its pages."""
    return site_file(request, path)


def site_file(request: Request, path: str) -> Response:
    """Return a file of the site, or its document, which shows all pages."""
    files = load(STATIC)
    file = files.get(path)
    if file is None and path.startswith("assets/"):
        raise Problem("path.unknown")
    file = file or files.get("index.html")
    if file is None:
        return HTMLResponse(UNBUILT, headers={"Cache-Control": "no-cache"})
    accepted = accepted_encodings(request.headers.get("accept-encoding", ""))
    return file.respond(accepted, tags_in(request.headers.get("if-none-match", "")))


def document() -> str:
    """Return the document of the site, or the page that says how to build it."""
    file = load(STATIC).get("index.html")
    return UNBUILT if file is None else file.forms[None].decode()


@cache
def load(folder: Path) -> dict[str, SiteFile]:
    """Return all files below a folder by their paths, without those that are compressed forms of others."""
    found = {path.relative_to(folder).as_posix(): path for path in sorted(folder.rglob("*")) if path.is_file()}
    plain = [name for name in found if not name.endswith(tuple(ENCODINGS.values()))]
    return {name: _read(name, found) for name in plain}


def _read(name: str, found: dict[str, Path]) -> SiteFile:
    content = found[name].read_bytes()
    forms: dict[str | None, bytes] = {
        encoding: found[name + suffix].read_bytes() for encoding, suffix in ENCODINGS.items() if name + suffix in found
    }
    media_type = MEDIA_TYPES.get(found[name].suffix) or mimetypes.guess_type(name)[0] or "application/octet-stream"
    immutable = name.startswith("assets/")  # their names change with their contents
    return SiteFile(media_type, hashlib.sha256(content).hexdigest()[:20], immutable, {**forms, None: content})


def accepted_encodings(header: str) -> set[str]:
    """Return the encodings that a client accepts; a quality of 0 means that it does not."""
    accepted = set()
    for part in header.lower().split(","):
        name, _, quality = part.partition(";")
        if quality.strip() not in ("q=0", "q=0.0", "q=0.00", "q=0.000"):
            accepted.add(name.strip())
    return accepted


def tags_in(header: str) -> set[str]:
    """Return the tags of forms that a client has, however weak."""
    return {tag.strip().removeprefix("W/") for tag in header.split(",")}
