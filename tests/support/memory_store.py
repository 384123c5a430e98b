"""A store in memory: dicts, one transaction at a time, and hooks at which it fails. The simulation runs on it."""

from bisect import bisect_right
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from typing import Any

from pitboss.core.errors import StoreError
from pitboss.table.audit import FIRST_HASH
from pitboss.table.ledger import WALLET
from pitboss.table.records import (
    Anchor,
    AuditRecord,
    Entry,
    EventRecord,
    Head,
    MeterMovement,
    Person,
    Played,
    Record,
    RequestRecord,
    RoundRecord,
    SeatRecord,
    SessionRecord,
    ShuffleRecord,
    SignInFailures,
    TableRecord,
)
from pitboss.table.store import Transaction

NOTHING = object()


class MemoryStore:
    """Records in dicts by their keys.

    `before_commit` and `after_commit` are called at the end of every transaction that has not raised. What the first
    raises undoes the transaction; what the second raises finds it done: the caller cannot tell which it was. Between
    transactions nothing is uncommitted, so a crash is an exception out of a hook or out of the block.
    """

    def __init__(self) -> None:
        self.before_commit: Callable[[], None] = lambda: None
        self.after_commit: Callable[[], None] = lambda: None
        self.commits = 0
        self.by_type: dict[type, dict[Any, Any]] = defaultdict(dict)
        self.accounts: Counter[str] = Counter()
        self.names: dict[str, str] = {}
        self.events_of: dict[str, list[EventRecord]] = defaultdict(list)
        self.entries_of: dict[str, list[Entry]] = defaultdict(list)
        self.movements_of: dict[str, list[MeterMovement]] = defaultdict(list)
        self.seats_of: dict[str, dict[int, SeatRecord]] = defaultdict(dict)
        self.rounds_of: dict[str, list[str]] = defaultdict(list)  # By shuffle.
        self.entries_in_order: list[Entry] = []
        self.audit: list[AuditRecord] = []
        self.movements: list[MeterMovement] = []
        self.is_busy = False

    def transaction(self) -> AbstractContextManager[Transaction]:
        return MemoryTransaction(self)

    def persons(self, *, id: str | None = None, name: str | None = None) -> list[Person]:
        everybody: dict[str, Person] = self.by_type[Person]
        if name is not None:
            id = self.names.get(name.casefold(), "") if id is None else id
        found = sorted(everybody) if id is None else [id] if id in everybody else []
        return [everybody[each] for each in found if name is None or everybody[each].name.casefold() == name.casefold()]

    def session(self, token_hash: str) -> SessionRecord | None:
        return self.by_type[SessionRecord].get(token_hash)

    def sessions(self, account: str) -> list[SessionRecord]:
        found = (each for each in self.by_type[SessionRecord].values() if each.account == account)
        return sorted(found, key=lambda each: (each.made_ms, each.token_hash))

    def failures(self, subject: str) -> SignInFailures | None:
        return self.by_type[SignInFailures].get(subject)

    def list_tables(self) -> list[TableRecord]:
        return [table for _, table in sorted(self.by_type[TableRecord].items())]

    def events(self, table: str, after: int, limit: int = 1000) -> list[EventRecord]:
        events = self.events_of.get(table, [])
        first = bisect_right(events, after, key=lambda event: event.seq)
        return events[first : first + limit]

    def list_rounds(
        self,
        *,
        table: str | None = None,
        game: str | None = None,
        account: str | None = None,
        result: str | None = None,
        before: str | None = None,
        limit: int = 100,
    ) -> list[RoundRecord]:
        rounds = list(self.by_type[RoundRecord].values())
        if before is not None:
            places = [place for place, each in enumerate(rounds) if each.id == before]
            rounds = rounds[: places[0]] if places else []
        return [
            each
            for each in reversed(rounds)
            if table in (None, each.table)
            and game in (None, each.game)
            and (account is None or any(seat.account == account for seat in self.seats_of[each.id].values()))
            and result in (None, each.status, self._result(each, account))
        ][:limit]

    def _result(self, record: RoundRecord, account: str | None) -> str:
        if record.status != "settled":
            return record.status
        seats = [each for each in self.seats_of[record.id].values() if account in (None, each.account)]
        net = sum((each.returned_cents or 0) - each.staked_cents for each in seats)
        return "won" if net > 0 else "lost" if net < 0 else "pushed"

    def list_entries(self, after: int, limit: int = 1000) -> list[Entry]:
        return self.entries_in_order[after : after + limit]

    def list_audit(self, after: int, limit: int = 1000) -> list[AuditRecord]:
        return self.audit[after : after + limit]

    def list_anchors(self) -> list[Anchor]:
        return [anchor for _, anchor in sorted(self.by_type[Anchor].items())]

    def booked(self, ids: Collection[str]) -> list[Entry]:
        return sorted(_some(self.by_type[Entry], ids).values(), key=lambda each: each.seq)

    def list_accounts(self, under: str = "") -> Mapping[str, int]:
        return {name: cents for name, cents in sorted(self.accounts.items()) if name.startswith(under)}

    def list_movements(self, link: str | None = None) -> list[MeterMovement]:
        return [each for each in self.movements if link in (None, each.link)]

    def newest_movements(self, link: str, limit: int) -> list[MeterMovement]:
        return self.list_movements(link)[-limit:]

    def list_played(self, table: str) -> list[Played]:
        return [each for key, each in sorted(self.by_type[Played].items()) if key[0] == table]

    def every_round(self) -> Iterator[RoundRecord]:
        yield from list(self.by_type[RoundRecord].values())

    def found(self, kind: type[Any], keys: Collection[Any]) -> list[Any]:
        if kind is SeatRecord:
            return [seat for id in sorted(set(keys)) for _, seat in sorted(self.seats_of.get(id, {}).items())]
        if kind in (Entry, MeterMovement):
            of_round = self.entries_of if kind is Entry else self.movements_of
            return [each for id in sorted(set(keys)) for each in of_round.get(id, ())]
        if kind is Played:
            return [each for table in sorted(set(keys)) for each in self.list_played(table)]
        if kind is AuditRecord:
            return [each for each in self.audit if each.subject in keys]
        if kind is EventRecord:
            events = sorted((each for run in self.events_of.values() for each in run), key=lambda each: each.seq)
            return [each for each in events if each.round in keys]
        return list(_some(self.by_type[kind], keys).values())

    def count(self, kind: type[Any]) -> int:
        if kind is SeatRecord:
            return sum(map(len, self.seats_of.values()))
        return sum(map(len, self.events_of.values())) if kind is EventRecord else len(self._rows(kind))

    def _rows(self, kind: type[Any]) -> Collection[Any]:
        return {AuditRecord: self.audit, MeterMovement: self.movements}.get(kind, self.by_type[kind])

    def last_numbers(self) -> Head:
        return self.head

    def page_movements(self, after: int, limit: int = 1000) -> list[tuple[int, MeterMovement]]:
        return list(enumerate(self.movements[after : after + limit], after + 1))

    def misnumbered(self) -> str | None:
        return None

    def round_ids(self) -> Iterator[str]:
        yield from list(self.by_type[RoundRecord])

    def close(self) -> None: ...

    @property
    def head(self) -> Head:
        return Head(len(self.entries_in_order), len(self.audit), self.audit[-1].hash if self.audit else FIRST_HASH)


def _some(rows: dict[Any, Any], keys: Collection[Any]) -> dict[Any, Any]:
    return {key: rows[key] for key in sorted(set(keys)) if key in rows}


class MemoryTransaction:
    """One transaction: it writes at once, and keeps what undoes it."""

    def __init__(self, store: MemoryStore) -> None:
        self.store = store
        self.undo: list[Callable[[], object]] = []
        self.failure: StoreError | None = None

    def __enter__(self) -> "MemoryTransaction":
        assert not self.store.is_busy, "a second transaction at the same time"
        self.store.is_busy = True
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        store = self.store
        try:
            if kind is None:
                if self.failure is not None:  # Somebody went on after it.
                    raise self.failure
                store.before_commit()
                self.undo.clear()
                store.commits += 1
        finally:
            for each in reversed(self.undo):
                each()
            self.undo.clear()
            store.is_busy = False
        if kind is None:
            store.after_commit()

    def tables(self, ids: Collection[str]) -> dict[str, TableRecord]:
        return _some(self.store.by_type[TableRecord], ids)

    def list_tables(self) -> list[TableRecord]:
        return self.store.list_tables()

    def due(self, now_ms: int, limit: int) -> list[str]:
        late = sorted(
            (table.deadline_ms, table.id)
            for table in self.store.by_type[TableRecord].values()
            if table.deadline_ms is not None and table.deadline_ms <= now_ms
        )
        return [id for _, id in late[:limit]]

    def balances(self, accounts: Collection[str]) -> dict[str, int]:
        return {name: self.store.accounts.get(name, 0) for name in sorted(set(accounts))}

    def head(self) -> Head:
        return self.store.head

    def requests(self, keys: Collection[tuple[str, str]]) -> dict[tuple[str, str], RequestRecord]:
        return _some(self.store.by_type[RequestRecord], keys)

    def entries(self, ids: Collection[str]) -> dict[str, Entry]:
        return _some(self.store.by_type[Entry], ids)

    def entries_of_round(self, round_id: str) -> list[Entry]:
        return list(self.store.entries_of.get(round_id, ()))

    def rounds(self, ids: Collection[str]) -> dict[str, RoundRecord]:
        return _some(self.store.by_type[RoundRecord], ids)

    def seats(self, round_id: str) -> list[SeatRecord]:
        return [seat for _, seat in sorted(self.store.seats_of.get(round_id, {}).items())]

    def shuffles(self, ids: Collection[str]) -> dict[str, ShuffleRecord]:
        return _some(self.store.by_type[ShuffleRecord], ids)

    def open_rounds_of_shuffle(self, shuffle_id: str) -> int:
        rounds = self.store.by_type[RoundRecord]
        return sum(rounds[id].status == "open" for id in self.store.rounds_of.get(shuffle_id, ()))

    def movements_of_round(self, round_id: str) -> list[MeterMovement]:
        return list(self.store.movements_of.get(round_id, ()))

    def played(self, keys: Collection[tuple[str, str, str]]) -> dict[tuple[str, str, str], Played]:
        return _some(self.store.by_type[Played], keys)

    def persons(self, ids: Collection[str]) -> dict[str, Person]:
        return _some(self.store.by_type[Person], ids)

    def failures(self, subjects: Collection[str]) -> dict[str, SignInFailures]:
        return _some(self.store.by_type[SignInFailures], subjects)

    def write(self, records: Sequence[Record]) -> None:
        try:
            for record in records:
                WRITERS[type(record)](self, record)
        except StoreError as error:
            self.failure = error
            raise

    def set(self, rows: dict[Any, Any], key: Any, value: Any) -> None:
        old = rows.get(key, NOTHING)
        rows[key] = value
        self.undo.append((lambda: rows.pop(key)) if old is NOTHING else (lambda: rows.__setitem__(key, old)))

    def add(self, rows: dict[Any, Any], key: Any, value: Any) -> None:
        if key in rows:
            raise StoreError(f"memory: there is a row {key!r} already", "conflict")
        self.set(rows, key, value)

    def append(self, rows: list[Any], value: Any) -> None:
        rows.append(value)
        self.undo.append(rows.pop)

    def person(self, person: Person) -> None:
        key = person.name.casefold()
        if self.store.names.get(key, person.id) != person.id:
            raise StoreError(f"memory: the name {person.name!r} is taken", "conflict")
        before = self.store.by_type[Person].get(person.id)
        if before is not None and before.name.casefold() != key:
            was = before.name.casefold()
            del self.store.names[was]
            self.undo.append(lambda: self.store.names.__setitem__(was, before.id))
        self.set(self.store.names, key, person.id)
        self.set(self.store.by_type[Person], person.id, person)

    def round(self, round: RoundRecord) -> None:
        if round.id not in self.store.by_type[RoundRecord]:
            self.append(self.store.rounds_of[round.shuffle], round.id)
        self.set(self.store.by_type[RoundRecord], round.id, round)

    def event(self, event: EventRecord) -> None:
        events = self.store.events_of[event.table]
        if events and events[-1].seq >= event.seq:
            raise StoreError(f"memory: {event.table} has an event {event.seq} already", "conflict")
        self.append(events, event)

    def seat(self, seat: SeatRecord) -> None:
        self.set(self.store.seats_of[seat.round], seat.seat, seat)

    def entry(self, entry: Entry) -> None:
        store = self.store
        if entry.seq != len(store.entries_in_order) + 1:
            raise StoreError(f"memory: entry {entry.seq} after {len(store.entries_in_order)}", "conflict")
        self.add(store.by_type[Entry], entry.id, entry)
        self.append(store.entries_in_order, entry)
        if entry.round is not None:
            self.append(store.entries_of[entry.round], entry)
        for name, cents in entry.legs:
            self.set(store.accounts, name, store.accounts[name] + cents)
            if name.startswith(WALLET) and store.accounts[name] < 0:
                raise StoreError(f"memory: {name} would be below 0")

    def audit(self, record: AuditRecord) -> None:
        if record.seq != len(self.store.audit) + 1:
            raise StoreError(f"memory: audit record {record.seq} after {len(self.store.audit)}", "conflict")
        self.append(self.store.audit, record)

    def movement(self, movement: MeterMovement) -> None:
        self.append(self.store.movements, movement)
        if movement.round is not None:
            self.append(self.store.movements_of[movement.round], movement)


def _replaces(kind: type, key: Callable[[Any], Any]) -> Callable[[MemoryTransaction, Any], None]:
    return lambda transaction, record: transaction.set(transaction.store.by_type[kind], key(record), record)


def _adds(kind: type, key: Callable[[Any], Any]) -> Callable[[MemoryTransaction, Any], None]:
    return lambda transaction, record: transaction.add(transaction.store.by_type[kind], key(record), record)


WRITERS: dict[type, Callable[[MemoryTransaction, Any], None]] = {
    Person: MemoryTransaction.person,
    TableRecord: _replaces(TableRecord, lambda table: table.id),
    RoundRecord: MemoryTransaction.round,
    ShuffleRecord: _replaces(ShuffleRecord, lambda shuffle: shuffle.id),
    Played: _replaces(Played, lambda played: (played.table, played.account, played.wager)),
    SessionRecord: _replaces(SessionRecord, lambda session: session.token_hash),
    SignInFailures: _replaces(SignInFailures, lambda failures: failures.subject),
    SeatRecord: MemoryTransaction.seat,
    EventRecord: MemoryTransaction.event,
    Entry: MemoryTransaction.entry,
    RequestRecord: _adds(RequestRecord, lambda request: (request.account, request.key)),
    AuditRecord: MemoryTransaction.audit,
    Anchor: _adds(Anchor, lambda anchor: anchor.audit_seq),
    MeterMovement: MemoryTransaction.movement,
}
