"""Floors in processes of their own, under load, which a test can kill: what `pitboss serve` runs, without HTTP.

A process plays random rounds for everybody who sits at a card room's tables. It writes down every request before it is
made, and every answer once it is there, as a client would know it. Who survives it knows what was promised, and which
requests have no answer; those are made again, under the same keys, by the next process.
"""

import itertools
import os
import pickle
import random
import signal
import time
import traceback
import warnings
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from pitboss.core.codec import option_json
from pitboss.core.errors import OptionError, PitbossError, unknown
from pitboss.core.game import Game
from pitboss.core.meters import MeterState
from pitboss.core.pays import Custom, Meter
from pitboss.core.script import NeedChoice
from pitboss.table import requests as asked
from pitboss.table.floor import Floor
from pitboss.table.keys import HouseKey
from pitboss.table.records import Entry, Record
from pitboss.table.requests import Action, Answer, Caller, Request
from pitboss.table.sql_store import SqlStore
from pitboss.table.sql_transaction import SqlTransaction
from tests.support.card_room import BOSS, first_legal
from tests.support.rounds import random_bets
from tests.support.toy import Lucky, toy

KEY = b"k" * 32
GAME = "metered"
SHARED_LINK = "ours"
UNANSWERED = 503
SECONDS_TO_WAIT = 60


@cache
def metered() -> Game:
    """The toy with seven seats, whose $5 bet wins a meter with an ace; built once, because tables are read again often."""
    *others, lucky = toy().wagers
    (line,) = lucky.lines
    pays = replace(line.pays, pays={**line.pays.pays, Lucky.ACE: Meter(1)})
    won = replace(lucky, lines=(replace(line, pays=pays),))
    return toy(name=GAME, seats=7, wagers=(*others, won), meters=(MeterState(1, "ace", 5000, 50, 7025),))


def build(name: str, _: Mapping[str, str], __: Custom | None = None) -> Game:
    """The one game of these card rooms."""
    if name != GAME:
        raise OptionError(unknown("game", name, [GAME]))
    return metered()


def new_floor(store: Any) -> Floor:
    """A floor with the key of the house, and the entropy of the machine."""
    return Floor(store, HouseKey(KEY), os.urandom, build, coach=first_legal)


def now_ms() -> int:
    """The time."""
    return time.time_ns() // 1_000_000


@dataclass(frozen=True)
class Place:
    """A seat that somebody has taken."""

    caller: Caller
    table: str
    seat: int


@dataclass(frozen=True)
class CardRoomPlan:
    """A card room in a database: who sits where."""

    url: str
    tables: tuple[str, ...]
    places: tuple[Place, ...]
    accounts: tuple[str, ...]


def furnish(url: str, *, tables: int, seats: int, accounts: int, **how: Any) -> CardRoomPlan:
    """Makes people and tables; every account sits at several of them where there are fewer accounts than seats."""
    store = SqlStore(url)
    floor = new_floor(store)
    # A floor lets the card room's own people be made without a caller who exists.
    made = [Request(BOSS, asked.MakeAccount(f"player {each}", "player"), f"make {each}") for each in range(accounts)]
    people = [Caller(answer.body["account"], "player") for answer in done(floor, made)]
    chosen: dict[str, Any] = {"link": SHARED_LINK, "bet_ms": 300, "decide_ms": 300, **how}
    opening = asked.OpenTable(GAME, **chosen)
    opened = [Request(BOSS, opening, f"open {each}") for each in range(tables)]
    ids = [answer.body["id"] for answer in done(floor, opened)]
    places = [
        Place(people[(number * seats + seat) % accounts], table, seat + 1)
        for number, table in enumerate(ids)
        for seat in range(seats)
    ]
    done(floor, [Request(each.caller, asked.SitDown(each.table, each.seat), _key(each)) for each in places])
    store.close()
    return CardRoomPlan(url, tuple(ids), tuple(places), tuple(each.account for each in people))


def _key(place: Place) -> str:
    return f"sit {place.table} {place.seat}"


def done(floor: Floor, requests: Sequence[Request]) -> tuple[Answer, ...]:
    """The answers of requests that must be carried out."""
    answers = floor.handle(requests, now_ms()).answers
    for answer in answers:
        assert answer.status < 300, answer.body
    return answers


Ask = Callable[["CardRoomPlan", Floor, random.Random], list[tuple[Caller, Action]]]


def play(plan: CardRoomPlan, floor: Floor, source: random.Random) -> list[tuple[Caller, Action]]:
    """What a few people ask next: bets, choices, and now and then a void or a deposit."""
    wanted: list[tuple[Caller, Action]] = []
    for table in source.sample(plan.tables, min(len(plan.tables), source.randint(1, 3))):
        mine = [each for each in plan.places if each.table == table]
        wanted += _at_table(floor, table, mine, source)
    if source.random() < 0.05:
        wanted.append((BOSS, asked.Deposit(source.choice(plan.accounts), 50_000, "more play money")))
    return wanted


def _at_table(
    floor: Floor, table: str, places: Sequence[Place], source: random.Random
) -> Iterator[tuple[Caller, Action]]:
    live = floor._tables.get(table)
    if live is None:  # The database could not be asked.
        return
    if source.random() < 0.02 and live.table.number > 1:
        yield BOSS, asked.VoidRound(live.round_id(source.randint(1, live.table.number)), "misdeal")
    need = live.table.round.need() if live.table.round else None
    if isinstance(need, NeedChoice):
        choice = live.game.choices[need.name]
        for place in places:
            if place.seat in need.legal and source.random() < 0.8:
                option = option_json(choice, source.choice(need.legal[place.seat]))
                yield place.caller, asked.Choose(table, place.seat, need.name, option)
        return
    for place in places:
        if place.seat not in live.table.bets and source.random() < 0.8:
            yield place.caller, asked.Bet(table, place.seat, _bets(live.game, source))


def _bets(game: Game, source: random.Random) -> dict[str, int]:
    return {name: min(cents, 2000) for name, cents in random_bets(game, source).items()}


@dataclass
class Journal:
    """What the clients of a process know: requests made, and answers got."""

    asked: dict[str, Request] = field(default_factory=dict)
    answered: dict[str, Answer] = field(default_factory=dict)
    failure: str = ""

    @property
    def unanswered(self) -> list[Request]:
        """Requests that nobody knows the fate of."""
        return [request for key, request in self.asked.items() if key not in self.answered]

    @property
    def acknowledged(self) -> list[tuple[str, str, Answer]]:
        """Account, key and answer of what was promised."""
        promised = ((self.asked[key], answer) for key, answer in self.answered.items() if answer.status < 300)
        return [(each.caller.account, each.key or "", answer) for each, answer in promised]


def read_journal(path: Path) -> Journal:
    """The journal of a process, up to the last whole record."""
    journal = Journal()
    with path.open("rb") as file:
        while True:
            try:
                kind, content = pickle.load(file)
            except (EOFError, pickle.UnpicklingError):
                return journal
            if kind == "failed":
                journal.failure = content
            elif kind == "asked":
                journal.asked |= {request.key: request for request in content}
            else:
                journal.answered |= content


class FloorProcess:
    """One process with a floor of its own; it works until it is killed, or has made a number of requests."""

    def __init__(
        self,
        plan: CardRoomPlan,
        journal: Path,
        seed: int,
        *,
        ask: Ask = play,
        again: Sequence[Request] = (),
        requests: int | None = None,
    ) -> None:
        self.path = journal
        with warnings.catch_warnings(action="ignore"):  # That there are threads: the child uses nothing of theirs.
            self.pid = os.fork()
        if self.pid == 0:
            _work(plan, journal, random.Random(seed), ask, again, requests)

    def wait_for(self, answers: int) -> None:
        """Waits until the process has got some answers."""
        limit = time.monotonic() + SECONDS_TO_WAIT
        while not self.path.exists() or len(read_journal(self.path).answered) < answers:
            assert time.monotonic() < limit, self.failure or "no answers"
            assert self.is_running, self.failure
            time.sleep(0.01)

    def wait_for_more(self, answers: int) -> None:
        """Waits until the process has got some answers more than it has now."""
        before = len(read_journal(self.path).answered) if self.path.exists() else 0
        self.wait_for(before + answers)

    @property
    def is_running(self) -> bool:
        """Whether the process is there, and has not ended."""
        return self.pid != 0 and os.waitid(os.P_PID, self.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is None

    @property
    def failure(self) -> str:
        """What went wrong in the process."""
        return read_journal(self.path).failure if self.path.exists() else ""

    def kill(self) -> Journal:
        """Kills the process at once, as `kill -9` does."""
        os.kill(self.pid, signal.SIGKILL)
        return self._ended()

    def join(self) -> Journal:
        """Waits until the process has made its requests."""
        return self._ended()

    def _ended(self) -> Journal:
        os.waitpid(self.pid, 0)
        self.pid = 0
        journal = read_journal(self.path)
        assert not journal.failure, journal.failure
        return journal


def forget_commits(monkeypatch: pytest.MonkeyPatch) -> None:
    """The seeded bug of C1 and H1: in processes that are started from now on, every fifth commit stores nothing."""
    commit, here, count = SqlTransaction._commit, os.getpid(), itertools.count(1)

    def forgetful(transaction: SqlTransaction) -> None:
        if os.getpid() != here and next(count) % 5 == 0:
            transaction._roll_back()
        else:
            commit(transaction)

    monkeypatch.setattr(SqlTransaction, "_commit", forgetful)


def remember_balances(monkeypatch: pytest.MonkeyPatch) -> None:
    """The seeded bug of K1 and K2, a lost update: servers write balances as they know them, not as others left them."""
    read, write = SqlTransaction.balances, SqlTransaction.write

    def remembered(self: SqlTransaction, accounts: Collection[str]) -> dict[str, int]:
        known = self.store.__dict__.setdefault("remembered", {})
        known |= read(self, [name for name in accounts if name not in known])
        return {name: known[name] for name in accounts}

    def written(self: SqlTransaction, records: Sequence[Record]) -> None:
        write(self, records)
        known = self.store.__dict__.setdefault("remembered", {})
        mark = "?" if self.store.is_sqlite else "%s"
        for name, cents in (leg for each in records if isinstance(each, Entry) for leg in each.legs):
            known[name] += cents
            self.cursor.execute(f"UPDATE balances SET cents = {mark} WHERE name = {mark}", (known[name], name))

    monkeypatch.setattr(SqlTransaction, "balances", remembered)
    monkeypatch.setattr(SqlTransaction, "write", written)


def _work(
    plan: CardRoomPlan,
    path: Path,
    source: random.Random,
    ask: Ask,
    again: Sequence[Request],
    most: int | None,
) -> None:
    file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND)

    def told(kind: str, content: object) -> None:
        os.write(file, pickle.dumps((kind, content)))

    try:
        _Load(plan, source, ask, told, list(again)).run(most)
    except BaseException:
        told("failed", traceback.format_exc())
    finally:
        os._exit(0)


class _Load:
    """The requests that one process makes, one batch after the other."""

    def __init__(
        self,
        plan: CardRoomPlan,
        source: random.Random,
        ask: Ask,
        told: Callable[[str, object], None],
        waiting: list[Request],
    ) -> None:
        self.plan, self.source, self.ask, self.told, self.waiting = plan, source, ask, told, waiting
        self.prefix, self.number = f"{source.getrandbits(64):x}", 0
        self.floor = self._opened()

    def _opened(self) -> Floor:
        limit = time.monotonic() + SECONDS_TO_WAIT
        while True:
            try:
                return new_floor(SqlStore(self.plan.url))
            except PitbossError:  # The database is being restarted.
                if time.monotonic() > limit:
                    raise
                time.sleep(0.05)

    def run(self, most: int | None) -> None:
        self.told("asked", self.waiting)
        while most is None or self.number < most:
            self._batch()
            if self.source.random() < 0.2:
                self._call_time()

    def _call_time(self) -> None:
        try:
            due = self.floor.due(now_ms())
        except PitbossError:
            return
        if due:
            self.floor.handle(due, now_ms())

    def _batch(self) -> None:
        requests = []
        self._look_at_missing()
        for caller, action in self.ask(self.plan, self.floor, self.source):
            self.number += 1
            requests.append(Request(caller, action, f"{self.prefix}-{self.number}"))
        self.told("asked", requests)
        requests = [*self.waiting, *requests]
        answers = self.floor.handle(requests, now_ms()).answers
        self.told("answered", {each.key: got for each, got in zip(requests, answers, strict=True) if _is_final(got)})
        self.waiting = [each for each, got in zip(requests, answers, strict=True) if not _is_final(got)]
        if self.waiting:
            time.sleep(0.02)

    def _look_at_missing(self) -> None:
        """Brings every table into memory, where `ask` looks."""
        missing = [table for table in self.plan.tables if table not in self.floor._tables]
        if missing:
            self.floor.handle([Request(BOSS, asked.Look(table)) for table in missing], now_ms())


def _is_final(answer: Answer) -> bool:
    return answer.status != UNANSWERED
