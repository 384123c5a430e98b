"""Calls of auditors and supervisors: the ledger, the audit log, meters, and what tables have won."""

from functools import partial
from typing import Annotated, Any

from fastapi import APIRouter, Path, Query
from starlette.requests import Request as HttpRequest
from starlette.responses import Response

from pitboss import games
from pitboss.api import wager_figures
from pitboss.core.errors import RoomError
from pitboss.core.money import cents, dollars
from pitboss.server.alarms import figures_key
from pitboss.server.asking import SIGNED, Auditing, CsvResponse, Id, Key, Server, Supervising, address_of, asked
from pitboss.server.models import books as models
from pitboss.server.models.parts import Link
from pitboss.server.problems import as_json
from pitboss.table.audit import SIGNIFICANT
from pitboss.table.live_table import build_game, read_opening
from pitboss.table.performance import Exact, performance_json
from pitboss.table.performance_course import performance_course
from pitboss.table.recent import audit_json
from pitboss.table.records import AuditRecord, Entry, MeterMovement, TableRecord
from pitboss.table.requests import AdjustMeter
from pitboss.table.round_export import entries_csv
from pitboss.table.store import Store

router = APIRouter(tags=["books"])

After = Annotated[int, Query(ge=0, le=2**53)]
Most = Annotated[int, Query(ge=1, le=1000)]
METER = "meter/"
MOST_PAGES = 50
"""How far one call looks for significant events."""


@router.get("/ledger/accounts", response_model=models.LedgerAccounts, openapi_extra=SIGNED)
async def list_ledger_accounts(server: Server, _: Auditing) -> Response:
    """Every ledger account with its balance; the balances sum to 0.00."""
    found = await server.read(server.store.list_accounts)
    return as_json({"accounts": [{"name": name, "balance": dollars(amount)} for name, amount in found.items()]})


@router.get("/ledger/entries", response_model=models.LedgerEntries, openapi_extra=SIGNED)
async def list_ledger_entries(server: Server, _: Auditing, after: After = 0, limit: Most = 1000) -> Response:
    """The entries of the ledger after a number."""
    found = await server.read(server.store.list_entries, after, limit)
    return as_json({"entries": [entry_json(each) for each in found], "last": found[-1].seq if found else after})


@router.get("/ledger/entries.csv", response_class=CsvResponse, openapi_extra=SIGNED)
async def list_ledger_entries_as_csv(server: Server, _: Auditing, after: After = 0, limit: Most = 1000) -> Response:
    """The entries of the ledger as CSV for a spreadsheet, a line for each leg."""
    return CsvResponse("".join(entries_csv(await server.read(server.store.list_entries, after, limit))))


def entry_json(entry: Entry) -> dict[str, Any]:
    """An entry of the ledger with the names that clients use."""
    return {
        "seq": entry.seq,
        "id": entry.id,
        "kind": entry.kind,
        "at_ms": entry.at_ms,
        "round": entry.round,
        "note": entry.note,
        "reverses": entry.reverses,
        "legs": [{"account": name, "amount": dollars(amount)} for name, amount in entry.legs],
    }


@router.get("/audit", response_model=models.Audit, openapi_extra=SIGNED)
async def list_audit(
    server: Server, signed: Auditing, after: After = 0, limit: Most = 1000, significant: bool = False
) -> Response:
    """The records of the audit log after a number, or those of significant events alone; `last` is where to go on.

    What would tell cards of a round in play is withheld until it is over, and from supervisors, who may sit down at the
    table, until its shoe has ended; the record's body says so (`withheld`).
    """
    found, last = await server.read(_records, server.store, after, limit, significant)
    told = await server.read(partial(audit_json, server.store, found, may_play=signed.may_play))
    return as_json({"records": told, "last": last})


def _records(store: Store, after: int, limit: int, is_significant: bool) -> tuple[list[AuditRecord], int]:
    found: list[AuditRecord] = []
    last = after
    for _ in range(MOST_PAGES if is_significant else 1):
        page = store.list_audit(last, limit)
        kept = [each for each in page if not is_significant or each.kind in SIGNIFICANT][: limit - len(found)]
        found += kept
        last = kept[-1].seq if len(found) == limit else page[-1].seq if page else last
        if len(found) == limit or len(page) < limit:
            break
    return found, last


@router.get("/audit/anchors", response_model=models.Anchors, openapi_extra=SIGNED)
async def list_anchors(server: Server, _: Auditing) -> Response:
    """The signatures over the head of the audit log."""
    found = await server.read(server.store.list_anchors)
    names = ("audit_seq", "hash", "at_ms", "public_key", "signature")
    return as_json({"anchors": [{name: getattr(each, name) for name in names} for each in found]})


@router.get("/meters", response_model=models.Meters, openapi_extra=SIGNED)
async def list_meters(
    server: Server, _: Auditing, link: Annotated[str | None, Query(pattern=r"^[A-Za-z0-9_-]{1,40}$")] = None
) -> Response:
    """Every progressive meter; with a link, its own and how they came about."""
    return as_json(await server.read(_meters, server.store, link))


def _meters(store: Store, link: str | None) -> dict[str, Any]:
    meters = []
    for name, amount in store.list_accounts().items():
        if name.startswith(METER):
            of, _, number = name.removeprefix(METER).rpartition("/")
            if link in (None, of):
                meters.append({"link": of, "number": int(number), "amount": dollars(amount)})
    movements = [] if link is None else [_movement(each) for each in store.list_movements(link)]
    return {"meters": meters, "movements": movements}


def _movement(each: MeterMovement) -> dict[str, Any]:
    return {
        "number": each.number,
        "kind": each.kind,
        "amount": dollars(each.cents),
        "round": each.round,
        "entry": each.entry,
        "note": each.note,
    }


@router.post("/meters/{link}/{number}/adjustments", response_model=models.MeterSet, openapi_extra=SIGNED)
async def adjust_meter(
    link: Link,
    number: Annotated[int, Path(ge=1, le=99)],
    body: models.MeterChange,
    server: Server,
    signed: Supervising,
    key: Key = None,
) -> Response:
    """Changes a meter by an amount, for a reason."""
    return await asked(server, signed, AdjustMeter(link, number, cents(body.amount), body.note), key)


@router.get("/tables/{id}/performance", response_model=models.Performance, openapi_extra=SIGNED)
async def performance(request: HttpRequest, id: Id, server: Server, _: Auditing) -> Response:
    """Actual against theoretical win by wager and player, with the band that an honest table stays in."""
    figures = await _exact(request, server, id)
    return as_json(await server.read(performance_json, server.store, id, games.build, figures))


@router.get("/tables/{id}/performance/course", response_model=models.Course, openapi_extra=SIGNED)
async def course(request: HttpRequest, id: Id, server: Server, _: Auditing) -> Response:
    """The win on the main bets after each of the last 300 rounds, beside the theoretical one, in its band."""
    figures = await _exact(request, server, id)
    return as_json(await server.read(performance_course, server.store, id, games.build, figures))


async def _exact(request: HttpRequest, server: Server, id: str) -> Exact:
    """The exact figures of a table's game."""
    found = await server.read(server.store.found, TableRecord, [id])
    if not found:
        raise RoomError(f"no table {id!r}", "unknown")
    opening = read_opening(found[0].opening)
    key = figures_key(opening)
    if key not in server.wager_figures:  # The exact figures of a table never change, so they are worked out once.
        game = await server.read(build_game, opening, games.build)
        await server.check_at_hand(game)
        server.wager_figures[key] = await server.solve_long(address_of(request), partial(wager_figures, game))
    return lambda _: server.wager_figures[key]
