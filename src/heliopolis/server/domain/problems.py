"""What can be wrong with a request: a key and parameters, never a sentence; the catalogues have the sentences."""

from __future__ import annotations

from typing import Any

STATUS = {
    "request.malformed": 400,
    "request.origin": 403,
    "request.slow": 408,
    "request.large": 413,
    "request.media": 415,
    "request.host": 421,
    "request.often": 429,
    "request.head": 431,
    "request.reused": 409,
    "quota.tables": 429,
    "quota.day": 429,
    "quota.bots": 429,
    "player.unknown": 401,
    "path.unknown": 404,
    "method.wrong": 405,
    "server.busy": 503,
    "server.broken": 500,
    "setup.game": 422,
    "setup.players": 422,
    "setup.bot": 422,
    "setup.name": 422,
    "name.taken": 409,
    "table.unknown": 404,
    "table.stale": 409,
    "table.waiting": 409,
    "table.over": 409,
    "table.long": 409,
    "table.broken": 410,
    "table.running": 409,
    "table.people": 409,
    "game.other": 409,
    "host.only": 403,
    "seat.unknown": 404,
    "seat.foreign": 403,
    "seat.person": 409,
    "seat.bot": 409,
    "seat.open": 409,
    "share.none": 409,
    "share.given": 409,
    "link.dead": 404,
    "turn.other": 409,
    "move.illegal": 422,
    "undo.nothing": 409,
    "undo.chance": 409,
    "undo.person": 409,
    "undo.practice": 409,
    "hint.forbidden": 403,
    "moment.unknown": 404,
    "picture.none": 404,
    "record.running": 409,
    "record.bad": 422,
    "lesson.unknown": 404,
    "puzzle.unknown": 404,
    "review.not_over": 403,
    "try.running": 403,
    "try.luck": 409,
    "review.unknown": 404,
}


class Problem(Exception):
    """Raised when a request cannot be carried out; nothing has changed."""

    def __init__(self, key: str, **params: Any) -> None:
        super().__init__(key)
        self.key = key
        self.params = params

    @property
    def status(self) -> int:
        """The HTTP status of the key; 422 for whatever a Tekhenu session refuses."""
        return STATUS.get(self.key, 422)

    def to_json(self) -> dict[str, Any]:
        return {
            "type": f"urn:heliopolis:{self.key}",
            "status": self.status,
            "key": self.key,
            "params": self.params,
        }


class UnreadableTable(Problem):
    """Raised when a stored table, or a part of it, cannot be read by this version; nothing of it is lost.

    The reason is for the server's own log: it names neither a card nor the table.
    """

    def __init__(self, reason: str) -> None:
        super().__init__("table.broken")
        self.reason = reason
