"""Deals that are fixed in advance and can be checked afterwards.

All chance at a table comes from its seed, by HMAC-SHA256: nobody can predict an outcome from earlier ones. The SHA-256
of seed and salt is shown when the table is made; when the game is over both are shown, and `verify` deals again.
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
    """The seed from which all chance at a table comes."""

    seed: str
    salt: str
    open: bool  # the seed was chosen by somebody, and is shown from the start

    @classmethod
    def secret(cls) -> Deal:
        """Return a deal that nobody knows before the game is over."""
        return cls(secrets.token_hex(SEED_BYTES), secrets.token_hex(SALT_BYTES), open=False)

    @classmethod
    def chosen(cls, seed: str) -> Deal:
        """Return an open deal: a seed that somebody chose and everybody sees."""
        return cls(seed, secrets.token_hex(SALT_BYTES), open=True)

    @property
    def commitment(self) -> str:
        """The hash that is shown from the start."""
        return hashlib.sha256(f"{self.seed}/{self.salt}".encode()).hexdigest()

    def revealed(self) -> dict[str, Any]:
        """Return the deal as a record has it when the game is over."""
        deal = {"seed": self.seed, "salt": self.salt, "commitment": self.commitment}
        return {**deal, "open": True} if self.open else deal

    def _digest(self, purpose: str) -> bytes:
        return hmac.digest(self.seed.encode(), purpose.encode(), "sha256")

    @property
    def setup_seed(self) -> str:
        """The seed from which the set-up is dealt."""
        return self._digest("setup").hex()

    def outcome(self, number: int, chances: Mapping[str, float]) -> str:
        """Return outcome number 0, 1, …: the first whose cumulated probability exceeds a fraction of 53 bits."""
        fraction = (int.from_bytes(self._digest(str(number))[:8]) >> 11) / 2**53
        reached = 0.0
        for outcome, probability in chances.items():
            reached += probability
            if fraction < reached:
                return outcome
        return outcome  # the probabilities may add up to slightly less than 1

    def generator(self, purpose: str) -> random.Random:
        """Return a random generator, for instance for a bot: the same purpose always gives the same numbers."""
        return random.Random(self._digest(purpose))


def verify(record: Record) -> int:
    """Return how many outcomes of a finished game were fixed in advance; InvalidRecord if one was not."""
    from heliopolis.core.record import play_recorded_move

    deal = deal_of(record.deal)
    record.replay()
    if record.result is None:
        raise InvalidRecord("The game is not over: its deal is still to be revealed.")
    position = record.start_position()
    if position.game.start(players=position.players, seed=deal.setup_seed, dealer=None) != position:
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
    """Return the deal that a record reveals; InvalidRecord if it does not agree with the commitment."""
    if data is None:
        raise InvalidRecord("The record reveals no deal: it has no seed, salt and commitment.")
    words = [data.get(key) for key in ("seed", "salt", "commitment")]
    if not all(isinstance(word, str) for word in words):
        raise InvalidRecord("The record's deal needs a seed, a salt and a commitment, all texts.")
    deal = Deal(str(words[0]), str(words[1]), open=data.get("open") is True)
    if deal.commitment != words[2]:
        raise InvalidRecord("The commitment is not that of seed and salt.")
    return deal
