"""Tekhenu: what a step changes on the table, as a list of places in its JSON with their new values.

A place is a list of keys and indexes, such as `["temple", "pillars", 2, 3]`. Objects with the same keys and lists of
the same length are compared item by item; anything else is replaced as a whole.
"""

from __future__ import annotations

from typing import Any

from heliopolis.core.checks import JSON

Change = list[Any]  # a path and the value there


def list_changes(before: Any, after: Any) -> list[Change]:
    """Return the changes that lead from one JSON value to another."""
    found: list[Change] = []
    collect_changes(before, after, [], found)
    return found


def collect_changes(before: Any, after: Any, path: list[Any], found: list[Change]) -> None:
    if before == after:
        return
    if isinstance(before, dict) and isinstance(after, dict) and before.keys() == after.keys():
        for key in after:
            collect_changes(before[key], after[key], [*path, key], found)
    elif isinstance(before, list) and isinstance(after, list) and len(before) == len(after):
        for index, value in enumerate(after):
            collect_changes(before[index], value, [*path, index], found)
    else:
        found.append([path, after])


def apply_changes(data: JSON, changes: list[Change]) -> JSON:
    """Return the JSON after the changes; the one given stays as it is."""
    for path, value in changes:
        data = with_value(data, path, value)
    return data


def with_value(data: Any, path: list[Any], value: Any) -> Any:
    """Return JSON with one value changed; only what lies on the path is copied."""
    if not path:
        return value
    key, *rest = path
    copy = dict(data) if isinstance(data, dict) else list(data)
    copy[key] = with_value(data[key], rest, value)
    return copy
