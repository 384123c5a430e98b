"""The first schema."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Makes every table, and the head of empty books."""
    op.create_table(
        "audit",
        sa.Column("seq", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), autoincrement=False, nullable=False),
        sa.Column("at_ms", sa.BigInteger(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("actor", sa.Text(), nullable=False),
        sa.Column("subject", sa.Text(), nullable=False),
        sa.Column("body", sa.Text(), nullable=False),
        sa.Column("hash", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("seq", name=op.f("pk_audit")),
    )
    op.create_table(
        "balances",
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("cents", sa.BigInteger(), nullable=False),
        sa.CheckConstraint("cents >= 0 OR name NOT LIKE 'wallet/%'", name=op.f("ck_balances_wallet")),
        sa.PrimaryKeyConstraint("name", name=op.f("pk_balances")),
    )
    op.create_table(
        "entries",
        sa.Column("seq", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), autoincrement=False, nullable=False),
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("at_ms", sa.BigInteger(), nullable=False),
        sa.Column("round", sa.Text(), nullable=True),
        sa.Column("note", sa.Text(), nullable=False),
        sa.Column("reverses", sa.Text(), nullable=True),
        sa.PrimaryKeyConstraint("seq", name=op.f("pk_entries")),
        sa.UniqueConstraint("id", name=op.f("uq_entries_id")),
    )
    op.create_index(op.f("ix_entries_round"), "entries", ["round"], unique=False)
    op.create_table(
        "head",
        sa.Column("id", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("entry_seq", sa.BigInteger(), nullable=False),
        sa.Column("audit_seq", sa.BigInteger(), nullable=False),
        sa.Column("audit_hash", sa.Text(), nullable=False),
        sa.CheckConstraint("id = 1", name=op.f("ck_head_single")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_head")),
    )
    op.create_table(
        "persons",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("name", sa.Text(), nullable=False),
        sa.Column("role", sa.Text(), nullable=False),
        sa.Column("password_hash", sa.Text(), nullable=True),
        sa.Column("made_ms", sa.BigInteger(), nullable=False),
        sa.Column("disabled", sa.Boolean(), nullable=False),
        sa.Column("name_key", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_persons")),
        sa.UniqueConstraint("name_key", name=op.f("uq_persons_name_key")),
    )
    op.create_table(
        "requests",
        sa.Column("account", sa.Text(), nullable=False),
        sa.Column("key", sa.Text(), nullable=False),
        sa.Column("content_hash", sa.Text(), nullable=False),
        sa.Column("status", sa.BigInteger(), nullable=False),
        sa.Column("answer", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("account", "key", name=op.f("pk_requests")),
    )
    op.create_table(
        "sessions",
        sa.Column("token_hash", sa.Text(), nullable=False),
        sa.Column("account", sa.Text(), nullable=False),
        sa.Column("made_ms", sa.BigInteger(), nullable=False),
        sa.Column("expires_ms", sa.BigInteger(), nullable=False),
        sa.Column("revoked", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("token_hash", name=op.f("pk_sessions")),
    )
    op.create_index(op.f("ix_sessions_account"), "sessions", ["account"], unique=False)
    op.create_table(
        "sign_in_failures",
        sa.Column("subject", sa.Text(), nullable=False),
        sa.Column("count", sa.BigInteger(), nullable=False),
        sa.Column("first_ms", sa.BigInteger(), nullable=False),
        sa.Column("locked_until_ms", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("subject", name=op.f("pk_sign_in_failures")),
    )
    op.create_table(
        "tables",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("opening", sa.Text(), nullable=False),
        sa.Column("opened_by", sa.Text(), nullable=False),
        sa.Column("private", sa.Boolean(), nullable=False),
        sa.Column("status", sa.Text(), nullable=False),
        sa.Column("seq", sa.BigInteger(), nullable=False),
        sa.Column("state", sa.Text(), nullable=False),
        sa.Column("deadline_ms", sa.BigInteger(), nullable=True),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_tables")),
    )
    op.create_index(op.f("ix_tables_deadline_ms"), "tables", ["deadline_ms"], unique=False)
    op.create_table(
        "anchors",
        sa.Column(
            "audit_seq", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), autoincrement=False, nullable=False
        ),
        sa.Column("hash", sa.Text(), nullable=False),
        sa.Column("at_ms", sa.BigInteger(), nullable=False),
        sa.Column("public_key", sa.Text(), nullable=False),
        sa.Column("signature", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["audit_seq"], ["audit.seq"], name=op.f("fk_anchors_audit_seq")),
        sa.PrimaryKeyConstraint("audit_seq", name=op.f("pk_anchors")),
    )
    op.create_table(
        "events",
        sa.Column("table", sa.Text(), nullable=False),
        sa.Column("seq", sa.BigInteger(), nullable=False),
        sa.Column("round", sa.Text(), nullable=True),
        sa.Column("at_ms", sa.BigInteger(), nullable=False),
        sa.Column("body", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["table"], ["tables.id"], name=op.f("fk_events_table")),
        sa.PrimaryKeyConstraint("table", "seq", name=op.f("pk_events")),
    )
    op.create_table(
        "legs",
        sa.Column("entry", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("place", sa.Integer(), nullable=False),
        sa.Column("account", sa.Text(), nullable=False),
        sa.Column("cents", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["account"], ["balances.name"], name=op.f("fk_legs_account")),
        sa.ForeignKeyConstraint(["entry"], ["entries.seq"], name=op.f("fk_legs_entry")),
        sa.PrimaryKeyConstraint("entry", "place", name=op.f("pk_legs")),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "meter_movements",
        sa.Column("place", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), autoincrement=True, nullable=False),
        sa.Column("link", sa.Text(), nullable=False),
        sa.Column("number", sa.BigInteger(), nullable=False),
        sa.Column("entry", sa.Text(), nullable=False),
        sa.Column("kind", sa.Text(), nullable=False),
        sa.Column("cents", sa.BigInteger(), nullable=False),
        sa.Column("round", sa.Text(), nullable=True),
        sa.Column("note", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["entry"], ["entries.id"], name=op.f("fk_meter_movements_entry")),
        sa.PrimaryKeyConstraint("place", name=op.f("pk_meter_movements")),
    )
    op.create_index(op.f("ix_meter_movements_link"), "meter_movements", ["link"], unique=False)
    op.create_index(op.f("ix_meter_movements_round"), "meter_movements", ["round"], unique=False)
    op.create_table(
        "played",
        sa.Column("table", sa.Text(), nullable=False),
        sa.Column("account", sa.Text(), nullable=False),
        sa.Column("wager", sa.Text(), nullable=False),
        sa.Column("rounds", sa.BigInteger(), nullable=False),
        sa.Column("staked_cents", sa.BigInteger(), nullable=False),
        sa.Column("total_cents", sa.BigInteger(), nullable=False),
        sa.Column("net_cents", sa.BigInteger(), nullable=False),
        sa.Column("squares", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["table"], ["tables.id"], name=op.f("fk_played_table")),
        sa.PrimaryKeyConstraint("table", "account", "wager", name=op.f("pk_played")),
    )
    op.create_table(
        "rounds",
        sa.Column("place", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), autoincrement=True, nullable=False),
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("table", sa.Text(), nullable=False),
        sa.Column("number", sa.BigInteger(), nullable=False),
        sa.Column("game", sa.Text(), nullable=False),
        sa.Column("status", sa.Text(), nullable=False),
        sa.Column("shuffle", sa.Text(), nullable=False),
        sa.Column("first_card", sa.BigInteger(), nullable=False),
        sa.Column("document", sa.Text(), nullable=False),
        sa.Column("meters", sa.Text(), nullable=False),
        sa.Column("opened_ms", sa.BigInteger(), nullable=False),
        sa.Column("ended_ms", sa.BigInteger(), nullable=True),
        sa.Column("void_reason", sa.Text(), nullable=True),
        sa.ForeignKeyConstraint(["table"], ["tables.id"], name=op.f("fk_rounds_table")),
        sa.PrimaryKeyConstraint("place", name=op.f("pk_rounds")),
        sa.UniqueConstraint("id", name=op.f("uq_rounds_id")),
        sa.UniqueConstraint("table", "number", name=op.f("uq_rounds_table_number")),
    )
    op.create_index(op.f("ix_rounds_game_place"), "rounds", ["game", "place"], unique=False)
    op.create_index(op.f("ix_rounds_shuffle"), "rounds", ["shuffle"], unique=False)
    op.create_table(
        "shuffles",
        sa.Column("id", sa.Text(), nullable=False),
        sa.Column("table", sa.Text(), nullable=False),
        sa.Column("commitment", sa.Text(), nullable=False),
        sa.Column("sealed_seed", sa.Text(), nullable=False),
        sa.Column("client_seeds", sa.Text(), nullable=False),
        sa.Column("seed", sa.Text(), nullable=True),
        sa.ForeignKeyConstraint(["table"], ["tables.id"], name=op.f("fk_shuffles_table")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_shuffles")),
    )
    op.create_table(
        "seats",
        sa.Column("round", sa.Text(), nullable=False),
        sa.Column("seat", sa.BigInteger(), nullable=False),
        sa.Column("account", sa.Text(), nullable=False),
        sa.Column("staked_cents", sa.BigInteger(), nullable=False),
        sa.Column("returned_cents", sa.BigInteger(), nullable=True),
        sa.ForeignKeyConstraint(["round"], ["rounds.id"], name=op.f("fk_seats_round")),
        sa.PrimaryKeyConstraint("round", "seat", name=op.f("pk_seats")),
        sqlite_with_rowid=False,
    )
    op.create_index(op.f("ix_seats_account"), "seats", ["account"], unique=False)
    op.execute(f"INSERT INTO head (id, entry_seq, audit_seq, audit_hash) VALUES (1, 0, 0, '{'0' * 64}')")
