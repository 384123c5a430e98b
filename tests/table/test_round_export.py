"""Rounds and entries as CSV and JSON lines."""

import csv
import json

from pitboss.core.money import cents
from pitboss.table.round_export import entries_csv, moment, rounds_csv, rounds_json_lines
from tests.support.busy_room import busy_room


def test_rounds_and_entries_for_a_spreadsheet():
    made = busy_room(rounds=1)
    store = made.store
    rows = list(csv.DictReader(rounds_csv(store, store.every_round())))
    rounds = list(store.every_round())
    assert [each["round"] for each in rows if each["seat"] in ("", "1")] == [each.id for each in rounds]
    settled = [each for each in rows if each["status"] == "settled"]
    assert settled
    for each in settled:
        assert cents(each["returned"]) - cents(each["staked"]) == cents(each["net"])
    told = [json.loads(line) for line in rounds_json_lines(store, store.every_round())]
    assert [each["round"] for each in told] == [each.id for each in rounds]
    assert sum(len(each["seats"]) for each in told) == len([each for each in rows if each["seat"]])
    assert all((each["document"] is None) == (each["status"] == "open") for each in told)
    legs = list(csv.DictReader(entries_csv(store.list_entries(0, 10**6))))
    assert sum(cents(each["amount"]) for each in legs) == 0
    assert {each["seq"] for each in legs} == {str(each.seq) for each in store.list_entries(0, 10**6) if each.legs}


def test_a_note_is_no_formula():
    made = busy_room(rounds=1)
    entry = made.store.list_entries(0, 1)[0]
    object.__setattr__(entry, "note", "=1+1")
    row = next(csv.DictReader(entries_csv([entry])))
    assert row["note"] == "'=1+1"


def test_a_moment():
    assert moment(1_763_285_400_125) == "2025-11-16T09:30:00.125Z"
    assert moment(None) == ""
