"""Requests that may be sent again: the same id and digest change nothing a second time."""

from __future__ import annotations

import hashlib
import json

from heliopolis.server.domain.changes import Player, Request
from heliopolis.server.http.models import PlainRequest


def request_of(scope: str, what: str, body: PlainRequest, player: Player) -> Request:
    """Return a request with a digest of what it asks for: the same id for another request is an error."""
    asked = [player.id, what, body.model_dump(mode="json", exclude={"request_id"})]
    return Request(scope, body.request_id, hashlib.sha256(json.dumps(asked, sort_keys=True).encode()).hexdigest())
