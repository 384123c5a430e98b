"""One transaction of the store over SQL: what it reads and locks, and what it writes, in few statements."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypeVar

from pitboss.core.errors import StoreError
from pitboss.table.records import (
    AuditRecord,
    Entry,
    EventRecord,
    Head,
    MeterMovement,
    Person,
    Played,
    Record,
    RequestRecord,
    RoundRecord,
    SeatRecord,
    ShuffleRecord,
    SignInFailures,
    TableRecord,
)
from pitboss.table.sql_engine import database_failures, database_name
from pitboss.table.sql_text import KINDS, Statement, Statements

if TYPE_CHECKING:
    from pitboss.table.sql_store import SqlStore

Rows = list[tuple[Any, ...]]
Kept = TypeVar("Kept")


def entries_with_legs(
    statements: Statements, read: Callable[..., Rows], statement: Statement, **given: Any
) -> list[Entry]:
    """The entries that a statement finds, with their legs."""
    rows = read(statement, **given)
    legs: defaultdict[int, list[tuple[str, int]]] = defaultdict(list)
    if rows:
        for seq, _, account, cents in read(statements.legs_of, **statements.keys([row[0] for row in rows])):
            legs[seq].append((account, cents))
    return [Entry(*row, legs=tuple(legs[row[0]])) for row in rows]


class SqlTransaction:
    """One transaction on a connection of its own."""

    def __init__(self, store: SqlStore) -> None:
        self.store, self.statements = store, store.statements
        self._head: Head | None = None
        self._new_balances: set[str] = set()
        self._failure: StoreError | None = None
        self._was_lost = False

    def __enter__(self) -> SqlTransaction:
        try:
            self._begin()
        except StoreError:
            if not self._was_lost:
                raise
            self._begin()  # The server was restarted since the connection was used last.
        return self

    def _begin(self) -> None:
        self._was_lost = False
        self.connection = self.store.connected()
        self.cursor = self.connection.cursor()
        try:
            self.cursor.execute("BEGIN IMMEDIATE" if self.store.is_sqlite else "BEGIN")
        except database_failures() as error:
            self._was_lost = self.store.is_lost(self.connection)
            failure = self.store.failed(self.connection, error)
            self.connection.close()
            raise failure from None

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        try:
            if kind is not None:
                self._roll_back()
            elif self._failure is not None:  # Somebody went on after it; PostgreSQL would undo and not say so.
                self._roll_back()
                raise self._failure
            else:
                self._commit()
        finally:
            self.connection.close()

    def _commit(self) -> None:
        try:
            self.cursor.execute("COMMIT")
        except database_failures() as error:
            failure = self._failed(error)
            self._roll_back()
            raise failure from None
        self.store.known_balances |= self._new_balances

    def _failed(self, error: BaseException) -> StoreError:
        self._failure = self.store.failed(self.connection, error)
        return self._failure

    def _roll_back(self) -> None:
        """Undoes the transaction; a connection that cannot even do that is thrown away, and the database undoes it."""
        if not self.connection.is_valid:
            return
        try:
            if not self.store.is_sqlite or self.connection.driver_connection.in_transaction:
                self.cursor.execute("ROLLBACK")
        except database_failures():
            self.connection.invalidate()

    def _read(self, statement: Statement, **given: Any) -> Rows:
        try:
            return self.cursor.execute(statement.text, statement.values(given)).fetchall()
        except database_failures() as error:
            raise self._failed(error) from None

    def _records(self, kind: type[Kept], statement: Statement, keys: Collection[Any]) -> list[Kept]:
        if not keys:
            return []
        read = KINDS[kind].read
        return [read(row) for row in self._read(statement, **self.statements.keys(keys))]

    def tables(self, ids: Collection[str]) -> dict[str, TableRecord]:
        return {table.id: table for table in self._records(TableRecord, self.statements.tables, ids)}

    def list_tables(self) -> list[TableRecord]:
        return KINDS[TableRecord].read_all(self._read(self.statements.all_tables))

    def due(self, now_ms: int, limit: int) -> list[str]:
        return [id for (id,) in self._read(self.statements.due, now_ms=now_ms, limit=limit)]

    def balances(self, accounts: Collection[str]) -> dict[str, int]:
        """The cents of these ledger accounts, locked in the order of their names."""
        names = sorted(set(accounts))
        if not names:
            return {}
        if not self.store.is_sqlite and not self.store.known_balances.issuperset(names):
            self.store.open_balances(set(names) - self.store.known_balances)
        found = dict(self._read(self.statements.balances, **self.statements.keys(names)))
        return {name: found.get(name, 0) for name in names}

    def head(self) -> Head:
        """The last numbers of the books, locked."""
        if self._head is None:
            self._head = Head(*self._read(self.statements.head)[0])
        return self._head

    def requests(self, keys: Collection[tuple[str, str]]) -> dict[tuple[str, str], RequestRecord]:
        found = self._records(RequestRecord, self.statements.requests, keys)
        return {(each.account, each.key): each for each in found}

    def entries(self, ids: Collection[str]) -> dict[str, Entry]:
        if not ids:
            return {}
        found = entries_with_legs(self.statements, self._read, self.statements.entries, **self.statements.keys(ids))
        return {entry.id: entry for entry in found}

    def entries_of_round(self, round_id: str) -> list[Entry]:
        return entries_with_legs(self.statements, self._read, self.statements.entries_of_round, round=round_id)

    def rounds(self, ids: Collection[str]) -> dict[str, RoundRecord]:
        return {each.id: each for each in self._records(RoundRecord, self.statements.rounds, ids)}

    def seats(self, round_id: str) -> list[SeatRecord]:
        return [SeatRecord(*row) for row in self._read(self.statements.seats, round=round_id)]

    def shuffles(self, ids: Collection[str]) -> dict[str, ShuffleRecord]:
        return {each.id: each for each in self._records(ShuffleRecord, self.statements.shuffles, ids)}

    def open_rounds_of_shuffle(self, shuffle_id: str) -> int:
        return int(self._read(self.statements.open_rounds_of_shuffle, shuffle=shuffle_id)[0][0])

    def movements_of_round(self, round_id: str) -> list[MeterMovement]:
        return [MeterMovement(*row) for row in self._read(self.statements.movements_of_round, round=round_id)]

    def played(self, keys: Collection[tuple[str, str, str]]) -> dict[tuple[str, str, str], Played]:
        found = self._records(Played, self.statements.played, keys)
        return {(each.table, each.account, each.wager): each for each in found}

    def persons(self, ids: Collection[str]) -> dict[str, Person]:
        return {each.id: each for each in self._records(Person, self.statements.persons, ids)}

    def failures(self, subjects: Collection[str]) -> dict[str, SignInFailures]:
        return {each.subject: each for each in self._records(SignInFailures, self.statements.failures, subjects)}

    def write(self, records: Sequence[Record]) -> None:
        """Writes records, one statement for each kind of them."""
        groups: defaultdict[type, list[Any]] = defaultdict(list)
        for record in records:
            groups[type(record)].append(record)
        moves: defaultdict[str, int] = defaultdict(int)
        for entry in groups.get(Entry, ()):
            for name, cents in entry.legs:
                moves[name] += cents
        head = self._next_head(groups)
        missing = moves.keys() - self.store.known_balances - self._new_balances
        if missing and not self.store.is_sqlite:
            self.store.open_balances(missing)
        try:
            if self.store.is_sqlite:
                self._write(groups, moves, head, missing)
            else:
                with self.connection.driver_connection.pipeline():  # One wait for the answers to all statements.
                    self._write(groups, moves, head, ())
        except database_failures() as error:
            raise self._failed(error) from None
        self._new_balances |= missing

    def _write(
        self, groups: Mapping[type, list[Any]], moves: Mapping[str, int], head: Head | None, missing: Collection[str]
    ) -> None:
        many, statements = self.cursor.executemany, self.statements
        if missing:
            many(statements.open_balance.text, [(name, 0) for name in missing])
        for record, kind in KINDS.items():
            if record not in groups:
                continue
            group = groups[record]
            if kind.is_replaced and len(group) > 1:  # Of rows that replace each other the last one counts.
                group = {tuple(getattr(each, name) for name in kind.key): each for each in group}.values()
            many(statements.write[record].text, list(map(kind.row, group)))
        if moves:
            legs = [
                (entry.seq, place, name, cents)
                for entry in groups[Entry]
                for place, (name, cents) in enumerate(entry.legs)
            ]
            many(statements.legs.text, legs)
            many(statements.move.text, [(cents, name) for name, cents in sorted(moves.items()) if cents])
        if head is not None:
            many(statements.move_head.text, [(head.entry_seq, head.audit_seq, head.audit_hash)])
        if EventRecord in groups and not self.store.is_sqlite:
            last = {event.table: event.seq for event in groups[EventRecord]}
            many(statements.notify.text, [(f"{table}:{seq}",) for table, seq in last.items()])

    def _next_head(self, groups: Mapping[type, list[Any]]) -> Head | None:
        """The head after these records, each of which must have the number after the one before."""
        if Entry not in groups and AuditRecord not in groups:
            return None
        head = self.head()
        entry_seq, audit_seq, audit_hash = head.entry_seq, head.audit_seq, head.audit_hash
        for entry in groups.get(Entry, ()):
            if entry.seq != entry_seq + 1:
                raise self._conflict("entry", entry.seq, entry_seq)
            entry_seq = entry.seq
        for record in groups.get(AuditRecord, ()):
            if record.seq != audit_seq + 1:
                raise self._conflict("audit record", record.seq, audit_seq)
            audit_seq, audit_hash = record.seq, record.hash
        self._head = Head(entry_seq, audit_seq, audit_hash)
        return self._head

    def _conflict(self, what: str, seq: int, last: int) -> StoreError:
        sentence = f"{database_name(self.store.url)}: {what} {seq} cannot follow {last}"
        self._failure = StoreError(sentence, "conflict")
        return self._failure
