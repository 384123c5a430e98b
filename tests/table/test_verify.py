"""The auditor: it finds nothing in a card room that works, after every request, and what a broken one does wrong."""

import json
import random
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from pitboss import games
from pitboss.core.cards import Card, Deck
from pitboss.core.errors import StoreError
from pitboss.table import anchors_file, ledger, verify_database
from pitboss.table import requests as asked
from pitboss.table.audit import Chain
from pitboss.table.keys import HouseKey
from pitboss.table.records import Entry, RequestRecord, ShuffleRecord
from pitboss.table.requests import Answer, Request
from pitboss.table.shuffle import deck_order, words
from pitboss.table.sql_snapshot import SqlSnapshot
from pitboss.table.sql_store import SqlStore
from pitboss.table.verify import Auditor, lost, verify
from pitboss.table.verify_books import Books
from pitboss.table.verify_database import verify_database as verify_url
from pitboss.table.verify_facts import WrongError
from tests.support import postgres
from tests.support.busy_room import busy_room
from tests.support.card_room import ANN, BOB, BOSS, CardRoom, answers_asked, play_round, room, round_actions, seated
from tests.support.cases import bringing
from tests.table.test_floor import LUCKY, at_table, bet_both, build, finish, toys


def check(auditor: Auditor, made: CardRoom) -> None:
    finding = auditor.step(made.store)
    assert finding is None, str(finding)


def test_nothing_is_found_after_any_request_of_any_game(game_name: str):
    made, source = room(seed=3), random.Random(game_name)
    auditor = Auditor(games.build)
    table = seated(made, game_name)
    for _ in range(2):
        for caller, action in round_actions(made, table, source):
            made.done(caller, action)
            check(auditor, made)
    made.done(BOSS, asked.CloseTable(table, "end of shift"))
    check(auditor, made)
    assert auditor.finish(made.store) is None
    assert auditor.counts == verify(made.store, games.build).counts
    assert auditor.counts["rounds"] == 2


def test_nothing_is_found_where_everything_has_happened():
    made = busy_room(rounds=1)
    report = verify(made.store, games.build, trusted=frozenset({HouseKey(b"k" * 32).public_key}))
    assert report.finding is None
    assert (report.as_json()["holds"], report.as_json()["finding"]) == (True, None)


def test_an_award_its_void_and_a_shoe_are_followed():
    made = toys()
    auditor, table, shoe = Auditor(build), at_table(made, "metered", link="ours"), at_table(made, "shoe")
    paid = 0
    while not paid:
        id = made.live(table).current_round
        bet_both(made, table, LUCKY)
        check(auditor, made)
        while waiting := answers_asked(made, table):
            seat, name, legal = waiting[0]
            made.done((ANN, BOB)[seat - 1], asked.Choose(table, seat, name, legal[-1]))
        check(auditor, made)
        bet_both(made, shoe)
        finish(made, shoe)
        paid = sum(-each.cents for each in made.store.movements_of[id] if each.kind == "award")
    made.done(BOSS, asked.VoidRound(id, "wrong-count"))
    check(auditor, made)
    made.done(BOSS, asked.CloseTable(shoe, "end of shift"))
    assert auditor.finish(made.store) is None
    assert auditor.counts["shuffles"] >= 2


def test_a_table_that_is_only_called_to_time_holds():
    made = toys()
    auditor, table = Auditor(build), at_table(made)
    made.call_time()
    check(auditor, made)
    made.done(ANN, asked.Bet(table, 1, {"ante": 1000}))
    made.call_time()
    made.call_time()
    assert auditor.finish(made.store) is None


def found_in(made: CardRoom) -> Any:
    finding = verify(made.store, build).finding
    assert finding is not None
    return finding


def test_a_round_that_is_paid_otherwise_than_the_rules_say(monkeypatch: pytest.MonkeyPatch):
    settle = ledger.settle

    def generous(book: Any, table: str, round_id: str, postings: Sequence[Any], **how: Any) -> Entry:
        return settle(book, table, round_id, [replace(each, net_cents=each.net_cents + 1) for each in postings], **how)

    monkeypatch.setattr(ledger, "settle", generous)
    made = toys()
    table = at_table(made)
    id = made.live(table).current_round
    bet_both(made, table)
    finish(made, table)
    finding = found_in(made)
    assert (finding.invariant, finding.record) == ("I8", f"round {id}")
    assert "settle" in finding.words


def test_a_meter_that_is_fed_twice(monkeypatch: pytest.MonkeyPatch):
    feed = ledger.feed
    monkeypatch.setattr(
        ledger,
        "feed",
        lambda book, table, id, link, shares: feed(book, table, id, link, {each: 2 * shares[each] for each in shares}),
    )
    made = toys()
    table = at_table(made, "metered", link="ours")
    bet_both(made, table, LUCKY)
    finish(made, table)
    assert found_in(made).invariant in ("I4", "I8")


def modulo_order(deck: Deck, seed: bytes, shuffle_id: str, client_seeds: Any) -> tuple[Card, ...]:
    """The shuffle without its rejection, which favours some places."""
    order, stream = list(deck.faces), words(seed, shuffle_id, client_seeds)
    for place in range(len(order) - 1, 0, -1):
        other = next(stream) % (place + 1)
        order[place], order[other] = order[other], order[place]
    return tuple(order)


def stacked_order(deck: Deck, seed: bytes, shuffle_id: str, client_seeds: Any) -> tuple[Card, ...]:
    first, second, *rest = deck_order(deck, seed, shuffle_id, client_seeds)
    return second, first, *rest


@pytest.mark.parametrize("order", [modulo_order, stacked_order])
def test_cards_that_are_not_those_of_the_committed_seed(order: Any):
    made, source = room(order=order), random.Random(1)
    for _ in range(12):  # Of six decks one shuffle in four has a word that must be refused.
        table = seated(made, bringing("DEALT_FROM_A_SHOE")[0])
        play_round(made, table, source)
        made.done(BOSS, asked.CloseTable(table, "end of shift"))
    finding = verify(made.store, games.build).finding
    assert finding is not None
    assert finding.invariant == "I9"
    assert finding.record.startswith("shuffle ")


def test_a_seed_that_is_told_while_its_round_is_open():
    made = toys()
    table = at_table(made)
    bet_both(made, table)
    assert answers_asked(made, table)
    id, shuffle = next(reversed(made.store.by_type[ShuffleRecord].items()))
    made.store.by_type[ShuffleRecord][id] = replace(shuffle, seed="00" * 32)
    assert (found_in(made).invariant, found_in(made).record) == ("I12", f"shuffle {id}")


def test_entries_that_break_the_books():
    books = Books()
    uneven = Entry(1, "deposit:ann:1", "deposit", 0, None, "", None, (("cashier", -5), ("wallet/ann", 6)))
    with pytest.raises(WrongError, match=r"sum to 0\.01"):
        books.book(uneven, [], {}, 1)
    overdrawn = Entry(1, "withdrawal:ann:1", "withdrawal", 0, None, "", None, (("wallet/ann", -5), ("cashier", 5)))
    with pytest.raises(WrongError, match=r"wallet/ann is at -0\.05") as wrong:
        books.book(overdrawn, [], {}, 1)
    assert (wrong.value.invariant, wrong.value.record) == ("I5", "entry 1")


def test_a_request_that_is_carried_out_twice():
    made = toys()
    at_table(made)
    with made.store.transaction() as transaction:
        chain = Chain(transaction.head(), made.now_ms)
        last = json.loads(made.store.audit[-1].body)
        chain.add("command", BOB.account, "t", {name: last[name] for name in ("request", "key", "answered")})
        transaction.write(chain.records)
    assert found_in(made).invariant == "I6"


def test_an_answer_that_is_lost_or_kept_otherwise():
    made = toys()
    table = made.open("toy")
    body = made.done(ANN, asked.SitDown(table, 1), "mine")
    acknowledged = [("ann", "mine", Answer(201, body))]
    assert lost(made.store, acknowledged) is None
    other = lost(made.store, [("ann", "mine", Answer(201, {**body, "seat": 2}))])
    assert other is not None
    assert "kept otherwise" in other.words
    kept = made.store.by_type[RequestRecord].pop(("ann", "mine"))
    gone = lost(made.store, acknowledged)
    assert gone is not None
    assert (gone.invariant, gone.record) == ("I11", "request mine of ann")
    made.store.by_type[RequestRecord]["ann", "mine"] = replace(kept, answer="{}")
    assert found_in(made).invariant == "I11"


def test_a_store_that_went_back_is_found_and_stays_found():
    made = toys()
    at_table(made)
    auditor = Auditor(build)
    check(auditor, made)
    kept = made.store.audit.pop()
    finding = auditor.step(made.store)
    assert finding is not None
    assert finding.invariant == "I10"
    made.store.audit.append(kept)
    assert auditor.step(made.store) is finding


def test_a_person_made_behind_the_back_of_the_log():
    made = toys()
    with made.store.transaction() as transaction:
        transaction.write([replace(made.store.persons(id="boss")[0], id="a_1", name="Mallory")])
    finding = found_in(made)
    assert (finding.record, finding.words) == ("person a_1", "no audit record vouches for it")


@pytest.fixture
def file(tmp_path: Path) -> str:
    """A database of a few rounds."""
    path = str(tmp_path / "room.db")
    made = busy_room(rounds=1, store=SqlStore(path))
    for anchor in made.store.list_anchors():
        anchors_file.append(f"{path}.anchors", anchor)
    made.store.close()
    return path


def test_rounds_are_checked_in_other_processes(file: str, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(verify_database, "MANY_ROUNDS", 1)
    monkeypatch.setattr(verify_database, "JOBS_AT_A_TIME", 3)
    anchors = anchors_file.read(f"{file}.anchors")
    report = verify_url(file, games.build, anchors=anchors)
    assert report.finding is None
    assert report.counts == verify_url(file, games.build, anchors=anchors, workers=0).counts
    store = SqlStore(file)
    store.with_connection(lambda cursor: cursor.execute("UPDATE seats SET returned_cents = returned_cents + 1"))
    store.close()
    finding = verify_url(file, games.build).finding
    assert finding is not None
    assert (finding.invariant, finding.record.split()[0]) == ("I8", "seat")


def test_a_snapshot_sees_one_moment_and_writes_nothing(file: str):
    before = Path(file).read_bytes()
    snapshot = SqlSnapshot(file)
    seen = snapshot.last_numbers()
    made = CardRoom(store=SqlStore(file), seed=99, now_ms=2_000_000)
    made.ask_all([Request(BOSS, asked.Deposit("ann", 100), "later")])
    assert made.store.last_numbers().audit_seq > seen.audit_seq
    assert snapshot.last_numbers() == seen
    with pytest.raises(StoreError, match="for reading only"):
        snapshot.transaction()
    with pytest.raises(StoreError, match="readonly"):
        snapshot.with_connection(lambda cursor: cursor.execute("DELETE FROM seats"))
    snapshot.close()
    made.store.close()
    assert len(before) > 0


def test_anchors_in_a_file_are_those_that_were_written(tmp_path: Path):
    path = str(tmp_path / "room.db.anchors")
    assert anchors_file.read(path) == []
    anchors = busy_room(rounds=1).store.list_anchors()
    for anchor in anchors:
        anchors_file.append(path, anchor)
    assert anchors_file.read(path) == anchors
    with open(path, "a") as torn:
        torn.write('{"audit_seq": 1')
    assert anchors_file.read(path) == anchors
    Path(path).write_text("[]\n")
    with pytest.raises(Exception, match="line 1 of the anchors file"):
        anchors_file.read(path)


def test_a_database_of_postgresql_is_verified_at_one_moment():
    url = postgres.emptied()
    made = busy_room(rounds=1, store=SqlStore(url))
    report = verify_url(url, games.build)
    assert report.finding is None
    assert report.counts == verify(made.store, games.build).counts
    more = "UPDATE seats SET returned_cents = returned_cents + 1"
    made.store.with_connection(lambda cursor: cursor.execute(more))
    finding = verify_url(url, games.build).finding
    assert finding is not None
    assert finding.invariant == "I8"
    made.store.close()
