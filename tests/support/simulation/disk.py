"""The simulated disk: a store in memory that fails, crashes, and forgets what was not synced, where it is told to."""

from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Sequence
from contextlib import AbstractContextManager

from pitboss.core.errors import StoreError
from pitboss.table.batch import News
from pitboss.table.records import Entry, Head, Record, RequestRecord, TableRecord
from pitboss.table.store import Transaction
from tests.support.memory_store import MemoryStore, MemoryTransaction

OPERATIONS = 6
"""Reads, writes and the commit of an ordinary transaction; a fault that is set for a later one does not happen."""


class Crash(BaseException):
    """The server process dies; no error that it could handle."""


class Disk(MemoryStore):
    """A store whose next transaction can be told to fail.

    `fault` names what happens to the next transaction: `crash` kills the server, `error` raises `StoreError`; at the
    operation number `at`, or, where that is None, once the commit is durable, so that nobody hears of it.
    """

    def __init__(self) -> None:
        super().__init__()
        self.fault: str | None = None
        self.at: int | None = None
        self.operations = 0
        self.server = 0
        """The number of the server that uses the disk now."""
        self.told_early: list[News] = []
        """What a server with a seeded bug has published before it wrote it."""
        self.after_commit = self._after_commit

    def transaction(self) -> AbstractContextManager[Transaction]:
        self.operations = 0
        return DiskTransaction(self)

    def operation(self) -> None:
        """One operation of a transaction, which fails if it is its turn."""
        if self.fault is not None and self.at == self.operations:
            self._fail()
        self.operations += 1

    def _after_commit(self) -> None:
        if self.fault is not None and self.at is None:
            self._fail()

    def _fail(self) -> None:
        fault, self.fault = self.fault, None
        raise Crash if fault == "crash" else StoreError("disk: input/output error")

    def power_off(self) -> None:
        """What a crash of the machine loses: nothing, because every commit was synced."""

    def copy(self, kind: "type[Disk]") -> "Disk":
        """Another disk, of a kind, with the same rows."""
        other = kind()
        for name in ("events_of", "entries_of", "movements_of", "rounds_of"):
            rows = getattr(self, name)
            setattr(other, name, defaultdict(list, {key: list(each) for key, each in rows.items()}))
        other.by_type = defaultdict(dict, {kind: dict(rows) for kind, rows in self.by_type.items()})
        other.seats_of = defaultdict(dict, {key: dict(each) for key, each in self.seats_of.items()})
        other.accounts, other.names = Counter(self.accounts), dict(self.names)
        other.entries_in_order, other.audit = list(self.entries_in_order), list(self.audit)
        other.movements, other.commits = list(self.movements), self.commits
        return other


class DiskTransaction(MemoryTransaction):
    """A transaction each of whose operations can fail."""

    store: Disk

    def tables(self, ids: Collection[str]) -> dict[str, TableRecord]:
        self.store.operation()
        return super().tables(ids)

    def requests(self, keys: Collection[tuple[str, str]]) -> dict[tuple[str, str], RequestRecord]:
        self.store.operation()
        return super().requests(keys)

    def balances(self, accounts: Collection[str]) -> dict[str, int]:
        self.store.operation()
        return super().balances(accounts)

    def head(self) -> Head:
        self.store.operation()
        return super().head()

    def write(self, records: Sequence[Record]) -> None:
        if self.store.fault is not None and self.store.at == self.store.operations:
            super().write(records[: len(records) // 2])  # Half of it is written when it happens.
        self.store.operation()
        super().write(records)

    def __exit__(self, kind: type[BaseException] | None, *rest: object) -> None:
        if kind is None:
            try:
                self.store.operation()
            except BaseException as error:
                super().__exit__(type(error), error, None)
                raise
        super().__exit__(kind, *rest)


class UnsyncedDisk(Disk):
    """A disk whose commits wait in a cache: when the machine crashes, the last of them are gone. For a seeded bug."""

    KEPT = 3
    """How many commits wait in the cache."""

    def __init__(self) -> None:
        super().__init__()
        self.cache: list[list[Callable[[], object]]] = []

    def transaction(self) -> AbstractContextManager[Transaction]:
        self.operations = 0
        return UnsyncedTransaction(self)

    def power_off(self) -> None:
        while self.cache:
            for each in reversed(self.cache.pop()):
                each()


class UnsyncedTransaction(DiskTransaction):
    """A transaction whose commit goes into the cache."""

    def __init__(self, disk: UnsyncedDisk) -> None:
        super().__init__(disk)
        self.disk = disk

    def __exit__(self, kind: type[BaseException] | None, *rest: object) -> None:
        undo, disk, commits = list(self.undo), self.disk, self.disk.commits
        try:
            super().__exit__(kind, *rest)
        finally:
            if disk.commits > commits:
                disk.cache = [*disk.cache[1 - disk.KEPT :], undo]


class UnlockedDisk(Disk):
    """A disk that two servers read without locks: one writes balances as it read them, before the other's last commit.

    For a seeded bug; `server` is the one whose transaction begins next.
    """

    def __init__(self) -> None:
        super().__init__()
        self.last_server: int | None = None
        self.earlier: Counter[str] = Counter()

    def transaction(self) -> AbstractContextManager[Transaction]:
        self.operations = 0
        return UnlockedTransaction(self)


class UnlockedTransaction(DiskTransaction):
    """A transaction that reads balances as they were before another server's last commit, and writes what it knows."""

    def __init__(self, disk: UnlockedDisk) -> None:
        super().__init__(disk)
        is_behind = disk.last_server not in (None, disk.server)
        self.disk, self.known = disk, Counter(disk.earlier if is_behind else disk.accounts)
        self.before, self.commits = Counter(disk.accounts), disk.commits

    def balances(self, accounts: Collection[str]) -> dict[str, int]:
        self.store.operation()
        return {name: self.known.get(name, 0) for name in sorted(set(accounts))}

    def write(self, records: Sequence[Record]) -> None:
        for name in {name for each in records if isinstance(each, Entry) for name, _ in each.legs}:
            self.set(self.store.accounts, name, self.known.get(name, 0))
        super().write(records)

    def __exit__(self, kind: type[BaseException] | None, *rest: object) -> None:
        try:
            super().__exit__(kind, *rest)
        finally:
            if self.disk.commits > self.commits:
                self.disk.earlier, self.disk.last_server = self.before, self.disk.server
