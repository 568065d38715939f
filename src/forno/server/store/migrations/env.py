"""Alembic runs the migrations on the connection that the store passes."""

from alembic import context

from forno.server.store.schema import metadata

context.configure(connection=context.config.attributes["connection"], target_metadata=metadata, render_as_batch=True)
with context.begin_transaction():
    context.run_migrations()
