"""Calls about one round: its record, text, grades and proof, the report for a dispute, voids.

A seat's own account sees a round as it saw it while it was played; the whole record once the shuffle is revealed.
Auditors, who never play, see the whole record as soon as a round has ended; supervisors, who may, once its shuffle is
revealed or everybody has seen every card of it.
"""

import json
from base64 import b64encode
from dataclasses import dataclass
from functools import partial
from hashlib import sha256
from typing import Any

from fastapi import APIRouter
from starlette.requests import Request as HttpRequest
from starlette.responses import HTMLResponse, PlainTextResponse, Response

from pitboss import games
from pitboss.core.errors import AuthError, RoomError, TurnError
from pitboss.core.explanation import explanation
from pitboss.json_forms import felt_json
from pitboss.server.asking import (
    SIGNED,
    Auditing,
    CsvResponse,
    Id,
    Key,
    Server,
    SignedIn,
    Supervising,
    address_of,
    asked,
)
from pitboss.server.models import games as game_models
from pitboss.server.models import rounds as models
from pitboss.server.people import Signed
from pitboss.server.problems import as_json
from pitboss.server.routes.round_lists import HOUSE, is_whole, record_json
from pitboss.server.service import Service
from pitboss.table.live_table import build_game, read_opening
from pitboss.table.proof import OPEN, SETTLED, proof_of
from pitboss.table.records import EventRecord, RoundRecord, SeatRecord, ShuffleRecord, TableRecord
from pitboss.table.requests import VoidRound
from pitboss.table.round_export import round_json_of, rounds_csv
from pitboss.table.round_reports import dispute, played_round, round_text, settlement_of
from pitboss.table.store import Store
from pitboss.table.views import line_json, seen_event

router = APIRouter(tags=["rounds"])


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


async def _check_whole(server: Service, signed: Signed, kept: Kept) -> None:
    """Refuses what would tell cards that nobody has shown, while others of the same shuffle are still to come."""
    record = kept.record
    if record.status == OPEN:
        raise TurnError(f"round {record.id} is not over", "not-over")
    if not await server.read(is_whole, signed, record, kept.shuffle):
        raise TurnError(f"round {record.id} is told whole when its shoe {record.shuffle} has ended", "not-revealed")


@router.get("/rounds/{id}.txt", response_class=PlainTextResponse, openapi_extra=SIGNED)
async def round_as_text(id: Id, server: Server, signed: SignedIn) -> Response:
    """The transcript of a round, which `pitboss settle` reads and checks."""
    kept = await _round_of(server, signed, id)
    await _check_whole(server, signed, kept)
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
    await _check_whole(server, signed, kept)
    return as_json(round_json_of(kept.record, kept.seats))


@router.get("/rounds/{id}.html", response_class=HTMLResponse, openapi_extra=SIGNED)
async def round_as_page(id: Id, server: Server, signed: Auditing) -> Response:
    """The report of a round for a dispute, as a page to print."""
    await _check_whole(server, signed, await _round_of(server, signed, id))
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
    record, is_house = kept.record, signed.role in HOUSE
    is_told = is_whole(signed, record, kept.shuffle)
    told = {
        **record_json(record, kept.seats, None if is_house else signed.account),
        "commitment": kept.shuffle.commitment if kept.shuffle else None,
        "revealed": kept.shuffle is not None and kept.shuffle.seed is not None,
        "meters": json.loads(record.meters),
        "events": [
            {"at_ms": each.at_ms, **_seen_event(each, signed.account, is_own=is_house and is_told)}
            for each in store.found(EventRecord, [record.id])
        ],
    }
    if not is_told:
        return told
    played = played_round(record, games.build)
    told["document"] = json.loads(record.document)
    if record.status == SETTLED:
        settlement = settlement_of(record, played)
        told["lines"] = [line_json(each) for each in settlement.lines]
        told["explanation"] = explanation(played, settlement)
    return told


def _seen_event(record: EventRecord, account: str, *, is_own: bool) -> dict[str, Any]:
    """An event as an account saw it, or, with `is_own`, as the seat saw it that it is about."""
    body = json.loads(record.body)
    return seen_event(record.seq, body, body.get("account") if is_own else account)


@router.get("/rounds/{id}/felt", response_model=game_models.GameTold, openapi_extra=SIGNED)
async def show_felt(id: Id, server: Server, signed: SignedIn) -> Response:
    """All that draws the table of a round: its game as `GET /games/{game}` tells it, without edges, as it was set."""
    kept = await _round_of(server, signed, id)
    return as_json(await server.read(_felt, server.store, kept.record))


def _felt(store: Store, record: RoundRecord) -> dict[str, Any]:
    table = store.found(TableRecord, [record.table])[0]
    return felt_json(build_game(read_opening(table.opening), games.build), None)


@router.get("/rounds/{id}/grades", response_model=models.Grades, openapi_extra=SIGNED)
async def grade_round(id: Id, request: HttpRequest, server: Server, signed: SignedIn, reasons: bool = True) -> Response:
    """The decisions of a round graded by the EV they gave up: one's own; all of them once the round is told whole.

    Without `reasons` the values alone are told. The reasons are left out, and `waits` true, while the strategy of the
    game is still being put in words.
    """
    kept = await _round_of(server, signed, id)
    record = kept.record
    if record.status == OPEN:
        raise TurnError(f"round {id} is not over", "not-over")
    is_told = await server.read(is_whole, signed, record, kept.shuffle)
    seats = {each.seat for each in kept.seats if is_told or each.account == signed.account}
    graded = server.grading.kept(id, reasons=reasons)
    waits = False
    if graded is None:
        game = await server.read(server.grading.game_of, record)
        if game is not None:
            await server.is_pending(game)
        waits = reasons and game is not None and not await server.teachings.are_ready(game)
        work = partial(server.grading.of, record, reasons=reasons and not waits)
        graded = await server.solve(address_of(request), work)
    short = graded.summary(seats)
    told = {"round": id, "decisions": graded.told(seats), "lost": short.get("lost"), "fault": graded.fault}
    return as_json({**told, "waits": waits})


@router.get("/rounds/{id}/proof", response_model=models.Proof, openapi_extra=SIGNED)
async def prove(id: Id, server: Server, signed: SignedIn) -> Response:
    """Everything that verifies the shuffle and the payouts of a round, once its seed is revealed."""
    kept = await _round_of(server, signed, id)
    if kept.shuffle is None:
        raise RoomError(f"no round {id!r}", "round-unknown")
    return as_json(await server.read(proof_of, kept.record, kept.shuffle, kept.seats, games.build))


@router.get("/rounds/{id}/dispute", response_model=models.Dispute, openapi_extra=SIGNED)
async def report_round(id: Id, server: Server, signed: Auditing) -> Response:
    """The report of a round for a dispute: cards, choices, grids, money, citations, and who did what when."""
    await _check_whole(server, signed, await _round_of(server, signed, id))
    return as_json(await server.read(dispute, server.store, id, games.build))


@router.post("/rounds/{id}/void", response_model=models.Voided, openapi_extra=SIGNED)
async def void_round(id: Id, body: models.NewVoid, server: Server, signed: Supervising, key: Key = None) -> Response:
    """Voids a round at any phase, with a reason: the ledger is exactly as before it."""
    return await asked(server, signed, VoidRound(id, body.reason, body.note), key)
