"""How answers leave the server: JSON in ASCII, problems as problem+json."""

from __future__ import annotations

import json
from typing import Any

from starlette.responses import Response

from heliopolis.server.domain.problems import Problem


def encode(data: Any) -> bytes:
    return json.dumps(data, separators=(",", ":"), allow_nan=False).encode()


def json_response(data: Any, status: int = 200) -> Response:
    return Response(encode(data), status, media_type="application/json")


def problem_response(problem: Problem) -> Response:
    response = Response(encode(problem.to_json()), problem.status, media_type="application/problem+json")
    if "seconds" in problem.params:
        response.headers["Retry-After"] = str(problem.params["seconds"])
    return response
