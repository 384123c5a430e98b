"""What a card room needs of its database: transactions that read, lock, and write records, all or nothing.

A batch of requests is one transaction: it locks the tables it is about, then the ledger accounts behind them, then the
head of the books, always in this order and by name within each, so that two servers never wait for each other in a
circle. What it writes is durable when the transaction has ended; an exception inside it leaves the database as it was.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from typing import Any, Protocol, TypeVar

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
    RequestRecord,
    RoundRecord,
    SeatRecord,
    SessionRecord,
    ShuffleRecord,
    SignInFailures,
    TableRecord,
)

Row = TypeVar("Row", bound=Record)


class Transaction(Protocol):
    """One transaction. Rows that it returns are locked until it ends, where the database has several writers."""

    def tables(self, ids: Collection[str]) -> dict[str, TableRecord]:
        """The tables of these ids that exist, locked in the order of their ids."""
        ...

    def list_tables(self) -> list[TableRecord]:
        """Every table, not locked, as it is stored when this is asked."""
        ...

    def due(self, now_ms: int, limit: int) -> list[str]:
        """The ids of tables past their deadline, the longest overdue first; leaves out what another server holds.

        The tables are locked. A batch that asks for these asks for no other tables, so that the order of locks holds.
        """
        ...

    def balances(self, accounts: Collection[str]) -> dict[str, int]:
        """The cents of these ledger accounts, locked in the order of their names; 0 for one that has no entries."""
        ...

    def head(self) -> Head:
        """The last numbers of the books, locked; asked for last, because everybody waits behind it."""
        ...

    def requests(self, keys: Collection[tuple[str, str]]) -> dict[tuple[str, str], RequestRecord]:
        """The requests that were carried out, of these accounts and keys."""
        ...

    def entries(self, ids: Collection[str]) -> dict[str, Entry]:
        """The ledger's transactions of these ids that exist."""
        ...

    def entries_of_round(self, round_id: str) -> list[Entry]: ...

    def rounds(self, ids: Collection[str]) -> dict[str, RoundRecord]: ...

    def seats(self, round_id: str) -> list[SeatRecord]: ...

    def shuffles(self, ids: Collection[str]) -> dict[str, ShuffleRecord]: ...

    def open_rounds_of_shuffle(self, shuffle_id: str) -> int: ...

    def movements_of_round(self, round_id: str) -> list[MeterMovement]: ...

    def played(self, keys: Collection[tuple[str, str, str]]) -> dict[tuple[str, str, str], Played]:
        """The sums of these (table, account, wager)."""
        ...

    def persons(self, ids: Collection[str]) -> dict[str, Person]:
        """The persons of these ids that exist; not locked."""
        ...

    def failures(self, subjects: Collection[str]) -> dict[str, SignInFailures]:
        """The failed sign-ins in a row of these subjects, locked in the order of their names."""
        ...

    def write(self, records: Sequence[Record]) -> None:
        """Writes records, those of one kind in the order given; the kinds in any order.

        Persons, tables, rounds, seats, shuffles, sums, sessions and failures replace the row of the same key; the rest
        is only ever added, and a second row of the same key is an error, as is a name that another person has. An entry
        also moves the balances of its accounts; an entry or audit record also moves the head, whose next number it must
        have.
        """
        ...


class Store(Protocol):
    """A database of records."""

    def transaction(self) -> AbstractContextManager[Transaction]:
        """A transaction that is durable when the block ends, and undone when it raises. Raises `StoreError`."""
        ...

    def persons(self, *, id: str | None = None, name: str | None = None) -> list[Person]:
        """Persons by id, by name without regard to case, or all, in the order of their ids."""
        ...

    def session(self, token_hash: str) -> SessionRecord | None: ...

    def sessions(self, account: str) -> list[SessionRecord]: ...

    def failures(self, subject: str) -> SignInFailures | None: ...

    def list_tables(self) -> list[TableRecord]: ...

    def events(self, table: str, after: int, limit: int = 1000) -> list[EventRecord]: ...

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
        """Rounds, the newest first, before the round of an id where one is given.

        `result` is `won`, `lost` or `pushed`, by the net result of the account's seats, or of all seats together where
        no account is given; or a status: `settled`, which is any of these three, `voided` or `open`.
        """
        ...

    def list_entries(self, after: int, limit: int = 1000) -> list[Entry]: ...

    def list_audit(self, after: int, limit: int = 1000) -> list[AuditRecord]: ...

    def list_anchors(self) -> list[Anchor]: ...

    def booked(self, ids: Collection[str]) -> list[Entry]:
        """The ledger's transactions of these ids that exist, not locked, in order."""
        ...

    def list_accounts(self, under: str = "") -> Mapping[str, int]:
        """Every ledger account whose name begins with a text, with its balance."""
        ...

    def list_movements(self, link: str | None = None) -> list[MeterMovement]: ...

    def newest_movements(self, link: str, limit: int) -> list[MeterMovement]:
        """The last changes of a link's meters, at most so many, in the order they were booked."""
        ...

    def list_played(self, table: str) -> list[Played]: ...

    def every_round(self) -> Iterator[RoundRecord]:
        """All rounds in the order they were opened; for audits."""
        ...

    def found(self, kind: type[Row], keys: Collection[Any]) -> list[Row]:
        """The rows of a kind by their keys, not locked; found by an index, in order where they have one.

        Keys are ids (persons, tables, rounds, shuffles), hashes (sessions), subjects (failures, audit records), the
        round (seats, entries, events, changes of meters), the table (sums), account and key (requests).
        """
        ...

    def count(self, kind: type[Record]) -> int:
        """How many rows of a kind there are; for audits."""
        ...

    def last_numbers(self) -> Head:
        """The last numbers of the books, not locked; for audits."""
        ...

    def page_movements(self, after: int, limit: int = 1000) -> list[tuple[int, MeterMovement]]:
        """Changes of meters in the order they were booked, each with its place; for audits."""
        ...

    def misnumbered(self) -> str | None:
        """The first row that no read above shows as it is, such as a leg whose place leaves a gap; for audits."""
        ...

    def round_ids(self) -> Iterator[str]:
        """The ids of all rounds in the order they were opened; for audits."""
        ...

    def close(self) -> None: ...
