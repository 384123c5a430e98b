"""Several servers on one PostgreSQL: shared tables, accounts and meters; servers and backends that die under load."""

import json
import os
import random
import signal
import time
from collections.abc import Collection, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from pitboss.core.money import dollars
from pitboss.table import requests as asked
from pitboss.table import sql_engine
from pitboss.table.floor import Floor
from pitboss.table.records import TableRecord
from pitboss.table.requests import Action, Caller, Request
from pitboss.table.sql_store import SqlStore
from pitboss.table.sql_transaction import SqlTransaction
from pitboss.table.verify import lost, verify
from tests.support import postgres
from tests.support.card_room import BOSS, START
from tests.support.floor_processes import (
    CardRoomPlan,
    FloorProcess,
    Journal,
    build,
    forget_commits,
    furnish,
    new_floor,
    now_ms,
    remember_balances,
)
from tests.support.postgres import OwnServer
from tests.support.sound_books import audit_of, check_sound, conclude, entries_of, opened


@pytest.fixture
def url() -> Iterator[str]:
    with postgres.database() as made:
        yield made


def check(store: SqlStore, journals: Sequence[Journal]) -> None:
    """Nothing is lost or wrong, every round comes to an end, and no server ever waited for another in a circle."""
    check_sound(store, [each for journal in journals for each in journal.acknowledged])
    conclude(store)
    check_sound(store)
    assert not any(cents for name, cents in store.list_accounts().items() if name.startswith("escrow/"))
    assert postgres.deadlocks(store.url.set(drivername="postgresql").render_as_string(hide_password=False)) == 0


def by_server(journals: Sequence[Journal]) -> set[tuple[str, int]]:
    """The tables at which a request of each server was carried out, with the server's number."""
    return {
        (answer.body["table"], number)
        for number, journal in enumerate(journals)
        for _, _, answer in journal.acknowledged
        if "table" in answer.body
    }


def play_together(plan: CardRoomPlan, tmp_path: Path, requests: int, seeds: Sequence[int] = (0, 1)) -> list[Journal]:
    """Two servers play at the same tables, with the same accounts and one meter."""
    servers = [FloorProcess(plan, tmp_path / f"{seed}", seed, requests=requests) for seed in seeds]
    return [each.join() for each in servers]


@pytest.mark.slow
@pytest.mark.parametrize(("tables", "requests"), [(10, 600), pytest.param(100, 100_000, marks=pytest.mark.soak)])
def test_k1_two_servers_share_tables_accounts_and_a_meter(url: str, tmp_path: Path, tables: int, requests: int):
    plan = furnish(url, tables=tables, seats=7, accounts=2 * tables)
    journals = play_together(plan, tmp_path, requests)
    with opened(url) as store:
        check(store, journals)
    assert by_server(journals) == {(table, number) for table in plan.tables for number in range(2)}
    assert not [each for journal in journals for each in journal.unanswered]


def test_servers_that_remember_balances_are_found(url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """The seeded bug of K1: each server writes balances as it knows them, without what the other has moved."""
    plan = furnish(url, tables=2, seats=7, accounts=7)
    remember_balances(monkeypatch)
    found, tries = None, 0
    while found is None and tries < 20:  # On a busy machine one server may be done before the other begins.
        play_together(plan, tmp_path, 100, (2 * tries, 2 * tries + 1))
        tries += 1
        with opened(url) as store:
            found = verify(store, build).finding
    assert found is not None
    assert found.invariant in ("I2", "I4", "I5", "I8")  # A balance, or the meter that both servers feed.


def race(plan: CardRoomPlan, _: Floor, source: random.Random) -> list[tuple[Caller, Action]]:
    """One account bets at many tables at once, and takes bets back; the second seat of each table never bets."""
    wanted: list[tuple[Caller, Action]] = []
    for table in source.sample(plan.tables, 5):
        place = next(each for each in plan.places if each.table == table and each.seat == 1)
        for __ in range(4):
            is_bet = source.random() < 0.7
            bet = asked.Bet(table, 1, {"ante": 100 * source.randint(50, 300)})
            wanted.append((place.caller, bet if is_bet else asked.TakeBetBack(table, 1)))
    return wanted


def told_balances(store: SqlStore, account: str, keys: Collection[str]) -> dict[str, str]:
    """What requests under these keys left an account, by the ledger and the audit log."""
    left, after = 0, {0: 0}
    for entry in entries_of(store):
        left += sum(cents for name, cents in entry.legs if name == f"wallet/{account}")
        assert left >= 0, entry
        after[entry.seq] = left
    told, last = {}, 0
    for record in audit_of(store):
        body = json.loads(record.body)
        if "entries" in body:
            last = body["entries"][1]
        if body.get("key") in keys:
            told[body["key"]] = dollars(after[last])
    return told


@pytest.mark.slow
@pytest.mark.parametrize("requests", [5000, pytest.param(500_000, marks=pytest.mark.soak)])
def test_k2_bets_race_for_one_balance(url: str, tmp_path: Path, requests: int):
    plan = furnish(url, tables=10, seats=2, accounts=2, bet_ms=None)
    servers = [FloorProcess(plan, tmp_path / f"{seed}", seed, ask=race, requests=requests) for seed in range(2)]
    journals = [each.join() for each in servers]
    check_race(url, plan, journals)
    assert postgres.deadlocks(url) == 0


def check_race(url: str, plan: CardRoomPlan, journals: Sequence[Journal]) -> None:
    """Every bet was covered when it was placed, and every answer told the balance that it left."""
    codes = {answer.body.get("code") for journal in journals for answer in journal.answered.values()}
    assert codes == {None, "funds/bet", "turn/no-bets"}
    racer = plan.places[0].caller.account
    with opened(url) as store:
        check_sound(store, [each for journal in journals for each in journal.acknowledged])
        balances = store.list_accounts()
        held = sum(cents for name, cents in balances.items() if name.startswith("escrow/"))
        assert held + balances[f"wallet/{racer}"] == START
        answers = {key: answer.body["balance"] for journal in journals for _, key, answer in journal.acknowledged}
        assert answers == told_balances(store, racer, answers.keys())


def die_and_go_on(url: str, tmp_path: Path, deaths: int) -> list[Journal]:
    """Kills one server after the other beside one that stays; what they all asked and were answered."""
    source = random.Random(1)
    plan = furnish(url, tables=6, seats=7, accounts=14)
    journals: list[Journal] = []
    survivor = FloorProcess(plan, tmp_path / "first", 1000)
    again: list[asked.Request] = []
    for death in range(deaths):
        victim = FloorProcess(plan, tmp_path / f"{death}", death, again=again)
        victim.wait_for(1)
        time.sleep(source.random() * 0.1)
        journals.append(killed := victim.kill())
        again = killed.unanswered
        survivor.wait_for_more(1)
    journals.append(survivor.kill())
    return journals


@pytest.mark.slow
@pytest.mark.parametrize("deaths", [15, pytest.param(1000, marks=pytest.mark.soak)])
def test_h1_servers_die_and_others_go_on(url: str, tmp_path: Path, deaths: int):
    journals = die_and_go_on(url, tmp_path, deaths)
    with opened(url) as store:
        check(store, journals)


def test_a_server_that_answers_without_a_commit_is_found(url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """The seeded bug: what a dead server acknowledged is not there for the others."""
    forget_commits(monkeypatch)
    journals = die_and_go_on(url, tmp_path, 3)
    with opened(url) as store:
        assert str(lost(store, [each for journal in journals for each in journal.acknowledged])).startswith("I11")


def disturb(server: OwnServer, number: int, source: random.Random) -> None:
    """One fault of the database: it is restarted at once, or one of its backends is killed."""
    if number % 2 == 0:
        server.restart_at_once()
        return
    if backends := server.backends():  # As the kernel does when memory is short; the others are stopped with it.
        os.kill(source.choice(backends), signal.SIGKILL)


@pytest.mark.slow
@pytest.mark.parametrize("faults", [5, pytest.param(200, marks=pytest.mark.soak)])
def test_c6_the_database_is_restarted_and_loses_backends_under_load(tmp_path: Path, faults: int):
    source = random.Random(2)
    with postgres.own_server() as server:
        plan = furnish(server.url, tables=6, seats=7, accounts=14)
        servers = [FloorProcess(plan, tmp_path / f"{seed}", seed) for seed in range(2)]
        for number in range(faults):
            for each in servers:
                each.wait_for_more(5)
            time.sleep(source.random() * 0.1)
            disturb(server, number, source)
        for each in servers:
            each.wait_for_more(5)
        journals = [each.kill() for each in servers]
        with opened(server.url) as store:
            check(store, journals)


def test_commits_that_postgres_does_not_wait_for_are_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """The seeded bug of C6: PostgreSQL acknowledges commits that are still in its memory when it is restarted."""
    prepare = sql_engine._prepare_postgres

    def hasty(connection: Any, record: object) -> None:
        prepare(connection, record)
        connection.execute("SET synchronous_commit = off")
        connection.commit()

    monkeypatch.setattr(sql_engine, "_prepare_postgres", hasty)
    with postgres.own_server() as server:
        server.keep_commits_in_memory()
        busy = FloorProcess(furnish(server.url, tables=6, seats=7, accounts=14), tmp_path / "1", 1)
        busy.wait_for(20)
        journals = [busy.kill()]
        server.restart_at_once()
        with opened(server.url) as store:
            assert str(lost(store, [each for journal in journals for each in journal.acknowledged])).startswith("I11")


def test_who_looks_does_not_wait_for_who_writes(url: str):
    plan = furnish(url, tables=1, seats=1, accounts=1)
    with opened(url) as store, store.transaction() as writing:
        writing.head()  # Everybody who writes waits behind it.
        (answer,) = new_floor(store).handle([Request(BOSS, asked.Look(plan.tables[0]))], now_ms()).answers
    assert answer.status == 200


def test_an_account_that_sits_down_while_it_is_disabled_keeps_no_seat(url: str, monkeypatch: pytest.MonkeyPatch):
    """The table is chosen between the list of its tables and the locks, as another server may do."""
    plan = furnish(url, tables=2, seats=1, accounts=2)
    ann, table = plan.places[0].caller, plan.tables[1]
    with opened(url) as here, opened(url) as there:
        locked = SqlTransaction.tables
        sitting = [Request(ann, asked.SitDown(table, 2), "sit")]

        def after_somebody_sat(transaction: SqlTransaction, ids: Collection[str]) -> dict[str, TableRecord]:
            if transaction.store is here and sitting:
                (answer,) = new_floor(there).handle([sitting.pop()], now_ms()).answers
                assert answer.status == 201
            return locked(transaction, ids)

        monkeypatch.setattr(SqlTransaction, "tables", after_somebody_sat)
        disabling = Request(BOSS, asked.DisableAccount(ann.account, "asked to"), "disable")
        (answer,) = new_floor(here).handle([disabling], now_ms()).answers
        assert answer.body == {"account": ann.account, "disabled": True}
        assert not sitting
        states = [json.loads(each.state)["table"]["accounts"].values() for each in here.list_tables()]
        assert ann.account not in [account for accounts in states for account in accounts]
        check_sound(here)
