"""Bots think in a few threads, off the event loop; tables where a bot is to act wait in a queue.

A bot's turn is played exactly once: its move is appended behind the entry that it was chosen for, or not at all. Its
random generator comes from the deal and that entry, so that a turn begun again after a crash has the same generator.
"""

from __future__ import annotations

import asyncio
import logging
from concurrent.futures import ThreadPoolExecutor
from traceback import format_tb
from typing import TYPE_CHECKING

from heliopolis.core.checks import JSON
from heliopolis.server.domain import commands
from heliopolis.server.domain.games import game_info
from heliopolis.server.domain.problems import Problem
from heliopolis.server.domain.tables import Table
from heliopolis.server.runtime import metrics
from heliopolis.server.storage import Database

if TYPE_CHECKING:
    from heliopolis.core.position import Position
    from heliopolis.kernel import Random
    from heliopolis.server.runtime.rooms import Rooms

MAX_QUEUE = 10_000  # tables that wait; housekeeping finds the others later
THREADS_PER_BOT = 1  # while it thinks: a bot thread takes one core
MAX_HINTS = 8  # that are computed, or wait for it, at the same time
logger = logging.getLogger("heliopolis")


class BotTurns:
    """The bots of this process."""

    def __init__(self, rooms: Rooms, database: Database, bot_threads: int) -> None:
        self.rooms = rooms
        self.database = database
        self.bot_threads = min(bot_threads, database.max_bot_threads)
        self.pool = ThreadPoolExecutor(self.bot_threads, thread_name_prefix="bot")
        self.queue: asyncio.Queue[str] = asyncio.Queue(MAX_QUEUE)
        self.queued: set[str] = set()
        self.hints = 0
        self.tasks: list[asyncio.Task[None]] = []

    def start(self) -> None:
        self.tasks = [asyncio.create_task(self._work()) for _ in range(self.bot_threads)]

    async def close(self) -> None:
        for task in self.tasks:
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)
        self.pool.shutdown(wait=False, cancel_futures=True)

    # ---- turns -----------------------------------------------------------------------------------------------------

    def enqueue_bot_turn(self, table: Table) -> None:
        """Queue the table if a bot is to act."""
        if table.bot_to_act:
            self.enqueue(table.setup.id)

    def enqueue(self, table_id: str) -> None:
        if table_id not in self.queued and not self.queue.full():
            self.queued.add(table_id)
            self.queue.put_nowait(table_id)

    async def _work(self) -> None:
        while True:
            table_id = await self.queue.get()
            try:
                await self._play_turn(table_id)
            except Problem:
                pass  # another worker or process has already played this turn, or the table cannot be read
            except Exception as error:  # database down, or a bug: housekeeping queues the table again
                logger.error("bot turn failed: %s", traceback_without_message(error))
            finally:
                self.queued.discard(table_id)

    async def _play_turn(self, table_id: str) -> None:
        room = await self.rooms.enter(table_id)
        async with self.database.try_claim_thinking(table_id) as claimed:
            table = room.table
            seat = table.to_act
            if not claimed or seat is None or not table.bot_to_act:
                return
            with metrics.THINKING.time():
                move = await asyncio.get_running_loop().run_in_executor(self.pool, choose, table, seat)
            self.queued.discard(table_id)  # the table may be queued again for its next turn
            await self.rooms.execute(table_id, None, lambda now: commands.play_bot(now, seat, table.moved, move))

    # ---- hints -----------------------------------------------------------------------------------------------------

    async def hint(self, table: Table, seat: int) -> list[JSON]:
        """Return what the strongest bot thinks of the moves of a seat, best first."""
        if self.hints >= MAX_HINTS:
            raise Problem("server.busy")
        self.hints += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self.pool, explain, table, seat)
        finally:
            self.hints -= 1


def choose(table: Table, seat: int) -> str:
    """Return the move of the bot at a seat; it is given what the seat may know."""
    from heliopolis.bots import bot

    spec = table.seats[seat].bot
    if spec is None:
        raise Problem("seat.person", seat=seat)
    rng = table.setup.deal.generator(f"bot/{table.moved}")
    position = table.match.imagine(seat, rng)
    try:
        return bot(spec, threads=THREADS_PER_BOT).choose(position.copy(), rng)
    except Exception as error:  # a bot that fails must not stop the table
        logger.error("the bot %s failed: %s", spec, traceback_without_message(error))
        metrics.BOT_FAILURES.inc()
        return position.suggest(rng)


def traceback_without_message(error: Exception) -> str:
    """Return the type and traceback of an error, for the log; its message may name cards."""
    return f"{type(error).__name__}\n{''.join(format_tb(error.__traceback__))}"


def explain(table: Table, seat: int) -> list[JSON]:
    """Return what the strongest bot thinks of the moves of a seat, best first."""
    rng = table.setup.deal.generator(f"hint/{table.moved}")
    return advise(table.match.imagine(seat, rng), rng)


def advise(position: Position, rng: Random) -> list[JSON]:
    """Return the moves with the opinion of the game's strongest level; where it need not think, only its move."""
    from heliopolis.bots.level import LevelBot, levels

    strongest = levels(position.game.name)[-1]
    analysis = LevelBot(strongest.name, threads=THREADS_PER_BOT).explain(position, rng)
    if not analysis.options:
        return [{"move": analysis.move, "value": None, "visits": None}]
    return [{"move": one.move, "value": one.value, "visits": one.visits} for one in analysis.options]


# ---- which bots can be asked to play ---------------------------------------------------------------------------------


def bots_for(game: str) -> list[JSON]:
    """Return the levels of a game, weakest first."""
    from heliopolis.bots import levels

    if not game_info(game).has_bots:
        return []
    return [{"name": level.name, "milliseconds": level.milliseconds} for level in levels(game)]


def check_bot(game: str, name: str) -> str:
    """Return the name of a level or of a bot without options: nobody may order a bot that thinks for hours."""
    from heliopolis.bots import bots

    if not game_info(game).has_bots or name not in [*(one["name"] for one in bots_for(game)), *bots()]:
        raise Problem("setup.bot", bot=name)
    return name
