"""How long a table waits when its server dies: `python benchmarks/handover.py --db URL [--deaths 20] [--stopped]`.

Two servers share a PostgreSQL database. People play through the first; one of them is asked for a choice. The first is
killed (`kill -9`), or with `--stopped` halted as a machine that hangs, with its locks held. At once everybody repeats
the last request at the second server, under its key, and the choice is made there.
"""

import argparse
import os
import signal
import statistics
import tempfile
import threading
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any
from uuid import uuid4

from http_load import ServerProcess

from pitboss.client import Client
from pitboss.core.errors import PitbossError

GAME = "three-card-poker"
OPENING = {"private": True, "bet_seconds": None, "decide_seconds": None}
PLAYERS = 4
PLAYS_S = 0.5


class Player:
    """A guest at a table of their own, who can go on at another server."""

    def __init__(self, server: ServerProcess, other: ServerProcess) -> None:
        self.here = Client.guest(f"http://127.0.0.1:{server.port}", patience_s=0)
        self.there = Client(f"http://127.0.0.1:{other.port}", self.here.token)
        self.table = self.here.open_table(GAME, **OPENING).id
        self.here.sit(self.table, 1)
        self.last: tuple[str, Any, str] = ("", None, "")

    def next(self, *, is_asked: bool) -> tuple[str, Any, str]:
        """The path, body and key of the next request."""
        if is_asked:
            return f"/tables/{self.table}/choices", {"seat": 1, "choice": "play", "option": "fold"}, uuid4().hex
        return f"/tables/{self.table}/bets", {"seat": 1, "bets": {"ante": "5.00"}}, uuid4().hex

    def play(self, is_over: threading.Event) -> None:
        """Bets and folds at the first server until it is over, or the server has died."""
        is_asked = False
        while not is_over.is_set():
            self.last = path, body, key = self.next(is_asked=is_asked)
            try:
                self.here.ask("POST", path, body, key=key)
            except PitbossError:
                return
            is_asked = not is_asked

    def go_on(self, died_s: float) -> float:
        """The seconds from the death to the answer of the last request, repeated at the other server."""
        path, body, key = self.last
        self.there.ask("POST", path, body, key=key)
        return time.monotonic() - died_s

    def close(self) -> None:
        """Ends both connections."""
        self.here.close()
        self.there.close()


def death(database: str, key_file: Path, survivor: ServerProcess, *, is_stopped: bool) -> tuple[float, list[float]]:
    """The seconds until the choice was answered at the survivor, and until each last request was."""
    victim = ServerProcess(database, key_file)
    asked, others = Player(victim, survivor), [Player(victim, survivor) for _ in range(PLAYERS)]
    asked.here.ask("POST", *asked.next(is_asked=False)[:2])
    asked.last = asked.next(is_asked=True)
    is_over = threading.Event()
    threads = [threading.Thread(target=each.play, args=(is_over,), daemon=True) for each in others]
    for each in threads:
        each.start()
    time.sleep(PLAYS_S)
    with ThreadPoolExecutor(PLAYERS + 1) as pool:
        os.kill(victim.process.pid, signal.SIGSTOP if is_stopped else signal.SIGKILL)
        died = time.monotonic()
        is_over.set()
        waits = list(pool.map(lambda each: each.go_on(died), [asked, *others]))
    victim.process.kill()
    victim.process.wait()
    for each in threads:
        each.join(60)
    for each in (asked, *others):
        each.close()
    return waits[0], waits[1:]


def line(name: str, seconds: Sequence[float]) -> str:
    """Median and longest of some times."""
    return f"  {name:44}{len(seconds):5}  {statistics.median(seconds) * 1000:9.0f}{max(seconds) * 1000:9.0f}   ms"


def main() -> None:
    """Reads the command line and measures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--db", required=True, help="the URL of a PostgreSQL database")
    parser.add_argument("--deaths", type=int, default=20)
    parser.add_argument("--stopped", action="store_true", help="halt the server instead of killing it")
    given = parser.parse_args()
    load = os.getloadavg()[0]
    print(f"{os.cpu_count()} cores, load {load:.1f} before the run; servers {'halted' if given.stopped else 'killed'}")
    choices, others = [], []
    with tempfile.TemporaryDirectory(prefix="pitboss-bench-") as folder:
        key_file = Path(folder) / "key"
        survivor = ServerProcess(given.db, key_file)
        try:
            for _ in range(given.deaths):
                choice, rest = death(given.db, key_file, survivor, is_stopped=given.stopped)
                choices.append(choice)
                others += rest
        finally:
            survivor.stop()
    print(f"  {'from the death to the answer at the other':44}times     median     most")
    print(line("a choice in a round that waited for it", choices))
    print(line("requests under way when the server died", others))


if __name__ == "__main__":
    main()
