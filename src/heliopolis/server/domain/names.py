"""Text that people type: nicknames, names of tables, chat. Cleaned here, escaped where it is shown."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable

from heliopolis.server.domain.problems import Problem

MAX_NAME, MAX_CHAT = 24, 400  # characters
BLANK = frozenset("\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0\U00016fe4\U0001d159")  # shown as nothing, or as a space
VISIBLE = "LNPS"  # categories of characters of which one at least must be in a name: marks alone show nothing
UNSEEN = frozenset(" .,'’`´-_\u034f\u180b\u180c\u180d") | {chr(code) for code in range(0xFE00, 0xFE10)}
# Cyrillic and Greek letters in lower case that look like Latin ones in most fonts.
LOOK_ALIKES = str.maketrans("аеіїјорсԁтухѕԛԝкмнвαικνορτυχ", "aeiijopcdtyxsqwkmhbaiknoptux")
STROKES = str.maketrans("I1|0", "lllo")


def clean(text: str) -> str:
    """Return the text without control characters, marks that change the direction, and repeated spaces."""
    cleaned = "".join(" " if char.isspace() or char in BLANK else char for char in unicodedata.normalize("NFC", text))
    cleaned = "".join(char for char in cleaned if unicodedata.category(char)[0] != "C")
    return " ".join(cleaned.split())


def clean_name(text: str, max_length: int = MAX_NAME) -> str:
    """Return a name without odd characters; Problem if nothing of it can be seen, or if it is too long."""
    name = clean(text)
    if not 1 <= len(name) <= max_length or not any(unicodedata.category(char)[0] in VISIBLE for char in name):
        raise Problem("setup.name", most=max_length)
    return name


def looks(name: str) -> tuple[str, str]:
    """Return what a name looks like at a glance: without regard to case, and with strokes and circles taken as letters.

    Two names that agree in either cannot be told apart at a table.
    """
    plain = unicodedata.normalize("NFKC", name)
    folded, stroked = (text.casefold().translate(LOOK_ALIKES) for text in (plain, plain.translate(STROKES)))
    return _without_unseen(folded), _without_unseen(stroked)


def _without_unseen(text: str) -> str:
    return "".join(char for char in text if char not in UNSEEN) or text


def is_taken(name: str, others: Iterable[str | None]) -> bool:
    """Return whether a name cannot be told apart from one of the others."""
    seen = [looks(other) for other in others if other is not None]
    return any(own == its for other in seen for own, its in zip(looks(name), other, strict=True))


def check_not_taken(name: str | None, others: Iterable[str | None]) -> None:
    """Refuse a name that looks like that of somebody else at the table."""
    if name is not None and is_taken(name, others):
        raise Problem("name.taken", name=name)


def number_name(name: str, others: Iterable[str | None]) -> str:
    """Return a name that can be told apart from the others: the name itself, or with the first number that is free."""
    others, number, found = list(others), 1, name
    while is_taken(found, others):
        number += 1
        ending = f" {number}"
        found = name[: MAX_NAME - len(ending)].rstrip() + ending
    return found
