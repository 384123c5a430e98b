"""The contract of a store, kept by SQLite, by PostgreSQL, and by the store in memory that simulations run on."""

import contextlib
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from pitboss.core.errors import StoreError
from pitboss.table.audit import FIRST_HASH
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
from pitboss.table.sql_store import SqlStore
from pitboss.table.store import Store
from tests.support import postgres
from tests.support.memory_store import MemoryStore


@pytest.fixture(params=["memory", "sqlite", "postgres"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Store]:
    if request.param == "memory":
        yield MemoryStore()
    elif request.param == "sqlite":
        opened = SqlStore(str(tmp_path / "tables.db"))
        yield opened
        opened.close()
    else:
        opened = SqlStore(postgres.emptied())
        yield opened
        opened.close()


def table(id: str = "t_1", **changes) -> TableRecord:
    return replace(TableRecord(id, '{"game":"toy"}', "a_1", False, "open", 0, "{}", None), **changes)


def round_(number: int, table: str = "t_1", **changes) -> RoundRecord:
    id = f"r_{table[2:]}_{number}"
    return replace(RoundRecord(id, table, number, "toy", "open", "s_1", 0, "{}", "[]", 1000 + number), **changes)


def entry(seq: int, id: str, cents: int = 100, round: str | None = None) -> Entry:
    return Entry(seq, id, "deposit", 5, round, "", None, (("cashier", -cents), ("wallet/ann", cents)))


def write(store: Store, *records: Record) -> None:
    with store.transaction() as transaction:
        transaction.write(records)


def refused(store: Store, code: str, *records: Record) -> None:
    with pytest.raises(StoreError) as caught:
        write(store, *records)
    assert caught.value.code == code


def test_an_empty_store(store: Store):
    assert store.persons() == store.list_tables() == store.events("t_1", 0) == store.list_rounds() == []
    assert store.list_entries(0) == store.list_audit(0) == store.list_anchors() == store.list_movements() == []
    assert (store.list_accounts(), store.list_played("t_1"), list(store.every_round())) == ({}, [], [])
    assert (store.session("h"), store.sessions("a_1"), store.failures("name/ann")) == (None, [], None)
    with store.transaction() as transaction:
        assert transaction.head() == Head(0, 0, FIRST_HASH)
        assert transaction.tables(["t_1"]) == transaction.requests([("a_1", "k")]) == transaction.entries(["e"]) == {}
        assert transaction.balances(["wallet/ann"]) == {"wallet/ann": 0}
        assert transaction.balances([]) == transaction.tables([]) == transaction.played([]) == {}
        assert transaction.due(10**12, 5) == []


def test_persons_are_replaced_and_found_by_name_without_regard_to_case(store: Store):
    ann, eve = Person("a_2", "Ännchen", "player", "hash", 5), Person("a_1", "eve", "guest", None, 6)
    write(store, ann, eve)
    assert store.persons() == [eve, ann]
    assert store.persons(name="äNNCHEN") == store.persons(id="a_2") == [ann]
    assert store.persons(id="a_1", name="ännchen") == store.persons(name="ann") == store.persons(id="a_9") == []
    write(store, replace(ann, disabled=True, name="Anna"))
    (found,) = store.persons(id="a_2")
    assert (found.disabled, found.name) == (True, "Anna")
    assert store.persons(name="ännchen") == []
    with store.transaction() as transaction:
        assert transaction.persons(["a_1", "a_9"]) == {"a_1": eve}


def test_a_name_is_given_once(store: Store):
    write(store, Person("a_1", "Ann", "player", "hash", 5))
    refused(store, "store/conflict", Person("a_2", "ANN", "player", "hash", 5))
    assert [person.id for person in store.persons()] == ["a_1"]


def test_truth_values_come_back_as_such(store: Store):
    write(store, Person("a_1", "Ann", "player", None, 5), table(private=True), SessionRecord("h", "a_1", 1, 2, True))
    session = store.session("h")
    assert session is not None
    assert [store.persons()[0].disabled, store.list_tables()[0].private, session.revoked] == [False, True, True]
    assert type(store.persons()[0].disabled) is type(store.list_tables()[0].private) is type(session.revoked) is bool


def test_sessions_and_failures(store: Store):
    first, second = SessionRecord("h2", "a_1", 10, 99), SessionRecord("h1", "a_1", 20, 99)
    write(store, first, second, SessionRecord("h3", "a_2", 5, 99), SignInFailures("name/ann", 2, 7))
    assert store.sessions("a_1") == [first, second]
    write(store, replace(first, revoked=True), SignInFailures("name/ann", 3, 7, 5000))
    assert store.session("h2") == replace(first, revoked=True)
    assert store.failures("name/ann") == SignInFailures("name/ann", 3, 7, 5000)
    with store.transaction() as transaction:
        assert transaction.failures(["name/ann", "name/bob"]) == {"name/ann": SignInFailures("name/ann", 3, 7, 5000)}


def test_tables_are_replaced_and_due_when_late(store: Store):
    write(store, table("t_2", deadline_ms=50), table("t_1", deadline_ms=60), table("t_3"), table("t_4", deadline_ms=90))
    write(store, table("t_3", seq=7, state='{"a":1}', status="closing"))
    with store.transaction() as transaction:
        assert transaction.due(60, 10) == ["t_2", "t_1"]
        assert transaction.due(60, 1) == ["t_2"]
        assert transaction.tables(["t_3", "t_9"]) == {"t_3": table("t_3", seq=7, state='{"a":1}', status="closing")}
    assert [each.id for each in store.list_tables()] == ["t_1", "t_2", "t_3", "t_4"]


def test_events_are_numbered_and_added_once(store: Store):
    events = [EventRecord("t_1", seq, "r_1_1" if seq > 1 else None, 5, f'{{"é":{seq}}}') for seq in range(1, 6)]
    write(store, table(), table("t_2"), *events, EventRecord("t_2", 1, None, 5, "{}"))
    assert store.events("t_1", 2) == events[2:]
    assert store.events("t_1", 0, 2) == events[:2]
    refused(store, "store/conflict", EventRecord("t_1", 5, None, 5, "{}"))


def test_rounds_the_newest_first(store: Store):
    rounds = [round_(2), round_(1, "t_2", game="other"), round_(3, shuffle="s_2")]
    write(store, table(), table("t_2"))
    for each in rounds:
        write(store, each)
    write(
        store, SeatRecord("r_1_3", 2, "a_1", 500), SeatRecord("r_1_2", 1, "a_1", 700), SeatRecord("r_1_3", 1, "a_2", 1)
    )
    ended = replace(rounds[0], status="settled", ended_ms=5, document='{"x":1}')
    write(store, ended, SeatRecord("r_1_2", 1, "a_1", 700, 1400))
    newest = [rounds[2], rounds[1], ended]
    assert store.list_rounds() == newest
    assert store.list_rounds(limit=1) == newest[:1]
    assert store.list_rounds(before="r_1_3") == newest[1:]
    assert store.list_rounds(before="r_9_9") == []
    assert store.list_rounds(table="t_1") == [rounds[2], ended]
    assert store.list_rounds(game="other") == [rounds[1]]
    assert store.list_rounds(account="a_1", before="r_1_3", table="t_1", game="toy") == [ended]
    assert list(store.every_round()) == newest[::-1]
    assert store.list_rounds(result="won") == store.list_rounds(result="won", account="a_1") == [ended]
    assert store.list_rounds(result="open", account="a_2") == [rounds[2]]
    with store.transaction() as transaction:
        assert transaction.rounds(["r_1_2", "r_9_9"]) == {"r_1_2": ended}
        assert transaction.seats("r_1_3") == [SeatRecord("r_1_3", 1, "a_2", 1), SeatRecord("r_1_3", 2, "a_1", 500)]
        assert transaction.seats("r_1_2") == [SeatRecord("r_1_2", 1, "a_1", 700, 1400)]
        assert [transaction.open_rounds_of_shuffle(each) for each in ("s_1", "s_2", "s_3")] == [1, 1, 0]
    write(store, SeatRecord("r_1_2", 2, "a_2", 1400, 700))
    assert store.list_rounds(result="lost", account="a_2") == store.list_rounds(result="pushed") == [ended]
    assert store.list_rounds(result="settled") == [ended]
    assert store.list_rounds(result="won") == store.list_rounds(result="voided") == []


def test_shuffles_and_sums_are_replaced(store: Store):
    shuffle = ShuffleRecord("s_1", "t_1", "c", "sealed", "{}")
    sums = Played("t_1", "a_1", "ante", 1, 500, 1000, -1000, 10**30, None)
    write(store, table(), shuffle, sums, replace(sums, wager="side"))
    write(store, replace(shuffle, seed="00"), replace(sums, rounds=2, squares=10**30 + 1, largest_cents=500))
    with store.transaction() as transaction:
        assert transaction.shuffles(["s_1"]) == {"s_1": replace(shuffle, seed="00")}
        key = ("t_1", "a_1", "ante")
        newer = replace(sums, rounds=2, squares=10**30 + 1, largest_cents=500)
        assert transaction.played([key, ("t_1", "a_2", "ante")]) == {key: newer}
    assert store.list_played("t_1") == [newer, replace(sums, wager="side")]


def test_the_last_of_rows_that_replace_each_other_counts(store: Store):
    write(store, table(seq=1), table(seq=2))
    assert [each.seq for each in store.list_tables()] == [2]


def test_entries_move_balances_and_the_head(store: Store):
    first, second, third = entry(1, "e1"), entry(2, "e2", -30, "r_1_1"), entry(3, "e3", 5, "r_1_1")
    write(store, first, second)
    write(store, third)
    assert store.list_accounts() == {"cashier": -75, "wallet/ann": 75}
    assert store.list_entries(0) == [first, second, third]
    assert store.list_entries(1, 1) == [second]
    assert store.booked(["e3", "e1", "e9"]) == [first, third]
    assert store.booked([]) == []
    assert (store.list_accounts("wallet/"), store.list_accounts("wallet_")) == ({"wallet/ann": 75}, {})
    with store.transaction() as transaction:
        assert transaction.balances(["wallet/ann", "cashier", "wallet/bob"]) == {
            "cashier": -75,
            "wallet/ann": 75,
            "wallet/bob": 0,
        }
        assert transaction.head().entry_seq == 3
        assert transaction.entries(["e3", "e1", "e9"]) == {"e1": first, "e3": third}
        assert transaction.entries_of_round("r_1_1") == [second, third]


def test_an_entry_without_legs_is_an_entry(store: Store):
    nothing = replace(entry(1, "e1"), legs=())
    write(store, nothing)
    assert store.list_entries(0) == [nothing]


def test_an_id_is_booked_once_and_numbers_have_no_gap(store: Store):
    write(store, entry(1, "e1"))
    refused(store, "store/conflict", entry(2, "e1"))
    refused(store, "store/conflict", entry(3, "e3"))
    refused(store, "store/conflict", entry(1, "e3"))
    assert store.list_accounts()["wallet/ann"] == 100
    assert len(store.list_entries(0)) == 1


def test_a_wallet_below_nothing_is_refused(store: Store):
    write(store, entry(1, "e1", 100))
    with pytest.raises(StoreError):
        write(store, entry(2, "e2", -101))
    assert store.list_accounts() == {"cashier": -100, "wallet/ann": 100}


def test_audit_records_move_the_head_and_anchors_stand_beside_them(store: Store):
    records = [AuditRecord(seq, 5, "command", "a_1", "t_1", "{}", f"hash {seq}") for seq in (1, 2, 3)]
    anchor = Anchor(2, "hash 2", 6, "key", "signature")
    write(store, *records[:2], anchor)
    write(store, records[2])
    assert (store.list_audit(0), store.list_audit(1, 1), store.list_anchors()) == (records, records[1:2], [anchor])
    with store.transaction() as transaction:
        assert transaction.head() == Head(0, 3, "hash 3")
    refused(store, "store/conflict", records[2])
    refused(store, "store/conflict", anchor)


def test_events_and_audit_records_of_one_round_are_found_in_order(store: Store):
    events = [EventRecord("t_1", seq, round, 5, "{}") for seq, round in enumerate(("r_1_1", None, "r_1_2", "r_1_1"), 1)]
    about = ["r_1_1", "t_1", "r_1_2", "r_1_1"]
    records = [AuditRecord(seq, 5, "command", "a_1", subject, "{}", "h") for seq, subject in enumerate(about, 1)]
    write(store, table(), *events, *records)
    assert store.found(EventRecord, ["r_1_1"]) == [events[0], events[3]]
    assert store.found(AuditRecord, ["r_1_1"]) == [records[0], records[3]]
    assert store.found(EventRecord, ["r_1_9"]) == store.found(AuditRecord, ["r_1_9"]) == []


def test_requests_have_one_answer(store: Store):
    answered = RequestRecord("a_1", "k'1", "h", 200, '{"ok":true}')
    write(store, answered, RequestRecord("a_2", "k'1", "h", 200, "{}"))
    with store.transaction() as transaction:
        assert transaction.requests([("a_1", "k'1"), ("a_1", "k2")]) == {("a_1", "k'1"): answered}
    refused(store, "store/conflict", answered)


def test_movements_in_order(store: Store):
    moves = [
        MeterMovement("red", 1, "e1", kind, cents, round, "")
        for kind, cents, round in (("round-up", 5, "r_1_1"), ("award", -100, "r_1_1"), ("seed", 10, None))
    ]
    write(store, entry(1, "e1"), *moves)
    write(store, entry(2, "e2"), other := replace(moves[0], link="blue", entry="e2", round=None))
    assert store.list_movements() == [*moves, other]
    assert store.list_movements("red") == moves
    assert [store.newest_movements("red", each) for each in (1, 100)] == [moves[-1:], moves]
    with store.transaction() as transaction:
        assert transaction.movements_of_round("r_1_1") == moves[:2]


class StopError(Exception):
    pass


def test_a_transaction_that_raises_leaves_nothing(store: Store):
    write(store, table(), entry(1, "e1"), Person("a_1", "Ann", "player", None, 5))

    def half() -> None:
        with store.transaction() as transaction:
            everything = [
                table(seq=9),
                table("t_2"),
                round_(1),
                SeatRecord("r_1_1", 1, "a_1", 5),
                EventRecord("t_1", 1, None, 5, "{}"),
                entry(2, "e2", 55, "r_1_1"),
                MeterMovement("red", 1, "e2", "seed", 1, "r_1_1", ""),
                RequestRecord("a_1", "k", "h", 200, "{}"),
                AuditRecord(1, 5, "command", "a", "b", "{}", "hash"),
                Person("a_1", "Anna", "player", None, 5),
            ]
            transaction.write(everything)
            assert transaction.head().entry_seq == 2
            raise StopError

    with pytest.raises(StopError):
        half()
    assert (store.list_tables(), store.list_rounds(), store.events("t_1", 0)) == ([table()], [], [])
    assert (store.list_accounts()["wallet/ann"], len(store.list_entries(0)), store.list_audit(0)) == (100, 1, [])
    assert (store.list_movements(), store.persons(name="anna"), len(store.persons(name="ann"))) == ([], [], 1)
    with store.transaction() as transaction:
        assert transaction.head() == Head(1, 0, FIRST_HASH)
        assert transaction.seats("r_1_1") == transaction.entries_of_round("r_1_1") == []
        assert transaction.requests([("a_1", "k")]) == {}
    write(store, entry(2, "e2"))
    assert store.list_accounts()["wallet/ann"] == 200


def test_a_transaction_reads_what_it_wrote(store: Store):
    with store.transaction() as transaction:
        transaction.write([table(), entry(1, "e1")])
        assert transaction.tables(["t_1"]) == {"t_1": table()}
        assert transaction.balances(["wallet/ann"]) == {"wallet/ann": 100}
        transaction.write([entry(2, "e2")])
    assert store.list_accounts()["wallet/ann"] == 200


def test_a_transaction_that_goes_on_after_a_failure_is_undone_and_says_so(store: Store):
    """PostgreSQL answers a commit of such a transaction as if all were well."""
    write(store, RequestRecord("a_1", "k", "h", 200, "{}"))

    def goes_on() -> None:
        with store.transaction() as transaction:
            transaction.write([table()])
            with contextlib.suppress(StoreError):
                transaction.write([RequestRecord("a_1", "k", "h", 200, "{}")])

    with pytest.raises(StoreError):
        goes_on()
    assert store.list_tables() == []


def test_what_audits_read(store: Store):
    seats = [SeatRecord("r_1_2", seat, "ann", 100 * seat) for seat in (2, 1)]
    movements = [MeterMovement("ours", 1, "d1", "seed", cents, None, "") for cents in (5, 7)]
    with store.transaction() as transaction:
        transaction.write([table(), round_(2), round_(1), *seats, entry(1, "d1", round="r_1_1"), *movements])
        transaction.write([RequestRecord("ann", "k", "hash", 200, "{}"), SessionRecord("hash", "ann", 1, 2)])
    assert store.last_numbers() == Head(1, 0, FIRST_HASH)
    assert list(store.round_ids()) == ["r_1_2", "r_1_1"]
    assert [each.id for each in store.found(RoundRecord, ["r_1_1", "r_9_9"])] == ["r_1_1"]
    assert [each.seat for each in store.found(SeatRecord, ["r_1_2"])] == [1, 2]
    assert [each.id for each in store.found(Entry, ["r_1_1"])] == ["d1"]
    assert store.found(Entry, ["r_1_1"])[0].legs == (("cashier", -100), ("wallet/ann", 100))
    assert store.found(RequestRecord, [("ann", "k"), ("ann", "x")]) == [RequestRecord("ann", "k", "hash", 200, "{}")]
    assert store.found(SessionRecord, ["hash"]) == [SessionRecord("hash", "ann", 1, 2)]
    assert store.found(TableRecord, []) == []
    assert (store.count(RoundRecord), store.count(SeatRecord), store.count(EventRecord)) == (2, 2, 0)
    pages = store.page_movements(0, 1)
    pages += store.page_movements(pages[-1][0])
    assert [each.cents for _, each in pages] == [5, 7]
    assert store.misnumbered() is None
