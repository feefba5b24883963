"""A whole database in one file, and back, also into a database of the other kind.

A backup is compressed text: a line of JSON about itself, one for each row, and a last one that says how many there
were. It is taken in one look, while tables are being played.
"""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Any

from sqlalchemy import Connection, MetaData, insert, select

from heliopolis.core.errors import InvalidRecord, InvalidSetup
from heliopolis.server.storage.database import Database, private
from heliopolis.server.storage.upgrades import newest, upgrade, version_of, versions

FORMAT, VERSION = "heliopolis.backup", 1
AT_ONCE = 500  # rows


async def backup(database: Database, file: Path) -> int:
    """Write everything into a new file; how many rows there were."""
    if file.exists():
        raise InvalidSetup(f"{str(file)!r} is there already; a backup needs a new file.")
    beside = file.with_name(f".{file.name}.part")
    version = await version_of(database)
    try:
        beside.unlink(missing_ok=True)
        with open(beside, "wb", opener=private) as raw, gzip.open(raw, "wt", encoding="utf-8") as out:
            out.write(json.dumps({"format": FORMAT, "version": VERSION, "schema": version}) + "\n")
            rows = await database.look(lambda connection: write_rows(connection, out))
            out.write(json.dumps({"rows": rows}) + "\n")
        beside.replace(file)
    except OSError as error:
        raise InvalidSetup(f"No backup can be written to {str(file)!r}: {error.strerror}.") from None
    finally:
        beside.unlink(missing_ok=True)
    return rows


async def upgrade_safely(database: Database) -> Path | None:
    """To the newest version. A file that has tables is backed up before it is changed: where that is."""
    version = await version_of(database)
    copy = None
    if version is not None and not database.shared:
        copy = Path(f"{database.url.database}.{version}.backup")
        await backup(database, copy)
    await upgrade(database)
    return copy


def tables_there(connection: Connection) -> MetaData:
    """The tables as they are in the database, of whichever version it is."""
    there = MetaData()
    there.reflect(connection, only=lambda name, _: name != "alembic_version")
    return there


def write_rows(connection: Connection, out: IO[str]) -> int:
    rows = 0
    for table in tables_there(connection).sorted_tables:
        for row in connection.execute(select(table).execution_options(yield_per=AT_ONCE)).mappings():
            out.write(json.dumps({"table": table.name, "row": dict(row)}) + "\n")
            rows += 1
    return rows


async def restore(database: Database, file: Path) -> int:
    """Read a backup into an empty database; how many rows there were."""
    if await version_of(database) is not None:
        raise InvalidSetup("The database is not empty: a backup is restored into a new one.")
    about = next(_lines(file), None)
    if not isinstance(about, dict) or (about.get("format"), about.get("version")) != (FORMAT, VERSION):
        raise InvalidRecord(f"{str(file)!r} is no backup of {FORMAT}, version {VERSION}.")
    if about.get("schema") not in versions():
        raise InvalidRecord(f"{str(file)!r} is a backup of another version of Heliopolis: update it first.")
    for _ in _batches(file):
        """Read to the end: a damaged backup must not leave half a database behind."""
    await upgrade(database, about["schema"])
    rows = await database.write(lambda connection: read_rows(connection, file))
    if about["schema"] != newest():
        await upgrade(database)
    return rows


def read_rows(connection: Connection, file: Path) -> int:
    there = tables_there(connection)  # as they were when the backup was made
    rows = 0
    for name, batch in _batches(file):
        connection.execute(insert(there.tables[name]), batch)
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
    """Rows of one table at a time, some at once; a file that ends too early is damaged."""
    lines = _lines(file)
    next(lines)
    name = ""
    batch: list[dict[str, Any]] = []
    for rows, line in enumerate(lines):
        if batch and (line.get("table") != name or len(batch) == AT_ONCE):
            yield name, batch
            batch = []
        if line.get("rows") == rows:
            return
        if "table" not in line:
            break
        name = line["table"]
        batch.append(line["row"])
    raise InvalidRecord(f"{str(file)!r} is damaged: rows are missing.")
