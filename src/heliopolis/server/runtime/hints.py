"""Hints that people, or the coach for them, have asked for: they wait in turn by address, and only so many."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field

from heliopolis.core.checks import JSON
from heliopolis.server.domain.problems import Problem
from heliopolis.server.domain.tables import Table

MAX_HINTS = 16  # that wait or are thought about, in all
MAX_HINTS_PER_ADDRESS = 4
MAX_HINTS_PER_PLAYER = 2
MAX_REMEMBERED = 256  # decisions, some 5 KB each
RETRY_SECONDS = 5  # after which a client that was refused may ask again


@dataclass(eq=False, slots=True)
class Hint:
    """A hint for the seat to act at a table."""

    table: Table
    player: str
    address: str
    hung_up: Callable[[], Awaitable[bool]]  # whether nobody waits for the hint any more
    result: asyncio.Future[JSON] = field(default_factory=lambda: asyncio.get_running_loop().create_future())


class HintQueue:
    """All hints that are not answered yet, by address; the address that was served last comes last."""

    def __init__(self) -> None:
        self._waiting: dict[str, list[Hint]] = {}
        self._unanswered: list[Hint] = []

    def __len__(self) -> int:
        """Return how many hints nobody has thought about yet."""
        return sum(map(len, self._waiting.values()))

    def put(self, hint: Hint) -> None:
        """Queue a hint; Problem if there are too many."""
        of_address = sum(one.address == hint.address for one in self._unanswered)
        of_player = sum(one.player == hint.player for one in self._unanswered)
        full = len(self._unanswered) >= MAX_HINTS
        if full or of_address >= MAX_HINTS_PER_ADDRESS or of_player >= MAX_HINTS_PER_PLAYER:
            raise Problem("server.busy", seconds=RETRY_SECONDS)
        self._unanswered.append(hint)
        self._waiting.setdefault(hint.address, []).append(hint)

    def take(self) -> Hint | None:
        """Return the next hint to think about."""
        if not self._waiting:
            return None
        address, hints = next(iter(self._waiting.items()))
        del self._waiting[address]
        first, *others = hints
        if others:
            self._waiting[address] = others  # behind all other addresses
        return first

    def remove(self, hint: Hint) -> None:
        """Forget a hint: it is answered, or nobody waits for it."""
        self._unanswered.remove(hint)
        waiting = self._waiting.get(hint.address, [])
        if hint in waiting:
            waiting.remove(hint)
            if not waiting:
                del self._waiting[hint.address]


class AdviceMemory:
    """The advice on the decisions that were judged last: whoever loads the page again does not wait again."""

    def __init__(self) -> None:
        self._found: OrderedDict[tuple[str, int], JSON] = OrderedDict()

    def get(self, table: Table) -> JSON | None:
        """Return the advice on the decision that a table waits for."""
        key = self._key(table)
        if key in self._found:
            self._found.move_to_end(key)
        return self._found.get(key)

    def put(self, table: Table, advice: JSON) -> None:
        """Remember advice, unless it has no chances of winning yet."""
        if advice["hints"][0]["win"] is None:
            return
        self._found[self._key(table)] = advice
        if len(self._found) > MAX_REMEMBERED:
            self._found.popitem(last=False)

    def _key(self, table: Table) -> tuple[str, int]:
        return table.setup.id, table.moved
