"""The dispute report of one round as a page to print: cards, choices, grids, results with the rules cited, and who did
what when. It is made from the records alone (`table.round_reports.dispute`).
"""

import json
from collections.abc import Mapping
from typing import Any

from pitboss.core.codec import read_round
from pitboss.report.document import Attention, Block, DataTable, Document, Items, Section, Text
from pitboss.report.render.html import page
from pitboss.table.live_table import Build
from pitboss.table.round_export import moment

TOLD = ("bet", "began", "dealt", "shown", "chose", "meter", "settled", "over", "voided")
"""The events of a round that its report lists."""
QUIET = ("seq", "at_ms", "type", "seat", "account", "round", "number", "face", "names_cards", "words", "link")


def dispute_page(told: Mapping[str, Any], build: Build) -> str:
    """The page of a round's dispute report; `told` is what `round_reports.dispute` gives."""
    return page(dispute_document(told, build))


def dispute_document(told: Mapping[str, Any], build: Build) -> Document:
    """The dispute report of a round as a document."""
    record = told["round"]
    game = read_round(told["document"], build).game
    subtitle = f"{game.name}, table {record['table']}, round {record['number']}: {record['status']}"
    sections = (
        Section("Money", (_seats(told), *_results(told))),
        Section("Cards and choices", (_course(told),)),
        Section("Pay tables in force", tuple(_grids(told))),
        Section("Who did what when", (_who(told), _ledger(told))),
        Section("The shuffle", tuple(_shuffle(told))),
    )
    return Document(f"Round {record['id']}", subtitle, tuple(_opening(record)), sections)


def _opening(record: Mapping[str, Any]) -> list[Block]:
    when = f"Bets were opened at {moment(record['opened_ms'])}; the round ended at {moment(record['ended_ms'])}."
    if record["void_reason"] is None:
        return [Text(when)]
    return [Text(when), Attention((f"The round is void ({record['void_reason']}): every stake went back.",))]


def _seats(told: Mapping[str, Any]) -> DataTable:
    rows = tuple((str(each["seat"]), each["account"], each["staked"], each["returned"] or "") for each in told["seats"])
    return DataTable("Seats, in dollars", ("seat", "account", "staked", "returned"), rows, (1,))


def _results(told: Mapping[str, Any]) -> list[Block]:
    if not told["explanation"]:
        return [Text("The round was not settled.")]
    return [Text("Every bet, and the rule or ruling by which it was judged:"), Items(tuple(told["explanation"]))]


def _course(told: Mapping[str, Any]) -> DataTable:
    rows = tuple(
        (moment(each["at_ms"]), str(each["seq"]), each["type"], _place(each), _what(each), each.get("words") or "")
        for each in told["events"]
        if each["type"] in TOLD
    )
    head = ("time", "event", "what", "seat", "details", "in words")
    return DataTable("The round as it was dealt", head, rows, (1, 2, 3, 4, 5))


def _place(event: Mapping[str, Any]) -> str:
    seat = event.get("seat")
    return "table" if seat == 0 else "" if seat is None else str(seat)


def _what(event: Mapping[str, Any]) -> str:
    """The fields of an event that have no column of their own."""
    return "; ".join(f"{name} {_plain(value)}" for name, value in event.items() if name not in QUIET and value != [])


def _plain(value: Any) -> str:
    if isinstance(value, list):
        return " ".join(_plain(each) for each in value)
    if isinstance(value, Mapping):
        return ", ".join(f"{name} {_plain(each)}" for name, each in value.items())
    return str(value)


def _grids(told: Mapping[str, Any]) -> list[DataTable]:
    return [
        DataTable(
            f"{grid['title']}, column {grid['column']}",
            ("outcome", "pays"),
            tuple(grid["pays"].items()),
            (1,),
            f"SHA-256 of the pays: {grid['sha256']}",
        )
        for grid in told["grids"].values()
    ]


def _who(told: Mapping[str, Any]) -> DataTable:
    rows = tuple(
        (moment(each["at_ms"]), str(each["seq"]), each["actor"], each["kind"], _asked(each["what"]))
        for each in told["who"]
    )
    return DataTable("The audit log", ("time", "record", "who", "kind", "what"), rows, (1, 2, 3, 4))


def _asked(what: Any) -> str:
    return json.dumps(what, ensure_ascii=False, sort_keys=True) if isinstance(what, Mapping) else str(what)


def _ledger(told: Mapping[str, Any]) -> DataTable:
    rows = tuple(
        (moment(each["at_ms"]), str(each["seq"]), each["kind"], account, amount, each["note"])
        for each in told["entries"]
        for account, amount in each["legs"].items()
    )
    head = ("time", "entry", "kind", "ledger account", "amount", "note")
    return DataTable("The ledger, in dollars", head, rows, (1, 2, 3, 5))


def _shuffle(told: Mapping[str, Any]) -> list[Block]:
    shuffle = told["shuffle"]
    if shuffle is None:
        return [Text("No card was shuffled for it.")]
    first = told["round"]["first_card"]
    seed = shuffle["seed"] or "not revealed yet; it is when the shoe ends"
    given = tuple(f"client seed of seat {seat} {text}" for seat, text in shuffle["client_seeds"].items())
    return [
        Text(f"The round was dealt from shuffle {shuffle['id']}, from place {first} on."),
        Items((f"commitment {shuffle['commitment']}", f"seed {seed}", *given)),
    ]
