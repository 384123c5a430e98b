"""Processes that are killed while they write a SQLite file: what was acknowledged is there, and play goes on (C1).

Thirty kills hit a process with a floor and a store alone, in which many requests share a transaction; twenty hit whole servers
(`tests/server`).
"""

import random
import time
from pathlib import Path

import pytest

from pitboss.table.requests import Request
from pitboss.table.sql_store import SqlStore
from pitboss.table.verify import Auditor, lost
from tests.support.floor_processes import FloorProcess, build, forget_commits, furnish
from tests.support.sound_books import check_sound, conclude


def kill_and_look(tmp_path: Path, kills: int) -> None:
    """Kills a process that plays, again and again; every time all that was acknowledged must be there."""
    source, auditor = random.Random(3), Auditor(build)
    plan = furnish(f"sqlite:///{tmp_path / 'room.db'}", tables=6, seats=7, accounts=14)
    again: list[Request] = []
    promised = torn = 0
    for kill in range(kills):
        process = FloorProcess(plan, tmp_path / f"{kill}", kill, again=again)
        process.wait_for(1)
        time.sleep(source.random() * 0.1)
        journal = process.kill()
        again = journal.unanswered
        store = SqlStore(plan.url)
        assert auditor.step(store) is None
        assert lost(store, journal.acknowledged) is None
        torn += any(each.status == "open" for each in store.list_rounds(limit=6))
        store.close()
        promised += len(journal.acknowledged)
    assert torn > kills // 2  # Most kills came in the middle of a round.
    assert promised > kills
    store = SqlStore(plan.url)
    conclude(store)
    check_sound(store)
    store.close()


@pytest.mark.slow
@pytest.mark.parametrize("kills", [30, pytest.param(4000, marks=pytest.mark.soak)])
def test_c1_a_killed_process_loses_nothing(tmp_path: Path, kills: int):
    kill_and_look(tmp_path, kills)


def test_answers_without_a_commit_are_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """The seeded bug: a process answers what it has not stored."""
    forget_commits(monkeypatch)
    with pytest.raises(AssertionError, match="I11"):
        kill_and_look(tmp_path, 10)
