"""The tables of the database. `log` is only ever appended to; `tables` sums up its head, for lists and for bots.

An upgrade only adds: columns that may be null, and new tables. Servers of the version before go on working meanwhile.
"""

from __future__ import annotations

from sqlalchemy import BigInteger, Boolean, Column, Float, ForeignKey, Index, Integer, MetaData, String, Table, Text

metadata = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s_%(referred_table_name)s",
        "pk": "pk_%(table_name)s",
    }
)

players = Table(
    "players",
    metadata,
    Column("id", String(24), primary_key=True),
    Column("secret_hash", String(64), nullable=False, unique=True),  # of their first device, also in `devices`
    Column("name", Text),
    Column("created", Float, nullable=False),
)

devices = Table(
    "devices",
    metadata,
    Column("id", String(24), primary_key=True),
    Column("player_id", ForeignKey("players.id"), nullable=False),
    Column("secret_hash", String(64), nullable=False, unique=True),
    Column("label", Text),  # what kind of device it is, as its browser said
    Column("created", Float, nullable=False),
    Column("seen", Float, nullable=False),
    Index("ix_devices_player_id", "player_id"),
)

handovers = Table(  # links that make another device one of a player's
    "handovers",
    metadata,
    Column("secret_hash", String(64), primary_key=True),
    Column("player_id", ForeignKey("players.id"), nullable=False),
    Column("created", Float, nullable=False),
    Column("taken_by", String(64)),  # the hash of the secret that the other device had before
    Index("ix_handovers_player_id", "player_id"),
)

tables = Table(
    "tables",
    metadata,
    Column("id", String(24), primary_key=True),
    Column("facts", Text, nullable=False),  # JSON of a TableSetup, with the deal
    Column("created", Float, nullable=False),
    Column("listed", Boolean, nullable=False),
    # the columns below follow from the log
    Column("head", Integer, nullable=False),
    Column("changed", Float, nullable=False),
    Column("status", String(8), nullable=False),
    Column("bot_to_act", Boolean, nullable=False),
    Column("deadline", Float),  # by the wall clock: of version 0.1, no longer written
    Column("due", Float),  # when the person to act runs out of time, on the service clock
    Column("people", Boolean),  # whether a person has a seat; null: nobody knows
    Column("summary", Text, nullable=False),  # JSON, for lists of tables
    # and this does not
    Column("origin", String(64)),  # a hash of the address that made the table, for quotas
    Index("ix_tables_bot_to_act", "bot_to_act"),
    Index("ix_tables_deadline", "deadline"),
    Index("ix_tables_due", "due"),
    Index("ix_tables_listed", "listed", "changed"),
    Index("ix_tables_changed", "changed"),
    Index("ix_tables_origin_created", "origin", "created"),
)

log = Table(
    "log",
    metadata,
    Column("table_id", ForeignKey("tables.id"), primary_key=True),
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("at", Float, nullable=False),
    Column("kind", String(16)),  # of the entry; null in rows that version 0.1 wrote after the upgrade
    Column("entry", Text, nullable=False),  # JSON
)

requests = Table(
    "requests",
    metadata,
    Column("scope", String(24), primary_key=True),  # a table; a player where they make a table
    Column("request_id", String(64), primary_key=True),
    Column("digest", String(64), nullable=False),  # of what was asked for
    Column("table_id", ForeignKey("tables.id"), nullable=False),
    Column("seq", BigInteger, nullable=False),  # the last entry of the change: for whoever checks the log
)

snapshots = Table(
    "snapshots",
    metadata,
    Column("table_id", ForeignKey("tables.id"), primary_key=True),
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("state", Text, nullable=False),  # JSON
)

links = Table(
    "links",
    metadata,
    Column("secret_hash", String(64), primary_key=True),
    Column("table_id", ForeignKey("tables.id"), nullable=False),
    Column("seat", Integer, nullable=False),
    Index("ix_links_table_id_seat", "table_id", "seat"),
)

occupants = Table(
    "occupants",
    metadata,
    Column("player_id", ForeignKey("players.id"), primary_key=True),
    Column("table_id", ForeignKey("tables.id"), primary_key=True),
)

former_occupants = Table(  # players who had a seat once: their names and words may be in the log
    "former_occupants",
    metadata,
    Column("player_id", ForeignKey("players.id", ondelete="CASCADE"), primary_key=True),
    Column("table_id", ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Index("ix_former_occupants_table_id", "table_id"),
)

reviews = Table(
    "reviews",
    metadata,
    Column("id", String(32), primary_key=True),  # the table's; of a record, a hash of it
    Column("table_id", ForeignKey("tables.id", ondelete="CASCADE")),  # null: of a record
    Column("record", Text),  # JSON without names; null: of a table
    Column("state", String(8), nullable=False),
    Column("review", Text),  # JSON of what is judged so far
    Column("origin", String(64)),  # a hash of the address that asked, until it is done
    Column("asked", Float, nullable=False),
    Column("changed", Float, nullable=False),
    Column("claimed_by", String(24)),  # the process that works on it
    Column("claimed_until", Float),  # on the service clock
    Index("ix_reviews_table_id", "table_id"),
    Index("ix_reviews_state_asked", "state", "asked"),
)

service_clock = Table(  # one row
    "service_clock",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=False),
    Column("uptime", Float, nullable=False),  # seconds in which a server was there
    Column("beat", Float, nullable=False),  # when it was last advanced, by the wall clock
)

server_state = Table(  # what all processes share
    "server_state",
    metadata,
    Column("name", String(24), primary_key=True),
    Column("value", Text, nullable=False),
)
