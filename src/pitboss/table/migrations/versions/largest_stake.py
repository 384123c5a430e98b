"""The largest stake of a round, beside the sums of what was played; not known of rounds from before."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Makes the column, without values."""
    op.add_column("played", sa.Column("largest_cents", sa.BigInteger(), nullable=True))
