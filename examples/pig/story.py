"""Pig: what happened with a move, as messages: key and params. Their words belong into the catalogues."""

from __future__ import annotations

from collections.abc import Sequence

from heliopolis.core.checks import JSON


def messages(
    before: JSON,  # noqa: ARG001 -- games with more events compare it with `after`
    seat: int,
    move: str,
    outcomes: Sequence[str],
    after: JSON,  # noqa: ARG001 -- see `before`
) -> list[JSON]:
    """Return the events of a move."""
    return [{"key": f"pig.told.{move}", "params": {"seat": seat, "outcomes": list(outcomes)}}]


def option(move: str) -> JSON:
    """Return a move that a player may choose as a message."""
    return {"key": f"pig.do.{move}", "params": {}}
