"""Backups: a whole database in one file, and back, also into a database of the other kind.

A backup is compressed text: one line of JSON about itself, one for each row, and a last one with the number of rows.
All of it is read in one transaction, while tables are being played.
"""

from __future__ import annotations

import gzip
import json
import time
from collections.abc import Iterator
from itertools import chain, count
from pathlib import Path
from typing import IO, Any

from sqlalchemy import Connection, MetaData, insert, select

from heliopolis.core.errors import InvalidRecord, InvalidSetup
from heliopolis.server.storage.database import Database, open_private
from heliopolis.server.storage.upgrades import known_version_of, run_upgrade, upgrade, version_of, versions

FORMAT, VERSION = "heliopolis.backup", 1
ROWS_PER_BATCH = 500


async def backup(database: Database, file: Path) -> int:
    """Write everything into a new file and return the number of rows."""
    if file.exists():
        raise InvalidSetup(f"{str(file)!r} is there already; a backup needs a new file.")
    beside = file.with_name(f".{file.name}.part")
    version = await version_of(database)
    try:
        beside.unlink(missing_ok=True)
        with open(beside, "wb", opener=open_private) as raw, gzip.open(raw, "wt", encoding="utf-8") as out:
            out.write(json.dumps({"format": FORMAT, "version": VERSION, "schema": version}) + "\n")
            rows = await database.read_snapshot(lambda connection: write_rows(connection, out))
            out.write(json.dumps({"rows": rows}) + "\n")
        beside.replace(file)
    except OSError as error:
        raise InvalidSetup(f"No backup can be written to {str(file)!r}: {error.strerror}.") from None
    finally:
        beside.unlink(missing_ok=True)
    return rows


async def upgrade_safely(database: Database) -> Path | None:
    """Upgrade to the newest version. An SQLite file that has tables is backed up first; return where."""
    version = await known_version_of(database)
    copy = None
    if version is not None and not database.shared:
        copy = new_backup_name(Path(str(database.url.database)), version)
        await backup(database, copy)
    await upgrade(database)
    return copy


def new_backup_name(file: Path, version: str) -> Path:
    """Return a name beside a file, with version and time, that is not taken: an upgrade may be started again."""
    name = f"{file.name}.{version}.{time.strftime('%Y%m%dT%H%M%SZ', time.gmtime())}"
    names = (f"{name}{more}.backup" for more in chain([""], (f"-{number}" for number in count(2))))
    return next(path for path in map(file.with_name, names) if not path.exists())


def existing_tables(connection: Connection) -> MetaData:
    """Return the tables as they are in the database, whatever its version."""
    found = MetaData()
    found.reflect(connection, only=lambda name, _: name != "alembic_version")
    return found


def write_rows(connection: Connection, out: IO[str]) -> int:
    """Write one line per row and return the number of rows."""
    rows = 0
    for table in existing_tables(connection).sorted_tables:
        for row in connection.execute(select(table).execution_options(yield_per=ROWS_PER_BATCH)).mappings():
            out.write(json.dumps({"table": table.name, "row": dict(row)}) + "\n")
            rows += 1
    return rows


async def restore(database: Database, file: Path) -> int:
    """Read a backup into an empty database and return the number of rows."""
    if await version_of(database) is not None:
        raise InvalidSetup("The database is not empty: a backup is restored into a new one.")
    about = next(_lines(file), None)
    if not isinstance(about, dict) or (about.get("format"), about.get("version")) != (FORMAT, VERSION):
        raise InvalidRecord(f"{str(file)!r} is no backup of {FORMAT}, version {VERSION}.")
    if about.get("schema") not in versions():
        raise InvalidRecord(f"{str(file)!r} is a backup of another version of Heliopolis: update it first.")
    for _ in _batches(file):
        """Read to the end: a damaged backup must not leave half a database behind."""

    def work(connection: Connection) -> int:  # in one transaction: an interrupted restore can be started again
        run_upgrade(database, connection, about["schema"])
        rows = read_rows(connection, file)
        run_upgrade(database, connection)
        return rows

    return await database.write(work)


def read_rows(connection: Connection, file: Path) -> int:
    tables = existing_tables(connection).tables  # as they were when the backup was made
    rows = 0
    for name, batch in _batches(file):
        connection.execute(insert(tables[name]), batch)
        rows += len(batch)
    return rows


def _lines(file: Path) -> Iterator[dict[str, Any]]:
    try:
        with gzip.open(file, "rt", encoding="utf-8") as text:
            for line in text:
                yield json.loads(line)
    except OSError as error:
        raise InvalidRecord(f"{str(file)!r} cannot be read: {error.strerror or error}.") from None
    except (EOFError, ValueError):
        raise InvalidRecord(f"{str(file)!r} is damaged.") from None


def _batches(file: Path) -> Iterator[tuple[str, list[dict[str, Any]]]]:
    """Yield the rows in batches, each of one table; a file that ends too early is damaged."""
    lines = _lines(file)
    next(lines)
    name = ""
    batch: list[dict[str, Any]] = []
    for rows, line in enumerate(lines):
        if batch and (line.get("table") != name or len(batch) == ROWS_PER_BATCH):
            yield name, batch
            batch = []
        if line.get("rows") == rows:
            return
        if "table" not in line:
            break
        name = line["table"]
        batch.append(line["row"])
    raise InvalidRecord(f"{str(file)!r} is damaged: rows are missing.")
