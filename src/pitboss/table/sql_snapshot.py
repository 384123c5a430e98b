"""A database as it is at one moment, for reading only: those who write meanwhile are not held up, and not seen.

The database is left as it is: nothing is migrated, and a file that is not there is not made.
"""

import os
import sqlite3
from collections.abc import Callable
from contextlib import AbstractContextManager
from typing import Any, TypeVar
from urllib.parse import quote

from pitboss.core.errors import StoreError
from pitboss.table.schema import HEAD_REVISION
from pitboss.table.sql_engine import (
    BUSY_SECONDS,
    SQLITE,
    database_failures,
    database_name,
    database_url,
    open_engine,
    store_error,
)
from pitboss.table.sql_store import SqlStore, statements_of
from pitboss.table.store import Transaction

Kept = TypeVar("Kept")


class SqlSnapshot(SqlStore):
    """The records of a database at the moment at which this was made."""

    def __init__(self, url: str) -> None:
        self.url = database_url(url)
        self.is_sqlite = self.url.get_backend_name() == SQLITE
        self.statements = statements_of(self.is_sqlite)
        try:
            self._connection = self._opened_file() if self.is_sqlite else self._opened_server()
            self._check_revision()
        except database_failures() as error:
            raise store_error(self.url, error) from None

    def _opened_file(self) -> Any:
        path = str(self.url.database)
        if not os.path.isfile(path):
            raise StoreError(f"{path!r} is not there: name the file of a database with --db")
        connection = sqlite3.connect(
            f"file:{quote(os.path.abspath(path))}?mode=rw", uri=True, timeout=BUSY_SECONDS, isolation_level=None
        )
        connection.execute("PRAGMA query_only = ON")
        connection.execute("BEGIN")
        return connection

    def _opened_server(self) -> Any:
        self.engine = open_engine(self.url, pool_size=1)
        connection = self.engine.raw_connection()
        cursor = connection.cursor()
        cursor.execute("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
        cursor.execute("SET LOCAL idle_in_transaction_session_timeout = 0")
        return connection

    def _check_revision(self) -> None:
        """The first read, which fixes the moment."""
        try:
            rows = self._connection.cursor().execute("SELECT version_num FROM alembic_version").fetchall()
        except database_failures() as error:
            if "alembic_version" not in str(error):
                raise
            raise StoreError(f"{database_name(self.url)} is not a database of Pitboss: it has no schema") from None
        if [tuple(row) for row in rows] != [(HEAD_REVISION,)]:
            found = rows[0][0] if rows else "of nobody"
            raise StoreError(
                f"{database_name(self.url)} has the schema {found}, this version {HEAD_REVISION}: "
                "verify it with the version that runs it"
            )

    def with_connection(self, work: Callable[[Any], Kept]) -> Kept:
        """The result of work on the one connection."""
        try:
            return work(self._connection.cursor())
        except database_failures() as error:
            raise store_error(self.url, error) from None

    def transaction(self) -> AbstractContextManager[Transaction]:
        """Refused: a snapshot is for reading."""
        raise StoreError(f"{database_name(self.url)} is opened for reading only")

    def close(self) -> None:
        """Ends the moment."""
        self._connection.close()
        if not self.is_sqlite:
            self.engine.dispose()
