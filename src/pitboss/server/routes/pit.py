"""Calls of the pit: tables, rounds and meters as the house sees them, and the newest records of the books."""

import asyncio
from collections.abc import Iterable, Iterator
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Query
from starlette.requests import Request as HttpRequest
from starlette.responses import Response

from pitboss.core.errors import RoomError
from pitboss.core.money import dollars
from pitboss.server.asking import NOBODY, SIGNED, Auditing, CsvResponse, Server, address_of
from pitboss.server.models import pit as models
from pitboss.server.models.parts import Link
from pitboss.server.people import SESSION_MS
from pitboss.server.problems import as_json
from pitboss.server.routes.books import entry_json
from pitboss.server.service import Service
from pitboss.table.audit import KINDS, SIGNIFICANT
from pitboss.table.house_views import house_rounds, meter_history, person_names, table_json
from pitboss.table.ledger import WALLET
from pitboss.table.live_table import CLOSED
from pitboss.table.recent import audit_json, chain_state, recent_audit, recent_entries
from pitboss.table.records import AuditRecord, TableRecord
from pitboss.table.requests import REASONS, Look, Request
from pitboss.table.round_export import entries_csv

router = APIRouter(tags=["pit"])

Before = Annotated[int | None, Query(ge=1, le=2**53, description="The number before which the page ends.")]
Most = Annotated[int, Query(ge=1, le=500)]
Some = Annotated[str, Query(max_length=100)]
Filter = Annotated[str | None, Query(pattern=r"^[A-Za-z0-9_:.+-]{1,80}$")]
Kinds = Annotated[list[Annotated[str, Query(max_length=40)]], Query(alias="kind", max_length=40)]


@router.get("/pit", response_model=models.PitWords, openapi_extra=SIGNED)
async def pit_words(server: Server, _: Auditing) -> Response:
    """The words that the pit is spoken in: reasons for a void, kinds of audit records, roles, what a large win is."""
    told = {"reasons": list(REASONS), "kinds": KINDS, "significant": sorted(SIGNIFICANT), "roles": list(SESSION_MS)}
    return as_json({**told, "large_win": dollars(server.settings.large_win_cents)})


@router.get("/pit/tables", response_model=models.PitTables, openapi_extra=SIGNED)
async def list_pit_tables(
    server: Server,
    _: Auditing,
    which: Literal["house", "practice", "closed"] = "house",
    id: Filter = None,
    limit: Most = 200,
) -> Response:
    """The house's open tables, those for practice, closed ones, or one: its opening, its players, what it has won.

    Where there are more than the limit, those are told at which most has happened.
    """
    if id is None:
        rows = [row for row in await server.read(server.store.list_tables) if _kind(row) == which]
    else:
        rows = await server.read(server.store.found, TableRecord, [id])
    busiest = sorted(rows, key=lambda row: row.seq, reverse=True)[:limit]
    tables = await asyncio.gather(*(_told(server, row) for row in busiest))
    told = {"tables": [each for each in tables if each], "total": len(rows), "at_ms": server.clock()}
    return as_json(told)


def _kind(row: TableRecord) -> str:
    return "closed" if row.status == CLOSED else "practice" if row.private else "house"


async def _told(server: Service, row: TableRecord) -> dict[str, Any] | None:
    """A table as the house sees it, kept until its next event."""
    stamp = row.seq, row.status, row.opening
    kept = server.pit_tables.get(row.id)
    if kept is None or kept[0] != stamp:
        answer = await server.worker.ask(Request(NOBODY, Look(row.id)))
        if answer.status >= 400:
            return None
        kept = server.pit_tables.keep(row.id, (stamp, await server.read(table_json, server.store, row, answer.body)))
    return {**kept[1], "deadline_ms": row.deadline_ms}


@router.get("/pit/rounds", response_model=models.PitRounds, openapi_extra=SIGNED)
async def list_pit_rounds(
    server: Server,
    _: Auditing,
    status: Literal["settled", "voided"] | None = None,
    table: Filter = None,
    account: Filter = None,
    before: Filter = None,
    limit: Most = 50,
) -> Response:
    """Rounds with their stakes and the house's win, the newest first; `next` is where to go on, null at the end."""

    def told() -> dict[str, Any]:
        which = {"status": status, "table": table, "account": account, "before": before}
        rounds, following = house_rounds(server.store, **which, limit=limit)
        return {"rounds": rounds, "next": following}

    return as_json(await server.read(told))


@router.get("/meters/{link}/history", response_model=models.MeterHistory, openapi_extra=SIGNED)
async def show_meter_history(link: Link, server: Server, _: Auditing) -> Response:
    """The meters of a link as they rose and fell, and the newest seeds, awards, voids and adjustments.

    A long history is told from its newest 50,000 changes.
    """
    found = await server.read(meter_history, server.store, link)
    if found is None:
        raise RoomError(f"no meters of a link {link!r}", "unknown")
    return as_json(found)


@router.get("/audit/recent", response_model=models.RecentAudit, openapi_extra=SIGNED)
async def list_recent_audit(
    server: Server,
    signed: Auditing,
    before: Before = None,
    limit: Most = 50,
    kinds: Kinds = [],  # noqa: B006
    about: Some = "",
) -> Response:
    """The newest records of the audit log, of some kinds, whose actor, subject or content has a text."""

    def told() -> dict[str, Any]:
        store, may_play = server.store, signed.may_play
        found = recent_audit(store, before, limit, frozenset(kinds), about, may_play=may_play)
        names = person_names(store, _accounts(found.records))
        records = audit_json(store, found.records, may_play=may_play)
        return {"records": records, "names": names, "next": found.next, "head": found.head}

    return as_json(await server.read(told))


def _accounts(records: Iterable[AuditRecord]) -> Iterator[str]:
    for record in records:
        yield from (record.actor, record.subject)


@router.get("/audit/chain", response_model=models.ChainChecked, openapi_extra=SIGNED)
async def check_chain(request: HttpRequest, server: Server, _: Auditing) -> Response:
    """Checks the whole audit log now: the hash of every record, and every signature."""

    def told() -> dict[str, Any]:
        return chain_state(server.store, server.key.public_key).as_json()

    return as_json(await server.solve_long(address_of(request), told))


@router.get("/ledger/recent", response_model=models.RecentEntries, openapi_extra=SIGNED)
async def list_recent_entries(
    server: Server, _: Auditing, before: Before = None, limit: Most = 50, account: Some = ""
) -> Response:
    """The newest entries of the ledger, those that move an account where one is named; `wallet/` names all wallets."""
    found = await server.read(recent_entries, server.store, before, limit, account)
    wallets = [name.removeprefix(WALLET) for entry in found.records for name, _ in entry.legs]
    names = await server.read(person_names, server.store, wallets)
    told = {"entries": [entry_json(each) for each in found.records], "names": names}
    return as_json({**told, "next": found.next, "head": found.head})


@router.get("/ledger/recent.csv", response_class=CsvResponse, openapi_extra=SIGNED)
async def list_recent_entries_as_csv(
    server: Server, _: Auditing, before: Before = None, limit: Most = 50, account: Some = ""
) -> Response:
    """The newest entries of the ledger as CSV for a spreadsheet, a line for each leg."""
    found = await server.read(recent_entries, server.store, before, limit, account)
    return CsvResponse("".join(entries_csv(found.records)))
