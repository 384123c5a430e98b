"""The cost of verifying a database: N rounds of every game are dealt into a SQLite file, then verified.

    python benchmarks/verify.py [ROUNDS]

A round has SEATS seats that bots play, as `pitboss serve` would deal it, so a million rounds are as many million seats.
"""

import os
import sys
import tempfile
import time

from pitboss import games
from pitboss.core.script import NeedChoice
from pitboss.table import requests as asked
from pitboss.table.floor import Floor
from pitboss.table.keys import HouseKey
from pitboss.table.requests import Caller, Request
from pitboss.table.sql_store import SqlStore
from pitboss.table.verify_database import verify_database

MILLION = 1_000_000
SEATS = 1, 3
BOSS = Caller("boss", "supervisor")


def first_legal(played, seat):
    """A player that costs nothing."""
    need = played.need()
    assert isinstance(need, NeedChoice)
    return need.legal[seat][0]


def deal(path: str, names: list[str], seats: int, rounds: int) -> int:
    """Deals rounds at a table of each game until there are enough; returns how many."""
    store = SqlStore(path)
    floor = Floor(store, HouseKey(b"k" * 32), os.urandom, games.build, coach=first_legal)
    bots = {str(seat): "optimal" for seat in range(1, seats + 1)}
    openings = [asked.OpenTable(name, seats=seats, bots=bots, limit_cents=10**9) for name in names]
    for number, opening in enumerate(openings):
        answer = floor.handle([Request(BOSS, opening, f"open{number}")], 0).answers[0]
        assert answer.status == 201, answer
    now = 0
    for _ in range(-(-rounds // len(names))):
        now += 60_000
        floor.handle(floor.due(now), now)
    floor.anchor(now)
    store.close()
    return -(-rounds // len(names)) * len(names)


def timed(path: str, workers: int) -> tuple[float, float]:
    """Seconds of wall clock and of processor time that a verification took."""
    wall, own = time.perf_counter(), os.times()
    report = verify_database(path, games.build, workers=workers)
    assert report.finding is None, report.finding
    now = os.times()
    spent = sum(now[:4]) - sum(own[:4])
    return time.perf_counter() - wall, spent


def main() -> None:
    """Prints the cost of a round with one and with three seats."""
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 12_000
    names = list(games.find())
    print(f"{rounds:,} rounds of {len(names)} games            one process   two processes   a million rounds")
    with tempfile.TemporaryDirectory() as folder:
        for seats in SEATS:
            path = os.path.join(folder, f"{seats}.db")
            dealt = deal(path, names, seats, rounds)
            size = os.path.getsize(path) / dealt
            one, spent = timed(path, 0)
            two, both = timed(path, 1)
            label = f"{seats} seat{'s' if seats > 1 else ''}, {size / 1000:.1f} kB a round"
            wall = (
                f"{one / dealt * 1e6:8.0f} us    {two / dealt * 1e6:8.0f} us    {two / dealt * MILLION / 60:8.1f} min"
            )
            print(f"  {label:30} {wall}   (CPU {spent / dealt * 1e6:.0f} and {both / dealt * 1e6:.0f} us)")


if __name__ == "__main__":
    main()
