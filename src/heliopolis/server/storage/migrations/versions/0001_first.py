"""Players, tables, their logs and snapshots, requests, links."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    op.create_table(
        "players",
        sa.Column("id", sa.String(24), nullable=False),
        sa.Column("secret_hash", sa.String(64), nullable=False),
        sa.Column("name", sa.Text),
        sa.Column("created", sa.Float, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_players"),
        sa.UniqueConstraint("secret_hash", name="uq_players_secret_hash"),
    )
    op.create_table(
        "tables",
        sa.Column("id", sa.String(24), nullable=False),
        sa.Column("facts", sa.Text, nullable=False),
        sa.Column("created", sa.Float, nullable=False),
        sa.Column("listed", sa.Boolean, nullable=False),
        sa.Column("head", sa.Integer, nullable=False),
        sa.Column("changed", sa.Float, nullable=False),
        sa.Column("status", sa.String(8), nullable=False),
        sa.Column("bot_to_act", sa.Boolean, nullable=False),
        sa.Column("deadline", sa.Float),
        sa.Column("summary", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_tables"),
    )
    op.create_index("ix_tables_bot_to_act", "tables", ["bot_to_act"])
    op.create_index("ix_tables_deadline", "tables", ["deadline"])
    op.create_index("ix_tables_listed", "tables", ["listed", "changed"])
    op.create_table(
        "log",
        sa.Column("table_id", sa.String(24), nullable=False),
        sa.Column("seq", sa.Integer, nullable=False, autoincrement=False),
        sa.Column("at", sa.Float, nullable=False),
        sa.Column("entry", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("table_id", "seq", name="pk_log"),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="fk_log_table_id_tables"),
    )
    op.create_table(
        "requests",
        sa.Column("scope", sa.String(24), nullable=False),
        sa.Column("request_id", sa.String(64), nullable=False),
        sa.Column("digest", sa.String(64), nullable=False),
        sa.Column("table_id", sa.String(24), nullable=False),
        sa.Column("seq", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("scope", "request_id", name="pk_requests"),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="fk_requests_table_id_tables"),
    )
    op.create_table(
        "snapshots",
        sa.Column("table_id", sa.String(24), nullable=False),
        sa.Column("seq", sa.Integer, nullable=False, autoincrement=False),
        sa.Column("state", sa.Text, nullable=False),
        sa.PrimaryKeyConstraint("table_id", "seq", name="pk_snapshots"),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="fk_snapshots_table_id_tables"),
    )
    op.create_table(
        "links",
        sa.Column("secret_hash", sa.String(64), nullable=False),
        sa.Column("table_id", sa.String(24), nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("secret_hash", name="pk_links"),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="fk_links_table_id_tables"),
    )
    op.create_index("ix_links_table_id_seat", "links", ["table_id", "seat"])
    op.create_table(
        "occupants",
        sa.Column("player_id", sa.String(24), nullable=False),
        sa.Column("table_id", sa.String(24), nullable=False),
        sa.PrimaryKeyConstraint("player_id", "table_id", name="pk_occupants"),
        sa.ForeignKeyConstraint(["player_id"], ["players.id"], name="fk_occupants_player_id_players"),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="fk_occupants_table_id_tables"),
    )
