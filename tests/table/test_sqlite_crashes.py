"""A SQLite file after a crash (C2) and on a disk that fails (C3): every acknowledged request is there, and nothing else.

All writes and syncs of the file are recorded below SQLite. A crash image is what a disk may hold when the power fails
between any two of them: what was synced, and any part of the rest. The database that comes back must be, row by row,
the one after the last acknowledged batch, or after the batch whose answer was still under way.
"""

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from pitboss.core.errors import StoreError
from pitboss.table import requests as asked
from pitboss.table import sql_engine
from pitboss.table.requests import Answer, Request
from pitboss.table.sql_store import SqlStore
from pitboss.table.sql_transaction import SqlTransaction
from tests.support.card_room import ANN, BOB, BOSS, CardRoom, answers_asked, room, round_actions
from tests.support.simulation.games import build
from tests.support.sqlite_faults import DiskImage, FileFaults, Mark, written
from tests.support.sqlite_rooms import check, digest_of, digest_of_file

GAMES = ("metered", "shoe")
SUFFIXES = ("", "-wal", "-journal")
IMAGES, SOAK_IMAGES = 1000, 100_000
RESTARTED = 25
"""One image in so many is also opened by a server, which goes on with the round."""


def opened(path: Path, pages: int = 30) -> SqlStore:
    """A store whose write-ahead log is folded into the file after a few pages, so that this happens often."""
    store = SqlStore(str(path))
    store.with_connection(lambda cursor: cursor.execute(f"PRAGMA wal_autocheckpoint = {pages}"))
    return store


def requests_of(made: CardRoom, table: str, source: random.Random) -> Iterator[Request]:
    """An evening at a table, request by request: rounds, a void in play and after the end, money, and the close."""
    for number in range(3):
        id = made.live(table).current_round
        for place, (caller, action) in enumerate(round_actions(made, table, source)):
            yield Request(caller, action, f"{id} {place}")
            if number == 1 and answers_asked(made, table):
                break
        if number < 2:
            yield Request(BOSS, asked.VoidRound(id, "misdeal"), f"void {id}")
    yield Request(BOSS, asked.Deposit("ann", 500), "deposit")
    yield Request(ANN, asked.StandUp(table, 1), "leave")
    yield Request(BOB, asked.Bet(table, 2, {"ante": 500}), "last bet")
    yield Request(BOSS, asked.CloseTable(table, "end of shift"), "close")
    while table in made.floor._tables and (waiting := answers_asked(made, table)):
        seat, choice, legal = waiting[0]
        yield Request(BOB, asked.Choose(table, seat, choice, legal[-1]), f"last {choice}")


def at_table(made: CardRoom, game: str) -> str:
    """A table with Ann, Bob and a bot."""
    table = made.open(game, bots={"3": "optimal"}, link="ours")
    made.done(ANN, asked.SitDown(table, 1, "ann-seed"))
    made.done(BOB, asked.SitDown(table, 2))
    return table


class Recording:
    """An evening on a SQLite file: every operation on it, and the digest after every acknowledged batch."""

    def __init__(self, folder: Path, game: str, seed: int) -> None:
        self.path = folder / "recorded.db"
        self.faults = FileFaults()
        self.requests: list[tuple[Request, Answer]] = []
        with self.faults as faults:
            store = opened(self.path)
            self.made = made = room(seed=seed, store=store, build=build)
            table = at_table(made, game)
            self.digests = [digest_of(store)]
            faults.mark(0)
            for request in requests_of(made, table, random.Random(seed)):
                (answer,) = made.ask_all([request])
                self.requests.append((request, answer))
                assert answer.status < 300, answer
                self.digests.append(digest_of(store))
                faults.mark(len(self.requests))
            check(store, build).at_rest()
            store.close()

    def images(self, count: int, source: random.Random) -> Iterator[tuple[int, int, dict[str, bytes]]]:
        """Crash images at every operation in turn: at which one, how many requests were acknowledged, and the files.

        So many in all, or one for each operation where that is more.
        """
        operations = self.faults.operations
        first = next(place for place, each in enumerate(operations) if each == Mark(0))
        share = max(1, count / (len(operations) - first))
        made = 0
        disk, acknowledged = DiskImage(), 0
        for place, operation in enumerate(operations):
            disk.apply(operation)
            if isinstance(operation, Mark):
                acknowledged = operation.label
            if place >= first:
                while made < share * (place - first + 1):
                    made += 1
                    yield place, acknowledged, disk.crashed(source)

    def check_image(self, files: dict[str, bytes], acknowledged: int, folder: Path) -> Path:
        """The database of an image is the one after the acknowledged requests, or after one more."""
        path = written(files, SUFFIXES, str(self.path), folder)
        found = digest_of_file(path)
        assert found in self.digests[acknowledged : acknowledged + 2], f"request {acknowledged} is lost or half there"
        return path

    def go_on(self, path: Path, acknowledged: int) -> None:
        """A server that starts on an image repeats the last answer, and carries out the next request."""
        store = opened(path)
        after = room_on(store, self.made.seed)
        for request, answer in self.requests[max(0, acknowledged - 1) : acknowledged]:
            assert after.ask_all([request]) == (answer,)
        for request, answer in self.requests[acknowledged : acknowledged + 1]:
            (again,) = after.ask_all([request])
            assert again.status == answer.status
        check(store, build)
        store.close()


def room_on(store: SqlStore, seed: int) -> CardRoom:
    """A server that starts on a database with people in it."""
    return CardRoom(build=build, seed=seed + 1, store=store)


def crash(recording: Recording, folder: Path, images: int) -> int:
    """Checks crash images of one evening; how many."""
    folder.mkdir()
    count = 0
    with FileFaults() as faults:  # Images need not be synced, which would take most of the time.
        faults.is_recording = False
        for _, acknowledged, files in recording.images(images, random.Random(images)):
            path = recording.check_image(files, acknowledged, folder)
            count += 1
            if count % RESTARTED == 0:
                recording.go_on(path, acknowledged)
    return count


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_every_crash_image_holds_what_was_acknowledged_and_nothing_by_halves(game: str, tmp_path: Path):
    count = IMAGES // len(GAMES)
    assert crash(Recording(tmp_path, game, 1), tmp_path / "image", count) >= count


@pytest.mark.soak
@pytest.mark.parametrize("seed", range(20))
@pytest.mark.parametrize("game", GAMES)
def test_many_crash_images(game: str, seed: int, tmp_path: Path):
    crash(Recording(tmp_path, game, 2 + seed), tmp_path / "image", SOAK_IMAGES // len(GAMES) // 20)


@pytest.mark.parametrize("mode", ["NORMAL", "OFF"])
def test_a_commit_that_is_not_synced_is_found(mode: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """The seeded bug: SQLite is told not to wait for the disk."""
    pragmas = tuple(each.replace("= FULL", f"= {mode}") for each in sql_engine.PRAGMAS)
    assert pragmas != sql_engine.PRAGMAS
    monkeypatch.setattr(sql_engine, "PRAGMAS", pragmas)
    recording = Recording(tmp_path, "metered", 1)
    with pytest.raises(AssertionError, match="lost or half there"):
        crash(recording, tmp_path / "image", 100)


def faulty(folder: Path, game: str, seed: int, *, full: bool) -> int:
    """Fails every operation of every request of an evening in turn; how many failed."""
    failures = 0
    with FileFaults() as faults:
        faults.is_recording = False
        store = opened(folder / "room.db", 8)
        made = room(seed=seed, store=store, build=build)
        table = at_table(made, game)
        try:
            for request in requests_of(made, table, random.Random(seed)):
                failures += fail_each(made, store, faults, request, full=full)
                check(store, build)
            check(store, build).at_rest()
        finally:
            faults.heal()
            store.close()
    return failures


def fail_each(made: CardRoom, store: SqlStore, faults: FileFaults, request: Request, *, full: bool) -> int:
    """Fails the first operation of a request, then the second, and so on, until nothing is left to fail."""
    before, number = digest_of(store), 0
    while True:
        faults.fail(number, full=full)
        (answer,) = made.ask_all([request])
        was_failed = faults.failures
        faults.heal()
        if answer.status < 300:  # It was stored; what failed, if anything, was folding the log into the file.
            stored = digest_of(store)
            assert stored != before
            assert made.ask_all([request]) == (answer,)
            assert digest_of(store) == stored
            return number + was_failed
        assert (answer.status, was_failed) == (503, 1), answer
        assert digest_of(store) == before, f"operation {number} of {request} failed, and something was stored"
        number += 1


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("full", [False, True])
def test_a_disk_that_fails_at_any_operation_costs_an_answer_and_nothing_else(full: bool, game: str, tmp_path: Path):
    assert faulty(tmp_path, game, 1, full=full) > 200


def test_a_failed_commit_that_is_acknowledged_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """The seeded bug: whoever commits does not look whether it worked."""

    def careless(self: SqlTransaction) -> None:
        try:
            self.cursor.execute("COMMIT")
        except sql_engine.database_failures():
            self._roll_back()

    monkeypatch.setattr(SqlTransaction, "_commit", careless)
    with pytest.raises(AssertionError):
        faulty(tmp_path, "metered", 1, full=False)


@pytest.mark.soak
@pytest.mark.parametrize("game", GAMES)
def test_faults_during_recovery(game: str, tmp_path: Path):
    """A server that cannot open a crash image for a failing disk opens it when the disk works again."""
    recording = Recording(tmp_path, game, 3)
    (tmp_path / "image").mkdir()
    source = random.Random(3)
    with FileFaults() as faults:
        faults.is_recording = False
        for number, (_, acknowledged, files) in enumerate(recording.images(1500, source)):
            path = written(files, SUFFIXES, str(recording.path), tmp_path / "image")
            faults.fail(number % 12, source.choice((1, 3, 100)), full=number % 2 == 0)
            try:
                opened(path).close()
            except StoreError:
                assert faults.failures
            faults.heal()
            assert digest_of_file(path) in recording.digests[acknowledged : acknowledged + 2]
