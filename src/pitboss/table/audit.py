"""The audit log: a chain of records in which each holds the hash of the one before, with signed anchors.

A record vouches for ledger entries and table events by a digest of each run of them, and for rows that are replaced as
they change (tables, persons) by a digest of each, so a change to any of these, or to the log, breaks the chain from
there on. Such a record has a random salt, so that nobody can guess hidden cards and check the guess by its hash; salt
and digests are told when the round is over (`views.seen_record`). An anchor is a signature over the head of the chain;
whoever has no key cannot make the whole chain anew. `Chain` adds records, `first_fault` checks them and names the first
that is wrong.
"""

import hashlib
import json
import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from operator import attrgetter
from typing import Any, Protocol, TypeAlias

from pitboss.table.records import (
    Anchor,
    AuditRecord,
    Entry,
    EventRecord,
    Head,
    Person,
    SessionRecord,
    SignInFailures,
    TableRecord,
)
from pitboss.table.store import Transaction

FIRST_HASH = "0" * 64
"""The hash before the first record."""

KINDS = {
    "command": "a request was carried out at a table",
    "table-opened": "a table was opened",
    "table-closed": "a table was closed",
    "void": "a round was voided",
    "large-win": "a seat won more than the settable sum",
    "parameter-change": "a setting was changed",
    "meter-change": "a progressive meter was seeded, adjusted or awarded",
    "deposit": "play money was paid in",
    "withdrawal": "play money was paid out",
    "account-made": "an account was made",
    "account-claimed": "a guest gave its account a name and a password",
    "account-disabled": "an account was disabled",
    "account-enabled": "an account was enabled again",
    "sign-in": "somebody signed in",
    "failed-sign-in": "a sign-in failed",
    "sign-out": "a session was ended",
    "lock-out": "a name or address was locked out after failed sign-ins",
    "clock-jump": "the clock of a server went back, or far ahead",
    "server-started": "a server started",
    "server-stopped": "a server stopped",
}
"""Every kind of record, with what happened."""

SIGNIFICANT = frozenset(KINDS) - {"command", "account-made", "account-claimed", "sign-in", "sign-out"}
"""The kinds that an operator must be able to list on their own."""

ANCHOR_FORM = "pitboss-anchor-1"


class Signer(Protocol):
    """A key that signs anchors."""

    @property
    def public_key(self) -> str: ...

    def sign(self, message: bytes) -> str: ...


_PLAIN = frozenset((str, int, bool, type(None)))
_ENCODER = json.JSONEncoder(sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False)


def canonical_json(document: Any) -> str:
    """JSON with one text for one document: sorted names, no spaces. Floats, whose texts differ, are refused."""
    _refuse_floats(document)
    return _ENCODER.encode(document)


def _refuse_floats(document: Any) -> None:
    if type(document) in _PLAIN:  # Most leaves; asking whether they are a mapping would cost more than the rest.
        return
    if isinstance(document, float):
        raise TypeError(f"{document!r} is a float; the audit log holds whole numbers and texts")
    if type(document) is dict or isinstance(document, Mapping):
        document = document.values()
    elif not isinstance(document, list | tuple):
        return
    for each in document:
        _refuse_floats(each)


def sha256(text: str) -> str:
    """SHA-256 of a text in UTF-8, in hexadecimal."""
    return hashlib.sha256(text.encode()).hexdigest()


_ENTRY = attrgetter("seq", "id", "kind", "at_ms", "round", "note", "reverses", "legs")
_EVENT = attrgetter("table", "seq", "round", "at_ms", "body")


def entries_digest(entries: Iterable[Entry]) -> str:
    """The digest of ledger entries, in order, everything in them included."""
    return sha256(_ENCODER.encode(list(map(_ENTRY, entries))))


def events_digest(events: Iterable[EventRecord]) -> str:
    """The digest of a table's events, in order, everything in them included."""
    return sha256(_ENCODER.encode(list(map(_EVENT, events))))


def vouched(entries: Sequence[Entry] = (), events: Sequence[EventRecord] = ()) -> dict[str, Any]:
    """What the body of a record says of the entries and events it vouches for: first, last and digest of each run.

    `{"entries": [first, last, digest], "events": {table: [first, last, digest]}}`, each where there are any.
    """
    body: dict[str, Any] = {}
    if entries:
        body["entries"] = [entries[0].seq, entries[-1].seq, entries_digest(entries)]
    if events:
        runs: defaultdict[str, list[EventRecord]] = defaultdict(list)
        for event in events:
            runs[event.table].append(event)
        body["events"] = {table: [run[0].seq, run[-1].seq, events_digest(run)] for table, run in runs.items()}
    return body


_ROW: Mapping[type, Callable[[Any], tuple[Any, ...]]] = {
    kind: attrgetter(*(each.name for each in fields(kind)))
    for kind in (TableRecord, Person, SessionRecord, SignInFailures)
}
ROW_KEYS: Mapping[type[Any], tuple[str, str]] = {
    TableRecord: ("table", "id"),
    Person: ("person", "id"),
    SessionRecord: ("session", "token_hash"),
    SignInFailures: ("failures", "subject"),
}
"""What the log calls rows that it vouches for one by one, and their keys."""

Row: TypeAlias = TableRecord | Person | SessionRecord | SignInFailures


_CLOCK = re.compile(r'"since_ms":(?:-?\d+|null)', re.ASCII)


def row_digest(row: Row) -> str:
    """The digest of a row, everything in it included but the clock of a table, which is wound up without a record."""
    if isinstance(row, TableRecord):
        row = replace(row, state=_CLOCK.sub("", row.state, count=1), deadline_ms=None)
    return sha256(_ENCODER.encode(_ROW[type(row)](row)))


def row_name(row: Row) -> str:
    """What the audit log calls a row: `table/t_…` or `person/a_…`."""
    kind, key = ROW_KEYS[type(row)]
    return f"{kind}/{getattr(row, key)}"


def row_digests(rows: Iterable[Row]) -> dict[str, dict[str, str]]:
    """What the body of a record says of the rows it vouches for: `{"rows": {"table/t_…": digest}}`."""
    return {"rows": {row_name(row): row_digest(row) for row in rows}}


def record_hash(previous: str, record: AuditRecord) -> str:
    """The hash that a record must have after a record with the hash `previous`."""
    row = [previous, record.seq, record.at_ms, record.kind, record.actor, record.subject, record.body]
    return sha256(_ENCODER.encode(row))


class Chain:
    """The end of the chain in one batch: records that are added to it, in order."""

    def __init__(self, head: Head, at_ms: int) -> None:
        self.records: list[AuditRecord] = []
        self._head, self._at_ms = head, at_ms

    def add(self, kind: str, actor: str, subject: str, body: Mapping[str, Any]) -> AuditRecord:
        """Adds a record of one of `KINDS`: `actor` did it, to `subject`; `body` tells the rest."""
        if kind not in KINDS:
            raise ValueError(f"no kind {kind!r} of audit record")
        seq, previous = self._last()
        text = canonical_json(body)
        row = [previous, seq + 1, self._at_ms, kind, actor, subject, text]
        record = AuditRecord(seq + 1, self._at_ms, kind, actor, subject, text, sha256(_ENCODER.encode(row)))
        self.records.append(record)
        return record

    def _last(self) -> tuple[int, str]:
        last = self.records[-1] if self.records else None
        return (last.seq, last.hash) if last else (self._head.audit_seq, self._head.audit_hash)

    def vouch_for(self, rows: Sequence[Row], salt: str = "") -> None:
        """Has the last record of the batch vouch for rows as the batch leaves them; it gets a salt if it has none."""
        if not rows or not self.records:
            return
        record = self.records.pop()
        text = canonical_json({**({"salt": salt} if salt else {}), **json.loads(record.body), **row_digests(rows)})
        record = replace(record, body=text)
        self.records.append(replace(record, hash=record_hash(self._last()[1], record)))

    def mark(self) -> int:
        """The chain as it is now, to go back to."""
        return len(self.records)

    def rollback(self, mark: int) -> None:
        """Takes back what was added after a mark."""
        del self.records[mark:]


def write_vouched(
    transaction: Transaction,
    rows: Sequence[Row],
    kind: str,
    actor: str,
    subject: str,
    now_ms: int,
    body: Mapping[str, str] | None = None,
) -> None:
    """Writes rows that are not the floor's, such as sessions, with an audit record of a kind that vouches for them."""
    chain = Chain(transaction.head(), now_ms)
    chain.add(kind, actor, subject, {**(body or {}), **row_digests(rows)})
    transaction.write([*rows, *chain.records])


def anchor_message(audit_seq: int, hash: str, at_ms: int, public_key: str) -> bytes:
    """The bytes that an anchor's signature is over."""
    return canonical_json([ANCHOR_FORM, audit_seq, hash, at_ms, public_key]).encode()


def anchored(audit_seq: int, hash: str, at_ms: int, signer: Signer) -> Anchor:
    """A signature over the head of the chain."""
    signature = signer.sign(anchor_message(audit_seq, hash, at_ms, signer.public_key))
    return Anchor(audit_seq, hash, at_ms, signer.public_key, signature)


@dataclass(frozen=True)
class Fault:
    """The first record of a chain that is wrong, and why."""

    audit_seq: int
    words: str


Verify = Callable[[str, bytes, str], bool]
"""Whether a signature over a message was made with the key of a public key: `(public_key, message, signature)`."""


def first_fault(
    records: Iterable[AuditRecord],
    anchors: Iterable[Anchor] = (),
    *,
    verify: Verify | None = None,
    trusted: frozenset[str] | None = None,
) -> Fault | None:
    """The first wrong record of a chain from its start, or the first wrong anchor; None where all are right.

    Signatures are checked where `verify` is given, and the keys they are made with where `trusted` names those of the
    house: a forger can sign with a key of his own.
    """
    signed: defaultdict[int, list[Anchor]] = defaultdict(list)
    for anchor in anchors:
        signed[anchor.audit_seq].append(anchor)
    seq, previous = 0, FIRST_HASH
    for record in records:
        if record.seq != seq + 1:
            return Fault(record.seq, f"audit record {record.seq} follows {seq}; it should be {seq + 1}")
        if record.kind not in KINDS:
            return Fault(record.seq, f"audit record {record.seq} is of no known kind: {record.kind!r}")
        if record.hash != record_hash(previous, record):
            return Fault(record.seq, f"audit record {record.seq} does not have the hash of its content")
        seq, previous = record.seq, record.hash
        for anchor in signed.pop(seq, ()):
            words = _anchor_fault(anchor, record, verify, trusted)
            if words:
                return Fault(seq, words)
    if signed:
        beyond = min(signed)
        return Fault(seq, f"an anchor signs audit record {beyond}, but the chain ends with {seq}")
    return None


def _anchor_fault(anchor: Anchor, record: AuditRecord, verify: Verify | None, trusted: frozenset[str] | None) -> str:
    if anchor.hash != record.hash:
        return f"the anchor of audit record {record.seq} signs another hash than the record's"
    if trusted is not None and anchor.public_key not in trusted:
        return f"the anchor of audit record {record.seq} is signed with a key that is not the house's"
    message = anchor_message(anchor.audit_seq, anchor.hash, anchor.at_ms, anchor.public_key)
    if verify is not None and not verify(anchor.public_key, message, anchor.signature):
        return f"the anchor of audit record {record.seq} has a signature that does not verify"
    return ""
