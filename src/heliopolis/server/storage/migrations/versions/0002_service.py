"""Kinds of entries, a clock that stands still without a server, several devices for one player, origins of tables."""

import json

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
# A damaged entry may be anything: functions for JSON would refuse it in PostgreSQL, and with it the whole upgrade.
KIND = {
    "sqlite": "CASE WHEN json_valid(entry) THEN json_extract(entry, '$.kind') END",
    "postgresql": """substring(entry from '"kind": ?"([a-z]{1,16})"')""",
}
SEATED = {  # every player who ever had a seat, with the table
    "sqlite": (
        "SELECT json_extract(entry, '$.player') AS player_id, table_id FROM log WHERE kind = 'sit' "
        "UNION SELECT json_extract(entry, fullkey || '.player'), table_id FROM log, json_each(entry, '$.seats') "
        "WHERE kind = 'open'"
    ),
    "postgresql": (
        """SELECT (regexp_matches(entry, '"player": ?"([^"]+)"', 'g'))[1] AS player_id, table_id """
        "FROM log WHERE kind IN ('sit', 'open')"
    ),
}


def upgrade() -> None:
    op.add_column("log", sa.Column("kind", sa.String(16)))
    op.execute(f"UPDATE log SET kind = {KIND[op.get_bind().dialect.name]}")
    for column in (
        sa.Column("due", sa.Float),
        sa.Column("people", sa.Boolean),
        sa.Column("origin", sa.String(64)),
    ):
        op.add_column("tables", column)
    op.create_index("ix_tables_due", "tables", ["due"])
    give_full_time(op.get_bind())
    op.create_index("ix_tables_changed", "tables", ["changed"])
    op.create_index("ix_tables_origin_created", "tables", ["origin", "created"])
    op.create_table(
        "devices",
        sa.Column("id", sa.String(24), nullable=False),
        sa.Column("player_id", sa.String(24), nullable=False),
        sa.Column("secret_hash", sa.String(64), nullable=False),
        sa.Column("label", sa.Text),
        sa.Column("created", sa.Float, nullable=False),
        sa.Column("seen", sa.Float, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_devices"),
        sa.UniqueConstraint("secret_hash", name="uq_devices_secret_hash"),
        sa.ForeignKeyConstraint(["player_id"], ["players.id"], name="fk_devices_player_id_players"),
    )
    op.create_index("ix_devices_player_id", "devices", ["player_id"])
    op.execute(
        "INSERT INTO devices (id, player_id, secret_hash, created, seen) "
        "SELECT substr(secret_hash, 1, 24), id, secret_hash, created, created FROM players"
    )
    op.create_table(
        "handovers",
        sa.Column("secret_hash", sa.String(64), nullable=False),
        sa.Column("player_id", sa.String(24), nullable=False),
        sa.Column("created", sa.Float, nullable=False),
        sa.Column("taken_by", sa.String(64)),
        sa.PrimaryKeyConstraint("secret_hash", name="pk_handovers"),
        sa.ForeignKeyConstraint(["player_id"], ["players.id"], name="fk_handovers_player_id_players"),
    )
    op.create_index("ix_handovers_player_id", "handovers", ["player_id"])
    create_former_occupants()
    op.create_table(
        "service_clock",
        sa.Column("id", sa.Integer, nullable=False, autoincrement=False),
        sa.Column("uptime", sa.Float, nullable=False),
        sa.Column("beat", sa.Float, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_service_clock"),
    )
    op.create_table(
        "server_state",
        sa.Column("name", sa.String(24), nullable=False),
        sa.Column("value", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("name", name="pk_server_state"),
    )


def give_full_time(connection: sa.Connection) -> None:
    """Let running clocks begin anew: the service time begins at 0 with the upgrade, and so did these decisions."""
    for table_id, facts in connection.execute(sa.text("SELECT id, facts FROM tables WHERE deadline IS NOT NULL")).all():
        try:
            seconds = float(json.loads(facts)["seconds_per_move"])
        except (ValueError, TypeError, LookupError):  # a table that cannot be read has no clock
            continue
        due = sa.text("UPDATE tables SET due = :due WHERE id = :id")
        connection.execute(due, {"due": seconds, "id": table_id})


def create_former_occupants() -> None:
    """Create the table of those who had a seat once, and fill it from the log."""
    op.create_table(
        "former_occupants",
        sa.Column("player_id", sa.String(24), nullable=False),
        sa.Column("table_id", sa.String(24), nullable=False),
        sa.PrimaryKeyConstraint("player_id", "table_id", name="pk_former_occupants"),
        sa.ForeignKeyConstraint(
            ["player_id"], ["players.id"], name="fk_former_occupants_player_id_players", ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["table_id"], ["tables.id"], name="fk_former_occupants_table_id_tables", ondelete="CASCADE"
        ),
    )
    op.create_index("ix_former_occupants_table_id", "former_occupants", ["table_id"])
    seated = SEATED[op.get_bind().dialect.name]
    op.execute(
        f"INSERT INTO former_occupants SELECT player_id, table_id FROM ({seated}) AS seated "
        "WHERE player_id IN (SELECT id FROM players) AND NOT EXISTS (SELECT 1 FROM occupants "
        "WHERE occupants.player_id = seated.player_id AND occupants.table_id = seated.table_id)"
    )
