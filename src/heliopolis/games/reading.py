"""Reading a position that a person may have edited: each helper names the field that is wrong and what it may be."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from heliopolis.errors import InvalidPosition


def show(value: object) -> str:
    """A value as it stands in an error, however long it may be."""
    text = repr(value)
    return text if len(text) <= 60 else text[:57] + "…"


def fields(data: object, where: str, required: Iterable[str], optional: Iterable[str] = ()) -> Mapping[str, Any]:
    """A JSON object with just these keys."""
    if not isinstance(data, dict):
        raise InvalidPosition(f"{where} must be an object, not {show(data)}.")
    missing = [key for key in required if key not in data]
    if missing:
        raise InvalidPosition(f"{where} lacks {missing[0]!r}.")
    unknown = [key for key in data if key not in {*required, *optional}]
    if unknown:
        raise InvalidPosition(f"{where} has an unknown field {show(unknown[0])}.")
    return data


def whole(value: object, where: str, low: int, high: int) -> int:
    """A whole number within limits."""
    if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
        raise InvalidPosition(f"{where} must be a whole number of {low} to {high}, not {show(value)}.")
    return value


def word(value: object, where: str, words: Sequence[str]) -> int:
    """The number of a word."""
    if not isinstance(value, str) or value not in words:
        raise InvalidPosition(f"{where} must be one of {', '.join(words)}, not {show(value)}.")
    return words.index(value)


def items(value: object, where: str, low: int, high: int) -> list[Any]:
    """A list of so many things."""
    if not isinstance(value, list) or not low <= len(value) <= high:
        expected = f"{low}" if low == high else f"{low} to {high}"
        raise InvalidPosition(f"{where} must be a list of {expected}, not {show(value)}.")
    return value


def counts(value: object, where: str, words: Sequence[str], high: int) -> list[int]:
    """How many of each kind; kinds that are left out count 0."""
    found = [0] * len(words)
    if not isinstance(value, dict):
        raise InvalidPosition(f"{where} must be an object of counts, not {show(value)}.")
    for key, number in value.items():
        found[word(key, f"a kind in {where}", words)] = whole(number, f"{where}.{key}", 0, high)
    return found


def require(holds: bool, sentence: str) -> None:
    if not holds:
        raise InvalidPosition(sentence)
