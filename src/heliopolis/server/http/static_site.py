"""The site: its files as they were built into the package, or a page that says how to build them."""

from __future__ import annotations

from pathlib import Path

from fastapi import APIRouter
from starlette.responses import FileResponse, HTMLResponse, Response

from heliopolis.server.domain.problems import Problem

STATIC = Path(__file__).parent.parent / "static"
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
MAX_PATH = 300
router = APIRouter(include_in_schema=False)


@router.get("/{path:path}")
@router.head("/{path:path}")
async def page(path: str) -> Response:
    """Return a file of the site; every other path is one of its pages."""
    if path == "api" or path.startswith("api/"):
        raise Problem("path.unknown")
    file = find(path)
    if file is not None:
        immutable = path.startswith("assets/")  # their names change with their contents
        return FileResponse(file, headers={"Cache-Control": "max-age=31536000, immutable" if immutable else "no-cache"})
    if path.startswith("assets/"):
        raise Problem("path.unknown")
    index = find("index.html")
    headers = {"Cache-Control": "no-cache"}
    return HTMLResponse(UNBUILT, headers=headers) if index is None else FileResponse(index, headers=headers)


def find(path: str) -> Path | None:
    """Return a file below the folder of the site; None if there is none."""
    if not path or "\0" in path or len(path) > MAX_PATH:
        return None
    file = (STATIC / path).resolve()
    return file if file.is_relative_to(STATIC.resolve()) and file.is_file() else None
