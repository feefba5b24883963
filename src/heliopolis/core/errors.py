"""The errors of the package: each says in one sentence what is wrong, and is raised before anything changes."""

from __future__ import annotations


class HeliopolisError(ValueError):
    """Base class of all errors of this package; raised itself when a request cannot be met."""


class UnknownName(HeliopolisError):
    """Raised when there is no game, bot, language or message of the given name."""


class InvalidGame(HeliopolisError):
    """Raised when the package of a game lacks something, with one sentence for each thing, or its name is taken."""


class InvalidSetup(HeliopolisError):
    """Raised when no game can be started, or no match played, with these arguments."""


class IllegalMove(HeliopolisError):
    """Raised when a move is not legal in the position; the position is unchanged."""


class InvalidPosition(HeliopolisError):
    """Raised when data does not describe a position of the game."""


class InvalidRecord(HeliopolisError):
    """Raised when a text or JSON object is not a record of a game, or its moves cannot be replayed."""
