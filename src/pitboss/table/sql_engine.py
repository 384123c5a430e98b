"""Databases by URL: connections to SQLite and PostgreSQL, their failures as errors, and migrations."""

import os
import sqlite3
from collections.abc import Generator
from contextlib import contextmanager
from functools import cache
from typing import Any
from urllib.parse import quote

from sqlalchemy import Engine, NullPool, create_engine, event, inspect, text
from sqlalchemy.engine import URL, Connection, make_url
from sqlalchemy.exc import ArgumentError, NoSuchModuleError, SQLAlchemyError

from pitboss.core.errors import OptionError, StoreError
from pitboss.table.schema import HEAD_REVISION

SQLITE, POSTGRES = "sqlite", "postgresql"
BUSY_SECONDS = 15
CONNECT_SECONDS = 10
LOCK_SECONDS = 5
"""How long a lock is waited for, and how long a server may do nothing in a transaction before it loses its locks."""
MIGRATION_LOCK = 7_420_114  # Of PostgreSQL's advisory locks: servers that start together migrate one after the other.

PRAGMAS = (
    f"PRAGMA busy_timeout = {BUSY_SECONDS * 1000}",
    "PRAGMA journal_mode = WAL",
    "PRAGMA synchronous = FULL",  # With NORMAL an acknowledged commit can be lost when the power goes.
    "PRAGMA foreign_keys = ON",
)


def database_url(text: str) -> URL:
    """The URL of a database: `postgresql://…`, `sqlite:///FILE`, or the path of a SQLite file."""
    if "://" not in text:
        return URL.create(SQLITE, database=text)
    try:
        url = make_url(text)
    except (ArgumentError, ValueError):
        raise OptionError("the database URL cannot be read: give postgresql://USER@HOST/NAME or a file") from None
    if url.get_backend_name() not in (SQLITE, POSTGRES):
        shown = url.render_as_string(hide_password=True)
        raise OptionError(f"no database {shown!r}: give postgresql://USER@HOST/NAME or a file")
    if url.get_backend_name() == SQLITE:
        if not url.database or url.database == ":memory:":
            raise OptionError(f"{text}: the database needs a file, as in sqlite:///tables.db")
        return URL.create(SQLITE, database=url.database)
    return url.set(drivername=f"{POSTGRES}+psycopg")


def check_database(text: str) -> None:
    """Refuses what cannot be a database; a file that is not there yet can, and nothing is made."""
    url = database_url(text)
    if url.get_backend_name() != SQLITE:
        return
    path = str(url.database)
    if os.path.isdir(path):
        raise OptionError(f"--db {path!r} is a folder: give the file of a database, or postgresql://USER@HOST/NAME")
    folder = os.path.dirname(os.path.abspath(path))
    while not os.path.lexists(folder):
        folder = os.path.dirname(folder)
    if not os.path.isdir(folder):
        raise OptionError(f"--db {path!r} cannot be made, because {folder!r} is no folder: give a file in a folder")
    if os.path.exists(path):
        _check_file(path)


def _check_file(path: str) -> None:
    """Refuses a file that is no database; reading it so makes no other file beside it."""
    connection = sqlite3.connect(f"file:{quote(os.path.abspath(path))}?mode=ro&immutable=1", uri=True)
    try:
        connection.execute("PRAGMA schema_version")
    except sqlite3.Error:
        raise OptionError(f"--db {path!r} is not a database: give a SQLite file, or a new name") from None
    finally:
        connection.close()


def database_name(url: URL) -> str:
    """What messages call a database: its file, or its host and name, without user and password."""
    if url.get_backend_name() == SQLITE:
        return repr(url.database)
    # A socket's folder stands among the parameters.
    host = url.host or url.query.get("host") or "localhost"
    return f"the database {url.database!r} at {host}{f':{url.port}' if url.port else ''}"


HUNG = """
SELECT pg_terminate_backend(pid) FROM pg_stat_activity
WHERE datname = current_database() AND usename = current_user AND pid <> pg_backend_pid() AND backend_xid IS NOT NULL
AND wait_event_type = 'Client' AND state_change < clock_timestamp() - make_interval(secs => %s)
"""
"""Ends transactions that have written and wait for their server, which has sent nothing for so many seconds.

PostgreSQL counts one in the middle of a pipeline as active, and after a pipeline its own timeout for idle transactions
does not fire (seen with 16.14): both would hold their locks until the network gives up.
"""


def is_lock_timeout(error: BaseException) -> bool:
    """Whether a statement waited in vain for a lock of PostgreSQL."""
    return type(error).__name__ == "LockNotAvailable"


@cache
def database_failures() -> tuple[type[BaseException], ...]:
    """The classes of errors that databases raise."""
    try:
        import psycopg
    except ImportError:
        return (sqlite3.Error, SQLAlchemyError)
    return (sqlite3.Error, SQLAlchemyError, psycopg.Error)


def store_error(url: URL, error: BaseException) -> StoreError:
    """A failure of a database as the error that callers know; `store/conflict` where a key is taken."""
    cause = getattr(error, "orig", None) or error
    words = " ".join(str(cause).split()) or type(cause).__name__
    if url.password:
        words = words.replace(str(url.password), "***")
    name = database_name(url)
    if type(cause).__name__ in ("IntegrityError", "UniqueViolation"):
        return StoreError(f"{name} has such a row already, or lacks one: {words}", "conflict")
    return StoreError(f"{name} failed: {words}")


def open_engine(url: URL, **options: Any) -> Engine:
    """An engine whose connections commit by themselves: transactions begin and end by statement."""
    if url.get_backend_name() == POSTGRES:
        try:
            engine = create_engine(
                url, isolation_level="AUTOCOMMIT", connect_args={"connect_timeout": CONNECT_SECONDS}, **options
            )
        except (ImportError, NoSuchModuleError):
            raise OptionError(
                "PostgreSQL needs the extra `postgres`: pip install 'pitboss[postgres]'", "extra"
            ) from None
        event.listen(engine, "connect", _prepare_postgres)
        return engine
    engine = create_engine(
        url, connect_args={"timeout": BUSY_SECONDS, "cached_statements": 256, "check_same_thread": False}, **options
    )
    event.listen(engine, "connect", _prepare_sqlite)
    return engine


def _prepare_postgres(connection: Any, _: object) -> None:
    connection.execute("SET synchronous_commit = on")
    connection.execute(f"SET lock_timeout = '{LOCK_SECONDS}s'")
    # A server that hangs between two statements loses its locks; `HUNG` is for one that hangs in or after a pipeline.
    connection.execute(f"SET idle_in_transaction_session_timeout = '{LOCK_SECONDS}s'")
    connection.commit()


def _prepare_sqlite(connection: sqlite3.Connection, _: object) -> None:
    connection.isolation_level = None
    for pragma in PRAGMAS:
        connection.execute(pragma)


@contextmanager
def begun(url: URL, isolation: str = "READ COMMITTED") -> Generator[Connection]:
    """A connection of SQLAlchemy's in a transaction of its own, for work that is done once; raises `StoreError`."""
    is_sqlite = url.get_backend_name() == SQLITE
    try:
        engine = open_engine(url, poolclass=NullPool)
        if is_sqlite:
            event.listen(engine, "begin", lambda connection: connection.exec_driver_sql("BEGIN IMMEDIATE"))
        else:
            engine = engine.execution_options(isolation_level=isolation)
        with engine.begin() as connection:
            if not is_sqlite:  # A copy or a migration may take longer than a batch of requests.
                for limit in ("lock_timeout", "idle_in_transaction_session_timeout"):
                    connection.exec_driver_sql(f"SET LOCAL {limit} = 0")
            yield connection
    except SQLAlchemyError as error:
        raise store_error(url, error) from None


def revision_of(connection: Connection) -> str | None:
    """The migration that a database is at; None where it is empty."""
    if not inspect(connection).has_table("alembic_version"):
        return None
    return connection.execute(text("SELECT version_num FROM alembic_version")).scalar()


def migrate(url: URL, revision: str = HEAD_REVISION) -> None:
    """Brings the schema of a database up to a revision, all or nothing; an empty database gets it new.

    A database that belongs to something else, or to a newer version, is refused.
    """
    with begun(url) as connection:
        if url.get_backend_name() == POSTGRES:
            connection.execute(text(f"SELECT pg_advisory_xact_lock({MIGRATION_LOCK})"))
        at = revision_of(connection)
        if at == HEAD_REVISION:
            return
        if at is None and inspect(connection).get_table_names():
            raise StoreError(f"{database_name(url)} holds tables that are not Pitboss's: give an empty database")
        _upgrade(connection, at, revision, url)


def _upgrade(connection: Connection, at: str | None, revision: str, url: URL) -> None:
    from alembic import command
    from alembic.config import Config
    from alembic.script import ScriptDirectory

    config = Config()
    config.set_main_option("script_location", "pitboss.table:migrations")
    config.set_main_option("path_separator", "os")
    known = {each.revision for each in ScriptDirectory.from_config(config).walk_revisions()}
    if at is not None and at not in known:
        raise StoreError(
            f"{database_name(url)} was made by a newer version: its schema is {at}, this knows up to {revision}"
        )
    config.attributes["connection"] = connection
    command.upgrade(config, revision)
