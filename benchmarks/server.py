"""The table server against the machine it runs on: `python benchmarks/server.py [--seconds 20]`.

Commands are durable before they are answered, so the disk sets the pace: every figure stands beside the machine's own
rate of durable commits of the same size (SQLite, write-ahead log, synchronous FULL), taken in turns with it. With one
client every command is a commit; with many, commands that wait share one.
"""

import argparse
import os
import random
import sqlite3
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from pitboss import games
from pitboss.core.codec import option_json
from pitboss.core.script import NeedChoice
from pitboss.table import requests as asked
from pitboss.table.bots import least_bets
from pitboss.table.floor import Floor
from pitboss.table.keys import HouseKey
from pitboss.table.requests import Action, Caller, Request
from pitboss.table.sql_engine import PRAGMAS
from pitboss.table.sql_store import SqlStore

GAME = "three-card-poker"
BOSS = Caller("boss", "supervisor")
TURN_S = 0.5


def now_ms() -> int:
    """The time."""
    return time.time_ns() // 1_000_000


class Players:
    """People at tables of their own, who bet the least stake and answer with the first legal option."""

    def __init__(self, floor: Floor, people: int) -> None:
        self.floor, self.number = floor, 0
        made = self._done([(BOSS, asked.MakeAccount(f"p{each}", "player", cents=10**9)) for each in range(people)])
        self.callers = [Caller(answer["account"], "player") for answer in made]
        how = {"bet_ms": None, "decide_ms": None}
        opened = self._done([(BOSS, asked.OpenTable(GAME, seats=1, **how)) for _ in range(people)])
        self.tables = [answer["id"] for answer in opened]
        self._done([(caller, asked.SitDown(table)) for caller, table in zip(self.callers, self.tables, strict=True)])

    def _done(self, wanted: Sequence[tuple[Caller, Action]]) -> list[dict[str, str]]:
        requests = []
        for caller, action in wanted:
            self.number += 1
            requests.append(Request(caller, action, f"k{self.number}"))
        answers = self.floor.handle(requests, now_ms()).answers
        for answer in answers:
            assert answer.status < 300, answer.body
        return [dict(answer.body) for answer in answers]

    def command(self, place: int) -> tuple[Caller, Action]:
        """What a person asks next."""
        table = self.tables[place]
        live = self.floor._tables[table]
        need = live.table.round.need() if live.table.round else None
        if isinstance(need, NeedChoice):
            option = option_json(live.game.choices[need.name], need.legal[1][-1])
            return self.callers[place], asked.Choose(table, 1, need.name, option)
        return self.callers[place], asked.Bet(table, 1, least_bets(live.game, 500))

    def play(self, size: int) -> int:
        """Commands of some people in one batch."""
        self._done([self.command(place) for place in random.sample(range(len(self.tables)), size)])
        return size


class Bare:
    """The machine's own durable commits: one row of some bytes each."""

    def __init__(self, file: Path, size: int) -> None:
        self.connection = sqlite3.connect(file, isolation_level=None)
        for pragma in PRAGMAS:
            self.connection.execute(pragma)
        self.connection.execute("CREATE TABLE rows (place INTEGER PRIMARY KEY, content BLOB)")
        self.content = os.urandom(size)

    def commit(self) -> int:
        """One durable commit."""
        self.connection.execute("BEGIN IMMEDIATE")
        self.connection.execute("INSERT INTO rows (content) VALUES (?)", (self.content,))
        self.connection.execute("COMMIT")
        return 1


def in_turns(works: Sequence[Callable[[], int]], seconds: float) -> list[float]:
    """How often a second each kind of work was done, half a second of one after half a second of another."""
    done, spent = [0] * len(works), [0.0] * len(works)
    ends = time.monotonic() + seconds
    while time.monotonic() < ends:
        for place, work in enumerate(works):
            started = time.monotonic()
            while (now := time.monotonic()) < started + TURN_S:
                done[place] += work()
            spent[place] += now - started
    return [count / time_s for count, time_s in zip(done, spent, strict=True)]


def written_by_command(folder: Path) -> int:
    """The bytes that a command of one client adds to the rows of the database, on average."""
    store = SqlStore(f"sqlite:///{folder / 'size.db'}")
    players = Players(Floor(store, HouseKey(b"k" * 32), os.urandom, games.build), 1)
    query = "SELECT sum(pgsize - unused) FROM dbstat WHERE name NOT IN ('tables')"
    with sqlite3.connect(folder / "size.db") as connection:

        def size() -> int:
            return connection.execute(query).fetchone()[0]

        before = size()
        for _ in range(500):
            players.play(1)
        grown = size() - before
    store.close()
    return grown // 500 + 1000  # And the row of the table, which is written over.


def durable_commands(seconds: float) -> None:
    """Prints durable commands a second, of one client and of many, beside the machine's durable commits."""
    with tempfile.TemporaryDirectory(prefix="pitboss-bench-") as name:
        folder = Path(name)
        size = written_by_command(folder)
        store = SqlStore(f"sqlite:///{folder / 'room.db'}")
        players = Players(Floor(store, HouseKey(b"k" * 32), os.urandom, games.build), 200)
        bare = Bare(folder / "bare.db", size)
        sizes = (1, 10, 50, 200)
        works = [bare.commit, *((lambda size=size: players.play(size)) for size in sizes)]
        rate, *rates = in_turns(works, seconds)
        store.close()
    print(f"durable commits of {size} bytes                    {rate:9.0f} a second")
    for count, found in zip(sizes, rates, strict=True):
        print(
            f"durable commands, {count:4} waiting at a time          {found:9.0f} a second   {found / rate:5.2f} of it"
        )


def main() -> None:
    """Reads the command line and measures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=20)
    given = parser.parse_args()
    load = os.getloadavg()[0]
    print(f"{os.cpu_count()} cores, load {load:.1f} of others and of this before the run")
    durable_commands(given.seconds)


if __name__ == "__main__":
    main()
