"""One game between bots."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass

from heliopolis.bots import Bot, bot, check_bots
from heliopolis.core.checks import abbreviate
from heliopolis.core.errors import InvalidSetup
from heliopolis.core.game import Game
from heliopolis.core.record import Record
from heliopolis.core.registry import game


@dataclass(frozen=True)
class Match:
    """A finished game between bots."""

    scores: list[int]
    winners: list[int]
    record: Record


def play_match(name: str | Game, bots: Sequence[str | Bot], seed: int | str) -> Match:
    """Play one game with the bots seated in this order; the seed decides the deal and every bot's random numbers."""
    seated = [_as_bot(one) for one in check_bots(bots)]
    position = game(name).start(players=len(seated), seed=seed)
    rngs = [random.Random(f"{seed}/{seat}") for seat in range(len(seated))]
    while (seat := position.to_act) is not None:
        position.play(seated[seat].choose(position.imagine(seat, rngs[seat]), rngs[seat]))
    record = position.record.with_seats([getattr(one, "name", type(one).__name__.lower()) for one in seated])
    return Match(position.scores(), position.winners(), record)


def _as_bot(one: str | Bot) -> Bot:
    """Return the bot of a name, or a bot as it is."""
    if isinstance(one, str):
        return bot(one)
    if isinstance(one, type) or not callable(getattr(one, "choose", None)):
        raise InvalidSetup(f"A bot must be a name or an object with a method 'choose', not {abbreviate(one)}.")
    return one
