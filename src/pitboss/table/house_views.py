"""What the house sees of its tables, rounds and meters: sums, the trend of the win, and who sits where.

A table's cards are not here: a supervisor sees no more of a round in play than a spectator does.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from itertools import accumulate
from typing import Any

from pitboss.core.money import dollars
from pitboss.table.ledger import meters_of
from pitboss.table.proof import OPEN, SETTLED
from pitboss.table.records import Entry, MeterMovement, Person, RoundRecord, SeatRecord, TableRecord
from pitboss.table.store import Store

TREND = 100
"""The rounds that the trend of a table's win goes back."""
POINTS = 120
"""The points that the history of a meter is thinned out to."""
CHANGES = 100
"""The changes of a link's meters that are told one by one."""
MOST_MOVES = 50_000
"""The changes of a link's meters that its history goes back."""
BOT = "bot:"
LOOKED = ("id", "game", "status", "private", "seq", "round", "phase", "need", "meters", "opening", "deadline_ms")
"""The fields of a spectator's view of a table that the pit shows."""


def table_json(store: Store, row: TableRecord, seen: Mapping[str, Any]) -> dict[str, Any]:
    """A table as the house sees it; `seen` is what a spectator sees of it."""
    played = store.list_played(row.id)
    drop, win = sum(each.total_cents for each in played), -sum(each.net_cents for each in played)
    trend = house_wins(store, row.id)
    accounts = {seat["account"] for seat in seen["seats"].values()}
    names = person_names(store, accounts | {row.opened_by})
    return {
        **{name: seen[name] for name in LOOKED},
        "opened_by": {"account": row.opened_by, "name": names.get(row.opened_by, row.opened_by)},
        "seated": [
            {
                "seat": int(seat),
                "account": told["account"],
                "name": names.get(told["account"], told["account"]),
                "bot": told["account"].startswith(BOT),
                "leaving": told["leaving"],
                "bets": seen["bets"].get(seat, {}),
            }
            for seat, told in seen["seats"].items()
        ],
        "rounds": seen["number"] - 1,
        "drop": dollars(drop),
        "win": dollars(win),
        "hold": round(win / drop, 6) if drop else None,
        "trend": [dollars(cents) for cents in trend],
    }


def house_wins(store: Store, table: str) -> list[int]:
    """What the house has won in cents after each of the table's last settled rounds, from 0.00 before them."""
    found = [each for each in store.list_rounds(table=table, limit=TREND) if each.status == SETTLED]
    wins: defaultdict[str, int] = defaultdict(int)
    for seat in store.found(SeatRecord, [each.id for each in found]):
        wins[seat.round] += seat.staked_cents - (seat.returned_cents or 0)
    return list(accumulate((wins[each.id] for each in reversed(found)), initial=0)) if found else []


def person_names(store: Store, accounts: Iterable[str]) -> dict[str, str]:
    """The names of accounts; a bot has none."""
    wanted = sorted({each for each in accounts if not each.startswith(BOT)})
    return {each.id: each.name for each in store.found(Person, wanted)}


def house_rounds(
    store: Store,
    *,
    status: str | None,
    table: str | None,
    account: str | None,
    before: str | None,
    limit: int,
) -> tuple[list[dict[str, Any]], str | None]:
    """Rounds with their stakes and the house's win, the newest first, and the id to go on before; None at the end."""
    found = store.list_rounds(table=table, account=account, result=status, before=before, limit=limit + 1)
    records, following = found[:limit], found[limit - 1].id if len(found) > limit else None
    seats: defaultdict[str, list[SeatRecord]] = defaultdict(list)
    for seat in store.found(SeatRecord, [each.id for each in records]):
        seats[seat.round].append(seat)
    names = person_names(store, {each.account for some in seats.values() for each in some})
    return [_round_json(each, seats[each.id], names) for each in records], following


def _round_json(record: RoundRecord, seats: Sequence[SeatRecord], names: Mapping[str, str]) -> dict[str, Any]:
    staked = sum(each.staked_cents for each in seats)
    is_over = record.status != OPEN
    return {
        "id": record.id,
        "table": record.table,
        "number": record.number,
        "game": record.game,
        "status": record.status,
        "void_reason": record.void_reason,
        "opened_ms": record.opened_ms,
        "ended_ms": record.ended_ms,
        "staked": dollars(staked),
        "win": dollars(staked - sum(each.returned_cents or 0 for each in seats)) if is_over else None,
        "seats": [
            {
                "seat": each.seat,
                "account": each.account,
                "name": names.get(each.account, each.account),
                "staked": dollars(each.staked_cents),
                "returned": None if each.returned_cents is None else dollars(each.returned_cents),
            }
            for each in seats
        ],
    }


def meter_history(store: Store, link: str) -> dict[str, Any] | None:
    """The meters of a link: each as it rose and fell, and the newest changes by hand or award; None for no link.

    It goes back `MOST_MOVES` changes. Nothing is locked: play goes on while it is read.
    """
    moves = store.newest_movements(link, MOST_MOVES)
    if not moves:
        return None
    by_number: defaultdict[int, list[MeterMovement]] = defaultdict(list)
    for move in moves:
        by_number[move.number].append(move)
    held = _held(store, link, moves)
    kept = {number: _thinned(by_number[number], amount) for number, amount in sorted(held.items())}
    changes = [each for each in moves if each.kind != "increment"][-CHANGES:][::-1]
    wanted = {each.entry for some in kept.values() for each, _ in some} | {each.entry for each in changes}
    entries = {each.id: each for each in store.booked(sorted(wanted))}
    return {
        "link": link,
        "whole": len(moves) < MOST_MOVES,
        "meters": [
            {
                "number": number,
                "amount": dollars(held[number]),
                "points": [{"at_ms": entries[each.entry].at_ms, "amount": dollars(after)} for each, after in some],
            }
            for number, some in kept.items()
        ],
        "changes": [_change_json(each, entries[each.entry]) for each in changes],
    }


def _held(store: Store, link: str, moves: Sequence[MeterMovement]) -> dict[int, int]:
    """The cents that a link's meters hold: the sum of their changes; where old ones are left out, the ledger's."""
    if len(moves) < MOST_MOVES:
        held: defaultdict[int, int] = defaultdict(int)
        for move in moves:
            held[move.number] += move.cents
        return held
    begin = meters_of(link)
    return {int(name.removeprefix(begin)): amount for name, amount in store.list_accounts(begin).items()}


def _thinned(moves: Sequence[MeterMovement], held_cents: int) -> list[tuple[MeterMovement, int]]:
    """Changes with the cents after each, evenly thinned out; the first, the last, and the newest falls are kept."""
    if not moves:
        return []
    before = held_cents - sum(each.cents for each in moves)
    after = list(accumulate((each.cents for each in moves), initial=before))[1:]
    step = max(1, len(moves) // POINTS)
    falls = [place for place, each in enumerate(moves) if each.cents < 0][-POINTS:]
    return [(moves[place], after[place]) for place in sorted({*range(0, len(moves), step), len(moves) - 1, *falls})]


def _change_json(move: MeterMovement, entry: Entry) -> dict[str, Any]:
    return {
        "at_ms": entry.at_ms,
        "number": move.number,
        "kind": move.kind,
        "amount": dollars(move.cents),
        "round": move.round,
        "note": move.note,
        "entry": move.entry,
    }
