"""The work of one transaction: the tables it has locked, its book and audit chain, and all records it will write."""

import json
from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass, field
from typing import Any

from pitboss.core.errors import AuthError, RoomError
from pitboss.core.strategy import Coach
from pitboss.table import ledger
from pitboss.table.audit import Chain
from pitboss.table.cashier import Cashier
from pitboss.table.keys import HouseKey
from pitboss.table.ledger import Book
from pitboss.table.live_table import OPEN, Build, LiveTable, Order, table_of_round
from pitboss.table.played_sums import added
from pitboss.table.records import (
    Entry,
    EventRecord,
    Head,
    Person,
    Played,
    Record,
    RequestRecord,
    RoundRecord,
    SeatRecord,
    ShuffleRecord,
    TableRecord,
)
from pitboss.table.shuffle import Entropy
from pitboss.table.store import Transaction

SALT_BYTES = 16
_ENCODER = json.JSONEncoder(separators=(",", ":"), ensure_ascii=False)


@dataclass(frozen=True)
class News:
    """One event of a table, stored and numbered, whole; `views.seen` says who may see what of it."""

    table: str
    seq: int
    round: str | None
    at_ms: int
    body: dict[str, Any]


@dataclass(frozen=True)
class Room:
    """What a card room is made with: its key, its sources of chance and of games, and its settings."""

    key: HouseKey
    entropy: Entropy
    build: Build
    order: Order
    coach: Coach | None
    players: Callable[[str, str], Coach]
    """The player that a strategy of a game names, by game and strategy."""
    large_win_cents: int
    cashier: Cashier


@dataclass
class Batch:
    """One transaction of a card room. Requests change it in memory; `records` is what is then written."""

    room: Room
    transaction: Transaction
    now_ms: int
    tables: dict[str, LiveTable] = field(default_factory=dict)
    book: Book = field(init=False)
    chain: Chain = field(init=False)
    events: list[EventRecord] = field(default_factory=list)
    news: list[News] = field(default_factory=list)
    touched: set[str] = field(default_factory=set)
    rounds: dict[str, RoundRecord] = field(default_factory=dict)
    seats: dict[tuple[str, int], SeatRecord] = field(default_factory=dict)
    shuffles: dict[str, ShuffleRecord] = field(default_factory=dict)
    persons: dict[str, Person] = field(default_factory=dict)
    """Those that callers and actions name, as they are after the requests so far."""
    changed_persons: set[str] = field(default_factory=set)
    played: dict[tuple[str, str, str], Played] = field(default_factory=dict)
    requests: dict[tuple[str, str], RequestRecord] = field(default_factory=dict)
    changes: int = 0
    """How often anything was changed; a request that is refused must have changed nothing."""

    def load(self, rows: Iterable[TableRecord], cached: dict[str, LiveTable]) -> None:
        """Takes tables from the cache where they are up to date, and restores the others from their rows."""
        behind = []
        for row in rows:
            live = cached.get(row.id)
            if live is not None and live.stored == row:
                self.tables[row.id] = live
            else:
                behind.append((row, json.loads(row.state)))
        shuffles = self.transaction.shuffles([state["shuffle"] for _, state in behind if state["shuffle"]])
        rounds = self.transaction.rounds([state["round"] for _, state in behind if state["round"]])
        for row, state in behind:
            live = self.make(row.id, row.opening, row.opened_by)
            live.restore(row, state, shuffles.get(state["shuffle"]), rounds.get(state["round"]), self.room.key)
            live.stored = row
            self.tables[row.id] = live

    def make(self, id: str, opening: str, opened_by: str) -> LiveTable:
        """A table as it was opened."""
        room = self.room
        return LiveTable(id, opening, opened_by, build=room.build, order=room.order, coach=room.coach)

    def open_books(self, accounts: Collection[str], *, is_look: bool = False) -> None:
        """Locks these ledger accounts and those of the tables, then the head of the books.

        Who only looks books nothing, and does not wait for the head, which everybody else does.
        """
        names = {*accounts, *(name for live in self.tables.values() for name in live.ledger_accounts)}
        balances = self.transaction.balances(sorted(names))
        head = Head(0, 0, "") if is_look else self.transaction.head()
        self.book = Book(balances, head.entry_seq, self.now_ms, self._entry)
        self.chain = Chain(head, self.now_ms)
        for live in self.tables.values():
            live.wallet.book = self.book

    def _entry(self, id: str) -> Entry | None:
        """A stored entry; tables know the ids of those of their round, so that most entries are not looked for."""
        owner = self._owner(id.partition(":")[2].partition(":")[0])
        if owner is not None and id not in owner.booked:
            return None
        return self.transaction.entries([id]).get(id)

    def _owner(self, round_id: str) -> LiveTable | None:
        """The table that knows which entries of a round are stored: it has played the round, or plays it now."""
        live = self.tables.get(table_of_round(round_id))
        if live is None or live.booked_round == round_id:
            return live
        if live.current_round != round_id:
            return None
        live.booked_round, live.booked = round_id, set()
        if live.round is not None:  # Somebody has bet on it, at this server or another.
            live.booked |= {entry.id for entry in self.transaction.entries_of_round(round_id)}
        return live

    def live(self, table: str, *, must_be_open: bool = False) -> LiveTable:
        """A table of the batch; refuses one that does not exist, or is closed where it must be open."""
        if table not in self.tables:
            raise RoomError(f"no table {table!r}", "unknown")
        live = self.tables[table]
        if must_be_open and live.status != OPEN:
            raise RoomError(f"table {table} is {live.status}", "closed")
        return live

    def person(self, account: str) -> Person:
        """An account that exists."""
        if account not in self.persons:
            raise RoomError(f"no account {account!r}", "account-unknown")
        return self.persons[account]

    def check_enabled(self, account: str) -> None:
        """Refuses an account that is disabled."""
        person = self.persons.get(account)
        if person is not None and person.disabled:
            raise AuthError(f"the account {account} is disabled", "disabled")

    def tell(self, live: LiveTable, body: dict[str, Any], round_id: str | None = None) -> None:
        """Adds a numbered event to a table."""
        self.changes += 1
        live.seq += 1
        self.touched.add(live.id)
        self.events.append(EventRecord(live.id, live.seq, round_id, self.now_ms, _ENCODER.encode(body)))
        self.news.append(News(live.id, live.seq, round_id, self.now_ms, body))

    def put_round(self, record: RoundRecord) -> None:
        """Writes a round, or writes it anew."""
        self.rounds[record.id] = record

    def put_person(self, person: Person) -> None:
        """Writes an account, or writes it anew."""
        self.changes += 1
        self.persons[person.id] = person
        self.changed_persons.add(person.id)

    def add_played(self, live: LiveTable, sums: Iterable[Played]) -> None:
        """Adds to what accounts have played at a table; negative sums take back."""
        wanted = [(each.account, each.wager) for each in sums]
        missing = [(live.id, *key) for key in wanted if key not in live.played]
        for stored in (self.transaction.played(missing) if missing else {}).values():
            live.played[stored.account, stored.wager] = stored
        for each in sums:
            key = each.account, each.wager
            before = live.played.get(key)
            live.played[key] = each if before is None else added(before, each)
            self.played[live.id, *key] = live.played[key]

    def salt(self) -> str:
        """A random text for a record of the audit log: its hash then tells nobody cards that could be guessed."""
        return self.room.entropy(SALT_BYTES).hex()

    def entries_of(self, round_id: str) -> list[Entry]:
        """Every entry of a round, stored or made by this batch."""
        made = [entry for entry in self.book.entries if entry.round == round_id]
        return [*self.transaction.entries_of_round(round_id), *made]

    def balance(self, account: str) -> int:
        """The cents that an account can still stake."""
        return self.book.balance(ledger.wallet(account))

    def records(self) -> list[Record]:
        """Everything that the batch has to write."""
        for entry in self.book.entries:
            owner = self._owner(entry.round) if entry.round else None
            if owner is not None:
                owner.booked.add(entry.id)
        rows: list[TableRecord | Person] = [self.persons[id] for id in sorted(self.changed_persons)]
        for id in sorted(self.touched):
            live = self.tables[id]
            live.stored = live.row()
            rows.append(live.stored)
        if rows:
            self.chain.vouch_for(rows, self.salt())
        return [
            *rows,
            *self.shuffles.values(),
            *self.rounds.values(),
            *self.seats.values(),
            *self.played.values(),
            *self.events,
            *self.book.entries,
            *self.book.movements,
            *self.requests.values(),
            *self.chain.records,
        ]
