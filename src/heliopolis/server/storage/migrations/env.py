"""Alembic runs this for every migration; the connection is handed in, within a transaction."""

from alembic import context

from heliopolis.server.storage.schema import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    render_as_batch=True,
    transactional_ddl=False,  # the transaction is ours
)
context.run_migrations()
