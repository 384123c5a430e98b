"""Whether a database holds together after a fault, and holds everything that was acknowledged."""

from collections.abc import Generator, Iterable, Iterator
from contextlib import contextmanager
from typing import Any

from pitboss.table.records import AuditRecord, Entry
from pitboss.table.requests import Answer
from pitboss.table.sql_store import SqlStore
from pitboss.table.verify import lost, verify
from tests.support.floor_processes import build, new_floor, now_ms


@contextmanager
def opened(url: str) -> Generator[SqlStore]:
    """A store, closed at the end."""
    store = SqlStore(url)
    try:
        yield store
    finally:
        store.close()


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
    """Checks I1 to I12 from the first record on, and that no acknowledged request is lost."""
    assert verify(store, build).finding is None
    assert lost(store, acknowledged) is None


def conclude(store: Any) -> None:
    """Calls time until no round is open: nothing that was in play when a server died stays unresolved."""
    floor, at_ms = new_floor(store), now_ms()
    for _ in range(100):
        if not any(each.status == "open" for each in store.every_round()):
            return
        at_ms += 1000
        floor.handle(floor.due(at_ms), at_ms)
    raise AssertionError([each.id for each in store.every_round() if each.status == "open"])
