"""Pig: the events of a move as messages. Their words would belong to the catalogues; without them the move is shown."""

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
    """Return the events of a move: here the move itself."""
    return [{"key": f"pig.told.{move}", "params": {"seat": seat, "outcomes": list(outcomes)}}]


def option(move: str) -> JSON:
    """Return a move that a player may choose as a message."""
    return {"key": f"pig.do.{move}", "params": {}}
