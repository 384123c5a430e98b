"""Indexes by which the events and the audit records of one round are found without a look at the others."""

from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Makes the indexes."""
    op.create_index(op.f("ix_events_round"), "events", ["round"], unique=False)
    op.create_index(op.f("ix_audit_subject"), "audit", ["subject"], unique=False)
