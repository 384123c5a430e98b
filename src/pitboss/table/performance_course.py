"""Actual against theoretical win after each of a table's last rounds, in the band as it was then.

A table keeps sums alone. Those before its last rounds are the sums of now less what these rounds added; from there the
rounds are added again one by one. The largest stake, by which the band is measured, cannot be taken back: where a table
has played more rounds than are told, the band starts with the largest stake of all, so that it is never too narrow.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

from pitboss.core.money import dollars
from pitboss.table.live_table import Build, read_opening
from pitboss.table.performance import Exact, Performance, table_performance
from pitboss.table.played_sums import added, round_sums
from pitboss.table.proof import SETTLED
from pitboss.table.records import Played, RoundRecord, SeatRecord, TableRecord
from pitboss.table.round_reports import played_round, settlement_of
from pitboss.table.store import Store

LAST = 300
"""The rounds that the course of a win goes back."""
MAIN = "main"
Sums = dict[tuple[str, str], Played]


def performance_course(store: Store, table: str, build: Build, exact: Exact, last: int = LAST) -> dict[str, Any] | None:
    """The course of a table's win on its main bets, the oldest point first; None where there is no such table."""
    rows = store.found(TableRecord, [table])
    if not rows:
        return None
    found = [each for each in store.list_rounds(table=table, limit=last) if each.status == SETTLED][::-1]
    added_by = list(_added_by(store, found, build))
    sums = _before(store.list_played(table), added_by)
    is_whole = not sums
    points = [(found[0].number - 1 if found else 0, _main(rows[0], list(sums.values()), build, exact))]
    for record, more in zip(found, added_by, strict=True):
        for each in more:
            key = each.account, each.wager
            sums[key] = added(sums[key], each) if key in sums else each
        points.append((record.number, _main(rows[0], list(sums.values()), build, exact)))
    return {
        "table": table,
        "game": read_opening(rows[0].opening).game,
        "entry": next((each.entry for _, each in points if each), MAIN),
        "whole": is_whole,
        "points": [_point(number, each) for number, each in points],
    }


def _added_by(store: Store, found: Sequence[RoundRecord], build: Build) -> Iterable[list[Played]]:
    """What every round added to the sums."""
    seats: defaultdict[str, dict[int, str]] = defaultdict(dict)
    for each in store.found(SeatRecord, [record.id for record in found]):
        seats[each.round][each.seat] = each.account
    for record in found:
        played = played_round(record, build)
        yield round_sums(record.table, played, seats[record.id], settlement_of(record, played).lines)


def _before(now: Iterable[Played], added_by: Iterable[list[Played]]) -> Sums:
    """The sums before some rounds, of the accounts and wagers that had been played by then."""
    sums = {(each.account, each.wager): each for each in now}
    for each in (each for more in added_by for each in more):
        before = sums[each.account, each.wager]
        taken = replace(each, **{name: -getattr(each, name) for name in ("rounds", "staked_cents", "total_cents")})
        sums[each.account, each.wager] = added(before, replace(taken, net_cents=-each.net_cents, squares=-each.squares))
    return {key: each for key, each in sums.items() if each.rounds}


def _main(table: TableRecord, played: Sequence[Played], build: Build, exact: Exact) -> Performance | None:
    """The row by which a table is judged: its main bets together, else its first wager; None without bets."""
    told = [each for each in table_performance(table, played, build, exact) if each.account is None]
    return next((each for each in told if each.entry == MAIN), told[0] if told else None)


def _point(number: int, found: Performance | None) -> dict[str, Any]:
    if found is None:
        return {"round": number, "win": dollars(0), "theoretical": dollars(0), "band": [dollars(0)] * 2}
    told = found.as_json()
    return {"round": number, **{name: told[name] for name in ("win", "theoretical", "band")}}
