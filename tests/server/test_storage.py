"""The log in a database, the same on both kinds."""

from __future__ import annotations

import asyncio
import contextlib
import random
from operator import methodcaller
from pathlib import Path

import pytest
from sqlalchemy import select, text, update
from sqlalchemy.exc import DBAPIError

from heliopolis.core.checks import JSON
from heliopolis.core.errors import InvalidSetup
from heliopolis.server.domain import commands
from heliopolis.server.domain.changes import Change, Request
from heliopolis.server.domain.secrets import hash_of
from heliopolis.server.domain.stored_tables import fold, read_snapshot
from heliopolis.server.domain.tables import Table
from heliopolis.server.runtime.bot_turns import BotTurns
from heliopolis.server.runtime.rooms import Rooms
from heliopolis.server.storage import Conflict, Store, opened
from heliopolis.server.storage.schema import metadata, tables
from heliopolis.server.storage.store import SNAPSHOT_EVERY, PreviousAnswer
from heliopolis.server.storage.upgrades import newest, upgrade, version_of
from heliopolis.terminal.database import work
from tests.server.postgres import Postgres
from tests.server.stores import new_player, next_move, next_operation, open_table, store_in


def test_what_was_written_is_read(database: str) -> None:
    async def go() -> None:
        async with store_in(database) as store:
            table = await open_table(store)
            for _ in range(3 * SNAPSHOT_EVERY + 5):
                change = next_move(table)
                await store.commit(change)
                table = change.after
            loaded = await store.load(table.setup)
            assert loaded.to_json() == table.to_json()
            entries = await store.entries(table.setup.id, 0)
            assert [entry["seq"] for entry in entries] == list(range(1, table.seq + 1))
            assert fold(read_snapshot(table.setup, None), entries).to_json() == table.to_json()
            for seq in (1, 2, SNAPSHOT_EVERY - 1, SNAPSHOT_EVERY, SNAPSHOT_EVERY + 1, table.seq):
                then = await store.load(table.setup, seq)
                assert then.to_json() == fold(read_snapshot(table.setup, None), entries[:seq]).to_json()

    asyncio.run(go())


@pytest.mark.parametrize("game", ["ra", "priests", "respublica", "tekhenu"])
def test_a_table_is_the_fold_of_its_log_though_nothing_is_played_twice(database: str, game: str) -> None:
    """The tables that commands found on the way are those that the log leads to, and those that are loaded."""

    async def go() -> None:
        async with store_in(database) as store:
            table = await open_table(store, seats=1 if game == "tekhenu" else 3, game=game)
            choose = random.Random(game)
            while table.to_act is not None and table.seq < SNAPSHOT_EVERY + 9:
                change = next_operation(table, choose) if game == "tekhenu" else next_move(table)
                await store.commit(change)
                table = change.after
            entries = await store.entries(table.setup.id, 0)
            assert fold(read_snapshot(table.setup, None), entries).to_json() == table.to_json()
            assert (await store.load(table.setup)).to_json() == table.to_json()

    asyncio.run(go())


def test_loading_reads_few_entries_however_long_the_game(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async def go() -> None:
        async with store_in(database) as store:
            table = await open_table(store)
            for _ in range(4 * SNAPSHOT_EVERY):
                change = next_move(table)
                await store.commit(change)
                table = change.after
            applied: list[int] = []
            apply = Table.apply

            def counted(self: Table, entry: JSON) -> Table:
                applied.append(entry["seq"])
                return apply(self, entry)

            monkeypatch.setattr(Table, "apply", counted)
            await store.load(table.setup)
            assert len(applied) < SNAPSHOT_EVERY

    asyncio.run(go())


def test_of_two_who_write_the_same_entry_one_is_told(database: str) -> None:
    async def go() -> None:
        async with store_in(database) as store, opened(database) as other:
            table = await open_table(store)
            first, second = next_move(table, 0), next_move(table, 1)
            results = await asyncio.gather(store.commit(first), Store(other).commit(second), return_exceptions=True)
            assert sorted(type(result).__name__ for result in results) == ["Conflict", "NoneType"]
            assert (await store.last_seqs([table.setup.id]))[table.setup.id] == table.seq + 1
            assert len(await store.entries(table.setup.id, table.seq)) == 1

    asyncio.run(go())


def test_many_writers_leave_no_gap(database: str) -> None:
    """Talk from two processes' worth of rooms at once: every word is there once."""

    async def go() -> None:
        async with store_in(database) as store, opened(database) as other:
            table = await open_table(store)

            async def ready(_: str) -> None:
                return

            houses = [Rooms(one, ready, lambda _: None) for one in (store, Store(other))]

            async def say(number: int) -> None:
                request = Request(table.setup.id, f"request-{number}", "digest")
                talk = lambda now: commands.chat(now, table.setup.host, 0, f"word {number}")  # noqa: E731
                await houses[number % 2].execute(table.setup.id, request, talk)
                await houses[(number + 1) % 2].execute(table.setup.id, request, talk)  # again, for nothing

            await asyncio.gather(*(say(number) for number in range(40)))
            entries = await store.entries(table.setup.id, table.seq)
            assert [entry["seq"] for entry in entries] == list(range(table.seq + 1, table.seq + 41))
            assert sorted(entry["text"] for entry in entries) == sorted(f"word {number}" for number in range(40))

    asyncio.run(go())


def test_a_request_and_a_link_work_once(database: str) -> None:
    async def go() -> None:
        async with store_in(database) as store:
            player = await new_player(store)
            request = Request(player.id, "the-request", "digest")
            table = await open_table(store, request=request)
            answered = await store.previous_answer(player.id, "the-request")
            assert answered is not None
            assert (answered.table_id, answered.digest) == (table.setup.id, "digest")
            with pytest.raises(Conflict):
                await open_table(store, request=request)
            await store.give_link(table.setup.id, 1, hash_of("old"))
            await store.give_link(table.setup.id, 1, hash_of("new"))
            assert await store.link(hash_of("old")) is None
            assert await store.link(hash_of("new")) == (table.setup.id, 1)
            change = next_move(table)
            change.used_link = hash_of("old")
            with pytest.raises(Conflict):
                await store.commit(change)
            assert (await store.last_seqs([table.setup.id]))[table.setup.id] == table.seq, "all of it or nothing"
            change.used_link = hash_of("new")
            await store.commit(change)
            assert await store.link(hash_of("new")) is None

    asyncio.run(go())


def test_migrations_make_the_schema_that_the_program_uses(database: str) -> None:
    from alembic.autogenerate import compare_metadata
    from alembic.runtime.migration import MigrationContext

    async def go() -> None:
        async with opened(database) as empty:
            assert await version_of(empty) is None
            await asyncio.gather(upgrade(empty), upgrade(empty))
            assert await version_of(empty) == newest()
            differences = await empty.read(
                lambda connection: compare_metadata(MigrationContext.configure(connection), metadata)
            )
            assert differences == []

    asyncio.run(go())


def test_sqlite_is_as_safe_as_it_can_be(tmp_path: Path) -> None:
    async def go() -> None:
        async with opened(f"sqlite:///{tmp_path}/x.sqlite3") as database:
            found = await database.read(
                lambda connection: {name: connection.execute(text(f"PRAGMA {name}")).scalar() for name in PRAGMAS}
            )
            assert found == PRAGMAS

    asyncio.run(go())


PRAGMAS = {"journal_mode": "wal", "synchronous": 2, "foreign_keys": 1}


def test_bots_that_think_leave_connections_for_people(database: str) -> None:
    async def go() -> None:
        async with store_in(database) as store, contextlib.AsyncExitStack() as thinking:
            for number in range(store.database.max_bot_threads):
                assert await thinking.enter_async_context(store.database.try_claim_thinking(f"table {number}"))
            await asyncio.gather(*(open_table(store) for _ in range(4)))
            many = BotTurns(Rooms(store, _ready, lambda _: None), store.database, 1000, pace=0)
            assert many.bot_threads == store.database.max_bot_threads
            await many.close()

    asyncio.run(go())


def test_tables_that_wait_for_bots_come_one_of_each_address_first(database: str) -> None:
    async def go() -> None:
        async with store_in(database) as store:
            made = [(await open_table(store)).setup.id for _ in range(8)]
            origins = ["far"] * 4 + ["near", None, None, "idle"]
            for number, (table, origin) in enumerate(zip(made, origins, strict=True)):
                values = {"bot_to_act": number != 6, "people": None if number == 5 else origin != "idle"}
                row = update(tables).where(tables.c.id == table)
                waiting = row.values(changed=number, origin=origin, **values)
                await store.database.write(methodcaller("execute", waiting))
            found = await store.waiting_for_bots(10, excluded=[made[3]])
            assert list(found) == [made[0], made[4], made[5], made[1], made[2]]
            assert set(found.values()) == {2}, "the last entry of each"
            assert list(await store.waiting_for_bots(2)) == [made[0], made[4]]
            assert list(await store.waiting_for_bots(10, without_people=True)) == [made[7]]
            assert [await store.origin(table) for table in (made[0], made[5], "none")] == ["far", None, None]
            room = await Rooms(store, _ready, lambda _: None).enter(made[0])
            assert room.origin == "far"

    asyncio.run(go())


def test_a_table_says_whether_a_person_has_a_seat(database: str) -> None:
    async def go() -> None:
        async with store_in(database) as store:
            table = await open_table(store)
            left = []
            for seat in range(2):
                change = commands.leave(table, table.setup.host, seat)
                change.number_and_apply(1.0)
                await store.commit(change)
                table = change.after
                rows = await store.database.read(lambda connection: connection.execute(select(tables.c.people)).all())
                left.append(rows[0].people)
            assert left == [True, False]

    asyncio.run(go())


async def _ready(_: str) -> None:
    """The rules are there."""


def test_errors_of_the_database_name_no_card(database: str) -> None:
    async def go() -> None:
        async with store_in(database) as store:
            table = await open_table(store)
            change = next_move(table)
            change.entries[0]["seq"] = None  # which no database takes
            with pytest.raises(DBAPIError) as told:
                await store.commit(change)
            assert change.entries[0]["move"] not in str(told.value)
            assert "hide_parameters" in str(told.value)

    asyncio.run(go())


def test_postgresql_by_an_address_with_options(postgres: Postgres) -> None:
    url = postgres.new_database()

    async def go() -> None:
        async with opened(f"{url}&sslmode=disable") as database:
            await upgrade(database)
            await database.listen(lambda _: None)
        with pytest.raises(InvalidSetup, match="sslmode"):
            await work("upgrade", None, f"{url}&sslmode=perhaps")

    asyncio.run(go())


def test_a_request_that_another_process_has_just_carried_out_is_answered_with_what_came_of_it(database: str) -> None:
    async def go() -> None:
        async with store_in(database) as store, opened(database) as other:
            table = await open_table(store)
            request = Request(table.setup.id, "the-request", "digest")

            async def ready(_: str) -> None:
                return

            here, there = Rooms(store, ready, lambda _: None), Rooms(Store(other), ready, lambda _: None)

            def talk(now: Table) -> Change:
                return commands.chat(now, table.setup.host, 0, "once")

            previous_answer = store.previous_answer

            async def answered_late(scope: str, request_id: str) -> PreviousAnswer | None:
                await there.execute(table.setup.id, request, talk)  # between the look at the log and the question
                return await previous_answer(scope, request_id)

            store.previous_answer = answered_late  # type: ignore[method-assign]  # the other process is that quick
            change = await here.execute(table.setup.id, request, talk)
            assert change.after.seq == table.seq + 1

    asyncio.run(go())


def test_a_room_that_lags_behind_refuses_nothing_that_is_all_right(database: str) -> None:
    async def go() -> None:
        async with store_in(database) as store, opened(database) as other:
            table = await open_table(store)

            async def ready(_: str) -> None:
                return

            here, there = Rooms(store, ready, lambda _: None), Rooms(Store(other), ready, lambda _: None)
            await here.enter(table.setup.id)
            for number in range(6):
                house = (there, here)[number % 2]  # in turns, so that each time the other one lags behind
                seq = table.seq + number

                def play(now: Table, seq: int = seq) -> Change:
                    assert now.to_act is not None
                    move = now.match.view(now.to_act)["legal"][0]
                    return commands.play(now, table.setup.host, None, seq, move)

                change = await house.execute(table.setup.id, None, play)
                assert change.after.seq == seq + 1

    asyncio.run(go())
