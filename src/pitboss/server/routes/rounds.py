"""Calls about rounds: lists, records, texts, proofs, reports for a dispute, voids.

A seat's own account sees a round as it saw it while it was played; the whole record once the shuffle is revealed.
Auditors and supervisors see the whole record as soon as a round has ended.
"""

import json
from base64 import b64encode
from dataclasses import dataclass
from hashlib import sha256
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Query
from starlette.responses import HTMLResponse, PlainTextResponse, Response

from pitboss import games
from pitboss.core.errors import AuthError, RoomError, TurnError
from pitboss.core.explanation import explanation
from pitboss.core.money import dollars
from pitboss.server.asking import (
    SIGNED,
    Auditing,
    CsvResponse,
    Id,
    JsonLinesResponse,
    Key,
    Server,
    SignedIn,
    Supervising,
    asked,
)
from pitboss.server.models import rounds as models
from pitboss.server.people import Signed
from pitboss.server.problems import as_json
from pitboss.server.service import Service
from pitboss.table.proof import OPEN, SETTLED, proof_of
from pitboss.table.records import EventRecord, RoundRecord, SeatRecord, ShuffleRecord
from pitboss.table.requests import VoidRound
from pitboss.table.round_export import round_json_of, rounds_csv, rounds_json_lines
from pitboss.table.round_reports import dispute, played_round, round_text, settlement_of
from pitboss.table.store import Store
from pitboss.table.views import line_json, seen_event

router = APIRouter(tags=["rounds"])

HOUSE = ("auditor", "supervisor")
PATH = "/api/v1/rounds"
LINKS = {"self": "", "text": ".txt", "csv": ".csv", "json": ".json", "proof": "/proof"}
"""The ends of the addresses under which one round is told."""
Filter = Annotated[str | None, Query(pattern=r"^[A-Za-z0-9_:.+-]{1,80}$")]
Most = Annotated[int, Query(ge=1, le=1000)]


@dataclass(frozen=True)
class Kept:
    """A round as the store has it."""

    record: RoundRecord
    seats: list[SeatRecord]
    shuffle: ShuffleRecord | None


def _kept(store: Store, id: str) -> Kept:
    with store.transaction() as transaction:
        record = transaction.rounds([id]).get(id)
        if record is None:
            raise RoomError(f"no round {id!r}", "round-unknown")
        shuffle = transaction.shuffles([record.shuffle]).get(record.shuffle)
        return Kept(record, transaction.seats(id), shuffle)


async def _round_of(server: Service, signed: Signed, id: str) -> Kept:
    """A round that the caller sat in, or may audit."""
    kept = await server.worker.do(lambda store: _kept(store, id))
    if signed.role not in HOUSE and all(each.account != signed.account for each in kept.seats):
        raise AuthError(f"round {id} is for who sat in it, auditors and supervisors")
    return kept


def _is_whole(signed: Signed, record: RoundRecord, shuffle: ShuffleRecord | None) -> bool:
    """Whether a round may be told whole: it is over, and its shuffle is revealed or an auditor asks."""
    is_revealed = shuffle is not None and shuffle.seed is not None
    return record.status != OPEN and (is_revealed or signed.role in HOUSE)


def _check_whole(signed: Signed, kept: Kept) -> None:
    """Refuses what would tell cards that nobody has shown, while others of the same shuffle are still to come."""
    record = kept.record
    if record.status == OPEN:
        raise TurnError(f"round {record.id} is not over", "not-over")
    if not _is_whole(signed, record, kept.shuffle):
        raise TurnError(f"round {record.id} is told whole when its shoe {record.shuffle} has ended", "not-revealed")


async def _which(
    signed: SignedIn,
    table: Filter = None,
    game: Filter = None,
    account: Filter = None,
    before: Filter = None,
    limit: Most = 100,
) -> dict[str, Any]:
    """Which rounds are asked for: one's own, or any for auditors and supervisors."""
    if signed.role not in HOUSE:
        if account not in (None, signed.account):
            raise AuthError(f"rounds of {account} are for that account, auditors and supervisors")
        account = signed.account
    return {"table": table, "game": game, "account": account, "before": before, "limit": limit}


Which = Annotated[dict[str, Any], Depends(_which)]


def _listed(store: Store, which: dict[str, Any]) -> list[RoundRecord]:
    return store.list_rounds(**which)


@router.get("/rounds", response_model=models.Rounds, openapi_extra=SIGNED)
async def list_rounds(server: Server, which: Which) -> Response:
    """Rounds, the newest first: one's own, or for auditors and supervisors all."""
    return as_json({"rounds": [_record_json(each) for each in await server.read(_listed, server.store, which)]})


@router.get("/rounds.csv", response_class=CsvResponse, openapi_extra=SIGNED)
async def list_rounds_as_csv(server: Server, which: Which) -> Response:
    """The rounds of a list as CSV for a spreadsheet, a line for each seat."""

    def text(store: Store) -> str:
        return "".join(rounds_csv(store, _listed(store, which)))

    return CsvResponse(await server.read(text, server.store))


@router.get("/rounds.jsonl", response_class=JsonLinesResponse, openapi_extra=SIGNED)
async def list_rounds_as_json_lines(server: Server, signed: SignedIn, which: Which) -> Response:
    """The rounds of a list as JSON, one document a line; whole where that tells nothing early."""

    def text(store: Store) -> str:
        found = _listed(store, which)
        shuffles = {each.id: each for each in store.found(ShuffleRecord, {each.shuffle for each in found})}
        whole = {each.id for each in found if _is_whole(signed, each, shuffles.get(each.shuffle))}
        return "".join(rounds_json_lines(store, found, lambda each: each.id in whole))

    return JsonLinesResponse(await server.read(text, server.store))


def _record_json(record: RoundRecord) -> dict[str, Any]:
    return {
        "id": record.id,
        "table": record.table,
        "number": record.number,
        "game": record.game,
        "status": record.status,
        "shuffle": record.shuffle,
        "opened_ms": record.opened_ms,
        "ended_ms": record.ended_ms,
        "void_reason": record.void_reason,
        "links": {name: f"{PATH}/{record.id}{end}" for name, end in LINKS.items()},
    }


@router.get("/rounds/{id}.txt", response_class=PlainTextResponse, openapi_extra=SIGNED)
async def round_as_text(id: Id, server: Server, signed: SignedIn) -> Response:
    """The transcript of a round, which `pitboss settle` reads and checks."""
    kept = await _round_of(server, signed, id)
    _check_whole(signed, kept)
    return PlainTextResponse(await server.read(round_text, kept.record, games.build))


@router.get("/rounds/{id}.csv", response_class=CsvResponse, openapi_extra=SIGNED)
async def round_as_csv(id: Id, server: Server, signed: SignedIn) -> Response:
    """The money of a round for a spreadsheet, a line for each seat."""
    kept = await _round_of(server, signed, id)

    def text(store: Store) -> str:
        return "".join(rounds_csv(store, [kept.record]))

    return CsvResponse(await server.read(text, server.store))


@router.get("/rounds/{id}.json", response_model=models.RoundExport, openapi_extra=SIGNED)
async def round_as_json(id: Id, server: Server, signed: SignedIn) -> Response:
    """A round as one document that is enough to replay it: its record, seats, cards and choices."""
    kept = await _round_of(server, signed, id)
    _check_whole(signed, kept)
    return as_json(round_json_of(kept.record, kept.seats))


@router.get("/rounds/{id}.html", response_class=HTMLResponse, openapi_extra=SIGNED)
async def round_as_page(id: Id, server: Server, _: Auditing) -> Response:
    """The report of a round for a dispute, as a page to print."""
    page = await server.read(_page, server.store, id)
    return HTMLResponse(page, headers={"content-security-policy": _policy(page)})


def _page(store: Store, id: str) -> str:
    from pitboss.report.dispute import dispute_page

    return dispute_page(dispute(store, id, games.build), games.build)


def _policy(page: str) -> str:
    """What a page that is one file may do: have the style that it comes with, by its hash, and nothing else."""
    style = page.partition("<style>")[2].partition("</style>")[0]
    digest = b64encode(sha256(style.encode()).digest()).decode()
    return f"default-src 'none'; style-src 'sha256-{digest}'; font-src data:; img-src data:; frame-ancestors 'none'"


@router.get("/rounds/{id}", response_model=models.RoundTold, openapi_extra=SIGNED)
async def show_round(id: Id, server: Server, signed: SignedIn) -> Response:
    """The record of a round: its events as the caller saw them; the whole of it once that tells nothing early."""
    kept = await _round_of(server, signed, id)
    return as_json(await server.read(_told, server.store, signed, kept))


def _told(store: Store, signed: Signed, kept: Kept) -> dict[str, Any]:
    record = kept.record
    told = {
        **_record_json(record),
        "commitment": kept.shuffle.commitment if kept.shuffle else None,
        "seats": [
            {
                "seat": each.seat,
                "account": each.account,
                "staked": dollars(each.staked_cents),
                "returned": None if each.returned_cents is None else dollars(each.returned_cents),
            }
            for each in kept.seats
        ],
        "events": [
            {"at_ms": each.at_ms, **seen_event(each.seq, json.loads(each.body), signed.account)}
            for each in store.found(EventRecord, [record.id])
        ],
    }
    if not _is_whole(signed, record, kept.shuffle):
        return told
    played = played_round(record, games.build)
    told["document"] = json.loads(record.document)
    if record.status == SETTLED:
        settlement = settlement_of(record, played)
        told["lines"] = [line_json(each) for each in settlement.lines]
        told["explanation"] = explanation(played, settlement)
    return told


@router.get("/rounds/{id}/proof", response_model=models.Proof, openapi_extra=SIGNED)
async def prove(id: Id, server: Server, signed: SignedIn) -> Response:
    """Everything that verifies the shuffle and the payouts of a round, once its seed is revealed."""
    kept = await _round_of(server, signed, id)
    if kept.shuffle is None:
        raise RoomError(f"no round {id!r}", "round-unknown")
    return as_json(await server.read(proof_of, kept.record, kept.shuffle, kept.seats, games.build))


@router.get("/rounds/{id}/dispute", response_model=models.Dispute, openapi_extra=SIGNED)
async def report_round(id: Id, server: Server, _: Auditing) -> Response:
    """The report of a round for a dispute: cards, choices, grids, money, citations, and who did what when."""
    return as_json(await server.read(dispute, server.store, id, games.build))


@router.post("/rounds/{id}/void", response_model=models.Voided, openapi_extra=SIGNED)
async def void_round(id: Id, body: models.NewVoid, server: Server, signed: Supervising, key: Key = None) -> Response:
    """Voids a round at any phase, with a reason: the ledger is exactly as before it."""
    return await asked(server, signed, VoidRound(id, body.reason, body.note), key)
