"""Bots think in a few threads, off the event loop; who is to think waits in a queue.

A bot's turn is played exactly once: its move is appended behind the entry it was thought for, or not at all. Its luck
comes from the deal and that entry, so that a thought begun again after a crash has the same luck.
"""

from __future__ import annotations

import asyncio
import logging
from concurrent.futures import ThreadPoolExecutor
from traceback import format_tb
from typing import TYPE_CHECKING

from heliopolis.core.checks import JSON
from heliopolis.server.domain import commands
from heliopolis.server.domain.matches import TEKHENU, Dealt
from heliopolis.server.domain.problems import Problem
from heliopolis.server.domain.tables import Table
from heliopolis.server.runtime import metrics
from heliopolis.server.storage import Database

if TYPE_CHECKING:
    from heliopolis.core.position import Position
    from heliopolis.kernel import Random
    from heliopolis.server.runtime.rooms import Rooms

QUEUE = 10_000  # tables that wait; the keeper finds the others later
THREADS = 1  # of a bot while it thinks: a thinker takes one core
HINTS = 8  # that may be asked for at the same time
logger = logging.getLogger("heliopolis")


class Thinking:
    """The bots of this process."""

    def __init__(self, rooms: Rooms, database: Database, thinkers: int) -> None:
        self.rooms = rooms
        self.database = database
        self.thinkers = min(thinkers, database.most_thinkers)
        self.pool = ThreadPoolExecutor(self.thinkers, thread_name_prefix="bot")
        self.queue: asyncio.Queue[str] = asyncio.Queue(QUEUE)
        self.waiting: set[str] = set()
        self.hints = 0
        self.tasks: list[asyncio.Task[None]] = []

    def begin(self) -> None:
        self.tasks = [asyncio.create_task(self._work()) for _ in range(self.thinkers)]

    async def close(self) -> None:
        for task in self.tasks:
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)
        self.pool.shutdown(wait=False, cancel_futures=True)

    # ---- turns -----------------------------------------------------------------------------------------------------

    def consider(self, table: Table) -> None:
        """Let a bot think if it is its turn."""
        if table.bot_to_act:
            self.consider_id(table.facts.id)

    def consider_id(self, table_id: str) -> None:
        if table_id not in self.waiting and not self.queue.full():
            self.waiting.add(table_id)
            self.queue.put_nowait(table_id)

    async def _work(self) -> None:
        while True:
            table_id = await self.queue.get()
            try:
                await self._turn(table_id)
            except Problem:
                pass  # somebody else has played it
            except Exception as error:  # a database that is away, or a bug: the keeper comes back to it
                logger.error("a bot's turn failed: %s", where_it_failed(error))
            finally:
                self.waiting.discard(table_id)

    async def _turn(self, table_id: str) -> None:
        room = await self.rooms.enter(table_id)
        async with self.database.sole_thinker(table_id) as chosen:
            table = room.table
            if not chosen or not table.bot_to_act:
                return
            seat = table.to_act
            assert seat is not None
            with metrics.THINKING.time():
                move = await asyncio.get_running_loop().run_in_executor(self.pool, choose, table, seat)
            self.waiting.discard(table_id)  # its next turn may be considered
            await self.rooms.do(table_id, None, lambda now: commands.play_bot(now, seat, table.moved, move))

    # ---- hints -----------------------------------------------------------------------------------------------------

    async def hint(self, table: Table, seat: int) -> list[JSON]:
        if self.hints >= HINTS:
            raise Problem("server.busy")
        self.hints += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self.pool, explain, table, seat)
        finally:
            self.hints -= 1


def choose(table: Table, seat: int) -> str:
    """The move of the bot at a seat, which sees what the seat may know."""
    from heliopolis.bots import bot

    assert isinstance(table.match, Dealt)
    position, spec = table.match.position.copy(), table.seats[seat].bot
    assert spec is not None
    luck = table.facts.deal.luck(f"bot/{table.moved}")
    try:
        return bot(spec, threads=THREADS).choose(position.imagine(seat, luck), luck)
    except Exception as error:  # a bot that fails must not stop the table
        logger.error("the bot %s failed: %s", spec, where_it_failed(error))
        metrics.BOT_FAILURES.inc()
        return position.suggest(luck)


def where_it_failed(error: Exception) -> str:
    """For the log: what sort of error and where, not what it says, which may name cards."""
    return f"{type(error).__name__}\n{''.join(format_tb(error.__traceback__))}"


def explain(table: Table, seat: int) -> list[JSON]:
    """What the strongest bot thinks of the moves of a seat, the best first."""
    assert isinstance(table.match, Dealt)
    luck = table.facts.deal.luck(f"hint/{table.moved}")
    return advise(table.match.position.imagine(seat, luck), luck)


def advise(position: Position, luck: Random) -> list[JSON]:
    """By the strongest level of the game; where there is nothing to think about, the only sensible move."""
    from heliopolis.bots.level import LevelBot, levels

    strongest = levels(position.game.name)[-1]
    thought = LevelBot(strongest.name, threads=THREADS).explain(position, luck)
    if not thought.options:
        return [{"move": thought.move, "value": None, "visits": None}]
    return [{"move": one.move, "value": one.value, "visits": one.visits} for one in thought.options]


# ---- who can be asked to play ----------------------------------------------------------------------------------------


def bots_for(game: str) -> list[JSON]:
    """The levels of a game, the weakest first."""
    from heliopolis.bots import levels

    if game == TEKHENU:
        return []
    return [{"name": level.name, "milliseconds": level.milliseconds} for level in levels(game)]


def check_bot(game: str, name: str) -> str:
    """A level, or a bot by its plain name: nobody orders a bot that thinks for hours."""
    from heliopolis.bots import bots

    if game == TEKHENU or name not in [*(one["name"] for one in bots_for(game)), *bots()]:
        raise Problem("setup.bot", bot=name)
    return name


def stand_in_for(game: str) -> str:
    """The bot that goes on for somebody who left."""
    return "" if game == TEKHENU else "greedy"
