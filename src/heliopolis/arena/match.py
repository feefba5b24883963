"""One game between bots."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass

from heliopolis.bots import Bot, bot, check_list
from heliopolis.core.checks import abbreviate
from heliopolis.core.errors import InvalidSetup
from heliopolis.core.record import Record
from heliopolis.core.registry import game


@dataclass(frozen=True)
class Match:
    """A finished game."""

    scores: list[int]
    winners: list[int]
    record: Record


def play_match(name: str, bots: Sequence[str | Bot], seed: int | str) -> Match:
    """Seat the bots in this order and play; the seed decides the deal and every bot's own luck."""
    seated = [_made(one) for one in check_list(bots)]
    position = game(name).start(players=len(seated), seed=seed)
    luck = [random.Random(f"{seed}/{seat}") for seat in range(len(seated))]
    while (seat := position.to_act) is not None:
        position.play(seated[seat].choose(position.imagine(seat, luck[seat]), luck[seat]))
    record = position.record.with_seats([getattr(one, "name", type(one).__name__.lower()) for one in seated])
    return Match(position.scores(), position.winners(), record)


def _made(one: str | Bot) -> Bot:
    if isinstance(one, str):
        return bot(one)
    if isinstance(one, type) or not callable(getattr(one, "choose", None)):
        raise InvalidSetup(f"A bot is a name, or an object with a method 'choose', not {abbreviate(one)}.")
    return one
