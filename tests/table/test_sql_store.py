"""What the store does when a database fails, and when several servers share one."""

import itertools
import random
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from pitboss.core.errors import StoreError
from pitboss.table import ledger
from pitboss.table.ledger import Book
from pitboss.table.records import AuditRecord, EventRecord, Person, TableRecord
from pitboss.table.sql_engine import database_failures
from pitboss.table.sql_store import SqlStore
from pitboss.table.sql_text import KINDS
from pitboss.table.sql_transaction import SqlTransaction
from pitboss.table.store import Transaction
from tests.support import postgres


@pytest.fixture
def sqlite(tmp_path: Path) -> Iterator[SqlStore]:
    store = SqlStore(str(tmp_path / "tables.db"))
    yield store
    store.close()


@pytest.fixture
def shared() -> Iterator[Callable[[], SqlStore]]:
    """Opens stores on one PostgreSQL database, as several servers would."""
    stores, url = [], postgres.emptied()

    def opened() -> SqlStore:
        stores.append(SqlStore(url))
        return stores[-1]

    yield opened
    for store in stores:
        store.close()


def table(id: str, **changes: int) -> TableRecord:
    return TableRecord(id, "{}", "a_1", False, "open", changes.get("seq", 0), "{}", changes.get("deadline_ms"))


def write(store: SqlStore, *records: object) -> None:
    with store.transaction() as transaction:
        transaction.write(records)  # ty: ignore[invalid-argument-type]


def pay(store: SqlStore, key: str, cents: int, to: str = "ann", source: str = ledger.CASHIER) -> None:
    with store.transaction() as transaction:
        pay_within(transaction, key, cents, to, source)


def pay_within(transaction: Transaction, key: str, cents: int, to: str = "ann", source: str = ledger.CASHIER) -> None:
    balances = transaction.balances([source, ledger.wallet(to)])
    book = Book(balances, transaction.head().entry_seq, 5)
    book.post(key, "deposit", [(source, -cents), (ledger.wallet(to), cents)])
    transaction.write(book.entries)


def pragma(store: SqlStore, text: str) -> int:
    connection = store.engine.raw_connection()
    try:
        return connection.cursor().execute(f"PRAGMA {text}").fetchone()[0]
    finally:
        connection.close()


def test_sqlite_writes_through_to_the_disk(sqlite: SqlStore):
    assert [pragma(sqlite, name) for name in ("journal_mode", "synchronous", "foreign_keys")] == ["wal", 2, 1]


def test_a_full_disk_is_told_and_undone(sqlite: SqlStore):
    pay(sqlite, "first", 100)
    pragma(sqlite, f"max_page_count = {pragma(sqlite, 'page_count') + 3}")
    with pytest.raises(StoreError, match=r"tables\.db' failed: database or disk is full"):
        write(sqlite, Person("a_1", "x" * 100_000, "player", None, 5))
    assert sqlite.persons() == []
    pragma(sqlite, "max_page_count = 1000000")
    pay(sqlite, "second", 100)
    assert sqlite.list_accounts()["wallet/ann"] == 200


def test_a_locked_file_is_told(sqlite: SqlStore):
    pragma(sqlite, "busy_timeout = 1")
    other = SqlStore(str(sqlite.url.database))
    with other.transaction():
        with pytest.raises(StoreError, match="database is locked"):
            pay(sqlite, "first", 100)
        assert sqlite.list_accounts() == {}  # Reading needs no lock.
    other.close()
    pay(sqlite, "first", 100)
    assert sqlite.list_accounts()["wallet/ann"] == 100


def test_a_file_that_cannot_be_opened_is_named(tmp_path: Path):
    with pytest.raises(StoreError, match=r"none/tables\.db"):
        SqlStore(str(tmp_path / "none" / "tables.db"))
    tmp_path.joinpath("text.db").write_text("no database " * 100)
    with pytest.raises(StoreError, match=r"text\.db' failed: file is not a database"):
        SqlStore(str(tmp_path / "text.db"))


def test_a_server_that_is_not_there_is_named_without_the_password():
    with pytest.raises(StoreError, match="the database 'pit' at 127") as caught:
        SqlStore("postgresql://ann:secret@127.0.0.1:1/pit")
    assert "secret" not in str(caught.value)


def test_rows_that_refer_to_nothing_are_refused(sqlite: SqlStore):
    with pytest.raises(StoreError) as caught:
        write(sqlite, EventRecord("t_9", 1, None, 5, "{}"))
    assert caught.value.code == "store/conflict"


def test_sqlite_has_no_listeners(sqlite: SqlStore):
    assert list(sqlite.listen()) == []


def end_connections(store: SqlStore) -> None:
    """As a restart of the database does to those who are connected."""
    postgres.execute(f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{store.url.database}'")


def test_a_lost_connection_is_replaced(shared: Callable[[], SqlStore]):
    store = shared()
    pay(store, "first", 100)
    end_connections(store)
    pay(store, "second", 100)
    end_connections(store)
    assert store.list_accounts()["wallet/ann"] == 200


def test_a_connection_lost_in_a_transaction_undoes_it(shared: Callable[[], SqlStore]):
    store = shared()
    pay(store, "first", 100)

    def half() -> None:
        with store.transaction() as transaction:
            transaction.write([Person("a_1", "Ann", "player", None, 5)])
            end_connections(store)
            transaction.write([Person("a_2", "Bob", "player", None, 5)])

    with pytest.raises(StoreError, match="the database 'test_"):
        half()
    assert store.persons() == []

    def not_committed() -> None:
        with store.transaction() as transaction:
            transaction.write([Person("a_1", "Ann", "player", None, 5)])
            end_connections(store)

    with pytest.raises(StoreError):
        not_committed()
    assert store.persons() == []
    pay(store, "second", 100)
    assert store.list_accounts()["wallet/ann"] == 200


def test_a_table_is_one_servers_at_a_time(shared: Callable[[], SqlStore]):
    one, other = shared(), shared()
    write(one, table("t_1", deadline_ms=5), table("t_2", deadline_ms=6))
    seen: list[int] = []

    def later() -> None:
        with other.transaction() as transaction:
            seen.append(transaction.tables(["t_1"])["t_1"].seq)

    with one.transaction() as transaction:
        assert transaction.tables(["t_1"])["t_1"].seq == 0
        with other.transaction() as elsewhere:
            assert elsewhere.due(10, 5) == ["t_2"]
        waits = threading.Thread(target=later)
        waits.start()
        transaction.write([table("t_1", seq=1)])
    waits.join()
    assert seen == [1]


def test_servers_that_move_money_between_the_same_accounts_never_wait_in_a_circle(shared: Callable[[], SqlStore]):
    """The rows of accounts are made, and locked, in the order of their names; new ones among them."""
    stores, names, numbers = [shared() for _ in range(4)], [f"p{number}" for number in range(6)], itertools.count()

    def work(place: int) -> None:
        chance = random.Random(place)
        for _ in range(15):
            pay(
                stores[place],
                f"e{next(numbers)}",
                chance.randrange(1, 50),
                chance.choice(names),
                f"house/{chance.choice(names)}",
            )

    with ThreadPoolExecutor(4) as pool:
        list(pool.map(work, range(4)))
    entries, accounts = stores[0].list_entries(0), stores[0].list_accounts()
    assert [entry.seq for entry in entries] == list(range(1, 61))
    assert sum(accounts.values()) == 0
    for name, cents in accounts.items():
        assert cents == sum(amount for entry in entries for account, amount in entry.legs if account == name)


def test_new_events_are_told_to_those_who_listen_when_they_are_committed(shared: Callable[[], SqlStore]):
    store, heard = shared(), shared().listen()
    assert next(heard) is None
    write(store, table("t_1"), table("t_2"))
    with pytest.raises(StoreError):
        write(store, EventRecord("t_1", 1, None, 5, "{}"), EventRecord("t_1", 1, None, 5, "{}"))
    write(store, *(EventRecord("t_1", seq, None, 5, "{}") for seq in (1, 2, 3)), EventRecord("t_2", 1, None, 5, "{}"))
    assert sorted([next(heard), next(heard)], key=str) == [("t_1", 3), ("t_2", 1)]
    end_connections(store)
    with pytest.raises(StoreError):
        next(heard)


def test_servers_that_start_together_make_one_schema():
    with postgres.database(is_empty=True) as url:
        with ThreadPoolExecutor(3) as pool:
            stores = list(pool.map(lambda _: SqlStore(url), range(3)))
        assert [store.list_tables() for store in stores] == [[]] * 3
        for store in stores:
            store.close()


@pytest.mark.parametrize(("kind", "index"), [(EventRecord, "ix_events_round"), (AuditRecord, "ix_audit_subject")])
def test_the_records_of_one_round_are_found_by_an_index(
    sqlite: SqlStore, shared: Callable[[], SqlStore], kind: type, index: str
):
    """A report on one round must not read the whole log, however long it is."""

    def plan(store: SqlStore, explain: str) -> str:
        statement = store.statements.found[kind]
        values = statement.values(store.statements.keys(["r_1_1"]))

        def explained(cursor: Any) -> str:
            if not store.is_sqlite:
                cursor.execute("SET enable_seqscan = off")  # An empty table is read whole, whatever index it has.
            return str(cursor.execute(f"{explain} {statement.text}", values).fetchall())

        return store.with_connection(explained)

    assert f"SEARCH {KINDS[kind].table.name} USING INDEX {index}" in plan(sqlite, "EXPLAIN QUERY PLAN")
    assert f"Scan using {index}" in plan(shared(), "EXPLAIN").replace("Bitmap Index Scan on", "Index Scan using")


@pytest.mark.parametrize("is_in_pipeline", [False, True])
def test_a_server_that_hangs_in_a_transaction_loses_its_locks(
    shared: Callable[[], SqlStore], monkeypatch: pytest.MonkeyPatch, is_in_pipeline: bool
):
    """PostgreSQL ends a transaction that idles; within a pipeline it does not, so the server that waits does."""
    monkeypatch.setattr("pitboss.table.sql_engine.LOCK_SECONDS", 1)
    hung, waiting = shared(), shared()

    def hang() -> None:
        with hung.transaction() as transaction:
            assert isinstance(transaction, SqlTransaction)
            pay_within(transaction, "lost", 100)
            if is_in_pipeline:
                driver = transaction.connection.driver_connection.pgconn
                driver.enter_pipeline_mode()
                driver.send_query_params(b"SELECT 1", None)
                driver.send_flush_request()
                driver.flush()
            for _ in range(5):
                with suppress(StoreError):
                    pay(waiting, "kept", 70)
                    break

    with suppress(StoreError, *database_failures()):  # Whatever finds first that the connection has ended.
        hang()
    assert waiting.list_accounts()["wallet/ann"] == 70
