"""Messages in their JSON form, as views, logs and advice contain them."""

from __future__ import annotations

from typing import Any

from typing_extensions import TypedDict


class MessageJSON(TypedDict):
    """A key of the catalogues and the parameters of its sentence."""

    key: str
    params: dict[str, Any]


def message_json(key: str, **params: Any) -> MessageJSON:
    """Return the message of that key with these parameters."""
    return {"key": key, "params": params}
