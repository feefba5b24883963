"""Deals that nobody can choose: not the players, and not whoever runs the server.

The server makes a seed and a salt with the table and shows their hash, the *commitment*, before anybody adds anything.
Then every person's browser adds a *share*, 128 bits of its own. All chance at the table comes from the seed and the
shares, by HMAC-SHA256: whoever gives a share does not know the seed, and the server can no longer change it. When the
game is over seed and salt are shown, and `verification` deals again.
"""

from __future__ import annotations

import hashlib
import hmac
import random
import secrets
from collections.abc import Mapping
from dataclasses import dataclass, replace

from heliopolis.core.checks import JSON
from heliopolis.server.domain.sources import Source

SEED_BYTES, SALT_BYTES, SHARE_BYTES = 32, 16, 16
FIRST_VERSION = 1  # the commitment of 0.1: of seed and salt alone
VERSION = 2  # the commitment names the table, its game and how it is dealt too


@dataclass(frozen=True, slots=True)
class Share:
    """What a person adds to the deal."""

    seat: int  # as the seats were numbered when it was given, before lots were drawn
    share: str

    def to_json(self) -> JSON:
        return {"seat": self.seat, "share": self.share}


@dataclass(frozen=True, slots=True)
class Deal:
    """Where all chance at a table comes from: the seed, and the shares once the game has begun."""

    seed: str
    salt: str
    open: bool  # the seed was chosen by somebody, and is shown from the start
    version: int = FIRST_VERSION
    takes_shares: bool = False
    draws_lots: bool = False  # for the seats
    shares: tuple[Share, ...] = ()  # in the order in which they were given
    source: Source | None = None  # the moment of another game at which this one begins: then it is practice, not fair

    @classmethod
    def secret(cls, takes_shares: bool = False, draws_lots: bool = False) -> Deal:
        """Return a deal that nobody knows before the game is over."""
        seed, salt = secrets.token_hex(SEED_BYTES), secrets.token_hex(SALT_BYTES)
        return cls(seed, salt, open=False, version=VERSION, takes_shares=takes_shares, draws_lots=draws_lots)

    @classmethod
    def chosen(cls, seed: str, draws_lots: bool = False) -> Deal:
        """Return an open deal: a seed that somebody chose and everybody sees. It takes no shares."""
        return cls(seed, secrets.token_hex(SALT_BYTES), open=True, version=VERSION, draws_lots=draws_lots)

    @classmethod
    def from_json(cls, data: JSON) -> Deal:
        """Return a deal as `to_json` stored it, or as 0.1 did."""
        return cls(
            seed=data["seed"],
            salt=data["salt"],
            open=data["open"],
            version=data.get("version", FIRST_VERSION),
            takes_shares=data.get("takes_shares", False),
            draws_lots=data.get("draws_lots", False),
            source=None if data.get("from") is None else Source.from_json(data["from"]),
        )

    def to_json(self) -> JSON:
        """Return what never changes: everything but the shares, which are in the table's log."""
        data = {
            "seed": self.seed,
            "salt": self.salt,
            "open": self.open,
            "version": self.version,
            "takes_shares": self.takes_shares,
            "draws_lots": self.draws_lots,
        }
        return data if self.source is None else {**data, "from": self.source.to_json()}

    def commitment(self, table: str, rules: str, players: int) -> str:
        """Return the hash that is shown from the start; `rules` are like `ra/1`."""
        if self.version == FIRST_VERSION:
            return hashlib.sha256(f"{self.seed}/{self.salt}".encode()).hexdigest()
        lines = (
            "heliopolis deal 2",
            f"table {table}",
            f"rules {rules}",
            f"players {players}",
            f"open {yes_or_no(self.open)}",
            f"shares {yes_or_no(self.takes_shares)}",
            f"lots {yes_or_no(self.draws_lots)}",
            f"seed {self.seed}",
            f"salt {self.salt}",
        )
        return hashlib.sha256("\n".join(lines).encode()).hexdigest()

    def with_shares(self, shares: tuple[Share, ...]) -> Deal:
        """Return the deal by which a game is played that begins with these shares."""
        return replace(self, shares=shares) if self.takes_shares else self

    def continuing(self, source: Source) -> Deal:
        """Return the deal of a practice table that begins at a moment of another game."""
        return replace(self, source=source)

    # ---- what comes from it ----------------------------------------------------------------------------------------

    @property
    def _key(self) -> bytes:
        """The key of all chance: the seed itself, or where shares are taken a digest of the seed and them by seat."""
        if not self.takes_shares:
            return self.seed.encode()
        by_seat = sorted(self.shares, key=lambda share: share.seat)
        text = " ".join(["shares", *(f"{share.seat}:{share.share}" for share in by_seat)])
        return hmac.digest(self.seed.encode(), text.encode(), "sha256")

    def _digest(self, purpose: str) -> bytes:
        return hmac.digest(self._key, purpose.encode(), "sha256")

    @property
    def setup_seed(self) -> str:
        """The seed from which the set-up is dealt."""
        return self._digest("setup").hex()

    def lots(self, players: int) -> list[int]:
        """Return which seat each seat was before lots were drawn: the seats in the order of their digests."""
        return sorted(range(players), key=lambda seat: self._digest(f"lot/{seat}"))

    def fraction(self, number: int) -> float:
        """Return the number from 0 to 1, of 53 bits, that decides outcome number 0, 1, …"""
        return float((int.from_bytes(self._digest(str(number))[:8]) >> 11) / 2**53)

    def outcome(self, number: int, chances: Mapping[str, float]) -> str:
        """Return outcome number 0, 1, …: the first whose cumulated probability exceeds its fraction."""
        fraction, reached = self.fraction(number), 0.0
        for outcome, probability in chances.items():
            reached += probability
            if fraction < reached:
                return outcome
        return outcome  # the probabilities may add up to slightly less than 1

    def generator(self, purpose: str) -> random.Random:
        """Return a random generator, for instance for a bot: the same purpose always gives the same numbers."""
        return random.Random(self._digest(purpose))


def yes_or_no(flag: bool) -> str:
    return "yes" if flag else "no"
