"""How responses leave the server: JSON, and problems as problem+json."""

from __future__ import annotations

from typing import Any

from starlette.responses import Response

from heliopolis.server.domain.problems import Problem
from heliopolis.server.runtime.encoding import encode


def json_response(data: Any, status: int = 200) -> Response:
    return encoded_response(encode(data), status)


def encoded_response(body: bytes, status: int = 200) -> Response:
    """Return a response of JSON that was encoded elsewhere."""
    return Response(body, status, media_type="application/json")


def problem_response(problem: Problem) -> Response:
    response = Response(encode(problem.to_json()), problem.status, media_type="application/problem+json")
    if "seconds" in problem.params or problem.status == 503:
        response.headers["Retry-After"] = str(problem.params.get("seconds", 1))
    if problem.status == 401:
        response.headers["WWW-Authenticate"] = "Bearer"
    return response
