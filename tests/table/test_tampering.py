"""Every column of every table of a real database, changed once behind the program's back, is found and named."""

import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Column

from pitboss import games
from pitboss.table import schema
from pitboss.table.keys import HouseKey
from pitboss.table.sql_snapshot import SqlSnapshot
from pitboss.table.sql_store import SqlStore
from pitboss.table.verify import Auditor, Finding, verify
from tests.support.busy_room import busy_room

TRUSTED = frozenset({HouseKey(b"k" * 32).public_key})
COLUMNS = [column for table in schema.METADATA.sorted_tables for column in table.columns]
LOOSENED = ("query_only = OFF", "foreign_keys = OFF", "ignore_check_constraints = ON")


class Tampered(SqlSnapshot):
    """A database whose rows can be changed for the length of one test."""

    def __init__(self, url: str) -> None:
        super().__init__(url)
        self._connection.execute("ROLLBACK")
        for each in LOOSENED:
            self._connection.execute(f"PRAGMA {each}")

    def execute(self, text: str, values: tuple[Any, ...] = ()) -> list[Any]:
        return self._connection.execute(text, values).fetchall()


@pytest.fixture(scope="module")
def database(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Tampered]:
    path = str(tmp_path_factory.mktemp("room") / "room.db")
    made = busy_room(store=SqlStore(path))
    made.store.close()
    opened = Tampered(path)
    yield opened
    opened.close()


@pytest.fixture
def changed(database: Tampered) -> Iterator[Tampered]:
    database.execute("BEGIN")
    yield database
    database.execute("ROLLBACK")


def found(database: Tampered) -> Finding | None:
    return Auditor(games.build, trusted=TRUSTED).finish(database)


def test_the_room_itself_holds(database: Tampered):
    report = verify(database, games.build, trusted=TRUSTED)
    assert report.finding is None
    assert report.counts["rounds"] >= 12
    assert min(report.counts[name] for name in ("meter changes", "shuffles", "requests", "anchors")) > 0


def row_of(database: Tampered, column: Column[Any]) -> tuple[str, tuple[Any, ...], Any]:
    """A row in the middle of the column's table: the condition that names it, its key, and the column's value."""
    keys = [each.name for each in column.table.primary_key.columns]
    names = ", ".join(f'"{name}"' for name in keys)
    rows = database.execute(f'SELECT {names} FROM "{column.table.name}" ORDER BY {names}')
    assert rows, f"the room has no {column.table.name}"
    key = rows[len(rows) // 2]
    where = " AND ".join(f'"{name}" = ?' for name in keys)
    ((value,),) = database.execute(f'SELECT "{column.name}" FROM "{column.table.name}" WHERE {where}', key)
    return where, key, value


def another(column: Column[Any], value: Any) -> Any:
    if column.name == "place" and column.table.name != "legs":
        return -1  # The number of a row in a list means nothing but its order.
    if isinstance(value, int) or (value is None and "INT" in str(column.type).upper()):
        return (value or 0) + 1
    return f"{value or ''}x"


@pytest.mark.parametrize("column", COLUMNS, ids=str)
def test_a_changed_column_is_found_and_its_record_named(changed: Tampered, column: Column[Any]):
    where, key, value = row_of(changed, column)
    update = f'UPDATE "{column.table.name}" SET "{column.name}" = ? WHERE {where}'
    try:
        changed.execute(update, (another(column, value), *key))
    except sqlite3.IntegrityError:  # The next number is taken.
        changed.execute(update, (999_999, *key))
    finding = found(changed)
    assert finding is not None
    assert finding.record
    assert "Error" not in finding.words, "it should say what is wrong, not that something could not be read"


def test_a_largest_stake_that_was_not_kept_is_no_fault(changed: Tampered):
    changed.execute("UPDATE played SET largest_cents = NULL")
    assert found(changed) is None


@pytest.mark.parametrize("table", schema.METADATA.sorted_tables, ids=str)
def test_a_removed_row_is_found(changed: Tampered, table: Any):
    where, key, _ = row_of(changed, next(iter(table.primary_key.columns)))
    changed.execute(f'DELETE FROM "{table.name}" WHERE {where}', key)
    is_kept_twice = table is schema.ANCHORS  # An anchor more or less breaks no chain; the file beside tells.
    assert (found(changed) is None) == is_kept_twice


INSERTED = (
    *("persons", "requests", "seats", "shuffles", "events", "legs", "meter_movements"),
    *("sessions", "sign_in_failures"),
)


@pytest.mark.parametrize("name", INSERTED)
def test_a_row_that_nobody_vouches_for_is_found(changed: Tampered, name: str):
    table = schema.METADATA.tables[name]
    keys = [each.name for each in table.primary_key.columns if each.name != "seat"]
    columns = [each.name for each in table.columns if each.name != "place" or name == "legs"]
    where, key, _ = row_of(changed, next(iter(table.columns)))
    odd = {"entry": 999_999, "seq": 999_999}
    chosen = [
        str(odd[each])
        if each in odd and name != "meter_movements"
        else f"\"{each}\" || 'x'"
        if each in keys
        else f'"{each}"'
        for each in columns
    ]
    listed = ", ".join(f'"{each}"' for each in columns)
    if name == "persons":
        chosen[columns.index("name_key")] = "'another'"
    changed.execute(f'INSERT INTO "{name}" ({listed}) SELECT {", ".join(chosen)} FROM "{name}" WHERE {where}', key)
    assert found(changed) is not None


def test_a_database_that_went_back_is_found_by_the_anchors_kept_beside_it(tmp_path: Path):
    made = busy_room(rounds=1)
    kept = made.store.list_anchors()
    older = busy_room(rounds=1, settings={"large_win_cents": 1})
    older.store.by_type[type(kept[0])].clear()
    finding = verify(older.store, games.build, trusted=TRUSTED, anchors=kept).finding
    assert finding is not None
    assert finding.record == f"anchor of audit record {kept[0].audit_seq}"
