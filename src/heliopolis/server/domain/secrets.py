"""Secrets of players and of seat links: 256 bits each; only their hashes are stored."""

from __future__ import annotations

import base64
import hashlib
import re
import secrets

SECRET_BYTES = 32
WELL_FORMED = re.compile(r"[A-Za-z0-9_-]{43}")  # 256 bits as `new_secret` writes them
PLAYER_ID_LENGTH, DEVICE_ID_LENGTH = 24, 24
ALPHABET = "0123456789abcdefghjkmnpqrstvwxyz"  # no letters that look like others


def new_secret() -> str:
    """Return a new secret, safe to be part of an address."""
    return secrets.token_urlsafe(SECRET_BYTES)


def secret_from(*known: str) -> str:
    """Return the secret that follows from others: a request that is sent again is answered with the same one."""
    digest = hashlib.sha256("/".join(known).encode()).digest()
    return base64.urlsafe_b64encode(digest).rstrip(b"=").decode()


def is_well_formed(secret: str) -> bool:
    """Return whether a text has the form of a secret."""
    return WELL_FORMED.fullmatch(secret) is not None


def hash_of(secret: str) -> str:
    """Return the hash that is stored of a secret, which is random enough to need no slow one."""
    return hashlib.sha256(secret.encode()).hexdigest()


def new_id(length: int = 12) -> str:
    """Return an id for a table or a player that nobody can guess: 5 bits per letter."""
    return "".join(secrets.choice(ALPHABET) for _ in range(length))


def player_id_of(secret_hash: str) -> str:
    """Return the id of the player whom a secret makes: always the same, so that they may ask again."""
    digest = hashlib.sha256(f"player/{secret_hash}".encode()).digest()
    return "".join(ALPHABET[byte % len(ALPHABET)] for byte in digest[:PLAYER_ID_LENGTH])


def device_id_of(secret_hash: str) -> str:
    """Return the id by which a player names the device that has a secret."""
    return secret_hash[:DEVICE_ID_LENGTH]
