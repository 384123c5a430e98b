"""Card rooms on a SQLite file: what the file holds as a digest, and as a store in memory whose invariants are checked."""

import hashlib
import sqlite3
from collections import Counter
from pathlib import Path
from typing import Any

from pitboss.core.errors import StoreError
from pitboss.table.live_table import Build
from pitboss.table.records import (
    Anchor,
    AuditRecord,
    Entry,
    EventRecord,
    MeterMovement,
    Person,
    Played,
    RequestRecord,
    RoundRecord,
    SeatRecord,
    ShuffleRecord,
    TableRecord,
)
from pitboss.table.schema import METADATA
from pitboss.table.sql_store import SqlStore
from pitboss.table.sql_text import KINDS
from tests.support.memory_store import MemoryStore
from tests.support.simulation.invariants import Violation, Watch
from tests.support.simulation.world import KEY

TABLES = tuple(sorted(METADATA.tables))


def digest(connection: sqlite3.Connection) -> str:
    """The hash of every row of every table; the database itself must be whole."""
    assert connection.execute("PRAGMA quick_check").fetchall() == [("ok",)]
    whole = hashlib.sha256()
    for name in TABLES:
        for row in sorted(map(repr, connection.execute(f'SELECT * FROM "{name}"'))):
            whole.update(f"{name} {row}".encode())
    return whole.hexdigest()


def digest_of(store: SqlStore) -> str:
    """The digest of an open store."""
    return store.with_connection(lambda cursor: digest(cursor.connection))


def digest_of_file(path: Path) -> str:
    """The digest of a file, opened as it was left; what SQLite says where that cannot be read."""
    connection = sqlite3.connect(path)
    try:
        return digest(connection)
    except sqlite3.Error as error:
        return f"damaged: {error}"
    finally:
        connection.close()


def loaded(store: SqlStore) -> MemoryStore:
    """The rows of a database, in memory, with the balances that the database itself says."""
    memory = MemoryStore()
    kinds = (Person, TableRecord, ShuffleRecord, RoundRecord, SeatRecord, Played, RequestRecord, AuditRecord, Anchor)
    records: list[Any] = []
    for kind in (*kinds, EventRecord, MeterMovement):
        how = KINDS[kind]
        order = "place" if "place" in how.table.columns else "seq" if "seq" in how.fields else how.key[0]
        fields = ", ".join(f'"{name}"' for name in how.fields)
        sql = f'SELECT {fields} FROM "{how.table.name}" ORDER BY "{order}"'
        records += map(how.read, store.with_connection(lambda cursor, sql=sql: cursor.execute(sql).fetchall()))
    entries: list[Entry] = []
    while more := store.list_entries(len(entries)):
        entries += more
    with memory.transaction() as transaction:
        transaction.write([*records, *entries])
    memory.accounts = Counter(dict(store.list_accounts()))
    return memory


def check(store: SqlStore, build: Build) -> Watch:
    """Checks every invariant of a database."""
    try:
        memory = loaded(store)
    except StoreError as error:
        raise Violation(f"the rows of the database contradict each other: {error}") from error
    watch = Watch(memory, KEY, build)
    watch.look()
    return watch
