"""What the house sees of tables, rounds and meters is what the books say."""

import json
from itertools import pairwise

import pytest

from pitboss.core.money import cents
from pitboss.table import house_views
from pitboss.table.house_views import house_rounds, meter_history, table_json
from pitboss.table.records import SeatRecord
from pitboss.table.requests import Look
from tests.support.busy_room import busy_room
from tests.support.card_room import ANN, BOSS, CardRoom


@pytest.fixture(scope="module")
def made() -> CardRoom:
    return busy_room(rounds=3)


def test_a_table_s_win_is_that_of_its_settled_rounds(made: CardRoom):
    store = made.store
    for row in store.list_tables():
        told = table_json(store, row, made.done(BOSS, Look(row.id)))
        settled = {each.id for each in store.list_rounds(table=row.id, limit=1000) if each.status == "settled"}
        seats = list(store.found(SeatRecord, sorted(settled)))
        assert cents(told["drop"]) == sum(each.staked_cents for each in seats)
        assert cents(told["win"]) == sum(each.staked_cents - (each.returned_cents or 0) for each in seats)
        assert told["trend"][-1:] == ([told["win"]] if settled else [])
        assert told["opened_by"]["account"] == row.opened_by
        assert not {"piles", "cards"} & set(told)


def test_a_look_tells_how_many_cards_were_dealt_since_the_last_shuffle(made: CardRoom):
    found = []
    for row in made.store.list_tables():
        dealt = 0
        for event in made.store.events(row.id, 0, 1_000_000):
            body = json.loads(event.body)
            dealt = 0 if body["type"] == "shuffled" else dealt + (body["count"] if body["type"] == "dealt" else 0)
        assert made.done(BOSS, Look(row.id))["dealt"] == dealt
        found.append(dealt)
    assert any(found)


def test_rounds_are_told_with_stakes_and_win_by_table_account_and_status(made: CardRoom):
    store = made.store

    def told(**which: str) -> list[dict]:
        given = {"status": None, "table": None, "account": None, "before": None, **which}
        rounds, following = house_rounds(store, **given, limit=1000)
        assert following is None
        return rounds

    everything = told()
    assert [each["id"] for each in everything] == [each.id for each in store.every_round()][::-1]
    for each in everything:
        staked = sum(cents(seat["staked"]) for seat in each["seats"])
        assert cents(each["staked"]) == staked
        if each["status"] == "open":
            assert each["win"] is None
        else:
            assert cents(each["win"]) == staked - sum(cents(seat["returned"]) for seat in each["seats"])
    voided = told(status="voided")
    assert voided
    assert all((each["status"], each["win"]) == ("voided", "0.00") for each in voided)
    assert {each["status"] for each in told(status="settled")} == {"settled"}
    table = everything[-1]["table"]
    assert told(table=table) == [each for each in everything if each["table"] == table]
    own = [each for each in everything if ANN.account in [seat["account"] for seat in each["seats"]]]
    assert told(account=ANN.account) == own
    assert told(before=everything[2]["id"]) == everything[3:]


@pytest.mark.parametrize("status", ["settled", "voided"])
def test_rounds_of_a_status_are_told_page_by_page(made: CardRoom, status: str):
    which = {"status": status, "table": None, "account": None}
    every, _ = house_rounds(made.store, **which, before=None, limit=1000)
    found, following = house_rounds(made.store, **which, before=None, limit=1)
    while following is not None:
        page, following = house_rounds(made.store, **which, before=following, limit=1)
        found += page
    assert found == every
    assert every


def test_nothing_is_locked_to_read_the_history_of_a_meter(made: CardRoom):
    with made.store.transaction():  # The store in memory refuses a second transaction.
        assert meter_history(made.store, "ours")


def test_the_history_of_a_meter_ends_with_what_it_holds(made: CardRoom, monkeypatch: pytest.MonkeyPatch):
    store = made.store
    assert meter_history(store, "no such link") is None
    whole = meter_history(store, "ours")
    monkeypatch.setattr(house_views, "POINTS", 2)
    thinned = meter_history(store, "ours")
    assert whole
    assert thinned
    for told in (whole, thinned):
        for meter in told["meters"]:
            assert cents(meter["amount"]) == store.list_accounts()[f"meter/ours/{meter['number']}"]
            assert meter["points"][-1]["amount"] == meter["amount"]
            assert all(one["at_ms"] <= other["at_ms"] for one, other in pairwise(meter["points"]))
    assert len(thinned["meters"][0]["points"]) < len(whole["meters"][0]["points"])
    kinds = [each["kind"] for each in whole["changes"]]
    assert {"seed", "adjustment", "void"} <= set(kinds)
    assert "increment" not in kinds
    monkeypatch.setattr(house_views, "MOST_MOVES", len(store.list_movements("ours")) // 2)
    newest = meter_history(store, "ours")
    assert newest
    assert [(each["number"], each["amount"]) for each in newest["meters"]] == [
        (each["number"], each["amount"]) for each in whole["meters"]
    ]
    for meter in newest["meters"]:
        assert [each["amount"] for each in meter["points"]][-1:] in ([], [meter["amount"]])
    assert 0 < sum(len(each["points"]) for each in newest["meters"]) <= house_views.MOST_MOVES
    gift = next(each for each in whole["changes"] if each["kind"] == "adjustment")
    assert (gift["amount"], gift["note"], gift["number"]) == ("5.00", "a gift", 1)
