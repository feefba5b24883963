"""Tekhenu: the version of the rules, which every saved session carries."""

from __future__ import annotations

from typing import Any

from heliopolis.core.checks import abbreviate
from heliopolis.core.errors import InvalidRecord

RULES = 2  # raised when a ruling changes what a saved session leads to
RULES_IF_UNSTATED = 1  # version 0.1 of the package saved no rules version


def read_rules(data: dict[str, Any]) -> int:
    """Return the rules version of saved data; raise InvalidRecord if it is newer than this package or no version."""
    rules = data.get("rules", RULES_IF_UNSTATED)
    if type(rules) is not int or rules < 1:
        raise InvalidRecord(f"The rules version of a saved game is a whole number from 1 on, not {abbreviate(rules)}.")
    if rules > RULES:
        raise InvalidRecord(
            f"This game was saved under rules {rules} of Tekhenu by a newer Heliopolis; this one knows rules {RULES}."
        )
    return rules
