"""Players and their devices: who has which secret. Only hashes of secrets are stored.

A player has one secret for each device. The first one makes the player: their id follows from it, so that a newcomer
who asks again is the same player. That secret stays bound to the id when its device is revoked, and no longer opens it.
"""

from __future__ import annotations

import time
from collections import OrderedDict
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, Table, delete, exists, insert, select, update
from sqlalchemy.dialects import postgresql, sqlite

from heliopolis.server.domain.changes import NewPlayer, Player
from heliopolis.server.domain.secrets import device_id_of, hash_of, new_secret, player_id_of
from heliopolis.server.storage.database import Database
from heliopolis.server.storage.schema import devices, handovers, players

MAX_CACHED_PLAYERS = 10_000  # so that not every request has to ask the database who asks
CACHE_SECONDS = 5.0  # a device that another process has revoked is known here for so long at most
SEEN_SECONDS = 24 * 3600.0  # how exactly it is known when a device was last seen
HANDOVER_SECONDS = 600.0  # a link to another device works for so long


@dataclass(frozen=True, slots=True)
class Device:
    """A browser or program that may act for a player."""

    id: str
    label: str | None
    created: float
    seen: float


class People:
    """Players and devices in a database."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self._cache: OrderedDict[str, tuple[Player, float]] = OrderedDict()  # by the hash of a secret; until when

    # ---- who asks --------------------------------------------------------------------------------------------------

    async def find_cached(self, secret_hash: str, label: str | None = None) -> Player | None:
        """Return the player of a secret; their nickname may be an old one, and so may the secret, for some seconds."""
        player, until = self._cache.get(secret_hash, (None, 0.0))
        if player is not None and time.monotonic() < until:
            return player
        player = await self.find(secret_hash, label)
        self._cache.pop(secret_hash, None)
        if player is not None:
            self._cache[secret_hash] = (player, time.monotonic() + CACHE_SECONDS)
            if len(self._cache) > MAX_CACHED_PLAYERS:
                self._cache.popitem(last=False)
        return player

    async def find(self, secret_hash: str, label: str | None = None) -> Player | None:
        """Return the player of a secret, and note that the device was seen."""
        row = await self.database.read(lambda connection: read_device(connection, secret_hash))
        if row is None:
            return await self._find_without_device(secret_hash, label)
        now = time.time()
        if now - row.seen >= SEEN_SECONDS or (row.label is None and label is not None):
            seen = (
                update(devices).where(devices.c.secret_hash == secret_hash).values(seen=now, label=label or row.label)
            )
            await self.database.write(lambda connection: connection.execute(seen))
        return Player(row.player_id, row.name)

    async def _find_without_device(self, secret_hash: str, label: str | None) -> Player | None:
        """Return a player whom a server of version 0.1 has made since the upgrade, and give them their device."""
        named = select(players.c.id, players.c.name).where(players.c.secret_hash == secret_hash)
        row = await self.database.read(lambda connection: connection.execute(named).first())
        if row is None:
            return None
        await self.database.write(lambda connection: write_device(connection, row.id, secret_hash, label))
        return Player(row.id, row.name)

    async def is_revoked(self, secret_hash: str) -> bool:
        """Return whether a secret has once made a player and is no device's any more: then it can make no other.

        Both are read at one moment: another request of the same newcomer may be storing them just now.
        """
        has_device = exists().where(devices.c.secret_hash == secret_hash)
        made = select(players.c.id).where((players.c.id == player_id_of(secret_hash)) & ~has_device)
        return await self.database.read(lambda connection: connection.execute(made).first()) is not None

    # ---- players ---------------------------------------------------------------------------------------------------

    async def add(self, player: NewPlayer) -> None:
        """Store a player, who may be there already."""
        await self.database.write(lambda connection: write_player(connection, player))

    async def rename(self, player: Player, name: str) -> None:
        """Change the name of a player, who may be new."""

        def work(connection: Connection) -> None:
            if isinstance(player, NewPlayer):
                write_player(connection, player)
            connection.execute(update(players).where(players.c.id == player.id).values(name=name))

        await self.database.write(work)

    async def forget(self, player_id: str, keep: str | None = None) -> None:
        """Take name, devices and links to devices from a player; without a device to keep, nobody can be them again."""

        def work(connection: Connection) -> None:
            gone = {"name": None, "secret_hash": hash_of(new_secret())}  # by the hash servers of version 0.1 know them
            connection.execute(update(players).where(players.c.id == player_id).values(**gone))
            connection.execute(delete(handovers).where(handovers.c.player_id == player_id))
            theirs = devices.c.player_id == player_id
            connection.execute(delete(devices).where(theirs if keep is None else theirs & (devices.c.id != keep)))

        await self.database.write(work)
        self._forget_cached(player_id)

    # ---- devices ---------------------------------------------------------------------------------------------------

    async def devices(self, player_id: str) -> list[Device]:
        """Return the devices of a player, the one seen last first."""
        own = select(devices).where(devices.c.player_id == player_id).order_by(devices.c.seen.desc(), devices.c.id)
        rows = await self.database.read(lambda connection: connection.execute(own).all())
        return [Device(row.id, row.label, row.created, row.seen) for row in rows]

    async def revoke(self, player_id: str, device_id: str) -> None:
        """Take a device from a player; its secret opens nothing any more. Nothing happens if it is not theirs.

        Links to other devices die too: the device may have made one to come back by.
        """

        def work(connection: Connection) -> None:
            own = (devices.c.id == device_id) & (devices.c.player_id == player_id)
            row = connection.execute(select(devices.c.secret_hash).where(own)).first()
            if row is None:
                return
            connection.execute(delete(devices).where(own))
            connection.execute(delete(handovers).where(handovers.c.player_id == player_id))
            first = players.c.secret_hash == row.secret_hash  # by which servers of version 0.1 know the player
            connection.execute(update(players).where(first).values(secret_hash=hash_of(new_secret())))

        await self.database.write(work)
        self._forget_cached(player_id)

    async def offer_handover(self, player: Player, secret_hash: str) -> None:
        """Store a link to another device; older ones of the player die."""

        def work(connection: Connection) -> None:
            if isinstance(player, NewPlayer):
                write_player(connection, player)
            now = time.time()
            old = (handovers.c.player_id == player.id) | (handovers.c.created < now - HANDOVER_SECONDS)
            connection.execute(delete(handovers).where(old))
            connection.execute(insert(handovers).values(secret_hash=secret_hash, player_id=player.id, created=now))

        await self.database.write(work)

    async def handover(self, secret_hash: str, own_hash: str) -> Player | None:
        """Return whose device one may become by a link: None if it does not work, or was taken by another device."""
        return await self.database.read(lambda connection: read_handover(connection, secret_hash, own_hash))

    async def take_handover(self, secret_hash: str, own_hash: str, new_hash: str, label: str | None) -> Player | None:
        """Make a device one of a player's, with a new secret; None if the link does not work.

        The device that has taken the link may ask again, if the answer was lost: that changes nothing.
        """

        def work(connection: Connection) -> Player | None:
            player = read_handover(connection, secret_hash, own_hash, lock=True)
            if player is None:
                return None
            first = (handovers.c.secret_hash == secret_hash) & handovers.c.taken_by.is_(None)
            if connection.execute(update(handovers).where(first).values(taken_by=own_hash)).rowcount:
                write_device(connection, player.id, new_hash, label)
            return player

        return await self.database.write(work)

    def _forget_cached(self, player_id: str) -> None:
        for secret_hash in [key for key, (player, _) in self._cache.items() if player.id == player_id]:
            del self._cache[secret_hash]


# ---- with a connection -----------------------------------------------------------------------------------------------


def read_device(connection: Connection, secret_hash: str) -> Any:
    """Return the row of a device with the name of its player; None if there is none."""
    owned = devices.join(players, players.c.id == devices.c.player_id)
    columns = (devices.c.player_id, devices.c.seen, devices.c.label, players.c.name)
    return connection.execute(select(*columns).select_from(owned).where(devices.c.secret_hash == secret_hash)).first()


def read_handover(connection: Connection, secret_hash: str, own_hash: str, lock: bool = False) -> Player | None:
    """Return the player of a link that still works for the device with a secret."""
    offered = handovers.join(players, players.c.id == handovers.c.player_id)
    wanted = select(players.c.id, players.c.name, handovers.c.created, handovers.c.taken_by).select_from(offered)
    wanted = wanted.where(handovers.c.secret_hash == secret_hash)
    row = connection.execute(wanted.with_for_update() if lock else wanted).first()
    if row is None or row.taken_by not in (None, own_hash) or time.time() - row.created >= HANDOVER_SECONDS:
        return None
    return Player(row.id, row.name)


def write_player(connection: Connection, player: NewPlayer) -> None:
    """Write a player and their first device, unless they are there already: two first requests may come at once."""
    row = {"id": player.id, "secret_hash": player.secret_hash, "name": player.name, "created": time.time()}
    insert_if_absent(connection, players, row)
    write_device(connection, player.id, player.secret_hash, player.label)


def write_device(connection: Connection, player_id: str, secret_hash: str, label: str | None) -> None:
    row = {"id": device_id_of(secret_hash), "player_id": player_id, "secret_hash": secret_hash, "label": label}
    now = time.time()
    insert_if_absent(connection, devices, {**row, "created": now, "seen": now})


def insert_if_absent(connection: Connection, table: Table, row: dict[str, Any]) -> None:
    """Insert a row unless one with the same key is there."""
    dialect = postgresql if connection.dialect.name == "postgresql" else sqlite
    connection.execute(dialect.insert(table).values(**row).on_conflict_do_nothing())
