"""What can be wrong: each error says it in one sentence, and nothing has changed when it is raised."""

from __future__ import annotations


class HeliopolisError(ValueError):
    """Something that was asked for cannot be."""


class UnknownName(HeliopolisError):
    """There is no game or bot of that name."""


class InvalidSetup(HeliopolisError):
    """No game can be started, or no match played, that way."""


class IllegalMove(HeliopolisError):
    """The rules do not allow that now."""


class InvalidPosition(HeliopolisError):
    """No position of the game looks like that."""


class InvalidRecord(HeliopolisError):
    """That is no record of a game."""
