"""The store in memory fails where it is told to: before a commit, which undoes it, and after one, which counts."""

import pytest

from pitboss.core.errors import StoreError
from pitboss.table.records import Person
from tests.support.memory_store import MemoryStore

ANN = Person("a_1", "Ann", "player", None, 5)


def fail() -> None:
    raise StoreError("memory: the disk is full")


def write(store: MemoryStore) -> None:
    with store.transaction() as transaction:
        transaction.write([ANN])


def test_a_commit_that_fails_before_it_counts_is_undone():
    store = MemoryStore()
    store.before_commit = fail
    with pytest.raises(StoreError):
        write(store)
    assert (store.persons(), store.commits) == ([], 0)
    store.before_commit = lambda: None
    write(store)
    assert (store.persons(), store.commits) == ([ANN], 1)


def test_a_commit_that_fails_after_it_counts_is_done():
    store = MemoryStore()
    store.after_commit = fail
    with pytest.raises(StoreError):
        write(store)
    assert (store.persons(), store.commits) == ([ANN], 1)


def test_there_is_one_transaction_at_a_time():
    store = MemoryStore()
    with store.transaction(), pytest.raises(AssertionError, match="second transaction"), store.transaction():
        pass
    write(store)
