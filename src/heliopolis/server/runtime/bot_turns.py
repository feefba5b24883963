"""Bots think in a few threads, off the event loop: about turns, then hints, then reviews, last about idle tables.

A turn is thought about once and played once: its move is appended behind the entry that it was chosen for, or not at
all. While a person who sits at the table watches it, the move waits until some time has passed since that entry; it
occupies no thread meanwhile. `turn_queue` has the order of turns.

Each process knows only its own listeners. A table without people that somebody watches through one process is idle for
all others, which leave it alone while they have anything else to do.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import time
from collections.abc import Awaitable, Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any

from heliopolis.core.checks import JSON
from heliopolis.server.domain import commands
from heliopolis.server.domain.problems import Problem
from heliopolis.server.domain.tables import Table
from heliopolis.server.runtime import metrics
from heliopolis.server.runtime.bot_choices import choose, expected_seconds, explain, traceback_without_message
from heliopolis.server.runtime.hints import RETRY_SECONDS, AdviceMemory, Hint, HintQueue
from heliopolis.server.runtime.review_queue import ActiveReview, ReviewQueue
from heliopolis.server.runtime.rooms import Room, Rooms
from heliopolis.server.runtime.turn_queue import Turn, TurnQueue
from heliopolis.server.settings import MAX_BOT_PACE
from heliopolis.server.storage import Database
from heliopolis.server.storage.unavailability import unavailable_reason

MAX_HINT_SECONDS = 20.0  # that a client waits for a hint
logger = logging.getLogger("heliopolis")


class BotTurns:
    """The bots of this process."""

    def __init__(self, rooms: Rooms, database: Database, bot_threads: int, pace: float) -> None:
        self.rooms = rooms
        self.database = database
        self.bot_threads = min(bot_threads, database.max_bot_threads)
        self.pace = pace  # seconds between two entries while a person at the table watches, at the normal pace
        self.queue = TurnQueue(self.bot_threads)
        self.hints = HintQueue()
        self.advice = AdviceMemory()
        self.reviews = ReviewQueue()
        self.pool = ThreadPoolExecutor(self.bot_threads, thread_name_prefix="bot")
        self.clock: Callable[[], float] = time.monotonic
        self.sleep: Callable[[float], Awaitable[object]] = asyncio.sleep  # until a move may appear
        self.running = False
        self.busy = 0  # threads
        self.thinking_hints = 0
        self.thinking_reviews = 0
        self.tasks: set[asyncio.Task[None]] = set()
        self.idle_timer: asyncio.TimerHandle | None = None

    def start(self) -> None:
        self.running = True
        self._dispatch()

    async def close(self) -> None:
        self.running = False
        if self.idle_timer is not None:
            self.idle_timer.cancel()
        for task in self.tasks:
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)
        self.pool.shutdown(wait=False, cancel_futures=True)

    def _run(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    # ---- who thinks about what -------------------------------------------------------------------------------------

    def update(self, table: Table) -> None:
        """Queue the turn of a table that has changed, or is watched from now on; forget it if no bot is to act."""
        name = table.acting_bot
        if name is None:
            self.queue.discard(table.setup.id)
        else:
            self.queue.put(self._turn_of(table, name))
        self._dispatch()

    def _turn_of(self, table: Table, bot: str) -> Turn:
        setup, room = table.setup, self.rooms.find(table.setup.id)
        return Turn(
            table_id=setup.id,
            moved=table.moved,
            owner=setup.host,
            origin=setup.host if room is None or room.origin is None else room.origin,
            seconds=expected_seconds(setup.game, bot),
            idle=not table.has_people and (room is None or not room.listeners),
            since=self.clock(),
        )

    def _dispatch(self) -> None:
        """Give work to the threads that are free; an idle turn is taken now, or a timer waits for it."""
        now = self.clock()
        while self.running and self.busy < self.bot_threads:
            work = self._next_work(now)
            if work is None:
                break
            self.busy += 1
            self._run(work)
        self._set_idle_timer(now)
        metrics.QUEUED.set(len(self.queue))

    def _next_work(self, now: float) -> Coroutine[Any, Any, None] | None:
        slow_elsewhere = self.thinking_hints + self.thinking_reviews
        turn = self.queue.take(slow_elsewhere)
        if turn is not None:
            return self._play_turn(turn)
        if not self.queue.may_be_slow(slow_elsewhere):
            return None
        hint = self.hints.take()
        if hint is not None:
            return self._answer(hint)
        review = self.reviews.take()
        if review is not None:
            return self._advance(review)
        turn = self.queue.take_idle(now, slow_elsewhere)
        return None if turn is None else self._play_turn(turn)

    def _set_idle_timer(self, now: float) -> None:
        """Look again when it is time for an idle turn."""
        if self.idle_timer is not None:
            self.idle_timer.cancel()
            self.idle_timer = None
        wait = self.queue.idle_wait(now)
        if self.running and wait:
            self.idle_timer = asyncio.get_running_loop().call_later(wait, self._dispatch)

    # ---- turns -----------------------------------------------------------------------------------------------------

    async def _play_turn(self, turn: Turn) -> None:
        """Think about a turn in a thread that is free, and play it, at once or when it is time."""
        seconds, play = 0.0, None
        try:
            room = self.rooms.find(turn.table_id) or await self.rooms.enter(turn.table_id)
            async with self.database.try_claim_thinking(turn.table_id) as claimed:
                await self.rooms.refresh(room)  # another process may have played it before this one could claim it
                table = room.table
                if claimed and table.acting_bot is not None and table.moved == turn.moved:
                    began = time.perf_counter()
                    choice = await self._in_thread(choose, table)
                    seconds = time.perf_counter() - began
                    metrics.THINKING.observe(seconds)
                    play = partial(self._play, turn, choice)
                    if not self._delay(turn, room):
                        await play()
                        play = None
        except Problem:
            pass  # the table cannot be read
        except Exception as error:  # housekeeping queues the table again
            log_failure(error)
        finally:
            self.busy -= 1
            self.queue.thought(turn, seconds, self.clock())
        if play is None:
            self._finish(turn)
        else:
            self._run(self._play_later(turn, room, play))
            self._dispatch()

    async def _in_thread(self, work: Callable[..., Any], *arguments: object) -> Any:
        return await asyncio.get_running_loop().run_in_executor(self.pool, work, *arguments)

    def _delay(self, turn: Turn, room: Room) -> float:
        """Return how long the move of a turn has to wait for people who watch."""
        pace = min(self.pace * room.pace, MAX_BOT_PACE)
        return max(0.0, turn.since + pace - self.clock()) if pace else 0.0

    async def _play_later(self, turn: Turn, room: Room, play: Callable[[], Awaitable[None]]) -> None:
        try:
            await self.sleep(self._delay(turn, room))
            await play()
        except Exception as error:  # housekeeping queues the table again
            log_failure(error)
        self._finish(turn)

    async def _play(self, turn: Turn, choice: commands.BotChoice) -> None:
        """Append the move, if the game has not changed since."""
        try:
            await self.rooms.execute(turn.table_id, None, lambda table: commands.play_bot(table, turn.moved, choice))
        except Problem:
            metrics.BOT_TURNS.labels("discarded").inc()
        else:
            metrics.BOT_TURNS.labels("played").inc()

    def _finish(self, turn: Turn) -> None:
        """Forget a turn, and queue the next one of its table if the game has changed."""
        self.queue.done(turn)
        room = self.rooms.find(turn.table_id)
        if room is not None and room.table.moved != turn.moved:
            self.update(room.table)
        else:
            self._dispatch()

    # ---- hints -----------------------------------------------------------------------------------------------------

    async def hint(self, table: Table, player: str, address: str, hung_up: Callable[[], Awaitable[bool]]) -> JSON:
        """Return what the moves of the seat to act are worth, best first; each decision is judged once."""
        known = self.advice.get(table)
        if known is not None:
            return known
        hint = Hint(table, player, address, hung_up)
        self.hints.put(hint)
        self._dispatch()
        try:
            return await asyncio.wait_for(hint.result, MAX_HINT_SECONDS)
        except TimeoutError:
            raise Problem("server.busy", seconds=RETRY_SECONDS) from None
        finally:
            self.hints.remove(hint)

    async def _answer(self, hint: Hint) -> None:
        """Think about a hint in a thread that is free, unless nobody waits for it."""
        self.thinking_hints += 1
        try:
            if hint.result.done() or await hint.hung_up():
                raise Problem("server.busy", seconds=RETRY_SECONDS)
            with metrics.THINKING.time():
                answer = await self._in_thread(explain, hint.table)
            self.advice.put(hint.table, answer)
            with contextlib.suppress(asyncio.InvalidStateError):  # nobody waits any more
                hint.result.set_result(answer)
        except Exception as error:
            if not hint.result.done():
                hint.result.set_exception(error)
        finally:
            self.thinking_hints -= 1
            self.busy -= 1
            self._dispatch()

    # ---- reviews ---------------------------------------------------------------------------------------------------

    def review(self, review: ActiveReview) -> None:
        """Make a review, step by step, whenever nothing else is to be thought about."""
        self.reviews.put(review)
        self._dispatch()

    def resume_reviews(self) -> None:
        """Go on with reviews that could not go on before: what they need may be compiled by now."""
        self._dispatch()

    async def _advance(self, review: ActiveReview) -> None:
        """Make one step of a review in a thread that is free."""
        self.thinking_reviews += 1
        began = time.perf_counter()
        try:
            await self._in_thread(review.advance)
        except Exception as error:
            logger.error("a review failed: %s", traceback_without_message(error))
        finally:
            self.thinking_reviews -= 1
            self.busy -= 1
            self.reviews.stepped(review, time.perf_counter() - began)
            self._dispatch()


def log_failure(error: Exception) -> None:
    """Log why a turn failed, unless the database is unavailable, which others report."""
    if unavailable_reason(error) is None:
        logger.error("bot turn failed: %s", traceback_without_message(error))
