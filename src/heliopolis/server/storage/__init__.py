"""Tables and players in a database: SQLite in one file, or PostgreSQL for several processes."""

from heliopolis.server.storage.database import Database
from heliopolis.server.storage.opening import open_database, opened
from heliopolis.server.storage.people import People
from heliopolis.server.storage.store import Conflict, Store

__all__ = ["Conflict", "Database", "People", "Store", "open_database", "opened"]
