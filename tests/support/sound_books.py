"""Whether a database holds together after a fault, and holds everything that was acknowledged."""

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

from pitboss.table.audit import first_fault
from pitboss.table.records import AuditRecord, Entry
from pitboss.table.requests import Answer
from tests.support.floor_processes import new_floor, now_ms


def entries_of(store: Any) -> Iterator[Entry]:
    """Every entry of a store."""
    after = 0
    while page := store.list_entries(after):
        yield from page
        after = page[-1].seq


def audit_of(store: Any) -> Iterator[AuditRecord]:
    """Every audit record of a store."""
    after = 0
    while page := store.list_audit(after):
        yield from page
        after = page[-1].seq


def check_sound(store: Any, acknowledged: Iterable[tuple[str, str, Answer]] = ()) -> None:
    """Checks ledger, meters, audit chain, and that no acknowledged request is lost."""
    sums: Counter[str] = Counter()
    for number, entry in enumerate(entries_of(store), 1):
        assert entry.seq == number
        assert sum(cents for _, cents in entry.legs) == 0, entry
        for name, cents in entry.legs:
            sums[name] += cents
    found = store.list_accounts()
    assert {name: cents for name, cents in sums.items() if cents} == {n: cents for n, cents in found.items() if cents}
    assert all(cents >= 0 for name, cents in found.items() if name.startswith("wallet/"))
    meters: Counter[str] = Counter()
    for each in store.list_movements():
        meters[f"meter/{each.link}/{each.number}"] += each.cents
    assert dict(meters) == {name: sums[name] for name in meters}
    assert first_fault(audit_of(store)) is None
    promised = {(account, key): answer for account, key, answer in acknowledged}
    with store.transaction() as transaction:
        kept = transaction.requests(promised.keys())
    lost = [key for key in promised if key not in kept or kept[key].status != promised[key].status]
    assert not lost, f"{len(lost)} of {len(promised)} are lost, such as {lost[0]}"


def conclude(store: Any) -> None:
    """Calls time until no round is open: nothing that was in play when a server died stays unresolved."""
    floor, at_ms = new_floor(store), now_ms()
    for _ in range(100):
        if not any(each.status == "open" for each in store.every_round()):
            return
        at_ms += 1000
        floor.handle(floor.due(at_ms), at_ms)
    raise AssertionError([each.id for each in store.every_round() if each.status == "open"])
