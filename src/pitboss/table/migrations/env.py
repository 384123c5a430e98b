"""Runs migrations on the connection that `sql_engine.migrate` hands over, in the transaction it has begun."""

from alembic import context

from pitboss.table.schema import METADATA

context.configure(connection=context.config.attributes["connection"], target_metadata=METADATA)
context.run_migrations()
