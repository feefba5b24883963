"""Luck that was fixed in advance, and can be checked afterwards.

All luck of a table comes from its seed, by HMAC-SHA256: nobody can guess what comes from what came. The SHA-256 of
seed and salt is shown when the table is made; when the game is over both are shown, and `verify` deals again.
"""

from __future__ import annotations

import hashlib
import hmac
import random
import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from heliopolis.core.errors import InvalidRecord

if TYPE_CHECKING:
    from heliopolis.core.record import Record

SEED_BYTES, SALT_BYTES = 32, 16


@dataclass(frozen=True, slots=True)
class Deal:
    """Where a table's luck comes from."""

    seed: str
    salt: str
    open: bool  # the seed was chosen by somebody, and is shown from the start

    @classmethod
    def secret(cls) -> Deal:
        return cls(secrets.token_hex(SEED_BYTES), secrets.token_hex(SALT_BYTES), open=False)

    @classmethod
    def chosen(cls, seed: str) -> Deal:
        return cls(seed, secrets.token_hex(SALT_BYTES), open=True)

    @property
    def commitment(self) -> str:
        return hashlib.sha256(f"{self.seed}/{self.salt}".encode()).hexdigest()

    def revealed(self) -> dict[str, Any]:
        """As a record tells it when the game is over."""
        told = {"seed": self.seed, "salt": self.salt, "commitment": self.commitment}
        return {**told, "open": True} if self.open else told

    def _digest(self, purpose: str) -> bytes:
        return hmac.digest(self.seed.encode(), purpose.encode(), "sha256")

    @property
    def setup(self) -> str:
        """The seed of the set-up."""
        return self._digest("setup").hex()

    def outcome(self, number: int, chances: Mapping[str, float]) -> str:
        """The outcome of chance of this number, from 0: the first whose cumulated odds exceed a fraction of 53 bits."""
        fraction = (int.from_bytes(self._digest(str(number))[:8]) >> 11) / 2**53
        reached = 0.0
        for outcome, odds in chances.items():
            reached += odds
            if fraction < reached:
                return outcome
        return outcome  # the odds add up to a hair less than 1

    def luck(self, purpose: str) -> random.Random:
        """A bot's luck: for the same purpose always the same."""
        return random.Random(self._digest(purpose))


def verify(record: Record) -> int:
    """The number of outcomes that were fixed in advance, all of a finished game; InvalidRecord if one was not."""
    from heliopolis.core.record import play_recorded_move

    deal = deal_of(record.deal)
    record.replay()
    if record.result is None:
        raise InvalidRecord("The game is not over: its deal is still to be revealed.")
    position = record.start_position()
    if position.game.start(players=position.players, seed=deal.setup, dealer=None) != position:
        raise InvalidRecord("The set-up is not the one that the seed deals.")
    drawn = 0
    for number, move in enumerate(record.moves, 1):
        for word in play_recorded_move(position, move):
            if word != deal.outcome(drawn, position.chances()):
                raise InvalidRecord(f"Move {number}: the seed does not deal {word!r}.")
            position.play(word)
            drawn += 1
    return drawn


def deal_of(data: Mapping[str, Any] | None) -> Deal:
    """The deal that a record reveals, if it agrees with the commitment."""
    if data is None:
        raise InvalidRecord("The record reveals no deal: it has no seed, salt and commitment.")
    words = [data.get(key) for key in ("seed", "salt", "commitment")]
    if not all(isinstance(word, str) for word in words):
        raise InvalidRecord("The record's deal needs a seed, a salt and a commitment, all texts.")
    deal = Deal(str(words[0]), str(words[1]), open=data.get("open") is True)
    if deal.commitment != words[2]:
        raise InvalidRecord("The commitment is not that of seed and salt.")
    return deal
