"""What bots choose and think at a table, and which bots can be asked to play. Bots get what their seat may know.

The random generator of a bot comes from the deal and the entry that its turn follows: a turn begun again after a crash
has the same generator, and whoever knows the deal can let the bot choose again.
"""

from __future__ import annotations

import logging
from random import Random
from traceback import format_tb
from typing import TYPE_CHECKING

from heliopolis.core.checks import JSON
from heliopolis.core.errors import InvalidSetup
from heliopolis.server.domain.commands import BotChoice
from heliopolis.server.domain.games import game_info
from heliopolis.server.domain.problems import Problem
from heliopolis.server.domain.tables import Table
from heliopolis.server.runtime import metrics

if TYPE_CHECKING:
    from heliopolis.core.position import Position
    from heliopolis.core.record import Record

THREADS_PER_BOT = 1  # while it thinks: a bot thread takes one core
HEURISTIC = "greedy"  # decides where another bot cannot
SECONDS = dict.fromkeys(("random", "careless", "greedy", "net"), 0.001)  # of bots that are not levels
UNKNOWN_SECONDS = 1.0  # of a bot that nobody has measured
logger = logging.getLogger("heliopolis")


# ---- choosing --------------------------------------------------------------------------------------------------------


def choose(table: Table) -> BotChoice:
    """Return the move of the bot to act, and which bot really decided."""
    if table.acting_bot is None:
        raise Problem("seat.person", seat=table.to_act)
    spec = bot_in_force(table.setup.game, table.acting_bot)
    try:
        return BotChoice(ask(table, spec), spec)
    except Exception as error:  # a bot that fails must not stop the table
        logger.error("the bot %s failed: %s", spec, traceback_without_message(error))
        metrics.BOT_FAILURES.inc()
        return BotChoice(ask(table, HEURISTIC), HEURISTIC)


def bot_in_force(game: str, name: str) -> str:
    """Return the bot behind a level; the heuristic as long as what the bot needs is being compiled."""
    from heliopolis.bots import levels, piece_for
    from heliopolis.core.registry import game as game_of

    spec = {level.name: level.bot for level in levels(game)}.get(name, name)
    piece = piece_for(spec, game_of(game))
    return spec if piece is None or piece.is_usable(game_of(game)) else HEURISTIC


def ask(table: Table, spec: str) -> str:
    """Return the move that a bot chooses for the seat to act."""
    from heliopolis.bots import bot

    rng = luck_of(table, "bot")
    return bot(spec, threads=THREADS_PER_BOT).choose(imagine(table, rng), rng)


def imagine(table: Table, rng: Random) -> Position:
    """Return a position that agrees with all that the seat to act knows."""
    if table.to_act is None:
        raise Problem(f"table.{table.status}")
    return table.match.imagine(table.to_act, rng).copy()


def luck_of(table: Table, purpose: str) -> Random:
    """Return the random generator for a purpose at the table as it is now."""
    return table.deal.generator(f"{purpose}/{table.moved}")


def traceback_without_message(error: Exception) -> str:
    """Return the type and traceback of an error, for the log; its message may name cards."""
    return f"{type(error).__name__}\n{''.join(format_tb(error.__traceback__))}"


# ---- hints -----------------------------------------------------------------------------------------------------------


def explain(table: Table) -> JSON:
    """Return what the moves of the seat to act are worth, best first, and why the best one is."""
    from heliopolis.review.advice import advise

    rng = luck_of(table, "hint")
    advice = advise(imagine(table, rng), rng)
    unknown = {"move": advice.best, "win": None, "points": None, "visits": None, "error": None}
    hints = [{key: getattr(one, key) for key in unknown} for one in advice.options]
    return {"best": advice.best, "why": advice.why, "hints": hints or [unknown]}


# ---- which bots can be asked to play ---------------------------------------------------------------------------------


def bots_for(game: str) -> list[JSON]:
    """Return the levels of a game, weakest first."""
    from heliopolis.bots import levels

    if not game_info(game).has_bots:
        return []
    return [{"name": one.name, "milliseconds": one.milliseconds, "plays": one.plays} for one in levels(game)]


def check_bot(game: str, name: str) -> str:
    """Return the name of a level or of a bot without options: nobody may order a bot that thinks for hours."""
    from heliopolis.bots import bots, check_plays
    from heliopolis.core.registry import game as game_of

    if not game_info(game).has_bots or name not in [*(one["name"] for one in bots_for(game)), *bots()]:
        raise Problem("setup.bot", bot=name)
    try:
        check_plays(name, game_of(game))
    except InvalidSetup:
        raise Problem("setup.bot", bot=name) from None
    return name


def bots_of_record(record: Record) -> list[str | None]:
    """Return by seat the bots of a record that can be asked to play here; None for people.

    Records of version 0.1 do not say which players are bots: whoever is called like one is taken for it.
    """
    named = record.bots or record.seats or [None] * int(record.start["players"])
    return [None if name is None else _known_bot(record.game, name) for name in named]


def _known_bot(game: str, name: str) -> str | None:
    try:
        return check_bot(game, name)
    except Problem:
        return None


def expected_seconds(game: str, name: str) -> float:
    """Return how long a bot is expected to think about a move."""
    measured = {level["name"]: level["milliseconds"] / 1000 for level in bots_for(game)}
    return float(measured.get(name) or SECONDS.get(name, UNKNOWN_SECONDS))
