"""Messages as data: the key of a sentence in the catalogues and its parameters, to be formatted in any language.

Tekhenu uses these; `message_json` has the JSON form, which the views and stories of the dealt games contain.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from heliopolis.core.checks import JSON


class Message(NamedTuple):
    """A key of the catalogues and the values of the placeholders in its sentence."""

    key: str
    params: dict[str, Any]

    def to_json(self) -> JSON:
        """Return the message as an object with `key` and `params`."""
        return {"key": self.key, "params": self.params}


def message(key: str, **params: Any) -> Message:
    """Return the message of that key with these parameters."""
    return Message(key, params)
