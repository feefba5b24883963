"""Reviews of finished games, made in the background: asked for, shown while they grow, saved, and resumed.

What is judged is in memory in the process that works on a review, and saved every few seconds: all others see that.
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import json
import logging
import time
from collections.abc import Callable, Coroutine
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

from heliopolis.core.checks import JSON
from heliopolis.core.errors import HeliopolisError
from heliopolis.server.domain.commands import check_accepts
from heliopolis.server.domain.problems import Problem
from heliopolis.server.domain.records import record_of
from heliopolis.server.domain.tables import OVER, Table
from heliopolis.server.runtime.bot_choices import traceback_without_message
from heliopolis.server.runtime.bot_turns import BotTurns
from heliopolis.server.runtime.replays import MAX_MOVES
from heliopolis.server.runtime.review_queue import ActiveReview
from heliopolis.server.runtime.rooms import Rooms
from heliopolis.server.storage.reviews import DONE, FAILED, WAITING, Asked, ReviewStore, StoredReview
from heliopolis.server.storage.stored_logs import to_json_text
from heliopolis.server.storage.unavailability import unavailable_reason

if TYPE_CHECKING:
    from heliopolis.core.record import Record

MAX_ACTIVE = 16  # reviews that a process works on at the same time; the others wait
SAVE_SECONDS = 5.0  # from one saving of what is judged to the next
ID_DIGITS = 32
logger = logging.getLogger("heliopolis")


class Reviews:
    """The reviews of this process, and what it knows of all others."""

    def __init__(self, store: ReviewStore, rooms: Rooms, bot_turns: BotTurns) -> None:
        self.store = store
        self.rooms = rooms
        self.bot_turns = bot_turns
        self.queue = bot_turns.reviews
        self.queue.ended = lambda review: self._run(self._save(review))
        self._saved: dict[str, float] = {}  # when the active reviews were saved, on the monotonic clock
        self._claiming = asyncio.Lock()
        self._tasks: set[asyncio.Task[None]] = set()

    def _run(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def close(self) -> None:
        """Save what is judged, and leave the rest to whoever comes next."""
        await asyncio.gather(*self._tasks, return_exceptions=True)
        with contextlib.suppress(Exception):  # what was not saved is judged again
            for review_id in self.queue.ids:
                if (review := self.queue.find(review_id)) is not None:
                    await self._save(review)
            await self.store.give_back()

    # ---- asking and looking ----------------------------------------------------------------------------------------

    async def ask(self, asked: Asked) -> None:
        """Have a review made, unless it was asked for before; Problem if too many wait."""
        await self.store.ask(asked)
        await self._claim()

    async def look(self, review_id: str) -> Look:
        """Return what there is of a review."""
        stored = await self.store.find(review_id)
        active = self.queue.find(review_id)
        return Look(stored, active if stored is not None and stored.state == WAITING else None)

    # ---- rounds ----------------------------------------------------------------------------------------------------

    async def round(self) -> None:
        """Renew the claims of this process, save what is judged, and claim what nobody works on."""
        if not await self.store.has_unfinished() and not len(self.queue):
            return
        now = await self.rooms.clock.beat()
        if self.queue.ids:
            mine = await self.store.renew(self.queue.ids, now)
            for review_id in set(self.queue.ids) - mine:  # deleted, or another process's by now
                self._forget(review_id)
        for review_id in self.queue.ids:
            review = self.queue.find(review_id)
            is_due = time.monotonic() >= self._saved.get(review_id, 0.0) + SAVE_SECONDS
            if review is not None and (is_due or review.state != WAITING):
                await self._save(review)
        await self._claim()
        self.bot_turns.resume_reviews()

    async def _claim(self) -> None:
        """Claim what nobody works on, as far as there is room for it here."""
        async with self._claiming:
            room = MAX_ACTIVE - len(self.queue)
            if room <= 0:
                return
            for found in await self.store.claim(await self.rooms.clock.exact(), room, self.queue.ids):
                await self._begin(found)

    async def _begin(self, stored: StoredReview) -> None:
        """Begin or resume a review that is claimed; one whose game cannot be read has failed."""
        try:
            owner, make_record = await self._source_of(stored)
        except Problem:
            await self.store.save(stored.id, None, FAILED)
            return
        so_far = None if stored.review is None else read_json(stored.review)
        self._saved[stored.id] = time.monotonic()
        origin = stored.origin or owner
        self.bot_turns.review(ActiveReview(stored.id, make_record, so_far, owner, origin, stored.asked))

    async def _source_of(self, stored: StoredReview) -> tuple[str, Callable[[], Record]]:
        """Return who owns a review, and what makes the record that it is of, in a thread."""
        if stored.table_id is None:
            await self.rooms.ready(game_in(stored.record or ""))
            return stored.id, partial(read_record, stored.record or "")
        table = (await self.rooms.enter(stored.table_id)).table
        moves = await self.rooms.store.moves(table.setup.id, table.seq)
        return table.setup.host, partial(record_of_table, table, moves)

    async def _save(self, review: ActiveReview) -> None:
        """Save what is judged; a review that has ended is forgotten here."""
        state, judged = review.state, review.review
        try:
            text = None if judged is None else await self.rooms.store.in_thread(encode_review, judged)
            is_mine = await self.store.save(review.id, text, state)
        except Exception as error:  # the next round tries again
            if unavailable_reason(error) is None:
                logger.error("a review was not saved: %s", traceback_without_message(error))
            return
        self._saved[review.id] = time.monotonic()
        if not is_mine or state != WAITING:
            self._forget(review.id)

    def _forget(self, review_id: str) -> None:
        self.queue.discard(review_id)
        self._saved.pop(review_id, None)


class Look:
    """A review as it is stored, and as it is in memory if this process works on it."""

    def __init__(self, stored: StoredReview | None, active: ActiveReview | None) -> None:
        self.stored = stored
        self.active = active

    def to_json(self, after: int) -> JSON:
        """Return the status and what is judged, with the moments from a number on. It may take some milliseconds."""
        if self.stored is None:
            return {"status": "none", "place": None, "review": None}
        judged = self._judged()
        if self.stored.state in (DONE, FAILED):
            status, place = self.stored.state, None
        elif judged is not None and judged["moments"]:
            status, place = "working", None
        else:
            status, place = "waiting", self.stored.place
        if judged is not None:
            judged = {**judged, "moments": judged["moments"][after:]}
        return {"status": status, "place": place, "review": judged}

    def _judged(self) -> JSON | None:
        stored = self.stored
        if self.active is not None and self.active.review is not None:
            return self.active.review.to_json()
        return None if stored is None or stored.review is None else read_json(stored.review)


# ---- games to review -------------------------------------------------------------------------------------------------


def check_reviewable(table: Table) -> None:
    """Refuse the review of a game that is not over, or of a Tekhenu session: nobody sees one before the end."""
    check_accepts(table, "move")
    if table.status != OVER:
        raise Problem("review.not_over")


def record_of_table(table: Table, moves: list[JSON]) -> Record:
    from heliopolis.core.record import Record

    record = record_of(table, moves)
    if not isinstance(record, Record):
        raise Problem("game.other")
    return record


def asked_of_text(text: str) -> Asked:
    """Return the review of a record that somebody uploads; Problem if it cannot be replayed, or is not over.

    Only what is judged is stored: no names, and nothing else that the record says of people.
    """
    from heliopolis.core.record import Record

    try:
        record = Record.parse(text, MAX_MOVES)
        end = record.replay()
    except HeliopolisError:
        raise Problem("record.bad") from None
    if not end.over:
        raise Problem("review.not_over")
    plain = replace(record, seats=None, seed=None, deal=None, practice=False, result=tuple(end.scores()))
    stored = json.dumps(plain.to_json(), sort_keys=True, separators=(",", ":"))
    return Asked(hashlib.sha256(stored.encode()).hexdigest()[:ID_DIGITS], record=stored)


def read_record(text: str) -> Record:
    from heliopolis.core.record import Record

    return Record.parse(text, MAX_MOVES)


def game_in(text: str) -> str:
    """Return the game of a stored record."""
    return str((read_json(text) or {}).get("game"))


def read_json(text: str) -> JSON | None:
    """Return stored JSON; None if it is damaged."""
    try:
        found = json.loads(text)
    except ValueError:
        return None
    return found if isinstance(found, dict) else None


def encode_review(judged: Any) -> str:
    return to_json_text(judged.to_json())
