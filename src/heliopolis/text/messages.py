"""A message as data: a key of the catalogues and its parameters. It becomes a sentence only where it is shown."""

from __future__ import annotations

from typing import Any

from typing_extensions import TypedDict


class Message(TypedDict):
    """A key of the catalogues and the parameters of its sentence."""

    key: str
    params: dict[str, Any]


def message(key: str, **params: Any) -> Message:
    """Return a message."""
    return {"key": key, "params": params}
