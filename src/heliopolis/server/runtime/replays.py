"""Records that somebody uploads, replayed off the event loop, one at a time.

The last few stay in memory, by their text: a person who steps through one waits for the replay only once.
"""

from __future__ import annotations

import asyncio
import hashlib
from collections import OrderedDict
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import TYPE_CHECKING

from heliopolis.core.checks import JSON
from heliopolis.core.errors import HeliopolisError
from heliopolis.server.domain.problems import Problem

if TYPE_CHECKING:
    from heliopolis.core.position import Position

MAX_MOVES = 3000
MAX_CACHED_RECORDS = 8
MAX_WAITING = 8  # records that are being replayed or wait for it


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
    """The records replayed last."""

    def __init__(self) -> None:
        self.pool = ThreadPoolExecutor(1, thread_name_prefix="record")
        self._cached: OrderedDict[str, asyncio.Future[Replayed]] = OrderedDict()

    async def replayed(self, text: str) -> Replayed:
        """Return a record's game, replayed now or a while ago."""
        key = hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
        if key not in self._cached:
            if sum(not one.done() for one in self._cached.values()) >= MAX_WAITING:
                raise Problem("server.busy")
            self._cached[key] = asyncio.get_running_loop().run_in_executor(self.pool, replay, text)
        self._cached.move_to_end(key)
        self._forget_oldest()
        return await asyncio.shield(self._cached[key])  # others may wait for it too

    def _forget_oldest(self) -> None:
        done = [key for key, one in self._cached.items() if one.done()]
        for key in done[: max(0, len(self._cached) - MAX_CACHED_RECORDS)]:
            del self._cached[key]

    def close(self) -> None:
        self.pool.shutdown(wait=False, cancel_futures=True)


def replay(text: str) -> Replayed:
    """Replay a record; Problem if it cannot be replayed."""
    from heliopolis.core.record import Record

    try:
        record = Record.from_text(text)
        if len(record.moves) > MAX_MOVES:
            raise Problem("record.bad")
        positions, entries = [record.start_position()], []
        for number, (seat, move, outcomes, messages, after) in enumerate(record.story(), 1):
            entries.append({"seq": number, "seat": seat, "move": move, "outcomes": outcomes, "told": messages})
            positions.append(after.without_history())
    except HeliopolisError:
        raise Problem("record.bad") from None
    story = {
        "game": record.game,
        "players": positions[0].players,
        "seats": None if record.seats is None else list(record.seats),
        "result": None if record.result is None else list(record.result),
        "practice": record.practice,
        "winners": positions[-1].winners(),
        "entries": entries,
    }
    return Replayed(story, positions)
