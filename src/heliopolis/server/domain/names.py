"""Text that people type: nicknames, names of tables, chat. Cleaned here, escaped where it is shown."""

from __future__ import annotations

import unicodedata

from heliopolis.server.domain.problems import Problem

MAX_NAME, MAX_CHAT = 24, 400  # characters


def clean(text: str) -> str:
    """Return the text without control characters, marks that change the direction, and repeated spaces."""
    cleaned = "".join(" " if char.isspace() else char for char in unicodedata.normalize("NFC", text))
    cleaned = "".join(char for char in cleaned if unicodedata.category(char)[0] != "C")
    return " ".join(cleaned.split())


def clean_name(text: str, max_length: int = MAX_NAME) -> str:
    """Return a name without odd characters; Problem if nothing is left, or too much."""
    name = clean(text)
    if not 1 <= len(name) <= max_length:
        raise Problem("setup.name", most=max_length)
    return name
