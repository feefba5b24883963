"""Reviews of finished games, kept with their tables, or by themselves where a record was opened."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    op.create_table(
        "reviews",
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("table_id", sa.String(24)),
        sa.Column("record", sa.Text),
        sa.Column("state", sa.String(8), nullable=False),
        sa.Column("review", sa.Text),
        sa.Column("origin", sa.String(64)),
        sa.Column("asked", sa.Float, nullable=False),
        sa.Column("changed", sa.Float, nullable=False),
        sa.Column("claimed_by", sa.String(24)),
        sa.Column("claimed_until", sa.Float),
        sa.PrimaryKeyConstraint("id", name="pk_reviews"),
        sa.ForeignKeyConstraint(["table_id"], ["tables.id"], name="fk_reviews_table_id_tables", ondelete="CASCADE"),
    )
    op.create_index("ix_reviews_table_id", "reviews", ["table_id"])
    op.create_index("ix_reviews_state_asked", "reviews", ["state", "asked"])
