"""The newest records of the books, page by page and filtered, and the check of the whole chain."""

import json
from collections.abc import Callable
from dataclasses import replace

import pytest

from pitboss.table import recent
from pitboss.table import requests as asked
from pitboss.table.recent import Recent, audit_json, chain_state, recent_audit, recent_entries
from pitboss.table.records import AuditRecord
from pitboss.table.requests import Request
from tests.support.busy_room import busy_room
from tests.support.card_room import ANN, BOB, BOSS, CardRoom, answers_asked, room
from tests.support.toy import build


@pytest.fixture(scope="module")
def made() -> CardRoom:
    return busy_room(rounds=1)


def all_pages(read: Callable[[int | None], Recent]) -> list[int]:
    """The numbers of all pages, each asked for before the `next` of the one before."""
    numbers, before = [], None
    while True:
        page = read(before)
        numbers += [each.seq for each in page.records]
        if page.next is None:
            return numbers
        assert before is None or page.next < before
        before = page.next


def test_pages_from_the_newest_on_leave_nothing_out(made: CardRoom):
    store, head = made.store, made.store.last_numbers()
    assert all_pages(lambda before: recent_audit(store, before, 7)) == list(range(head.audit_seq, 0, -1))
    assert all_pages(lambda before: recent_entries(store, before, 1000)) == list(range(head.entry_seq, 0, -1))


def test_a_filter_goes_on_where_one_question_ended(made: CardRoom, monkeypatch: pytest.MonkeyPatch):
    store = made.store
    wanted = [each.seq for each in store.list_audit(0, 10**6) if each.kind == "void"][::-1]
    assert wanted
    monkeypatch.setattr(recent, "PAGE", 3)
    monkeypatch.setattr(recent, "MOST_SEEN", 5)
    assert all_pages(lambda before: recent_audit(store, before, 2, {"void"})) == wanted


def test_a_text_is_found_in_actor_subject_and_content(made: CardRoom):
    store = made.store
    noted = recent_audit(store, None, 100, about="A SLOW night").records
    assert {each.kind for each in noted} == {"parameter-change", "command"}
    found = recent_audit(store, None, 1000, {"deposit"}, "ann").records
    assert found
    assert all("ann" in (each.subject, each.actor) for each in found)


def test_entries_of_one_account_and_of_a_kind_of_accounts(made: CardRoom):
    store = made.store
    entries = store.list_entries(0, 10**6)
    for account in (f"wallet/{ANN.account}", "meter/ours/1"):
        own = [each.seq for each in entries if account in dict(each.legs)]
        assert all_pages(lambda before, account=account: recent_entries(store, before, 5, account)) == own[::-1]
    meters = [each.seq for each in entries if any(name.startswith("meter/") for name, _ in each.legs)]
    assert all_pages(lambda before: recent_entries(store, before, 5, "meter/")) == meters[::-1]
    assert recent_entries(store, None, 5, "wallet/a").records == []


def test_a_whole_chain_holds_and_a_changed_record_is_named():
    made = busy_room(rounds=1)
    key = made.floor.room.key.public_key
    state = chain_state(made.store, key)
    head = made.store.last_numbers()
    assert (state.fault, state.records, state.hash) == (None, head.audit_seq, head.audit_hash)
    assert state.anchors
    assert chain_state(made.store, "00" * 32).fault is not None  # Signed by another house.
    place = head.audit_seq // 2
    record: AuditRecord = made.store.audit[place]
    made.store.audit[place] = replace(record, body=json.dumps({**json.loads(record.body), "note": "another"}))
    told = chain_state(made.store, key).as_json()
    assert (told["holds"], told["fault"]["record"]) == (False, record.seq)


def playing() -> tuple[CardRoom, str]:
    """A room with a table of the toy at which Ann and Bob have bet, after a round that is over."""
    made = room(build=build)
    table = made.open("toy")
    for seat, caller in ((1, ANN), (2, BOB)):
        made.done(caller, asked.SitDown(table, seat))
    both(made, table)
    finish(made, table)
    both(made, table)
    return made, table


def both(made: CardRoom, table: str) -> None:
    for seat, caller in ((1, ANN), (2, BOB)):
        made.done(caller, asked.Bet(table, seat, {"ante": 1000}))


def finish(made: CardRoom, table: str) -> None:
    while waiting := answers_asked(made, table):
        seat, choice, legal = waiting[0]
        made.done((ANN, BOB)[seat - 1], asked.Choose(table, seat, choice, legal[0]))


def test_what_would_tell_cards_of_a_round_in_play_is_withheld_until_it_is_over():
    """A supervisor may sit at the table: neither options, nor what cards could be guessed by, is told."""
    made, table = playing()
    chosen = made.store.last_numbers().audit_seq + 1
    made.ask_all(
        [
            Request(ANN, asked.Choose(table, 1, "swap", "swap"), "ann's choice"),
            Request(BOSS, asked.Deposit(BOB.account, 100, "a gift"), "after"),
        ]
    )
    played = made.live(table).current_round
    told = audit_json(made.store, made.store.list_audit(0, 1000))
    open_from = next(each["seq"] for each in told if each["subject"] == played)
    choice, gift = told[chosen - 1], told[-1]
    asked_for = {"action": "Choose", "table": table, "seat": 1, "choice": "swap", "option": None}
    assert choice["body"] == {"key": "ann's choice", "request": asked_for, "withheld": True}
    assert json.loads(made.store.audit[-1].body)["rows"]  # The table as Ann's choice left it.
    assert (gift["body"]["withheld"], gift["body"]["request"]["cents"]) == (True, 100)
    for each, record in zip(told, made.store.audit, strict=True):
        body, whole = each["body"], json.loads(record.body)
        if each["seq"] < open_from or each["kind"] == "deposit":
            assert body == whole
        else:
            assert body["withheld"]
            assert not body.keys() & {"events", "entries", "rows", "answered", "salt"}
            assert whole["salt"]
    before = [each for each in told if each["seq"] < open_from and each["body"].get("request", {}).get("option")]
    assert [each["body"]["request"]["option"] for each in before] == ["keep", "keep"]
    finish(made, table)
    told = audit_json(made.store, made.store.list_audit(0, 1000))
    assert [each["body"] for each in told] == [json.loads(each.body) for each in made.store.audit]


def test_what_is_withheld_is_not_found_either():
    made, table = playing()
    made.done(ANN, asked.Choose(table, 1, "swap", "swap"), "ann's choice")
    record = made.store.audit[-1]
    option = '"option":"swap"'
    assert option in record.body
    assert recent_audit(made.store, None, 10, about="ann's choice").records == [record]
    assert recent_audit(made.store, None, 10, about=option).records == []
    assert recent_audit(made.store, None, 10, about=json.loads(record.body)["salt"]).records == []
    finish(made, table)
    assert recent_audit(made.store, None, 10, about=option).records == [record]
