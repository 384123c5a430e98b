"""Copies of a live database: one SQLite file, whatever the database is, that a server can open or load elsewhere.

A SQLite database is copied by its own backup, a PostgreSQL database from a repeatable-read snapshot; neither holds up
those who write meanwhile. A copy is written aside, checked, and only then given its name.
"""

import contextlib
import os
import secrets
import sqlite3
import tempfile
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass
from urllib.parse import quote

from sqlalchemy import Connection, select, text
from sqlalchemy.engine import URL

from pitboss.core.errors import OptionError, StoreError
from pitboss.table import schema
from pitboss.table.sql_engine import (
    POSTGRES,
    SQLITE,
    begun,
    database_name,
    database_url,
    migrate,
    revision_of,
    store_error,
)

ROWS_AT_A_TIME = 5000


@dataclass(frozen=True)
class Copied:
    """What a copy holds, for comparison with the original."""

    tables: int
    rounds: int
    entries: int
    audit_seq: int
    audit_hash: str


def back_up(source: str, file: str) -> Copied:
    """Writes a consistent copy of a database, which may be in use, to a new SQLite file."""
    if os.path.exists(file):
        raise OptionError(f"{file!r} exists: name a new file for the backup")
    folder = os.path.dirname(os.path.abspath(file))
    if not os.path.isdir(folder):
        raise OptionError(f"{file!r} cannot be written: there is no folder {folder!r}")
    url = database_url(source)
    with _written_aside(file) as aside:
        if url.get_backend_name() == SQLITE:
            _copy_file(str(url.database), aside)
        else:
            _copy_rows_to_file(url, aside)
        return _checked(aside)


def restore(file: str, target: str) -> Copied:
    """Loads a backup into a database without records; the file is left as it is."""
    url = database_url(target)
    with tempfile.TemporaryDirectory(prefix="pitboss-restore-") as folder:
        copy = os.path.join(folder, "copy.db")
        _copy_file(file, copy)
        with begun(database_url(copy)) as connection:
            if revision_of(connection) is None:
                raise StoreError(f"{file!r} is not a backup of Pitboss: it has no schema")
        migrate(database_url(copy))  # A backup of an earlier version is brought up to this one.
        copied = _checked(copy)
        migrate(url)
        with begun(database_url(copy)) as source, begun(url) as connection:
            _refuse_records(connection, url)
            _copy_rows(source, connection)
    return copied


@contextmanager
def _written_aside(file: str) -> Generator[str]:
    """The name of a file to write in place of another; it gets that one's name when it is complete and on disk."""
    aside = f"{file}.{secrets.token_hex(4)}.partial"
    try:
        yield aside
        descriptor = os.open(aside, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)
        os.replace(aside, file)
    finally:
        for ending in ("", "-wal", "-shm", "-journal"):
            with contextlib.suppress(FileNotFoundError):
                os.unlink(aside + ending)


def _copy_file(path: str, copy: str) -> None:
    """Copies a SQLite database, with all that its write-ahead log holds, into a new file."""
    if not os.path.isfile(path):
        raise StoreError(f"{path!r} is not there: name the file of a database")
    try:
        source = sqlite3.connect(f"file:{quote(os.path.abspath(path))}?mode=rw", uri=True)
    except sqlite3.Error as error:
        raise store_error(database_url(path), error) from None
    try:
        target = sqlite3.connect(copy)
        try:
            source.backup(target)
            target.execute("PRAGMA journal_mode = DELETE")  # One file, without a log beside it.
        finally:
            target.close()
    except sqlite3.Error as error:
        name = path if getattr(error, "sqlite_errorname", "") == "SQLITE_NOTADB" else copy
        raise store_error(database_url(name), error) from None
    finally:
        source.close()


def _copy_rows_to_file(url: URL, copy: str) -> None:
    """Copies all rows of a PostgreSQL database, as they are at one moment, into a new SQLite file."""
    with begun(url, "REPEATABLE READ") as source:
        at = revision_of(source)
        if at != schema.HEAD_REVISION:
            raise StoreError(
                f"{database_name(url)} has the schema {at or 'of nobody'}, this version {schema.HEAD_REVISION}: "
                "back it up with the version that runs it"
            )
        migrate(database_url(copy))
        with begun(database_url(copy)) as target:
            _copy_rows(source, target)
    with contextlib.closing(sqlite3.connect(copy)) as written:
        written.execute("PRAGMA journal_mode = DELETE")


def _copy_rows(source: Connection, target: Connection) -> None:
    """Copies every row of every table of the schema; the target has none but the head of empty books."""
    target.execute(schema.HEAD.delete())
    streamed = source.execution_options(stream_results=True, yield_per=ROWS_AT_A_TIME)
    for table in schema.METADATA.sorted_tables:
        insert = str(table.insert().inline().compile(dialect=target.dialect))
        names = [column.name for column in table.columns]
        by_name = target.dialect.name == POSTGRES
        for rows in streamed.execute(select(table)).partitions():
            values = [dict(zip(names, row, strict=True)) for row in rows] if by_name else [tuple(row) for row in rows]
            target.exec_driver_sql(insert, values)
    if target.dialect.name == POSTGRES:
        for table in (schema.ROUNDS, schema.MOVEMENTS):  # Counting goes on after the last row.
            last = f"(SELECT max(place) FROM {table.name})"
            sequence = f"pg_get_serial_sequence('{table.name}', 'place')"
            target.execute(text(f"SELECT setval({sequence}, coalesce({last}, 0) + 1, false)"))


def _refuse_records(connection: Connection, url: URL) -> None:
    for table in schema.METADATA.sorted_tables:
        if table is not schema.HEAD and connection.execute(select(table).limit(1)).first() is not None:
            raise StoreError(f"{database_name(url)} is not empty: a backup is restored into a new database")


def _checked(path: str) -> Copied:
    """What a copy holds, once SQLite has found it whole."""
    try:
        with contextlib.closing(sqlite3.connect(path)) as connection:
            (found,) = connection.execute("PRAGMA integrity_check").fetchone()
            if found != "ok":
                raise StoreError(f"{path!r} is damaged: {found}")
            counts = [
                connection.execute(f"SELECT count(*) FROM {table.name}").fetchone()[0]
                for table in (schema.TABLES, schema.ROUNDS, schema.ENTRIES)
            ]
            head = connection.execute("SELECT audit_seq, audit_hash FROM head").fetchone()
    except sqlite3.Error as error:
        raise store_error(database_url(path), error) from None
    return Copied(*counts, *head)
