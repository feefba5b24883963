"""Backups, upgrades and the commands for them, the same on both kinds of database."""

from __future__ import annotations

import asyncio
import gzip
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from heliopolis.core.errors import InvalidRecord, InvalidSetup
from heliopolis.server import startup
from heliopolis.server.domain.stored_tables import fold, read_snapshot
from heliopolis.server.storage import Store, opened, upgrades
from heliopolis.server.storage.backups import backup, restore
from heliopolis.server.storage.upgrades import newest, version_of
from heliopolis.terminal.database import work
from tests.server.stores import next_move, open_table, store_in


def test_backup_and_restore(database: str, tmp_path: Path) -> None:
    """While somebody plays; restored into a database of the other kind, too."""

    async def go() -> None:
        file = tmp_path / "backup.gz"
        async with store_in(database) as store:
            table = await open_table(store)
            for _ in range(40):
                change = next_move(table)
                await store.commit(change)
                table = change.after
            running = asyncio.create_task(store.commit(next_move(table)))
            rows = await backup(store.database, file)
            await running
            with pytest.raises(InvalidSetup, match="there already"):
                await backup(store.database, file)
            with pytest.raises(InvalidSetup, match="not empty"):
                await restore(store.database, file)
        async with opened(f"sqlite:///{tmp_path}/restored.sqlite3") as other:
            assert await restore(other, file) == rows
            again = await Store(other).load(table.setup)
            entries = await Store(other).entries(table.setup.id, 0)
            assert fold(read_snapshot(table.setup, None), entries).to_json() == again.to_json()
            assert again.seq in (table.seq, table.seq + 1)
        damaged = tmp_path / "damaged.gz"
        damaged.write_bytes(file.read_bytes()[:-30])
        async with opened(f"sqlite:///{tmp_path}/third.sqlite3") as third:
            with pytest.raises(InvalidRecord, match="damaged"):
                await restore(third, damaged)
            assert await restore(third, file) == rows, "what was damaged left nothing behind"

    asyncio.run(go())


@pytest.mark.parametrize("about", ["[]", "{}", '{"format": "heliopolis.backup", "version": 1, "schema": "9999"}'])
def test_what_is_no_backup_is_not_restored(about: str, tmp_path: Path) -> None:
    file, url = tmp_path / "backup.gz", f"sqlite:///{tmp_path}/a/new/folder/x.sqlite3"
    file.write_bytes(gzip.compress(f"{about}\n".encode()))
    with pytest.raises(InvalidRecord, match="backup"):
        asyncio.run(work("restore", file, url))


def test_a_file_of_an_older_version_is_backed_up_and_upgraded_at_the_start(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With a migration of tomorrow, which adds a column that the backup of today has not."""
    url = f"sqlite:///{tmp_path}/tables.sqlite3"

    async def go() -> None:
        async with store_in(url) as store:
            table = await open_table(store)
        today = newest()
        monkeypatch.setattr(upgrades, "MIGRATIONS", tomorrows(tmp_path / "migrations", str(today)))
        await startup.prepare(url)
        async with opened(url) as database:
            assert await version_of(database) == "9999"
        async with opened(f"sqlite:///{tmp_path}/again.sqlite3") as again:
            (copy,) = tmp_path.glob(f"tables.sqlite3.{today}.*.backup")
            await restore(again, copy)
            assert await version_of(again) == "9999"
            assert (await Store(again).load(table.setup)).to_json() == table.to_json()

    asyncio.run(go())


def tomorrows(folder: Path, today: str) -> Path:
    shutil.copytree(upgrades.MIGRATIONS, folder)
    lines = [
        "import sqlalchemy as sa",
        "from alembic import op",
        f"revision, down_revision = '9999', {today!r}",
        "def upgrade():",
        "    op.add_column('players', sa.Column('colour', sa.Text))",
    ]
    (folder / "versions" / "9999_tomorrow.py").write_text("\n".join(lines))
    return folder


def test_the_commands(database: str, tmp_path: Path) -> None:
    async def go() -> None:
        assert str(newest()) in await work("upgrade", None, database)
        assert "nothing to do" in await work("upgrade", None, database)
        assert "0 rows" in await work("backup", tmp_path / "b.gz", database)
        assert "0 records" in await work("export", tmp_path / "records", database)
        with pytest.raises(InvalidSetup, match="is unavailable"):
            await work("upgrade", None, "postgresql://nobody@127.0.0.1:1/none")

    asyncio.run(go())


def test_only_the_owner_may_read_the_files(tmp_path: Path) -> None:
    """Seeds and hands are in them, whatever the umask says."""
    before = os.umask(0)
    try:

        async def go() -> None:
            async with store_in(f"sqlite:///{tmp_path}/tables.sqlite3") as store:
                await open_table(store)
                await backup(store.database, tmp_path / "copy.backup")
                assert len(list(tmp_path.iterdir())) == 4, "the database, its log and index, and the backup"
                for file in tmp_path.iterdir():
                    assert file.stat().st_mode & 0o777 == 0o600, file.name

        asyncio.run(go())
    finally:
        os.umask(before)


def test_another_program_that_looks_into_the_file_and_goes_takes_nothing_away(tmp_path: Path) -> None:
    """SQLite's last user tidies up; a server that lost its locks would go on writing into files that are gone."""
    file = tmp_path / "tables.sqlite3"
    count = f"import sqlite3; print(sqlite3.connect({str(file)!r}).execute('SELECT count(*) FROM log').fetchone()[0])"

    def entries_for_others() -> int:
        return int(subprocess.run([sys.executable, "-c", count], capture_output=True, check=True, text=True).stdout)

    async def go() -> None:
        async with store_in(f"sqlite:///{file}") as store:
            table = await open_table(store)
            await asyncio.gather(*[store.setup(table.setup.id) for _ in range(20)])  # by several connections
            for _ in range(3):
                assert entries_for_others() == table.seq
                change = next_move(table)
                await store.commit(change)
                table = change.after
            assert entries_for_others() == table.seq

    asyncio.run(go())
