"""A whole database verified as it is at one moment, rounds in other processes where there are many."""

import marshal
import multiprocessing
from collections import deque
from collections.abc import Callable, Generator, Iterable, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import fields

from pitboss.table.live_table import Build, Order
from pitboss.table.records import Anchor, RoundRecord
from pitboss.table.shuffle import deck_order
from pitboss.table.sql_snapshot import SqlSnapshot
from pitboss.table.verify import Auditor, Report
from pitboss.table.verify_facts import (
    Checked,
    EndedRound,
    Job,
    RevealedShuffle,
    SettledThenVoided,
)
from pitboss.table.verify_rounds import Rules

MANY_ROUNDS = 5_000
"""From this many rounds on, another process pays for its start."""
JOBS_AT_A_TIME = 250
MOST_WAITING = 12
"""How many batches of jobs may wait, so that memory stays small."""

KINDS: tuple[type, ...] = EndedRound, SettledThenVoided, RevealedShuffle
_FIELDS: dict[type, list[str]] = {kind: [each.name for each in fields(kind)] for kind in KINDS}

_rules: Rules | None = None


def _start(build: Build, order: Order) -> None:
    global _rules
    _rules = Rules(build, order)


def _packed(jobs: Sequence[Job]) -> bytes:
    """Jobs as bytes; they hold nothing but plain values, which travel so in half the time."""
    return marshal.dumps(
        [(KINDS.index(type(job)), *(getattr(job, name) for name in _FIELDS[type(job)])) for job in jobs]
    )


def _work(packed: bytes) -> Checked:
    assert _rules is not None
    return _rules.check([KINDS[kind](*values) for kind, *values in marshal.loads(packed)])


class _Pool:
    """Jobs handed to other processes, and their results in order."""

    def __init__(self, executor: ProcessPoolExecutor) -> None:
        self._executor = executor
        self._waiting: deque[Future[Checked]] = deque()

    def check(self, jobs: Sequence[Job]) -> Iterable[Checked]:
        """Takes jobs, and gives the results that are there; all that are due where no more jobs come."""
        for first in range(0, len(jobs), JOBS_AT_A_TIME):
            self._waiting.append(self._executor.submit(_work, _packed(jobs[first : first + JOBS_AT_A_TIME])))
        while self._waiting and (not jobs or len(self._waiting) > MOST_WAITING or self._waiting[0].done()):
            yield self._waiting.popleft().result()


@contextmanager
def _workers(build: Build, processes: int) -> Generator[Callable[[Sequence[Job]], Iterable[Checked]]]:
    """Other processes that know the games; forked where that is possible, so that they know added folders too."""
    methods = multiprocessing.get_all_start_methods()
    context = multiprocessing.get_context("fork" if "fork" in methods else methods[0])
    with ProcessPoolExecutor(processes, context, _start, (build, deck_order)) as executor:
        executor.submit(int).result()  # Forks before a database is open.
        yield _Pool(executor).check


def verify_database(
    url: str,
    build: Build,
    *,
    trusted: frozenset[str] | None = None,
    anchors: Iterable[Anchor] = (),
    workers: int = 1,
) -> Report:
    """Checks the invariants of a database, in use or not; `workers` processes replay the rounds of a large one."""
    if workers and _rounds_of(url) >= MANY_ROUNDS:
        with _workers(build, workers) as check:
            return _verified(url, Auditor(build, trusted=trusted, check=check), anchors)
    return _verified(url, Auditor(build, trusted=trusted), anchors)


def _rounds_of(url: str) -> int:
    store = SqlSnapshot(url)
    try:
        return store.count(RoundRecord)
    finally:
        store.close()


def _verified(url: str, auditor: Auditor, anchors: Iterable[Anchor]) -> Report:
    store = SqlSnapshot(url)
    try:
        return auditor.report(store, anchors)
    finally:
        store.close()
