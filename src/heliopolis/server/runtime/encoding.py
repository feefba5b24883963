"""How data leaves the server: JSON in ASCII, without spaces."""

from __future__ import annotations

import json
from typing import Any


def encode(data: Any) -> bytes:
    """Return data as bytes of JSON; ValueError for a number that JSON does not have."""
    return json.dumps(data, separators=(",", ":"), allow_nan=False).encode()
