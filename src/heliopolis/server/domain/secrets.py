"""Secrets of players and of seat links: 256 bits each; only their hashes are stored."""

from __future__ import annotations

import hashlib
import secrets

SECRET_BYTES = 32
MAX_SECRET_LENGTH = 64  # of what somebody may send as a secret
ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz"  # no letters that look like others


def new_secret() -> str:
    """Return a new secret, safe to be part of an address."""
    return secrets.token_urlsafe(SECRET_BYTES)


def hash_of(secret: str) -> str:
    """Return the hash that is stored of a secret, which is random enough to need no slow one."""
    return hashlib.sha256(secret.encode()).hexdigest()


def new_id(length: int = 12) -> str:
    """Return an id for a table or a player that nobody can guess: 5 bits per letter."""
    return "".join(secrets.choice(ALPHABET) for _ in range(length))
