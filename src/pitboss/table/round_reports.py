"""A stored round read back: its settlement, its text, and the report for a dispute, from the records alone."""

import json
from dataclasses import asdict, replace
from typing import Any

from pitboss.core import transcript
from pitboss.core.codec import read_round
from pitboss.core.errors import RoomError
from pitboss.core.explanation import explanation
from pitboss.core.game import Game
from pitboss.core.meters import MeterState
from pitboss.core.money import dollars
from pitboss.core.round import Round
from pitboss.core.script import TABLE
from pitboss.core.settle import Settlement, progressive_bets, settle_round
from pitboss.core.view import view_of
from pitboss.table.live_table import Build
from pitboss.table.proof import read_meters_json
from pitboss.table.records import AuditRecord, Entry, EventRecord, RoundRecord
from pitboss.table.store import Store


def read_meters(record: RoundRecord, game: Game) -> tuple[MeterState, ...]:
    """The meters that a round was settled with, its own bets already in them."""
    return read_meters_json(game, json.loads(record.meters))


def played_round(record: RoundRecord, build: Build) -> Round:
    """The round of a record that has ended; the record of an open round holds no cards."""
    if not record.document:
        raise RoomError(f"round {record.id} is not over; its cards are told when it is", "round-unknown")
    return read_round(json.loads(record.document), build)


def shows_every_card(record: RoundRecord, build: Build) -> bool:
    """Whether everybody has seen all the cards of a round that has ended, and how they were chosen among."""
    played = played_round(record, build)
    seen = view_of(played.state, played.need(), TABLE)
    return all(each.cards is not None for each in seen.piles) and len(seen.choices) == len(played.state.choices)


def settlement_of(record: RoundRecord, played: Round) -> Settlement:
    """What every bet of a finished round was paid, with the meters as they were."""
    return settle_round(played, read_meters(record, played.game), is_fed=True)


def round_text(record: RoundRecord, build: Build) -> str:
    """A round as its transcript; the meters are those before its own bets fed them."""
    played = played_round(record, build)
    meters = read_meters(record, played.game)
    if meters:
        bets = progressive_bets(played.game, played.state.bets)
        meters = tuple(replace(each, amount_cents=each.amount_cents - bets * each.share_cents) for each in meters)
    return transcript.write(played, meters or None)


def dispute(store: Store, round_id: str, build: Build) -> dict[str, Any]:
    """Everything about one round that has ended: cards, choices, grids, money, citations, client seeds, and
    who did what when.
    """
    with store.transaction() as transaction:
        record = transaction.rounds([round_id]).get(round_id)
        if record is None:
            raise RoomError(f"no round {round_id!r}", "round-unknown")
        seats, entries = transaction.seats(round_id), transaction.entries_of_round(round_id)
        shuffle = transaction.shuffles([record.shuffle]).get(record.shuffle)
    played = played_round(record, build)
    is_over = played.need() is None
    settlement = settlement_of(record, played) if is_over else None
    return {
        "round": {name: value for name, value in asdict(record).items() if name not in ("document", "meters")},
        "document": json.loads(record.document),
        "grids": grids_told(played.game),
        "seats": [
            {
                "seat": each.seat,
                "account": each.account,
                "staked": dollars(each.staked_cents),
                "returned": None if each.returned_cents is None else dollars(each.returned_cents),
            }
            for each in seats
        ],
        "explanation": explanation(played, settlement) if settlement else [],
        "transcript": round_text(record, build) if is_over else "",
        "events": [
            {"seq": each.seq, "at_ms": each.at_ms, **json.loads(each.body)}
            for each in store.found(EventRecord, [round_id])
        ],
        "entries": [_entry(each) for each in entries],
        "who": [
            {"seq": each.seq, "at_ms": each.at_ms, "actor": each.actor, "kind": each.kind, "what": _what(each)}
            for each in store.found(AuditRecord, [round_id])
        ],
        "shuffle": None
        if shuffle is None
        else {
            "id": shuffle.id,
            "commitment": shuffle.commitment,
            "client_seeds": json.loads(shuffle.client_seeds),
            "seed": shuffle.seed,
        },
    }


def grids_told(game: Game) -> dict[str, Any]:
    """The pay tables in force, by the name of their grid: what each outcome pays, and the hash of all pays."""
    titles = game.options.grids
    return {
        name: {
            "title": titles[name].title if name in titles else name,
            "column": table.column,
            "pays": {table.outcomes(outcome).name: str(pay) for outcome, pay in table.pays.items()},
            "sha256": table.sha256,
        }
        for name, table in game.pay_tables.items()
    }


def _entry(entry: Entry) -> dict[str, Any]:
    legs = {name: dollars(cents) for name, cents in entry.legs}
    return {
        "seq": entry.seq,
        "id": entry.id,
        "kind": entry.kind,
        "at_ms": entry.at_ms,
        "note": entry.note,
        "legs": legs,
    }


def _what(record: AuditRecord) -> Any:
    body = json.loads(record.body)
    return body.get("request", body)
