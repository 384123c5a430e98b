"""Lists of rounds, by table, game, account, result and EV lost: for a page, a spreadsheet or a program."""

import time
from collections import defaultdict
from collections.abc import AsyncIterator, Iterator, Sequence
from itertools import islice
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Query
from starlette.requests import Request as HttpRequest
from starlette.responses import Response, StreamingResponse

from pitboss.core.errors import AuthError
from pitboss.core.money import cents, dollars
from pitboss.server.asking import SIGNED, CsvResponse, JsonLinesResponse, Server, SignedIn, address_of
from pitboss.server.models import rounds as models
from pitboss.server.models.parts import Amount
from pitboss.server.people import Signed
from pitboss.server.problems import as_json
from pitboss.server.questions import KEPT
from pitboss.server.service import Service
from pitboss.table.proof import OPEN, SETTLED
from pitboss.table.records import RoundRecord, SeatRecord, ShuffleRecord
from pitboss.table.round_export import rounds_csv, rounds_json_lines
from pitboss.table.round_reports import shows_every_card
from pitboss.table.store import Store

router = APIRouter(tags=["rounds"])

HOUSE = ("auditor", "supervisor")
PATH = "/api/v1/rounds"
LINKS = {"self": "", "text": ".txt", "csv": ".csv", "json": ".json", "proof": "/proof", "grades": "/grades"}
"""The ends of the addresses under which one round is told."""
Filter = Annotated[str | None, Query(pattern=r"^[A-Za-z0-9_:.+-]{1,80}$")]
Most = Annotated[int, Query(ge=1, le=1000)]
Least = Annotated[Amount | None, Query(description="Only rounds whose decisions gave up at least so many dollars.")]
AnyMost = Annotated[int | None, Query(ge=1, le=2**31, description="At most so many rounds; all where it is left out.")]
AT_A_TIME = 500
"""Rounds that an export reads, and lines that it sends, at a time."""
GRADED_AT_A_TIME = 20
"""Rounds that an export reads at a time where their decisions are graded first, which takes longer."""
NOTHING = ""
"""Ends a page of an export: an export of few rounds among many is made in parts as well."""
PATIENCE_S = 2.0
"""How long one call grades rounds before it answers with those that it has; the caller goes on with `next`."""


def is_whole(signed: Signed, record: RoundRecord, shuffle: ShuffleRecord | None) -> bool:
    """Whether a round may be told whole: it is over, and its shuffle is revealed.

    While the shoe is in use, auditors, who never play, are told its rounds whole; supervisors, who may yet sit down at
    the table, those of which everybody has seen every card.
    """
    if record.status == OPEN or (shuffle is not None and shuffle.seed is not None):
        return record.status != OPEN
    return signed.role in HOUSE and (not signed.may_play or shows_every_card(record, KEPT.build))


async def _which(
    signed: SignedIn,
    table: Filter = None,
    game: Filter = None,
    account: Filter = None,
    result: models.Sought | None = None,
    before: Filter = None,
) -> dict[str, Any]:
    """Which rounds are asked for: one's own, or any for auditors and supervisors."""
    if signed.role not in HOUSE:
        if account not in (None, signed.account):
            raise AuthError(f"rounds of {account} are for that account, auditors and supervisors")
        account = signed.account
    return {"table": table, "game": game, "account": account, "result": result, "before": before}


Which = Annotated[dict[str, Any], Depends(_which)]


@router.get("/rounds", response_model=models.Rounds, openapi_extra=SIGNED)
async def list_rounds(
    request: HttpRequest,
    server: Server,
    signed: SignedIn,
    asked: Which,
    limit: Most = 100,
    graded: bool = False,
    lost: Least = None,
) -> Response:
    """Rounds, the newest first: one's own, or for auditors and supervisors all.

    With `graded` each has its decisions in short; with `lost` only rounds are listed whose decisions gave up so much. A
    call with either may list fewer rounds than `limit`: it grades for some seconds, and `next` goes on.
    """
    which = {**asked, "limit": limit}
    if not graded and lost is None:
        return as_json(await server.read(_page, server.store, which))
    least = 0 if lost is None else cents(lost)
    told = await server.read(_graded_page, server, signed, which, least, False)
    if told is None:
        told = await server.solve(address_of(request), lambda: _graded_page(server, signed, which, least, True))
    return as_json(told)


def _page(store: Store, which: dict[str, Any]) -> dict[str, Any]:
    found, following = _found(store, which)
    return {"rounds": [record_json(*each, which["account"]) for each in found], "next": following}


def _found(store: Store, which: dict[str, Any]) -> tuple[list[tuple[RoundRecord, list[SeatRecord]]], str | None]:
    """A page of rounds with their seats, and the id to go on with; None at the end."""
    limit = which["limit"]
    rounds = store.list_rounds(**{**which, "limit": limit + 1})
    seats: defaultdict[str, list[SeatRecord]] = defaultdict(list)
    for seat in store.found(SeatRecord, [each.id for each in rounds[:limit]]):
        seats[seat.round].append(seat)
    following = rounds[limit - 1].id if len(rounds) > limit else None
    return [(each, seats[each.id]) for each in rounds[:limit]], following


def _graded_page(
    server: Service, signed: Signed, which: dict[str, Any], least: int, may_solve: bool
) -> dict[str, Any] | None:
    """Rounds with their decisions in short, those that gave up at least so many cents; None where it must solve."""
    shown: list[dict[str, Any]] = []
    started, following = time.monotonic(), which["before"]
    while True:
        found, end = _found(server.store, {**which, "before": following})
        for record, seats in found:
            if not may_solve and record.status != OPEN and server.grading.kept(record.id) is None:
                return None
            if following != which["before"] and time.monotonic() - started > PATIENCE_S:
                return {"rounds": shown, "next": following}
            following = record.id
            told = _graded_json(server, signed, record, seats, which["account"], least)
            shown += [told] if told else []
            if len(shown) == which["limit"]:
                return {"rounds": shown, "next": following if end or record.id != found[-1][0].id else None}
        if end is None:
            return {"rounds": shown, "next": None}


def _graded_json(
    server: Service,
    signed: Signed,
    record: RoundRecord,
    seats: Sequence[SeatRecord],
    account: str | None,
    least: int,
) -> dict[str, Any] | None:
    """A round with its decisions in short; None where they gave up less."""
    told = record_json(record, seats, account)
    if record.status == OPEN:
        return None if least else told
    graded, own = server.grading.of(record), _graded_seats(server, signed, record, seats, account)
    if least and (graded.lost_by(own) or 0) < least:
        return None
    return {**told, "decisions": graded.summary(own)}


def _graded_seats(
    server: Service, signed: Signed, record: RoundRecord, seats: Sequence[SeatRecord], account: str | None
) -> set[int]:
    """The seats of a round whose decisions are graded for who asks: one's own until the round is told whole."""
    own = {each.seat for each in seats if account in (None, each.account)}
    if signed.role in HOUSE:
        shuffle = next(iter(server.store.found(ShuffleRecord, [record.shuffle])), None)
        if not is_whole(signed, record, shuffle):
            own &= {each.seat for each in seats if each.account == signed.account}
    return own


@router.get("/rounds.csv", response_class=CsvResponse, openapi_extra=SIGNED)
async def list_rounds_as_csv(
    request: HttpRequest, server: Server, signed: SignedIn, which: Which, limit: AnyMost = None, lost: Least = None
) -> Response:
    """Every round of a list as CSV for a spreadsheet, a line for each seat."""

    def lines() -> Iterator[str]:
        head, *_ = rounds_csv(server.store, ())
        yield head
        for page in _exported(server, signed, which, limit, lost):
            yield from islice(rounds_csv(server.store, page), 1, None)
            yield NOTHING

    return await _sent(server, lines(), CsvResponse.media_type, address_of(request) if lost else None)


@router.get("/rounds.jsonl", response_class=JsonLinesResponse, openapi_extra=SIGNED)
async def list_rounds_as_json_lines(
    request: HttpRequest, server: Server, signed: SignedIn, which: Which, limit: AnyMost = None, lost: Least = None
) -> Response:
    """Every round of a list as JSON, one document a line; whole where that tells nothing early."""
    store = server.store

    def lines() -> Iterator[str]:
        for found in _exported(server, signed, which, limit, lost):
            shuffles = {each.id: each for each in store.found(ShuffleRecord, {each.shuffle for each in found})}
            whole = {each.id for each in found if is_whole(signed, each, shuffles.get(each.shuffle))}
            yield from rounds_json_lines(store, found, lambda each, whole=whole: each.id in whole)
            yield NOTHING

    return await _sent(server, lines(), JsonLinesResponse.media_type, address_of(request) if lost else None)


def _exported(
    server: Service, signed: Signed, which: dict[str, Any], limit: int | None, lost: str | None
) -> Iterator[list[RoundRecord]]:
    """The rounds of an export, page by page; with `lost`, those whose decisions gave up at least so many dollars."""
    if not lost:
        yield from _pages(server.store, which, limit, AT_A_TIME)
        return
    least, left = cents(lost), limit
    for page in _pages(server.store, which, None, GRADED_AT_A_TIME):
        seats: defaultdict[str, list[SeatRecord]] = defaultdict(list)
        for seat in server.store.found(SeatRecord, [each.id for each in page]):
            seats[seat.round].append(seat)
        told = (_graded_json(server, signed, each, seats[each.id], which["account"], least) for each in page)
        found = [record for record, each in zip(page, told, strict=True) if each is not None][:left]
        yield found
        if left is not None:
            left -= len(found)
            if not left:
                return


def _pages(store: Store, which: dict[str, Any], limit: int | None, at_a_time: int) -> Iterator[list[RoundRecord]]:
    """The rounds of a list, the newest first, read as they are wanted."""
    before, left = which["before"], limit
    while left is None or left > 0:
        most = at_a_time if left is None else min(left, at_a_time)
        asked: dict[str, Any] = {**which, "before": before, "limit": most}
        page = store.list_rounds(**asked)
        yield page
        if len(page) < most:
            return
        before, left = page[-1].id, None if left is None else left - most


async def _sent(server: Service, lines: Iterator[str], media_type: str, address: str | None) -> Response:
    """Lines sent as they are made; the first ones before the answer begins, so that it may still be refused.

    With an `address` the lines are mathematics, which that address asks for: little of it at a time, one computation
    in all.
    """

    def some() -> list[str]:
        return list(islice(lines, GRADED_AT_A_TIME if address else AT_A_TIME))

    first = await (server.solve_long(address, some) if address else server.read(some))

    async def texts() -> AsyncIterator[str]:
        part = first
        while part:
            if text := "".join(part):
                yield text
            part = await (server.solve_on(some) if address else server.read(some))

    return StreamingResponse(texts(), media_type=media_type)


def record_json(record: RoundRecord, seats: Sequence[SeatRecord], account: str | None) -> dict[str, Any]:
    """The record of a round, with the money of an account's seats; of all seats where no account is given."""
    own = [each for each in seats if account in (None, each.account)]
    staked = sum(each.staked_cents for each in own)
    net = sum((each.returned_cents or 0) for each in own) - staked
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
        "staked": dollars(staked),
        "net": None if record.status == OPEN else dollars(net),
        "result": _result(record, net),
        "seats": [
            {
                "seat": each.seat,
                "account": each.account,
                "staked": dollars(each.staked_cents),
                "returned": None if each.returned_cents is None else dollars(each.returned_cents),
            }
            for each in seats
        ],
        "links": {name: f"{PATH}/{record.id}{end}" for name, end in LINKS.items()},
    }


def _result(record: RoundRecord, net_cents: int) -> str:
    if record.status != SETTLED:
        return record.status
    return "won" if net_cents > 0 else "lost" if net_cents < 0 else "pushed"
