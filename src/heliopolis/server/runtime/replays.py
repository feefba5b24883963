"""Records that somebody uploads, replayed off the event loop.

The last few stay in memory, by their text: a person who steps through one waits for the replay only once.
"""

from __future__ import annotations

import hashlib
import threading
from collections import OrderedDict
from dataclasses import dataclass
from typing import TYPE_CHECKING

from heliopolis.core.checks import JSON
from heliopolis.core.errors import HeliopolisError
from heliopolis.server.domain.problems import Problem
from heliopolis.server.runtime.bot_choices import bots_of_record
from heliopolis.server.runtime.encoding import encode

if TYPE_CHECKING:
    from heliopolis.core.position import Position

MAX_MOVES = 3000  # about twice the longest games of players who move at random
MAX_CACHED_RECORDS = 8


@dataclass(frozen=True, slots=True)
class Replayed:
    """What happened in a game, and every position of it."""

    story: JSON
    positions: list[Position]

    def present(self, at: int | None, seat: int | None) -> JSON:
        """Return all that happened, and the position after move `at` (None: the last) as a viewer may see it."""
        last = len(self.positions) - 1
        number = last if at is None else min(at, last)
        position = self.positions[number]
        view = position.view(seat if seat is not None and seat < position.players else None)
        return {**self.story, "at": number, "position": view}


class Replays:
    """The records replayed last. Several threads may ask at once."""

    def __init__(self) -> None:
        self._lock = threading.Lock()  # of the cache; nobody holds it while a record is replayed
        self._cached: OrderedDict[str, Replayed] = OrderedDict()

    def encoded(self, text: str, at: int | None, seat: int | None) -> bytes:
        """Return a record's game as JSON, with the position after move `at`; it is replayed now or was a while ago."""
        key = hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
        with self._lock:
            found = self._cached.get(key)
        if found is None:
            found = replay(text)
        with self._lock:
            self._cached[key] = found
            self._cached.move_to_end(key)
            if len(self._cached) > MAX_CACHED_RECORDS:
                self._cached.popitem(last=False)
        return encode(found.present(at, seat))


def replay(text: str) -> Replayed:
    """Replay a record; Problem if it cannot be replayed, or does not lead to its result."""
    from heliopolis.core.record import Record

    try:
        record = Record.parse(text, MAX_MOVES)
        positions, entries = [record.start_position()], []
        for number, (seat, move, outcomes, messages, after) in enumerate(record.story(), 1):
            entries.append({"seq": number, "seat": seat, "move": move, "outcomes": outcomes, "told": messages})
            positions.append(after.without_history())
        record.check_result(positions[-1])
    except HeliopolisError:
        raise Problem("record.bad") from None
    story = {
        "game": record.game,
        "players": positions[0].players,
        "seats": None if record.seats is None else list(record.seats),
        "bots": bots_of_record(record),
        "result": None if record.result is None else list(record.result),
        "practice": record.practice,
        "winners": positions[-1].winners(),
        "entries": entries,
    }
    return Replayed(story, positions)
