"""Rounds and ledger entries for spreadsheets and programs: CSV with a line for each seat or leg, or JSON lines."""

import csv
import io
import json
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from datetime import UTC, datetime
from itertools import islice
from typing import Any

from pitboss.core.money import dollars
from pitboss.table.records import Entry, RoundRecord, SeatRecord
from pitboss.table.store import Store

ROUND_HEAD = (
    *("round", "table", "number", "game", "status", "void_reason", "opened", "ended"),
    *("shuffle", "first_card", "seat", "account", "staked", "returned", "net"),
)
ENTRY_HEAD = ("seq", "id", "kind", "at", "round", "note", "reverses", "account", "amount")
AT_A_TIME = 500


def moment(ms: int | None) -> str:
    """A time as `2026-11-16T09:30:00.125Z`; empty for none."""
    if ms is None:
        return ""
    told = datetime.fromtimestamp(ms // 1000, UTC).replace(microsecond=ms % 1000 * 1000)
    return told.isoformat(timespec="milliseconds").replace("+00:00", "Z")


def rounds_csv(store: Store, rounds: Iterable[RoundRecord]) -> Iterator[str]:
    """Rounds as lines of CSV, one for each seat; a round without seats has one line."""
    yield _line(ROUND_HEAD)
    for record, seats in _with_seats(store, rounds):
        whole = (record.id, record.table, record.number, record.game, record.status, record.void_reason or "")
        dealt = (moment(record.opened_ms), moment(record.ended_ms), record.shuffle, record.first_card)
        for seat in seats or [None]:
            yield _line((*whole, *dealt, *(_money(seat) if seat else ("",) * 5)))


def rounds_json_lines(
    store: Store, rounds: Iterable[RoundRecord], is_whole: Callable[[RoundRecord], bool] = lambda _: True
) -> Iterator[str]:
    """Rounds as JSON, a line for each, with its seats, and with its document where the round may be told whole."""
    for record, seats in _with_seats(store, rounds):
        yield json.dumps(round_json_of(record, seats, is_whole=is_whole(record)), ensure_ascii=False) + "\n"


def round_json_of(record: RoundRecord, seats: Iterable[SeatRecord], *, is_whole: bool = True) -> dict[str, Any]:
    """A round as JSON: its record, its seats, and its document once it has ended and where it may be told whole."""
    names = ("seat", "account", "staked", "returned", "net")
    return {
        "round": record.id,
        "table": record.table,
        "number": record.number,
        "game": record.game,
        "status": record.status,
        "void_reason": record.void_reason,
        "opened": moment(record.opened_ms),
        "ended": moment(record.ended_ms) or None,
        "shuffle": record.shuffle,
        "first_card": record.first_card,
        "seats": [dict(zip(names, _money(seat), strict=True)) for seat in seats],
        "document": json.loads(record.document) if record.document and is_whole else None,
        "meters": json.loads(record.meters),
    }


def entries_csv(entries: Iterable[Entry]) -> Iterator[str]:
    """Ledger entries as lines of CSV, one for each leg."""
    yield _line(ENTRY_HEAD)
    for entry in entries:
        whole = (entry.seq, entry.id, entry.kind, moment(entry.at_ms), entry.round or "", entry.note)
        for account, cents in entry.legs:
            yield _line((*whole, entry.reverses or "", account, dollars(cents)))


def _with_seats(store: Store, rounds: Iterable[RoundRecord]) -> Iterator[tuple[RoundRecord, list[SeatRecord]]]:
    waiting = iter(rounds)
    while some := list(islice(waiting, AT_A_TIME)):
        seats: defaultdict[str, list[SeatRecord]] = defaultdict(list)
        for seat in store.found(SeatRecord, [record.id for record in some]):
            seats[seat.round].append(seat)
        yield from ((record, seats[record.id]) for record in some)


def _money(seat: SeatRecord) -> tuple[int, str, str, str | None, str | None]:
    back = seat.returned_cents
    net = None if back is None else dollars(back - seat.staked_cents)
    return seat.seat, seat.account, dollars(seat.staked_cents), None if back is None else dollars(back), net


def _line(values: Iterable[object]) -> str:
    """A line of CSV. A text that a spreadsheet would take for a formula is quoted as text."""
    text = io.StringIO()
    csv.writer(text, lineterminator="\n").writerow([_safe(value) for value in values])
    return text.getvalue()


def _safe(value: object) -> object:
    is_formula = isinstance(value, str) and value[:1] in ("=", "+", "@", "\t", "\r")
    return f"'{value}" if is_formula else value
