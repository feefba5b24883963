"""Requests that may be sent again."""

from __future__ import annotations

import hashlib
import json

from heliopolis.server.http.models import Plain
from heliopolis.server.storage.store import Player, Request


def request_of(scope: str, what: str, body: Plain, player: Player) -> Request:
    """A request and a digest of what it asks for: another request may not go by the same id."""
    asked = [player.id, what, body.model_dump(mode="json", exclude={"request_id"})]
    return Request(scope, body.request_id, hashlib.sha256(json.dumps(asked, sort_keys=True).encode()).hexdigest())
