"""Checks of input: each error is one sentence that names what is wrong and what would be right.

The checks of fields are for positions that a person may have edited.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from operator import index
from typing import Any

from heliopolis.core.errors import InvalidPosition, InvalidSetup

JSON = dict[str, Any]


def abbreviate(value: object) -> str:
    """Return a value as it stands in an error, shortened if it is long."""
    text = repr(value)
    return text if len(text) <= 60 else text[:57] + "…"


def as_index(value: object) -> int:
    """Return an integer of Python or NumPy as an `int`, and -1 for anything else."""
    return -1 if isinstance(value, bool) or not hasattr(value, "__index__") else index(value)


def check_seed(seed: int | str) -> int | str:
    """Return a seed, or raise `InvalidSetup` if it is neither a whole number nor a text."""
    if isinstance(seed, str):
        return seed
    if isinstance(seed, bool) or not hasattr(seed, "__index__"):
        raise InvalidSetup(f"A seed is a whole number or a text, not {seed!r}.")
    return index(seed)


def check_object(data: object, where: str, required: Iterable[str], optional: Iterable[str] = ()) -> Mapping[str, Any]:
    """Return a JSON object that has all required keys, and no others but the optional ones."""
    if not isinstance(data, dict):
        raise InvalidPosition(f"{where} must be an object, not {abbreviate(data)}.")
    missing = [key for key in required if key not in data]
    if missing:
        raise InvalidPosition(f"{where} lacks {missing[0]!r}.")
    unknown = [key for key in data if key not in {*required, *optional}]
    if unknown:
        raise InvalidPosition(f"{where} has an unknown field {abbreviate(unknown[0])}.")
    return data


def check_int(value: object, where: str, low: int, high: int) -> int:
    """Return a whole number within limits."""
    if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
        raise InvalidPosition(f"{where} must be a whole number from {low} to {high}, not {abbreviate(value)}.")
    return value


def check_word(value: object, where: str, words: Sequence[str]) -> int:
    """Return the index of a word in a list of allowed words."""
    if not isinstance(value, str) or value not in words:
        raise InvalidPosition(f"{where} must be one of {', '.join(words)}, not {abbreviate(value)}.")
    return words.index(value)


def check_list(value: object, where: str, low: int, high: int) -> list[Any]:
    """Return a list whose length is within limits."""
    if not isinstance(value, list) or not low <= len(value) <= high:
        expected = f"{low}" if low == high else f"{low} to {high}"
        raise InvalidPosition(f"{where} must be a list of {expected}, not {abbreviate(value)}.")
    return value


def check_counts(value: object, where: str, words: Sequence[str], high: int) -> list[int]:
    """Return the counts by kind as a list; kinds that are missing count 0."""
    found = [0] * len(words)
    if not isinstance(value, dict):
        raise InvalidPosition(f"{where} must be an object of counts, not {abbreviate(value)}.")
    for key, number in value.items():
        found[check_word(key, f"a kind in {where}", words)] = check_int(number, f"{where}.{key}", 0, high)
    return found


def require(holds: bool, sentence: str) -> None:
    """Raise `InvalidPosition` with a sentence unless a condition holds."""
    if not holds:
        raise InvalidPosition(sentence)
