"""The invariants I1 to I12 of a card room, checked on its database.

An `Auditor` follows the audit log from its first record. Every record vouches for entries of the ledger and events of
tables by their digests; these are read beside it, in the order in which they happened, so that the auditor has its own
balances, meters and open rounds at every moment. Every round that ends is replayed, settled and shuffled again by the
rules (`verify_rounds`), and compared with every row that the database holds of it.

    I1  the legs of an entry sum to 0         I7   a round ends once
    I2  a balance is the sum of its legs      I8   payouts are those of the cards and choices
    I3  escrow holds the bets of open rounds  I9   cards are those of the committed seed
    I4  meters move by the rules              I10  the audit log is whole
    I5  no player's balance is below 0        I11  what was answered is recorded
    I6  a request has one effect              I12  no seed is told while a round uses it
"""

import json
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import Any

from pitboss.core.errors import PitbossError, StoreError
from pitboss.table.audit import FIRST_HASH, KINDS, canonical_json, entries_digest, events_digest, record_hash, sha256
from pitboss.table.live_table import Build, Order
from pitboss.table.records import (
    Anchor,
    AuditRecord,
    Entry,
    EventRecord,
    MeterMovement,
    RequestRecord,
    RoundRecord,
    SeatRecord,
    ShuffleRecord,
)
from pitboss.table.requests import Answer
from pitboss.table.shuffle import deck_order
from pitboss.table.store import Store
from pitboss.table.verify_books import Books, LaterVoid, check_void
from pitboss.table.verify_events import News, ShuffleFacts, TableFacts
from pitboss.table.verify_facts import (
    Checked,
    EndedRound,
    Finding,
    Job,
    RevealedShuffle,
    RoundFacts,
    SettledThenVoided,
    Sums,
    WrongError,
    ended_round,
)
from pitboss.table.verify_pages import Cursor
from pitboss.table.verify_rest import Seen, check_rest, check_touched, short_hash
from pitboss.table.verify_rounds import Rules

PAGE = 1000


@dataclass(frozen=True)
class Report:
    """What a verification found: the first record that is wrong, if any, and how much was checked."""

    finding: Finding | None
    counts: dict[str, int]
    audit_hash: str
    """The hash of the last audit record that was read."""

    @property
    def holds(self) -> bool:
        """Whether every invariant holds."""
        return self.finding is None

    def as_json(self) -> dict[str, Any]:
        """The report as `pitboss verify --json` prints it."""
        found = self.finding
        shown = found and {
            "invariant": found.invariant,
            "record": found.record,
            "audit": found.audit_seq,
            "found": found.words,
        }
        return {"holds": self.holds, "finding": shown, "checked": self.counts, "audit_hash": self.audit_hash}


class Auditor:
    """A store as its audit log tells it, checked as far as the log has been read.

    The store must not change while it is read; `sql_snapshot` gives a live database as it is at one moment.
    """

    def __init__(
        self,
        build: Build,
        *,
        order: Order = deck_order,
        trusted: frozenset[str] | None = None,
        check: Callable[[Sequence[Job]], Iterable[Checked]] | None = None,
    ) -> None:
        """`trusted` are the house's public keys; `check` does jobs elsewhere: what is done, all of it for ()."""
        self.rules = Rules(build, order)
        self.finding: Finding | None = None
        self._check = check or (lambda jobs: (self.rules.check(jobs),))
        self._hash, self._entry_seq = FIRST_HASH, 0
        self._books = Books()
        self._seen = Seen(self._books, trusted)
        self._entries = Cursor(lambda after: self._store.list_entries(after, PAGE), lambda row: row.seq)
        self._movements = Cursor(lambda after: self._store.page_movements(after, PAGE), lambda row: row[0])
        self._events: dict[str, Cursor] = {}
        self._news: list[tuple[int, News]] = []
        self._voids: dict[str, LaterVoid] = {}
        self._requests: list[tuple[int, RequestRecord]] = []

    @property
    def audit_seq(self) -> int:
        """The number of the last audit record that was read."""
        return self._seen.audit_seq

    @property
    def counts(self) -> dict[str, int]:
        """How many records were checked, by kind."""
        return dict(self._seen.counts)

    def step(self, store: Store) -> Finding | None:
        """Checks what was stored since the last step; the first thing that is wrong, also in later steps."""
        return self._guarded(store, lambda: check_touched(self._seen, store, self.rules))

    def finish(self, store: Store, anchors: Iterable[Anchor] = ()) -> Finding | None:
        """Checks what is new, then every row that the store holds, and anchors kept elsewhere beside its own."""
        return self._guarded(store, lambda: check_rest(self._seen, store, self.rules, list(anchors)))

    def report(self, store: Store, anchors: Iterable[Anchor] = ()) -> Report:
        """What `finish` finds, and how much was checked."""
        finding = self.finish(store, anchors)
        return Report(finding, self.counts, self._hash)

    def _guarded(self, store: Store, then: Callable[[], None]) -> Finding | None:
        if self.finding is not None:
            return self.finding
        self._store = store
        try:
            self._walk(store)
            if self.finding is None:
                then()
        except WrongError as wrong:
            self._found(Finding(wrong.invariant, wrong.record, self.audit_seq, wrong.words))
        except StoreError:
            raise
        except (PitbossError, KeyError, ValueError, TypeError, IndexError, AttributeError, AssertionError) as error:
            words = f"what it vouches for cannot be read: {type(error).__name__}: {error}"
            self._found(Finding("I10", f"audit record {self.audit_seq}", self.audit_seq, words))
        if self.finding is not None:
            self._collect(())  # What was handed over before may have been wrong before.
        self._seen.touched.clear()
        self._seen.touched_rows.clear()
        return self.finding

    def _found(self, finding: Finding) -> None:
        """Keeps the finding that comes first in the log."""
        if self.finding is None or finding.audit_seq < self.finding.audit_seq:
            self.finding = finding

    def _walk(self, store: Store) -> None:
        head = store.last_numbers()
        if head.audit_seq < self.audit_seq:
            words = f"the log ends with record {head.audit_seq}; it had come to {self.audit_seq}"
            raise WrongError("I10", f"audit record {self.audit_seq}", words)
        for cursor in (self._entries, self._movements, *self._events.values()):
            cursor.restart()
        while self.finding is None and (records := store.list_audit(self.audit_seq, PAGE)):
            for record in records:
                self._link(record)
                self._follow(record)
            self._hand_over(store)
        self._collect(())
        if self.finding is not None:
            return
        here = self.audit_seq, self._hash, self._entry_seq
        if (head.audit_seq, head.audit_hash, head.entry_seq) != here:
            words = f"it says entry {head.entry_seq}, audit record {head.audit_seq} and hash {head.audit_hash[:16]}"
            raise WrongError("I10", "the head", f"{words}; the records end with {here[2]}, {here[0]}, {here[1][:16]}")
        left, moved = self._entries.peek(), self._movements.peek()
        if left is not None:
            raise WrongError("I10", f"entry {left.seq}", "no audit record vouches for it")
        if moved is not None:
            raise WrongError("I4", f"change {moved[0]} of meters", f"no such entry of the ledger: {moved[1].entry}")
        if self._voids:
            raise WrongError("I7", f"round {min(self._voids)}", "an entry voids it, and no event tells that")

    def _link(self, record: AuditRecord) -> None:
        """I10: the record is the next link of the chain."""
        name = f"audit record {record.seq}"
        if record.seq != self.audit_seq + 1:
            raise WrongError("I10", name, f"it follows record {self.audit_seq}: records between them are missing")
        if record.hash != record_hash(self._hash, record):
            raise WrongError("I10", name, "its hash is not that of its content and of the record before")
        if record.kind not in KINDS:
            raise WrongError("I10", name, f"no such kind: {record.kind!r}")
        self._seen.audit_seq, self._hash = record.seq, record.hash
        self._seen.hashes.append(short_hash(record.hash))
        self._seen.counts["audit records"] += 1

    def _follow(self, record: AuditRecord) -> None:
        """Takes everything in that a record vouches for."""
        body = json.loads(record.body)
        if "entries" in body:
            self._book(record, *body["entries"])
        for table, run in body.get("events", {}).items():
            self._tell(record, body, table, *run)
        rows = body.get("rows", {})
        self._seen.rows |= rows
        self._seen.touched_rows |= rows.keys()
        if body.get("key") is not None and "answered" in body:
            status, answer_hash = body["answered"]
            content = sha256(canonical_json(body["request"]))
            asked = RequestRecord(record.actor, body["key"], content, status, answer_hash)
            self._requests.append((record.seq, asked))

    def _book(self, record: AuditRecord, first: int, last: int, digest: str) -> None:
        entries: list[Entry] = self._entries.take(last - first + 1)
        if first != self._entry_seq + 1 or [each.seq for each in entries] != list(range(first, last + 1)):
            words = f"audit record {record.seq} vouches for entries {first} to {last}, and they do not follow"
            raise WrongError("I10", f"entry {self._entry_seq + 1}", words)
        if entries_digest(entries) != digest:
            which = f"entry {first}" if first == last else f"one of the entries {first} to {last}"
            raise WrongError("I10", which, f"it is not what audit record {record.seq} vouches for")
        self._entry_seq = last
        self._seen.counts["entries"] += len(entries)
        for entry in entries:
            later = self._books.book(entry, self._movements_of(entry), self._seen.tables, record.seq)
            if later is not None and entry.round is not None:
                self._voids[entry.round] = later

    def _movements_of(self, entry: Entry) -> list[MeterMovement]:
        """The changes of meters that follow and name an entry."""
        found = []
        while (row := self._movements.peek()) is not None and row[1].entry == entry.id:
            found.append(self._movements.take(1)[0][1])
        self._seen.counts["meter changes"] += len(found)
        return found

    def _tell(self, record: AuditRecord, body: dict[str, Any], table: str, first: int, last: int, digest: str) -> None:
        seen = self._seen
        facts = seen.tables.get(table)
        if facts is None:
            facts = seen.tables[table] = self._opened(table, body)
            self._events[table] = Cursor(lambda after: self._store.events(table, after, PAGE), lambda row: row.seq)
        seen.touched.add(table)
        events: list[EventRecord] = self._events[table].take(last - first + 1)
        if first != facts.seq + 1 or [each.seq for each in events] != list(range(first, last + 1)):
            words = f"audit record {record.seq} vouches for events {first} to {last}, and they do not follow"
            raise WrongError("I10", f"event {facts.seq + 1} of table {table}", words)
        if events_digest(events) != digest:
            which = f"event {first}" if first == last else f"one of the events {first} to {last}"
            raise WrongError(
                "I10", f"{which} of table {table}", f"it is not what audit record {record.seq} vouches for"
            )
        bodies = json.loads(f"[{','.join([event.body for event in events])}]")
        for event, told in zip(events, bodies, strict=True):
            self._news += [(record.seq, news) for news in facts.told(event, told)]
        seen.counts["events"] += len(events)

    def _opened(self, table: str, body: dict[str, Any]) -> TableFacts:
        asked = body["request"]
        if asked["action"] != "OpenTable":
            raise WrongError("I10", f"table {table}", "the log tells of it before it was opened")
        return TableFacts(table, canonical_json(asked), asked["link"] or table)

    def _hand_over(self, store: Store) -> None:
        """Reads the rows of all that ended, and has them checked."""
        news, self._news = self._news, []
        seen = self._seen
        ended = {each.round.id: each.round for _, each in news if each.round is not None}
        later = {each.voided_later for _, each in news if each.voided_later is not None}
        ids = [*ended, *later]
        rows = {row.id: row for row in store.found(RoundRecord, ids)}
        seats: defaultdict[str, list[SeatRecord]] = defaultdict(list)
        for seat in store.found(SeatRecord, ids):
            seats[seat.round].append(seat)
        told = [each.shuffle.id for _, each in news if each.shuffle is not None]
        shuffles = {row.id: row for row in store.found(ShuffleRecord, told)}
        jobs: list[Job] = []
        for audit_seq, each in news:
            if each.opened is not None:
                seen.opened.append(short_hash(each.opened))
            elif each.round is not None:
                jobs.append(self._ended_job(audit_seq, each.round, rows.get(each.round.id), seats[each.round.id]))
            elif each.shuffle is not None:
                jobs.append(self._shuffle_job(audit_seq, each.shuffle, shuffles.get(each.shuffle.id)))
            elif each.voided_later is not None:
                jobs.append(self._void_job(store, audit_seq, each, rows.get(each.voided_later)))
        self._collect(jobs)
        self._check_requests(store)

    def _collect(self, jobs: Sequence[Job]) -> None:
        """Hands jobs over, and takes in what is done; all that is left where there are no more jobs."""
        for done in self._check(jobs):
            if done.finding is not None:
                self._found(done.finding)
            for key, more in done.played.items():
                self._seen.played[key] = self._seen.played.get(key, Sums()).plus(more)

    def _ended_job(
        self, audit_seq: int, facts: RoundFacts, row: RoundRecord | None, seats: Sequence[SeatRecord]
    ) -> EndedRound:
        self._seen.ended(facts, row, len(seats))
        return ended_round(audit_seq, facts, row, seats)

    def _shuffle_job(self, audit_seq: int, facts: ShuffleFacts, row: ShuffleRecord | None) -> RevealedShuffle:
        facts.check_row(row)
        assert row is not None
        assert row.seed is not None
        self._seen.counts["shuffles"] += 1
        opening = self._seen.tables[facts.table].opening
        return RevealedShuffle(audit_seq, opening, row.id, row.commitment, row.client_seeds, row.seed, facts.cards)

    def _void_job(self, store: Store, audit_seq: int, news: News, row: RoundRecord | None) -> SettledThenVoided:
        """A settled round is voided: its entries are read again, and what was played is taken back."""
        id = news.voided_later
        assert id is not None
        void = self._voids.pop(id, None)
        if row is None or void is None:
            raise WrongError("I7", f"round {id}", "it is told to be void, and no round and entry say so")
        booked = [entry for entry in store.found(Entry, [id]) if entry.seq < void.entry.seq]
        moved = [each for each in store.found(MeterMovement, [id]) if each.entry != void.entry.id]
        check_void(void.entry, void.movements, booked, moved)
        self._seen.voided(id, row, news.at_ms, news.reason)
        accounts = {seat.seat: seat.account for seat in store.found(SeatRecord, [id])}
        opening = self._seen.tables[row.table].opening
        return SettledThenVoided(audit_seq, opening, row.table, row.document, row.meters, accounts)

    def _check_requests(self, store: Store) -> None:
        """I6 and I11: every request that the log tells of is kept, once, with its answer."""
        asked, self._requests = self._requests, []
        keys = [(each.account, each.key) for _, each in asked]
        if len(set(keys)) < len(keys):
            twice = Counter(keys).most_common(1)[0][0]
            raise WrongError("I6", f"request {twice[1]} of {twice[0]}", "it was carried out twice")
        found = {(row.account, row.key): row for row in store.found(RequestRecord, keys)}
        for audit_seq, due in asked:
            row = found.get((due.account, due.key))
            if row is None or replace(row, answer=sha256(row.answer)) != due:
                name, why = f"request {due.key} of {due.account}", "it is not kept as audit record"
                self._found(Finding("I11", name, audit_seq, f"{why} {audit_seq} vouches for"))
                return
        self._seen.counts["requests"] += len(asked)


def verify(
    store: Store, build: Build, *, trusted: frozenset[str] | None = None, anchors: Iterable[Anchor] = ()
) -> Report:
    """Checks a whole store, which must not change meanwhile; `anchors` are those kept outside the database."""
    return Auditor(build, trusted=trusted).report(store, anchors)


def lost(store: Store, acknowledged: Iterable[tuple[str, str, Answer]]) -> Finding | None:
    """I11 from outside: the first acknowledged request, by account, key and answer, that the store does not hold."""
    waiting = iter(acknowledged)
    while page := list(islice(waiting, PAGE)):
        rows = {(row.account, row.key): row for row in store.found(RequestRecord, [each[:2] for each in page])}
        for account, key, answer in page:
            name, row = f"request {key} of {account}", rows.get((account, key))
            if row is None:
                return Finding("I11", name, 0, "it was acknowledged, and is lost")
            if (row.status, json.loads(row.answer)) != (answer.status, json.loads(json.dumps(answer.body))):
                words = f"it was answered {answer.status} {dict(answer.body)}, and kept otherwise"
                return Finding("I11", name, 0, words)
    return None
