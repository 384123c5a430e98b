"""Changes of the schema from version to version, for alembic."""
