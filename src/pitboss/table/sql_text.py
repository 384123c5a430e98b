"""The store's statements as texts for SQLite and PostgreSQL, compiled once from the schema.

Statements are run by the database's driver without SQLAlchemy in between, which would cost more than SQLite itself.
Where a statement takes a list of keys, it is one text for any number of them: SQLite reads the list from JSON,
PostgreSQL from an array.
"""

import json
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import starmap
from operator import attrgetter
from typing import Any

from sqlalchemy import ARRAY, BigInteger, ColumnElement, Dialect, Table, Text, bindparam, func, select, tuple_
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.dialects.postgresql.psycopg import PGDialect_psycopg
from sqlalchemy.sql import ClauseElement

from pitboss.table import records, schema


@dataclass(frozen=True)
class Statement:
    """The text of a statement, and the names of its parameters in the order in which it takes them."""

    text: str
    names: tuple[str, ...]
    fixed: Mapping[str, Any]
    """The parameters that are always the same."""

    def values(self, given: Mapping[str, Any]) -> tuple[Any, ...]:
        return tuple([given[name] if name in given else self.fixed[name] for name in self.names])


@dataclass(frozen=True)
class Kind:
    """How one kind of record lies in its table."""

    record: type
    table: Table
    key: tuple[str, ...]
    is_replaced: bool = False
    """Whether a record replaces the row of its key; else a row is only ever added."""
    booleans: tuple[int, ...] = ()
    """The places of truth values, which SQLite keeps as numbers."""

    @cached_property
    def fields(self) -> tuple[str, ...]:
        return tuple(each.name for each in self.table.columns if each.name not in ("place", "name_key"))

    @cached_property
    def row(self) -> Any:
        """A record as the row that is written."""
        if self.record is records.Person:
            return lambda person: (*_person_row(person), person.name.casefold())
        if self.record is records.Played:
            return lambda played: (*_played_row(played), str(played.squares), played.largest_cents)
        return attrgetter(*self.fields)

    def read_all(self, rows: Iterable[Sequence[Any]]) -> list[Any]:
        """The records of rows that were read."""
        if self.booleans or self.record is records.Played:
            return [self.read(row) for row in rows]
        return list(starmap(self.record, rows))

    def read(self, row: Sequence[Any]) -> Any:
        """The record of a row that was read."""
        if self.booleans:
            row = [bool(value) if place in self.booleans else value for place, value in enumerate(row)]
        elif self.record is records.Played:
            row = (*row[:-2], int(row[-2]), row[-1])
        return self.record(*row)


_person_row = attrgetter("id", "name", "role", "password_hash", "made_ms", "disabled")
_played_row = attrgetter("table", "account", "wager", "rounds", "staked_cents", "total_cents", "net_cents")

KINDS = {
    kind.record: kind
    for kind in (
        Kind(records.Person, schema.PERSONS, ("id",), True, (5,)),
        Kind(records.SessionRecord, schema.SESSIONS, ("token_hash",), True, (4,)),
        Kind(records.SignInFailures, schema.FAILURES, ("subject",), True),
        Kind(records.TableRecord, schema.TABLES, ("id",), True, (3,)),
        Kind(records.ShuffleRecord, schema.SHUFFLES, ("id",), True),
        Kind(records.RoundRecord, schema.ROUNDS, ("id",), True),
        Kind(records.SeatRecord, schema.SEATS, ("round", "seat"), True),
        Kind(records.EventRecord, schema.EVENTS, ("table", "seq")),
        Kind(records.Entry, schema.ENTRIES, ("seq",)),
        Kind(records.MeterMovement, schema.MOVEMENTS, ("entry",)),
        Kind(records.Played, schema.PLAYED, ("table", "account", "wager"), True),
        Kind(records.RequestRecord, schema.REQUESTS, ("account", "key")),
        Kind(records.AuditRecord, schema.AUDIT, ("seq",)),
        Kind(records.Anchor, schema.ANCHORS, ("audit_seq",)),
    )
}
"""The kinds of record in an order in which rows can be written: what a row refers to comes before it."""


FOUND_BY: Mapping[type, tuple[str, ...]] = {
    records.Person: ("id",),
    records.SessionRecord: ("token_hash",),
    records.SignInFailures: ("subject",),
    records.TableRecord: ("id",),
    records.RoundRecord: ("id",),
    records.ShuffleRecord: ("id",),
    records.SeatRecord: ("round",),
    records.Played: ("table",),
    records.RequestRecord: ("account", "key"),
    records.Entry: ("round",),
    records.MeterMovement: ("round",),
    records.EventRecord: ("round",),
    records.AuditRecord: ("subject",),
}
"""The columns by which rows are looked up outside transactions."""

ORDERED_BY: Mapping[type, str] = {
    records.SeatRecord: "seat",
    records.Entry: "seq",
    records.MeterMovement: "place",
    records.EventRecord: "seq",
    records.AuditRecord: "seq",
}
"""The columns in whose order rows are looked up, where they have one."""


def _text(name: str) -> ColumnElement[Any]:
    return bindparam(name, type_=Text)


def _whole(name: str) -> ColumnElement[Any]:
    return bindparam(name, type_=BigInteger)


class Statements:
    """Every statement of the store for one database. Those that take `keys` get them from the method of that name."""

    def __init__(self, is_sqlite: bool) -> None:
        self.is_sqlite = is_sqlite
        self._dialect: Dialect = sqlite.dialect() if is_sqlite else PGDialect_psycopg(paramstyle="format")
        self._insert = sqlite.insert if is_sqlite else postgresql.insert
        self._make_writes()
        self._make_reads()
        self._make_lists()

    def _make_writes(self) -> None:
        self.write = {record: self._write(kind) for record, kind in KINDS.items()}
        self.legs = self._compiled(schema.LEGS.insert())
        opened = self._insert(schema.BALANCES).on_conflict_do_nothing(index_elements=["name"])
        self.open_balance = self._compiled(opened, ["name", "cents"])
        row = schema.BALANCES.c
        moved = schema.BALANCES.update().where(row.name == _text("of")).values(cents=row.cents + _whole("more"))
        self.move = self._compiled(moved)
        self.move_head = self._compiled(schema.HEAD.update(), ["entry_seq", "audit_seq", "audit_hash"])
        self.notify = Statement("SELECT pg_notify('pitboss', %s)", ("payload",), {})

    def _make_reads(self) -> None:
        """What a transaction reads, with locks in PostgreSQL; SQLite, which has one writer, leaves them out."""
        tables, balances, entries, rounds = schema.TABLES.c, schema.BALANCES.c, schema.ENTRIES.c, schema.ROUNDS.c
        self.tables = self._rows(records.TableRecord, self._among(tables.id), order=tables.id, lock=True)
        late = select(tables.id).where(tables.deadline_ms <= _whole("now_ms")).order_by(tables.deadline_ms, tables.id)
        self.due = self._compiled(late.limit(_whole("limit")).with_for_update(skip_locked=True))
        locked = select(balances.name, balances.cents).where(self._among(balances.name)).order_by(balances.name)
        self.balances = self._compiled(locked.with_for_update())
        head = schema.HEAD.c
        self.head = self._compiled(select(head.entry_seq, head.audit_seq, head.audit_hash).with_for_update())
        requests, played = schema.REQUESTS.c, schema.PLAYED.c
        self.requests = self._rows(records.RequestRecord, self._among(requests.account, requests.key))
        self.played = self._rows(records.Played, self._among(played.table, played.account, played.wager))
        self.entries = self._rows(records.Entry, self._among(entries.id), order=entries.seq)
        self.entries_of_round = self._rows(records.Entry, entries.round == _text("round"), order=entries.seq)
        legs = select(*schema.LEGS.c).order_by(schema.LEGS.c.entry, schema.LEGS.c.place)
        self.legs_of = self._compiled(legs.where(self._among(schema.LEGS.c.entry)))
        self.rounds = self._rows(records.RoundRecord, self._among(rounds.id))
        of_shuffle = select(func.count()).where(rounds.shuffle == _text("shuffle"), rounds.status == "open")
        self.open_rounds_of_shuffle = self._compiled(of_shuffle)
        self.seats = self._rows(records.SeatRecord, schema.SEATS.c.round == _text("round"), order=schema.SEATS.c.seat)
        self.shuffles = self._rows(records.ShuffleRecord, self._among(schema.SHUFFLES.c.id))
        moved = schema.MOVEMENTS.c
        self.movements_of_round = self._rows(records.MeterMovement, moved.round == _text("round"), order=moved.place)
        self.persons = self._rows(records.Person, self._among(schema.PERSONS.c.id))
        failed = schema.FAILURES.c.subject
        self.failures = self._rows(records.SignInFailures, self._among(failed), order=failed, lock=True)

    def _make_lists(self) -> None:
        """What is read outside transactions."""
        persons, sessions, moved = schema.PERSONS.c, schema.SESSIONS.c, schema.MOVEMENTS.c
        self.all_persons = self._rows(records.Person)
        self.person = self._rows(records.Person, persons.id == _text("id"))
        self.person_named = self._rows(records.Person, persons.name_key == _text("name"))
        self.session = self._rows(records.SessionRecord, sessions.token_hash == _text("token_hash"))
        of_account = sessions.account == _text("account")
        self.sessions = self._rows(records.SessionRecord, of_account, order=sessions.made_ms)
        self.failure = self._rows(records.SignInFailures, schema.FAILURES.c.subject == _text("subject"))
        self.all_tables = self._rows(records.TableRecord)
        self.events = self._page(records.EventRecord, "seq", schema.EVENTS.c.table == _text("table"))
        self.all_entries = self._page(records.Entry, "seq")
        self.audit = self._page(records.AuditRecord, "seq")
        self.anchors = self._rows(records.Anchor, order=schema.ANCHORS.c.audit_seq)
        named, under = schema.BALANCES.c.name, _text("under")
        begins = func.substr(named, 1, func.length(under)) == under
        self.balances_under = self._compiled(select(named, schema.BALANCES.c.cents).where(begins))
        self.movements = self._rows(records.MeterMovement, order=moved.place)
        self.movements_of_link = self._rows(records.MeterMovement, moved.link == _text("link"), order=moved.place)
        newest = select(*_columns(KINDS[records.MeterMovement])).where(moved.link == _text("link"))
        self.newest_movements = self._compiled(newest.order_by(moved.place.desc()).limit(_whole("limit")))
        self.played_at = self._rows(records.Played, schema.PLAYED.c.table == _text("table"))
        self.every_round = self._placed(records.RoundRecord)
        self._make_audits()

    def _make_audits(self) -> None:
        """What is read to check the whole database."""
        self.page_movements = self._placed(records.MeterMovement)
        rounds, head = schema.ROUNDS.c, schema.HEAD.c
        ids = select(rounds.place, rounds.id).where(rounds.place > _whole("after")).order_by(rounds.place)
        self.round_ids = self._compiled(ids.limit(_whole("limit")))
        self.last_numbers = self._compiled(select(head.entry_seq, head.audit_seq, head.audit_hash))
        self.count = {
            record: self._compiled(select(func.count()).select_from(kind.table)) for record, kind in KINDS.items()
        }
        legs = schema.LEGS.c
        gap = (func.min(legs.place) != 0) | (func.max(legs.place) != func.count() - 1)
        grouped = select(legs.entry, func.count()).group_by(legs.entry).order_by(legs.entry)
        self.gaps_in_legs = self._compiled(grouped.having(gap).limit(1))
        known = select(schema.ENTRIES.c.seq).where(schema.ENTRIES.c.seq == legs.entry).exists()
        self.stray_legs = self._compiled(select(legs.entry, legs.place).where(~known).limit(1))
        self.heads = self._compiled(select(head.id))
        self.found = {record: self._found(KINDS[record], names) for record, names in FOUND_BY.items()}

    def _found(self, kind: Kind, names: Sequence[str]) -> Statement:
        columns = [kind.table.c[name] for name in names]
        order = kind.table.c[ORDERED_BY[kind.record]] if kind.record in ORDERED_BY else None
        return self._rows(kind.record, self._among(*columns), order=order)

    def _placed(self, record: type) -> Statement:
        """Rows after a place, each with its place before it, up to a limit."""
        place = KINDS[record].table.c.place
        rows = select(place, *_columns(KINDS[record])).where(place > _whole("after")).order_by(place)
        return self._compiled(rows.limit(_whole("limit")))

    @lru_cache(maxsize=112)  # noqa: B019 - there are sixteen combinations, with six results and without.
    def list_rounds(self, filters: tuple[str, ...], result: str | None = None) -> Statement:
        """Rounds, the newest first, by some of table, game, account and before, and by their result."""
        rounds, seats = schema.ROUNDS.c, schema.SEATS.c
        earlier = schema.ROUNDS.alias()
        conditions = {
            "table": rounds.table == _text("table"),
            "game": rounds.game == _text("game"),
            "account": rounds.id.in_(select(seats.round).where(seats.account == _text("account"))),
            "before": rounds.place < select(earlier.c.place).where(earlier.c.id == _text("before")).scalar_subquery(),
        }
        found = select(*_columns(KINDS[records.RoundRecord])).where(*(conditions[name] for name in filters))
        if result is not None:
            found = found.where(_has_result(result, of_account="account" in filters))
        return self._compiled(found.order_by(rounds.place.desc()).limit(_whole("limit")))

    def keys(self, keys: Collection[Any]) -> dict[str, Any]:
        """The parameters of a statement that takes keys: texts, whole numbers, or tuples of as many texts each."""
        if self.is_sqlite:
            return {"keys": json.dumps(list(keys))}
        rows = [key if isinstance(key, tuple) else (key,) for key in keys]
        return {f"keys_{place}": list(values) for place, values in enumerate(zip(*rows, strict=True))}

    def _among(self, *columns: ColumnElement[Any]) -> ColumnElement[bool]:
        """The condition that columns are one of the keys."""
        if self.is_sqlite:
            listed = func.json_each(_text("keys")).table_valued("value")
            if len(columns) == 1:
                return columns[0].in_(select(listed.c.value))
            parts = (func.json_extract(listed.c.value, f"$[{place}]") for place in range(len(columns)))
            return tuple_(*columns).in_(select(*parts))
        arrays = [
            bindparam(f"keys_{place}", type_=ARRAY(BigInteger if isinstance(each.type, BigInteger) else Text))
            for place, each in enumerate(columns)
        ]
        if len(columns) == 1:
            return columns[0] == func.any(arrays[0])
        names = [f"key_{place}" for place in range(len(columns))]
        listed = func.unnest(*arrays).table_valued(*names).render_derived()
        return tuple_(*columns).in_(select(*(listed.c[name] for name in names)))

    def _rows(
        self,
        record: type,
        *conditions: ColumnElement[bool],
        order: ColumnElement[Any] | None = None,
        lock: bool = False,
    ) -> Statement:
        found = select(*_columns(KINDS[record])).where(*conditions)
        if order is not None:
            found = found.order_by(order)
        return self._compiled(found.with_for_update() if lock else found)

    def _page(self, record: type, number: str, *conditions: ColumnElement[bool]) -> Statement:
        """Rows after a number, up to a limit."""
        counted = KINDS[record].table.c[number]
        found = select(*_columns(KINDS[record])).where(counted > _whole("after"), *conditions).order_by(counted)
        return self._compiled(found.limit(_whole("limit")))

    def _write(self, kind: Kind) -> Statement:
        new = self._insert(kind.table).inline()
        columns = [each.name for each in kind.table.columns if each.name != "place"]
        if kind.is_replaced:
            others = [name for name in columns if name not in kind.key]
            new = new.on_conflict_do_update(
                index_elements=list(kind.key), set_={name: new.excluded[name] for name in others}
            )
        return self._compiled(new, columns)

    def _compiled(self, statement: ClauseElement, columns: Sequence[str] | None = None) -> Statement:
        compiled = statement.compile(dialect=self._dialect, column_keys=columns)
        names = tuple(getattr(compiled, "positiontup", None) or ())
        fixed = {name: value for name, value in (compiled.params or {}).items() if value is not None}
        return Statement(str(compiled), names, fixed)


def _has_result(result: str, *, of_account: bool) -> ColumnElement[bool]:
    """The condition that a round has a result: to one account's seats, or to all of them together."""
    rounds, seats = schema.ROUNDS.c, schema.SEATS.c
    if result in ("settled", "voided", "open"):
        return rounds.status == result
    net = select(func.sum(seats.returned_cents - seats.staked_cents)).where(seats.round == rounds.id)
    if of_account:
        net = net.where(seats.account == _text("account"))
    sum_cents = net.correlate(schema.ROUNDS).scalar_subquery()
    signs = {"won": sum_cents > 0, "lost": sum_cents < 0, "pushed": sum_cents == 0}
    return (rounds.status == "settled") & signs[result]


def _columns(kind: Kind) -> list[ColumnElement[Any]]:
    return [kind.table.c[name] for name in kind.fields]
