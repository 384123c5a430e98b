"""The newest records of the audit log and the ledger, filtered, and whether the log's chain of hashes is whole.

Both books are numbered without gaps, so a page that ends before a number is read by its place; no index is needed. A
filter that matches little looks at `MOST_SEEN` records and says where to go on.
"""

import json
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import takewhile
from typing import Any, Generic, TypeVar

from pitboss.table.audit import ROW_KEYS, Fault, canonical_json, first_fault
from pitboss.table.keys import is_signed
from pitboss.table.live_table import table_of_round
from pitboss.table.records import AuditRecord, Entry, TableRecord
from pitboss.table.store import Store
from pitboss.table.views import seen_record

PAGE = 1000
MOST_SEEN = 50_000
"""How many records one question looks at."""
ROUNDS_OF_A_SHOE = 100
"""How many rounds are read at a time to find the first one of a shoe."""
TABLE_ROW = f"{ROW_KEYS[TableRecord][0]}/"

Numbered = TypeVar("Numbered", AuditRecord, Entry)


@dataclass(frozen=True)
class Recent(Generic[Numbered]):
    """Records, the newest first; `next` is the number before which to go on, None where there are no more."""

    records: list[Numbered]
    next: int | None
    head: int
    """The number of the newest record of all."""


def _newest(
    read: Callable[[int, int], list[Numbered]],
    head: int,
    before: int | None,
    limit: int,
    is_wanted: Callable[[Numbered], bool],
) -> Recent[Numbered]:
    found: list[Numbered] = []
    high = head if before is None else min(head, before - 1)
    lowest = max(0, high - MOST_SEEN)
    while high > lowest:
        low = max(lowest, high - PAGE)
        for record in reversed(read(low, high - low)):
            if is_wanted(record):
                found.append(record)
                if len(found) == limit:
                    return Recent(found, record.seq if record.seq > 1 else None, head)
        high = low
    return Recent(found, lowest + 1 if lowest else None, head)


def recent_audit(
    store: Store, before: int | None, limit: int, kinds: Collection[str] = (), about: str = "", *, may_play: bool = True
) -> Recent[AuditRecord]:
    """Records of the audit log of some kinds, all where none is named, whose actor, subject or body has a text.

    What is withheld from the caller (`audit_json`) is not looked through.
    """
    sought = about.casefold()

    def is_wanted(record: AuditRecord) -> bool:
        if kinds and record.kind not in kinds:
            return False
        if sought not in f"{record.actor}\n{record.subject}\n{record.body}".casefold():
            return False
        # What is not told must not be found either: whoever seeks a card would learn whether it is there.
        return not sought or sought in _text(audit_json(store, [record], may_play=may_play)[0])

    return _newest(store.list_audit, store.last_numbers().audit_seq, before, limit, is_wanted)


def recent_entries(store: Store, before: int | None, limit: int, account: str = "") -> Recent[Entry]:
    """Entries of the ledger that move an account, all where none is named; `wallet/` alone means every wallet."""

    def is_wanted(entry: Entry) -> bool:
        return not account or any(name == account or _is_under(name, account) for name, _ in entry.legs)

    return _newest(store.list_entries, store.last_numbers().entry_seq, before, limit, is_wanted)


def _is_under(name: str, account: str) -> bool:
    return account.endswith("/") and name.startswith(account)


@dataclass(frozen=True)
class ChainState:
    """The audit log as it was checked: how many records and signatures, the newest hash, and the first fault."""

    records: int
    anchors: int
    hash: str
    fault: Fault | None

    def as_json(self) -> dict[str, Any]:
        """The state with the names that clients use."""
        return {
            "holds": self.fault is None,
            "records": self.records,
            "anchors": self.anchors,
            "hash": self.hash,
            "fault": self.fault and {"record": self.fault.audit_seq, "words": self.fault.words},
        }


def chain_state(store: Store, public_key: str) -> ChainState:
    """Checks the hash of every record up to the newest one, and every signature by the house's own key."""
    head = store.last_numbers()
    anchors = [each for each in store.list_anchors() if each.audit_seq <= head.audit_seq]

    def records() -> Iterator[AuditRecord]:
        for low in range(0, head.audit_seq, PAGE):
            yield from store.list_audit(low, min(PAGE, head.audit_seq - low))

    fault = first_fault(
        records(),
        anchors,
        verify=lambda key, message, signature: is_signed(message, signature, key),
        trusted=frozenset((public_key,)),
    )
    return ChainState(head.audit_seq, len(anchors), head.audit_hash, fault)


def _text(told: Mapping[str, Any]) -> str:
    return f"{told['actor']}\n{told['subject']}\n{canonical_json(told['body'])}".casefold()


def audit_json(store: Store, records: Sequence[AuditRecord], *, may_play: bool = True) -> list[dict[str, Any]]:
    """Records of the audit log as auditors may see them now: what would tell cards of an open round is withheld.

    So is, from supervisors, who may sit down at the table, what would tell cards of a shoe that is still in use.
    """
    tables = [_tables_of(each) for each in records]
    withheld = set()
    for row in store.found(TableRecord, sorted(set().union(*tables))):
        state = json.loads(row.state)
        first = _first_round(store, row.id, state["shuffle"]) if may_play else state["round"]
        withheld |= {first} if first else set()
    began: dict[str, int] = {}
    for each in store.found(AuditRecord, sorted(withheld)):
        table = table_of_round(each.subject)
        began[table] = min(each.seq, began.get(table, each.seq))
    return [
        seen_record(record, is_open=any(record.seq >= began[id] for id in ids if id in began))
        for record, ids in zip(records, tables, strict=True)
    ]


def _first_round(store: Store, table: str, shuffle: str | None) -> str | None:
    """The first round that was dealt, or is bet on to be dealt, from a shuffle; None where there is none."""
    first: str | None = None
    while page := store.list_rounds(table=table, before=first, limit=ROUNDS_OF_A_SHOE):
        of_it = list(takewhile(lambda each: each.shuffle == shuffle, page))
        first = of_it[-1].id if of_it else first
        if len(of_it) < ROUNDS_OF_A_SHOE:
            break
    return first


def _tables_of(record: AuditRecord) -> set[str]:
    """The tables that a record is about, or vouches for."""
    body = json.loads(record.body)
    named = {name.removeprefix(TABLE_ROW) for name in body.get("rows", ()) if name.startswith(TABLE_ROW)}
    return {table_of_round(record.subject), record.subject, *body.get("events", ()), *named}
