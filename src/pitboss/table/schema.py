"""The tables of a card room's database. Columns have the names, and the order, of the fields of `records`.

`migrations` makes them, and changes databases of earlier versions; a test compares the two.
"""

from sqlalchemy import (
    BigInteger,
    Boolean,
    CheckConstraint,
    Column,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    PrimaryKeyConstraint,
    Table,
    Text,
    UniqueConstraint,
)

HEAD_REVISION = "0003"
"""The newest migration: a database that says it is there needs no look at the others."""

METADATA = MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s",
        "ck": "ck_%(table_name)s_%(constraint_name)s",
        "pk": "pk_%(table_name)s",
    }
)

PLACE = BigInteger().with_variant(Integer, "sqlite")
"""The type of a number that the database counts up; SQLite counts only what is called an integer."""


def _text(name: str, *more: ForeignKey, null: bool = False) -> Column[str]:
    return Column(name, Text, *more, nullable=null)


def _whole(name: str, *more: ForeignKey, null: bool = False) -> Column[int]:
    return Column(name, BigInteger, *more, nullable=null)


PERSONS = Table(
    "persons",
    METADATA,
    _text("id"),
    _text("name"),
    _text("role"),
    _text("password_hash", null=True),
    _whole("made_ms"),
    Column("disabled", Boolean, nullable=False),
    _text("name_key"),  # The name without regard to case.
    PrimaryKeyConstraint("id"),
    UniqueConstraint("name_key"),
)

SESSIONS = Table(
    "sessions",
    METADATA,
    _text("token_hash"),
    _text("account"),
    _whole("made_ms"),
    _whole("expires_ms"),
    Column("revoked", Boolean, nullable=False),
    PrimaryKeyConstraint("token_hash"),
    Index(None, "account"),
)

FAILURES = Table(
    "sign_in_failures",
    METADATA,
    _text("subject"),
    _whole("count"),
    _whole("first_ms"),
    _whole("locked_until_ms"),
    PrimaryKeyConstraint("subject"),
)

TABLES = Table(
    "tables",
    METADATA,
    _text("id"),
    _text("opening"),
    _text("opened_by"),
    Column("private", Boolean, nullable=False),
    _text("status"),
    _whole("seq"),
    _text("state"),
    _whole("deadline_ms", null=True),
    PrimaryKeyConstraint("id"),
    Index(None, "deadline_ms"),
)

EVENTS = Table(
    "events",
    METADATA,
    _text("table", ForeignKey("tables.id")),
    _whole("seq"),
    _text("round", null=True),
    _whole("at_ms"),
    _text("body"),
    PrimaryKeyConstraint("table", "seq"),
    Index(None, "round"),
)

ROUNDS = Table(
    "rounds",
    METADATA,
    Column("place", PLACE, primary_key=True, autoincrement=True),  # The order in which rounds were opened.
    _text("id"),
    _text("table", ForeignKey("tables.id")),
    _whole("number"),
    _text("game"),
    _text("status"),
    _text("shuffle"),
    _whole("first_card"),
    _text("document"),
    _text("meters"),
    _whole("opened_ms"),
    _whole("ended_ms", null=True),
    _text("void_reason", null=True),
    UniqueConstraint("id"),
    UniqueConstraint("table", "number"),
    Index(None, "game", "place"),
    Index(None, "shuffle"),
)

SEATS = Table(
    "seats",
    METADATA,
    _text("round", ForeignKey("rounds.id")),
    _whole("seat"),
    _text("account"),
    _whole("staked_cents"),
    _whole("returned_cents", null=True),
    PrimaryKeyConstraint("round", "seat"),
    Index(None, "account"),
    sqlite_with_rowid=False,
)

SHUFFLES = Table(
    "shuffles",
    METADATA,
    _text("id"),
    _text("table", ForeignKey("tables.id")),
    _text("commitment"),
    _text("sealed_seed"),
    _text("client_seeds"),
    _text("seed", null=True),
    PrimaryKeyConstraint("id"),
)

BALANCES = Table(
    "balances",
    METADATA,
    _text("name"),
    _whole("cents"),
    PrimaryKeyConstraint("name"),
    CheckConstraint("cents >= 0 OR name NOT LIKE 'wallet/%'", name="wallet"),
)

ENTRIES = Table(
    "entries",
    METADATA,
    Column("seq", PLACE, primary_key=True, autoincrement=False),
    _text("id"),
    _text("kind"),
    _whole("at_ms"),
    _text("round", null=True),
    _text("note"),
    _text("reverses", null=True),
    UniqueConstraint("id"),
    Index(None, "round"),
)

LEGS = Table(
    "legs",
    METADATA,
    Column("entry", PLACE, ForeignKey("entries.seq"), nullable=False),
    Column("place", Integer, nullable=False),
    _text("account", ForeignKey("balances.name")),
    _whole("cents"),
    PrimaryKeyConstraint("entry", "place"),
    sqlite_with_rowid=False,
)

MOVEMENTS = Table(
    "meter_movements",
    METADATA,
    Column("place", PLACE, primary_key=True, autoincrement=True),
    _text("link"),
    _whole("number"),
    _text("entry", ForeignKey("entries.id")),
    _text("kind"),
    _whole("cents"),
    _text("round", null=True),
    _text("note"),
    Index(None, "round"),
    Index(None, "link"),
)

REQUESTS = Table(
    "requests",
    METADATA,
    _text("account"),
    _text("key"),
    _text("content_hash"),
    _whole("status"),
    _text("answer"),
    PrimaryKeyConstraint("account", "key"),
)

AUDIT = Table(
    "audit",
    METADATA,
    Column("seq", PLACE, primary_key=True, autoincrement=False),
    _whole("at_ms"),
    _text("kind"),
    _text("actor"),
    _text("subject"),
    _text("body"),
    _text("hash"),
    Index(None, "subject"),
)

ANCHORS = Table(
    "anchors",
    METADATA,
    Column("audit_seq", PLACE, ForeignKey("audit.seq"), primary_key=True, autoincrement=False),
    _text("hash"),
    _whole("at_ms"),
    _text("public_key"),
    _text("signature"),
)

PLAYED = Table(
    "played",
    METADATA,
    _text("table", ForeignKey("tables.id")),
    _text("account"),
    _text("wager"),
    _whole("rounds"),
    _whole("staked_cents"),
    _whole("total_cents"),
    _whole("net_cents"),
    _text("squares"),  # Sums of squares outgrow 64 bits.
    _whole("largest_cents", null=True),
    PrimaryKeyConstraint("table", "account", "wager"),
)

HEAD = Table(
    "head",
    METADATA,
    Column("id", Integer, primary_key=True, autoincrement=False),
    _whole("entry_seq"),
    _whole("audit_seq"),
    _text("audit_hash"),
    CheckConstraint("id = 1", name="single"),
)
