"""The store over SQL: a SQLite file, or a PostgreSQL database that several servers share.

SQLite has one writer at a time, so a transaction holds the whole file. In PostgreSQL it holds the rows it asked for,
and tells other servers by NOTIFY, as it commits, which tables have new events. Every failure of the database is a
`StoreError`; a connection that was lost is replaced.
"""

import contextlib
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import AbstractContextManager
from functools import cache
from typing import Any, TypeVar

from pitboss.core.errors import StoreError
from pitboss.table import sql_engine
from pitboss.table.records import (
    Anchor,
    AuditRecord,
    Entry,
    EventRecord,
    Head,
    MeterMovement,
    Person,
    Played,
    Record,
    RoundRecord,
    SessionRecord,
    SignInFailures,
    TableRecord,
)
from pitboss.table.sql_engine import (
    HUNG,
    SQLITE,
    database_failures,
    database_url,
    is_lock_timeout,
    migrate,
    open_engine,
    store_error,
)
from pitboss.table.sql_text import KINDS, Statement, Statements
from pitboss.table.sql_transaction import Rows, SqlTransaction, entries_with_legs
from pitboss.table.store import Row, Transaction

CHANNEL = "pitboss"
PAGE = 1000
OPEN_CONNECTIONS = 16

Kept = TypeVar("Kept")


statements_of = cache(Statements)


class SqlStore:
    """A database of records by its URL, or by the path of its SQLite file; made or brought up to date when opened."""

    def __init__(self, url: str) -> None:
        self.url = database_url(url)
        self.is_sqlite = self.url.get_backend_name() == SQLITE
        migrate(self.url)
        self.engine = open_engine(
            self.url,
            pool_size=OPEN_CONNECTIONS,
            max_overflow=OPEN_CONNECTIONS,
            pool_use_lifo=True,  # The connection used last has its pages and statements at hand.
        )
        self.statements = statements_of(self.is_sqlite)
        self.known_balances: set[str] = set()
        """Names of ledger accounts that have a row; such a row is never removed."""

    def transaction(self) -> AbstractContextManager[Transaction]:
        """A transaction that is durable when the block ends, and undone when it raises."""
        return SqlTransaction(self)

    def connected(self) -> Any:
        """A connection of the database's driver from the pool."""
        try:
            return self.engine.raw_connection()
        except database_failures() as error:
            raise store_error(self.url, error) from None

    def is_lost(self, connection: Any) -> bool:
        """Whether a connection to PostgreSQL turned out to be broken."""
        return not self.is_sqlite and connection.is_valid and connection.driver_connection.closed

    def failed(self, connection: Any, error: BaseException) -> StoreError:
        """The error that callers get; a connection that broke is thrown away, and with it all that wait in the pool.

        Where a lock was waited for in vain, servers that hang with locks lose them, so that the next try goes on.
        """
        if self.is_lost(connection):
            connection.invalidate()
            self.engine.dispose()
        elif is_lock_timeout(error):
            with contextlib.suppress(StoreError):
                self.with_connection(lambda cursor: cursor.execute(HUNG, (sql_engine.LOCK_SECONDS,)))
        return store_error(self.url, error)

    def with_connection(self, work: Callable[[Any], Kept]) -> Kept:
        """The result of work that may be done twice: where the connection turns out to be lost, a new one does it."""
        for is_last in (False, True):
            connection = self.connected()
            try:
                return work(connection.cursor())
            except database_failures() as error:
                was_lost = self.is_lost(connection)
                failure = self.failed(connection, error)
                if is_last or not was_lost:
                    raise failure from None
            finally:
                connection.close()
        raise AssertionError

    def read(self, statement: Statement, **given: Any) -> Rows:
        """The rows of a statement that runs on its own."""
        return self.with_connection(lambda cursor: cursor.execute(statement.text, statement.values(given)).fetchall())

    def _records(self, kind: type[Kept], statement: Statement, **given: Any) -> list[Kept]:
        return KINDS[kind].read_all(self.read(statement, **given))

    def open_balances(self, names: Iterable[str]) -> None:
        """Makes the rows of new ledger accounts, for good: only rows that are there can be locked in order."""
        text, rows = self.statements.open_balance.text, [(name, 0) for name in sorted(names)]
        self.with_connection(lambda cursor: cursor.executemany(text, rows))
        self.known_balances.update(name for name, _ in rows)

    def persons(self, *, id: str | None = None, name: str | None = None) -> list[Person]:
        if id is None and name is None:
            return sorted(self._records(Person, self.statements.all_persons), key=lambda person: person.id)
        if name is None:
            return self._records(Person, self.statements.person, id=id)
        found = self._records(Person, self.statements.person_named, name=name.casefold())
        return [person for person in found if id in (None, person.id)]

    def session(self, token_hash: str) -> SessionRecord | None:
        return next(iter(self._records(SessionRecord, self.statements.session, token_hash=token_hash)), None)

    def sessions(self, account: str) -> list[SessionRecord]:
        found = self._records(SessionRecord, self.statements.sessions, account=account)
        return sorted(found, key=lambda each: (each.made_ms, each.token_hash))

    def failures(self, subject: str) -> SignInFailures | None:
        return next(iter(self._records(SignInFailures, self.statements.failure, subject=subject)), None)

    def list_tables(self) -> list[TableRecord]:
        return sorted(self._records(TableRecord, self.statements.all_tables), key=lambda table: table.id)

    def events(self, table: str, after: int, limit: int = PAGE) -> list[EventRecord]:
        return self._records(EventRecord, self.statements.events, table=table, after=after, limit=limit)

    def list_rounds(
        self,
        *,
        table: str | None = None,
        game: str | None = None,
        account: str | None = None,
        result: str | None = None,
        before: str | None = None,
        limit: int = 100,
    ) -> list[RoundRecord]:
        """Rounds, the newest first."""
        filters = {"table": table, "game": game, "account": account, "before": before}
        given = {name: value for name, value in filters.items() if value is not None}
        statement = self.statements.list_rounds(tuple(given), result)
        return self._records(RoundRecord, statement, limit=limit, **given)

    def list_entries(self, after: int, limit: int = PAGE) -> list[Entry]:
        return entries_with_legs(self.statements, self.read, self.statements.all_entries, after=after, limit=limit)

    def list_audit(self, after: int, limit: int = PAGE) -> list[AuditRecord]:
        return self._records(AuditRecord, self.statements.audit, after=after, limit=limit)

    def list_anchors(self) -> list[Anchor]:
        return self._records(Anchor, self.statements.anchors)

    def booked(self, ids: Collection[str]) -> list[Entry]:
        """The ledger's transactions of these ids that exist, not locked, in order."""
        if not ids:
            return []
        return entries_with_legs(self.statements, self.read, self.statements.entries, **self.statements.keys(ids))

    def list_accounts(self, under: str = "") -> Mapping[str, int]:
        """Every ledger account whose name begins with a text, with its balance."""
        return dict(sorted(map(tuple, self.read(self.statements.balances_under, under=under))))

    def list_movements(self, link: str | None = None) -> list[MeterMovement]:
        if link is None:
            return self._records(MeterMovement, self.statements.movements)
        return self._records(MeterMovement, self.statements.movements_of_link, link=link)

    def newest_movements(self, link: str, limit: int) -> list[MeterMovement]:
        """The last changes of a link's meters, in the order they were booked."""
        return self._records(MeterMovement, self.statements.newest_movements, link=link, limit=limit)[::-1]

    def list_played(self, table: str) -> list[Played]:
        found = self._records(Played, self.statements.played_at, table=table)
        return sorted(found, key=lambda each: (each.account, each.wager))

    def every_round(self) -> Iterator[RoundRecord]:
        """All rounds in the order they were opened, read page by page."""
        place = 0
        while rows := self.read(self.statements.every_round, after=place, limit=PAGE):
            yield from (KINDS[RoundRecord].read(row[1:]) for row in rows)
            place = rows[-1][0]

    def found(self, kind: type[Row], keys: Collection[Any]) -> list[Row]:
        """The rows of a kind by their keys, not locked."""
        if not keys:
            return []
        statement, given = self.statements.found[kind], self.statements.keys(keys)
        if kind is Entry:
            entries: list[Any] = entries_with_legs(self.statements, self.read, statement, **given)
            return entries
        return self._records(kind, statement, **given)

    def count(self, kind: type[Record]) -> int:
        return int(self.read(self.statements.count[kind])[0][0])

    def last_numbers(self) -> Head:
        """The last numbers of the books, not locked."""
        return Head(*self.read(self.statements.last_numbers)[0])

    def page_movements(self, after: int, limit: int = PAGE) -> list[tuple[int, MeterMovement]]:
        """Changes of meters in the order they were booked, each with its place."""
        rows = self.read(self.statements.page_movements, after=after, limit=limit)
        return [(row[0], MeterMovement(*row[1:])) for row in rows]

    def misnumbered(self) -> str | None:
        """The first leg whose place leaves a gap or that has no entry, or a head that is not the only one."""
        for statement in (self.statements.gaps_in_legs, self.statements.stray_legs):
            for entry, _ in self.read(statement):
                return f"the legs of entry {entry}"
        return None if [id for (id,) in self.read(self.statements.heads)] == [1] else "the head"

    def round_ids(self) -> Iterator[str]:
        """The ids of all rounds in the order they were opened, read page by page."""
        place = 0
        while rows := self.read(self.statements.round_ids, after=place, limit=10 * PAGE):
            yield from (id for _, id in rows)
            place = rows[-1][0]

    def listen(self, quiet_seconds: int = 1) -> Iterator[tuple[str, int] | None]:
        """Tables that got new events from any server, with the number of the last; None after every quiet time.

        Nothing comes from SQLite, which one server has to itself. Where the connection is lost, `StoreError`: news may
        have been missed, so who listens again first reads what is new.
        """
        if self.is_sqlite:
            return
        connection = self.connected()
        try:
            driver = connection.driver_connection
            driver.execute(f"LISTEN {CHANNEL}")
            while True:
                is_quiet = True
                for notice in driver.notifies(timeout=quiet_seconds, stop_after=1):  # Or more that came together.
                    is_quiet = False
                    table, _, seq = notice.payload.rpartition(":")
                    yield table, int(seq)
                if is_quiet:
                    yield None
        except database_failures() as error:
            raise self.failed(connection, error) from None
        finally:
            if connection.is_valid:
                connection.invalidate()  # A connection that listens is of no other use.

    def close(self) -> None:
        """Closes every connection; SQLite then folds its write-ahead log into the file."""
        self.engine.dispose()
