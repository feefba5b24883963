"""Secrets of players and of seat links: 256 bits each; only their hashes are kept."""

from __future__ import annotations

import hashlib
import secrets

BYTES = 32
LONGEST = 64  # of what somebody may send as a secret
ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz"  # no letters that look like others


def new_secret() -> str:
    return secrets.token_urlsafe(BYTES)


def hash_of(secret: str) -> str:
    """How a secret is kept: it is random enough to need no slow hash."""
    return hashlib.sha256(secret.encode()).hexdigest()


def new_id(length: int = 12) -> str:
    """A name for a table or a player that nobody guesses: 5 bits a letter."""
    return "".join(secrets.choice(ALPHABET) for _ in range(length))
