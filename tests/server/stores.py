"""A store, and tables in it without any server."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from heliopolis.server.domain import commands
from heliopolis.server.domain.fairness import Deal
from heliopolis.server.domain.secrets import hash_of, new_id
from heliopolis.server.domain.tables import Facts, Seat, Table, new_table
from heliopolis.server.runtime.rooms import stamp
from heliopolis.server.storage import Store, using
from heliopolis.server.storage.store import Change, NewPlayer, Player, Request
from heliopolis.server.storage.upgrades import upgrade


@asynccontextmanager
async def store_in(url: str) -> AsyncIterator[Store]:
    async with using(url) as database:
        await upgrade(database)
        yield Store(database)


async def new_player(store: Store) -> Player:
    name = new_id()
    player = NewPlayer(name, "Ada", hash_of(name))
    await store.new_player(player)
    return player


async def open_table(store: Store, seats: int = 2, request: Request | None = None) -> Table:
    player = await new_player(store)
    facts = Facts(
        id=new_id(),
        game="ra",
        players=seats,
        host=player.id,
        name=None,
        created=1.0,
        listed=True,
        hints=False,
        seconds_per_move=None,
        stand_in="greedy",
        deal=Deal.chosen("7"),
    )
    change = Change(None, new_table(facts), commands.opening([Seat(player.id, "Ada")] * seats), request)
    stamp(change)
    await store.commit(change)
    return change.after


def next_move(table: Table, choice: int = 0) -> Change:
    assert table.to_act is not None
    move = table.match.view(table.to_act)["legal"][choice]
    entries = commands.play(table, table.facts.host, table.to_act, table.seq, move)
    change = Change(table, table, entries)
    stamp(change)
    return change
