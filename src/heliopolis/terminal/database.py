"""`heliopolis db`: upgrades, backs up, restores, exports and prunes the database of a server."""

from __future__ import annotations

import asyncio
import json
import time
from argparse import Namespace
from pathlib import Path

from rich.console import Console
from rich.progress import track

from heliopolis.core.errors import InvalidRecord, InvalidSetup
from heliopolis.server.domain.problems import UnreadableTable
from heliopolis.server.domain.records import record_of
from heliopolis.server.domain.tables import OVER
from heliopolis.server.settings import default_database
from heliopolis.server.storage import Database, Store, opened
from heliopolis.server.storage.backups import backup, restore, upgrade_safely
from heliopolis.server.storage.database import make_folder, read_url
from heliopolis.server.storage.retention import Pruned, count_old, prune_step
from heliopolis.server.storage.sqlite import compact
from heliopolis.server.storage.upgrades import known_version_of, newest


def run(arguments: Namespace) -> None:
    """Do what the person wants with the database and print what was done."""
    what, path, url = arguments.what, arguments.path, arguments.db
    if what == "prune":
        prune_and_report(arguments)
        return
    if what != "upgrade" and path is None:
        raise InvalidSetup(f"'heliopolis db {what}' needs the path of a {'folder' if what == 'export' else 'file'}.")
    Console(highlight=False).print(asyncio.run(work(what, path, url or default_database())), markup=False)


async def work(what: str, path: Path | None, url: str) -> str:
    """Upgrade, back up, restore or export; return a sentence that says what was done."""
    if what in ("upgrade", "restore"):
        make_folder(url)
    async with opened(url) as database:
        if what == "upgrade":
            return await upgrade(database)
        assert path is not None
        if what == "restore":
            return f"{await restore(database, path)} rows restored."
        await check_current(database)
        if what == "backup":
            return f"{await backup(database, path)} rows written to {path}."
        return await export(Store(database), path)


# ---- pruning ---------------------------------------------------------------------------------------------------------


def prune_and_report(arguments: Namespace) -> None:
    """Delete what is old, or only count it, and print what that was."""
    if arguments.older_than is None:
        raise InvalidSetup("'heliopolis db prune' needs a time: --older-than 90d.")
    url, before = arguments.db or default_database(), time.time() - arguments.older_than
    file = None if read_url(url).get_backend_name() != "sqlite" else Path(str(read_url(url).database))
    size = 0 if file is None or not file.exists() else file.stat().st_size
    pruned = asyncio.run(prune(url, before, arguments.unfinished, arguments.dry_run))
    note = "" if file is None or arguments.dry_run or not pruned else shrink(file, size)
    parts = f"{pruned.tables} tables with {pruned.entries} entries"
    verb = "would be deleted" if arguments.dry_run else "deleted"
    Console(highlight=False).print(f"{parts} and {pruned.players} players {verb}.{note}", markup=False, soft_wrap=True)


async def prune(url: str, before: float, unfinished: bool, dry_run: bool) -> Pruned:
    """Delete in small steps, so that a running server goes on."""
    async with opened(url) as database:
        await check_current(database)
        if dry_run:
            return await count_old(database, before, unfinished)
        pruned = Pruned()
        with Console(stderr=True).status("Deleting old tables"):
            while step := await prune_step(database, before, unfinished):
                pruned += step
        return pruned


def shrink(file: Path, size: int) -> str:
    """Give the space back to the disk if nobody uses the file; return a sentence about it."""
    if not compact(file):
        return " The file keeps its size and fills up again; without a running server it would have been made smaller."
    return f" The file now has {file.stat().st_size / 1e6:.1f} MB instead of {size / 1e6:.1f} MB."


# ---- upgrades and records --------------------------------------------------------------------------------------------


async def check_current(database: Database) -> None:
    """Refuse a database that does not have the newest schema."""
    if await known_version_of(database) != newest():
        raise InvalidSetup("The database does not have the current version: run 'heliopolis db upgrade' first.")


async def upgrade(database: Database) -> str:
    """Upgrade the database unless it has the newest version."""
    version = await known_version_of(database)
    if version == newest():
        return f"The database has version {version}: there is nothing to do."
    copy = await upgrade_safely(database)
    note = "" if copy is None else f" A backup of version {version} is in {copy}."
    return f"The database now has version {newest()}.{note}"


async def export(store: Store, folder: Path) -> str:
    """Write the record of every finished game to a file of its own."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InvalidSetup(f"Records cannot be written to {str(folder)!r}: {error.strerror}.") from None
    written, unreadable = 0, []
    for table_id in track(await store.all_ids(), "Records", transient=True):
        try:
            found = await finished_record(store, table_id)
        except (UnreadableTable, InvalidRecord):
            unreadable.append(table_id)
            continue
        if found is not None:
            suffix, text = found
            (folder / f"{table_id}{suffix}").write_text(text, encoding="utf-8")
            written += 1
    rest = f" Tables that this version cannot read: {', '.join(unreadable)}." if unreadable else ""
    return f"{written} records of finished games written to {folder}.{rest}"


async def finished_record(store: Store, table_id: str) -> tuple[str, str] | None:
    """Return the suffix of the file and the text of a finished game's record; None if the game is not over."""
    setup = await store.setup(table_id)
    table = None if setup is None else await store.load(setup)
    if table is None or table.status != OVER:
        return None
    record = record_of(table, await store.moves(table_id, table.seq))
    return (".tekhenu.json", json.dumps(record)) if isinstance(record, dict) else (".txt", record.to_text())
