"""The schema of the database and its versions, by Alembic; the migrations are part of the package."""

from __future__ import annotations

from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, inspect, text

from heliopolis.core.errors import InvalidSetup
from heliopolis.server.storage.database import Database, refuse_foreign_tables

UPGRADE_LOCK = 0x48454C49  # the number of an advisory lock
MIGRATIONS = Path(__file__).parent / "migrations"


def _config(connection: Connection | None = None) -> Config:
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    config.attributes["connection"] = connection
    return config


def versions() -> list[str]:
    """Return all versions of the schema that this program knows, the oldest first."""
    return [script.revision for script in ScriptDirectory.from_config(_config()).walk_revisions()][::-1]


def newest() -> str:
    """Return the version of the schema that this program works with."""
    return versions()[-1]


async def version_of(database: Database) -> str | None:
    """Return the version of a database's schema; None if it is empty, InvalidSetup if it is not ours."""

    def work(connection: Connection) -> str | None:
        version = MigrationContext.configure(connection).get_current_revision()
        if version is None:
            refuse_foreign_tables(sorted(inspect(connection).get_table_names()))
        return version

    return await database.read(work)


async def known_version_of(database: Database) -> str | None:
    """Return the version of a database's schema; InvalidSetup if it is newer than this program."""
    version = await version_of(database)
    if version is not None and version not in versions():
        raise InvalidSetup(
            f"The database was made by a newer version of Heliopolis (schema {version}, "
            f"this program knows up to {newest()}): update the program."
        )
    return version


def can_serve(version: str | None) -> bool:
    """Return whether a running server can work with a schema.

    It can with newer ones, to which the database may have been upgraded meanwhile: upgrades only add.
    """
    return version is not None and (version == newest() or version not in versions())


async def upgrade(database: Database, version: str = "head") -> None:
    """Upgrade to the newest version, or a certain one, completely or not at all; one process at a time."""
    await database.write(lambda connection: run_upgrade(database, connection, version))


def run_upgrade(database: Database, connection: Connection, version: str = "head") -> None:
    """Upgrade within a transaction."""
    if database.shared:
        connection.execute(text(f"SELECT pg_advisory_xact_lock({UPGRADE_LOCK})"))
    command.upgrade(_config(connection), version)
