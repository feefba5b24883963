"""Pig: what happened with a move, as messages: key and params. Their words belong into the catalogues."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

JSON = dict[str, Any]


def told(before: JSON, seat: int, move: str, outcomes: Sequence[str], after: JSON) -> list[JSON]:  # noqa: ARG001 -- games with more to tell look there
    return [{"key": f"pig.told.{move}", "params": {"seat": seat, "outcomes": list(outcomes)}}]
