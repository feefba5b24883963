"""The schema of the database and its versions, by Alembic; the migrations are part of the package."""

from __future__ import annotations

from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Connection, text

from heliopolis.server.storage.database import Database

UPGRADE_LOCK = 0x48454C49  # the number of an advisory lock
MIGRATIONS = Path(__file__).parent / "migrations"


def _config(connection: Connection | None = None) -> Config:
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS).replace("%", "%%"))
    config.attributes["connection"] = connection
    return config


def newest() -> str | None:
    """Return the version of the schema that this program works with."""
    return ScriptDirectory.from_config(_config()).get_current_head()


def versions() -> set[str]:
    """Return all versions of the schema that this program knows."""
    return {script.revision for script in ScriptDirectory.from_config(_config()).walk_revisions()}


async def version_of(database: Database) -> str | None:
    """Return the version of a database's schema; None if it is empty."""
    return await database.read(lambda connection: MigrationContext.configure(connection).get_current_revision())


async def is_current(database: Database) -> bool:
    """Return whether a database has the newest schema."""
    return await version_of(database) == newest()


async def upgrade(database: Database, version: str = "head") -> None:
    """Upgrade to the newest version, or a certain one, completely or not at all; one process at a time."""

    def work(connection: Connection) -> None:
        if database.shared:
            connection.execute(text(f"SELECT pg_advisory_xact_lock({UPGRADE_LOCK})"))
        command.upgrade(_config(connection), version)

    await database.write(work)
