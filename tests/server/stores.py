"""A store, and tables in it without any server."""

from __future__ import annotations

import random
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from heliopolis.server.domain import commands
from heliopolis.server.domain.changes import Change, NewPlayer, Player, Request
from heliopolis.server.domain.fairness import Deal
from heliopolis.server.domain.secrets import hash_of, new_id
from heliopolis.server.domain.tables import Seat, Table, TableSetup
from heliopolis.server.storage import People, Store, opened
from heliopolis.server.storage.upgrades import upgrade
from tests.server.people import answer_to


@asynccontextmanager
async def store_in(url: str) -> AsyncIterator[Store]:
    async with opened(url) as database:
        await upgrade(database)
        yield Store(database)


async def new_player(store: Store) -> Player:
    name = new_id()
    player = NewPlayer(name, "Ada", hash_of(name))
    await People(store.database).add(player)
    return player


def new_setup(host: str, players: int = 2, game: str = "ra") -> TableSetup:
    """The setup of a new table with an open deal."""
    return TableSetup(
        id=new_id(),
        game=game,
        players=players,
        host=host,
        name=None,
        created=1.0,
        listed=True,
        hints=False,
        seconds_per_move=None,
        stand_in="greedy",
        deal=Deal.chosen("7"),
    )


async def open_table(store: Store, seats: int = 2, request: Request | None = None, game: str = "ra") -> Table:
    player = await new_player(store)
    setup = new_setup(player.id, seats, game)
    change = commands.open_table(setup, [Seat(player.id, "Ada")] * seats)
    change.request = request
    change.number_and_apply(1.0)
    await store.commit(change)
    return change.after


def next_move(table: Table, choice: int = 0) -> Change:
    assert table.to_act is not None
    move = table.match.view(table.to_act)["legal"][choice]
    change = commands.play(table, table.setup.host, table.to_act, table.seq, move)
    change.number_and_apply(1.0)
    return change


def next_operation(table: Table, choose: random.Random) -> Change:
    """Any answer to the open question of a session; now and then something is taken back."""
    asked = table.match.view(0)["prompt"]
    takes_back = table.seq > 9 and choose.random() < 0.2
    operation = ["undo"] if takes_back else ["answer", asked["id"], answer_to(asked, choose)]
    change = commands.operate(table, table.setup.host, table.seq, operation)
    change.number_and_apply(1.0)
    return change
