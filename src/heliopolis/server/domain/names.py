"""Text that people type: nicknames, names of tables, chat. Cleaned here, escaped where it is shown."""

from __future__ import annotations

import unicodedata

from heliopolis.server.domain.problems import Problem

NAME, TALK = 24, 400


def clean(text: str) -> str:
    """Without control characters, marks that change the direction, or more than one space in a row."""
    kept = "".join(" " if char.isspace() else char for char in unicodedata.normalize("NFC", text))
    kept = "".join(char for char in kept if unicodedata.category(char)[0] != "C")
    return " ".join(kept.split())


def clean_name(text: str, longest: int = NAME) -> str:
    name = clean(text)
    if not 1 <= len(name) <= longest:
        raise Problem("setup.name", most=longest)
    return name
