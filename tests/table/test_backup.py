"""Backups of a live database, restored elsewhere: the same records, and nothing that was written half-way."""

import os
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from pitboss.core.errors import OptionError, StoreError
from pitboss.table.audit import Chain, first_fault
from pitboss.table.backup import back_up, restore
from pitboss.table.ledger import Book, deposit
from pitboss.table.records import MeterMovement, Person, Played, RoundRecord, SeatRecord, SessionRecord, TableRecord
from pitboss.table.sql_store import SqlStore
from tests.support import postgres
from tests.support.command import check_refused, pitboss


@pytest.fixture(params=["sqlite", "postgres"])
def live(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    return str(tmp_path / "live.db") if request.param == "sqlite" else postgres.emptied()


@pytest.fixture(params=["sqlite", "postgres"])
def new(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """A database that does not exist yet, or is empty."""
    if request.param == "sqlite":
        yield str(tmp_path / "new.db")
    else:
        with postgres.database(is_empty=True) as url:
            yield url


def pay(store: SqlStore, key: str) -> None:
    """One deposit with its audit record, as a server books it."""
    with store.transaction() as transaction:
        balances, head = transaction.balances(["cashier", "wallet/a_1"]), transaction.head()
        book, chain = Book(balances, head.entry_seq, 5), Chain(head, 5)
        deposit(book, "a_1", key, 100)
        chain.add("deposit", "a_0", "a_1", {"key": key})
        transaction.write([*book.entries, *chain.records])


def fill(store: SqlStore) -> None:
    with store.transaction() as transaction:
        transaction.write(
            [
                Person("a_1", "Ann", "player", None, 5, disabled=True),
                SessionRecord("h", "a_1", 5, 6, revoked=True),
                TableRecord("t_1", "{}", "a_1", True, "open", 0, "é", None),
                RoundRecord("r_1_1", "t_1", 1, "toy", "open", "s_1", 0, "{}", "[]", 5),
                SeatRecord("r_1_1", 1, "a_1", 500),
                Played("t_1", "a_1", "ante", 1, 500, 500, -500, 10**20, 500),
            ]
        )
    pay(store, "first")
    with store.transaction() as transaction:
        transaction.write([MeterMovement("red", 1, "deposit:a_1:first", "seed", 5, None, "")])


def everything(store: SqlStore) -> list[object]:
    return [
        store.persons(),
        store.sessions("a_1"),
        store.list_tables(),
        store.list_rounds(account="a_1"),
        store.list_entries(0),
        store.list_audit(0),
        store.list_accounts(),
        store.list_movements(),
        store.list_played("t_1"),
    ]


def test_a_backup_is_restored_elsewhere_and_goes_on(live: str, new: str, tmp_path: Path):
    file, store = str(tmp_path / "copy.db"), SqlStore(live)
    fill(store)
    before = everything(store)
    copied = back_up(live, file)
    pay(store, "later")
    store.close()
    assert restore(file, new) == copied
    assert (copied.rounds, copied.entries, copied.audit_seq) == (1, 1, 1)
    restored = SqlStore(new)
    assert everything(restored) == before
    with restored.transaction() as transaction:
        transaction.write([RoundRecord("r_1_2", "t_1", 2, "toy", "open", "s_1", 0, "{}", "[]", 6)])
    assert [each.id for each in restored.list_rounds()] == ["r_1_2", "r_1_1"]
    pay(restored, "second")
    assert restored.list_accounts()["wallet/a_1"] == 200
    restored.close()
    with pytest.raises(StoreError, match="is not empty"):
        restore(file, new)


def test_a_backup_of_a_database_in_use_is_consistent(live: str, tmp_path: Path):
    store = SqlStore(live)
    fill(store)
    stop = threading.Event()

    def work() -> None:
        number = 0
        while not stop.is_set():
            pay(store, str(number := number + 1))

    worker = threading.Thread(target=work)
    worker.start()
    try:
        files = [str(tmp_path / f"copy{number}.db") for number in range(3)]
        for file in files:
            back_up(live, file)
    finally:
        stop.set()
        worker.join()
    store.close()
    for file in files:
        copy = SqlStore(file)  # A server can run on a backup as it is.
        entries, audit = copy.list_entries(0, 10**6), copy.list_audit(0, 10**6)
        assert len(entries) == len(audit) == copy.list_accounts()["wallet/a_1"] // 100
        assert first_fault(audit) is None
        copy.close()


def test_a_file_that_exists_is_not_written_over(tmp_path: Path):
    SqlStore(str(tmp_path / "live.db")).close()
    tmp_path.joinpath("copy.db").write_text("mine")
    with pytest.raises(OptionError, match=r"copy\.db' exists"):
        back_up(str(tmp_path / "live.db"), str(tmp_path / "copy.db"))
    assert tmp_path.joinpath("copy.db").read_text() == "mine"


def test_a_backup_that_fails_leaves_no_file(tmp_path: Path):
    tmp_path.joinpath("text.db").write_text("no database " * 100)
    with pytest.raises(StoreError, match=r"text\.db"):
        back_up(str(tmp_path / "text.db"), str(tmp_path / "copy.db"))
    with pytest.raises(StoreError, match=r"none\.db"):
        back_up(str(tmp_path / "none.db"), str(tmp_path / "copy.db"))
    assert os.listdir(tmp_path) == ["text.db"]


def test_the_command(tmp_path: Path):
    live, copy, new = (str(tmp_path / name) for name in ("live.db", "copy.db", "new.db"))
    store = SqlStore(live)
    fill(store)
    store.close()
    done = pitboss("backup", "--db", live, copy)
    assert (done.returncode, done.stderr) == (0, "")
    assert "copy.db: 1 table, 1 round, 1 ledger entry." in done.stdout
    assert sorted(os.listdir(tmp_path)) == ["copy.db", "live.db"]
    assert pitboss("backup", "--restore", copy, "--db", f"sqlite:///{new}", "--json").returncode == 0
    check_refused(("backup", "--restore", copy, "--db", new), "is not empty")
    check_refused(("backup", "--db", live, copy), "exists")
    check_refused(("backup", "--restore", copy), "--db")
    check_refused(("backup", "--db", live, str(tmp_path / "none" / "copy.db")), "there is no folder")
    check_refused(("backup", "--db", live), "give FILE")
    check_refused(("backup", "--db", "mysql://x/y", str(tmp_path / "z")), "no database 'mysql://x/y'")
    check_refused(("backup", "--restore", live + "x", "--db", str(tmp_path / "z")), "is not there")
