"""How many tables one player and one address may have; what is counted is unfinished, or of the last day."""

from __future__ import annotations

import contextlib
import hashlib
import hmac
import secrets
import time

from sqlalchemy import ColumnElement, Connection, func, insert, select
from sqlalchemy.exc import IntegrityError

from heliopolis.server.domain.changes import Change
from heliopolis.server.domain.problems import Problem
from heliopolis.server.domain.tables import OVER, RUNNING
from heliopolis.server.storage.database import Database
from heliopolis.server.storage.schema import occupants, server_state, tables

MAX_UNFINISHED_OF_PLAYER = 50
MAX_UNFINISHED_OF_ADDRESS = 200
MAX_NEW_A_DAY = 500  # of an address
MAX_WITHOUT_PEOPLE = 3  # running games of an address in which only bots play
DAY_SECONDS = 24 * 3600.0
ABANDONED_SECONDS = 30 * DAY_SECONDS  # after which an unfinished table that nobody changes is no longer counted
SALT_BYTES = 32


class Origins:
    """Hashes of addresses with a salt of this database's own: they say no more than which tables are of one address."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self._salt: bytes | None = None

    async def origin_of(self, address: str) -> str:
        """Return the hash of an address, as it is stored with the tables that are made from there."""
        if self._salt is None:
            self._salt = bytes.fromhex(await self._stored_salt())
        return hmac.new(self._salt, address.encode(), hashlib.sha256).hexdigest()

    async def _stored_salt(self) -> str:
        """Return the salt, which whoever needs it first has made."""
        stored = select(server_state.c.value).where(server_state.c.name == "salt")
        found = await self.database.read(lambda connection: connection.execute(stored).scalar())
        if found is not None:
            return str(found)
        new = insert(server_state).values(name="salt", value=secrets.token_bytes(SALT_BYTES).hex())
        with contextlib.suppress(IntegrityError):  # another process was quicker
            await self.database.write(lambda connection: connection.execute(new))
        return str(await self.database.read(lambda connection: connection.execute(stored).scalar_one()))


def check_quotas(connection: Connection, change: Change) -> None:
    """Refuse a new table of a player or an address that has too many; one without an origin is always accepted."""
    if change.origin is None:
        return
    now, here = time.time(), tables.c.origin == change.origin
    unfinished = (tables.c.status != OVER) & (tables.c.changed > now - ABANDONED_SECONDS)
    mine = tables.c.id.in_(select(occupants.c.table_id).where(occupants.c.player_id == change.after.setup.host))
    if count(connection, unfinished & mine) >= MAX_UNFINISHED_OF_PLAYER:
        raise Problem("quota.tables", most=MAX_UNFINISHED_OF_PLAYER)
    if count(connection, unfinished & here) >= MAX_UNFINISHED_OF_ADDRESS:
        raise Problem("quota.tables", most=MAX_UNFINISHED_OF_ADDRESS)
    if count(connection, here & (tables.c.created > now - DAY_SECONDS)) >= MAX_NEW_A_DAY:
        raise Problem("quota.day", most=MAX_NEW_A_DAY)
    only_bots = (tables.c.status == RUNNING) & tables.c.people.is_(False)
    if has_only_bots(change) and count(connection, only_bots & here) >= MAX_WITHOUT_PEOPLE:
        raise Problem("quota.bots", most=MAX_WITHOUT_PEOPLE)


def has_only_bots(change: Change) -> bool:
    return all(seat.player is None and not seat.open for seat in change.after.seats)


def count(connection: Connection, condition: ColumnElement[bool]) -> int:
    return int(connection.execute(select(func.count()).select_from(tables).where(condition)).scalar_one())
