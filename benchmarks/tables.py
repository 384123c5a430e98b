"""A full card room through HTTP: `python benchmarks/tables.py [--tables 100] [--minutes 10] [--db URL --servers 2]`.

Every table has all its seats taken by bots: one plays through HTTP, at a pace, and is timed; the others are the
server's own and act in the same commands. Then the memory of idle tables and watchers, and a table with 1,000 watchers.
"""

import argparse
import asyncio
import multiprocessing
import os
import random
import sqlite3
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from http_load import Caller, ServerProcess, Watcher

from pitboss import games
from pitboss.core.game import Chosen
from pitboss.games import catalog
from pitboss.table.bots import least_bets
from pitboss.table.sql_engine import PRAGMAS

STEP = "5.00"


@dataclass
class Times:
    """How long calls took, in seconds."""

    commands: list[float] = field(default_factory=list)
    looks: list[float] = field(default_factory=list)
    rounds: int = 0
    refused: int = 0

    def line(self, name: str, seconds: list[float]) -> str:
        """Count and percentiles of some calls."""
        if not seconds:
            return f"  {name:12}    none"
        kept = sorted(seconds)
        at = [kept[min(len(kept) - 1, int(len(kept) * part))] * 1000 for part in (0.5, 0.9, 0.99, 0.999)]
        told = "".join(f"{each:9.1f}" for each in at)
        return f"  {name:12}{len(kept):8}  {told}{kept[-1] * 1000:9.1f}   ms"


def strategy_of(game: str) -> str:
    """A strategy that a bot can play: one by name, or the best play where the game has none by name."""
    named = [name for name, each in catalog.folder(game).strategies.items() if each.memory is None]
    return named[0] if named else "optimal"


class Seat:
    """The bot that plays through HTTP in the first seat of a table."""

    def __init__(self, caller: Caller, table: str, game: str, times: Times) -> None:
        self.caller, self.table, self.times = caller, table, times
        built = games.build(game)
        self.bets = {name: f"{cents / 100:.2f}" for name, cents in least_bets(built, 500).items()}
        self.is_asked = any(isinstance(each.stake, Chosen) for each in built.wagers) or bool(built.choices)

    async def _command(self, path: str, body: Any) -> None:
        started = time.perf_counter()
        status, _ = await self.caller.call("POST", f"/tables/{self.table}/{path}", body)
        self.times.commands.append(time.perf_counter() - started)
        self.times.refused += status >= 400

    async def play(self, pace: float, ends: float) -> None:
        """Plays rounds at a pace, until a time."""
        await asyncio.sleep(random.random() * pace)
        while (begun := time.monotonic()) < ends:
            await self._command("bets", {"seat": 1, "bets": self.bets})
            while self.is_asked and (need := await self._need()):
                body = {"seat": 1, "choice": need["choice"], "option": need["legal"]["1"][-1]}
                await self._command("choices", body)
            self.times.rounds += 1
            await asyncio.sleep(max(0, begun + pace - time.monotonic()))

    async def _need(self) -> Any:
        started = time.perf_counter()
        seen = await self.caller.done("GET", f"/tables/{self.table}")
        self.times.looks.append(time.perf_counter() - started)
        need = seen["need"]
        return need if need and need.get("legal", {}).get("1") else None


async def signed_in(server: ServerProcess) -> Caller:
    """The supervisor of a server."""
    boss = Caller(server.port, server.token)
    if not boss.token:  # The link works once.
        server.token = boss.token = (await boss.done("POST", "/sessions", {"link": server.link}))["token"]
    return boss


async def full_room(servers: list[ServerProcess], tables: int, pace: float, seconds: float) -> Times:
    """Opens tables of every game in turn, fills them with bots, and lets them play."""
    boss, times, seats = await signed_in(servers[0]), Times(), []
    names = list(games.find())
    for number in range(tables):
        game = names[number % len(names)]
        built = games.build(game)
        bots = {str(seat): strategy_of(game) for seat in range(2, min(7, built.seats) + 1)} if built.choices else {}
        bots = bots or {str(seat): "optimal" for seat in range(2, min(7, built.seats) + 1)}
        opening = {"game": game, "seats": len(bots) + 1, "step": STEP, "bots": bots, "bet_seconds": 60}
        table = (await boss.done("POST", "/tables", opening))["id"]
        caller = Caller(servers[number % len(servers)].port)
        caller.token = (await caller.done("POST", "/guests", {}))["token"]
        await caller.done("POST", f"/tables/{table}/seats", {"seat": 1})
        seats.append(Seat(caller, table, game, times))
    warm = time.monotonic()
    await asyncio.gather(*(seat.play(1, warm + 3) for seat in seats))
    print(f"  the first rounds of all tables, which fill caches: {time.monotonic() - warm:.1f} s")
    for each in (times.commands, times.looks):
        each.clear()
    times.rounds = times.refused = 0
    spent = [server.cpu_seconds() for server in servers]
    await asyncio.gather(*(seat.play(pace, time.monotonic() + seconds) for seat in seats))
    spent = [server.cpu_seconds() - before for server, before in zip(servers, spent, strict=True)]
    print(f"  {times.rounds} rounds, {times.refused} commands refused; a core was busy for", end=" ")
    print(" and ".join(f"{each / seconds:.0%}" for each in spent), "of the time by each server")
    for seat in seats:
        seat.caller.close()
    boss.close()
    return times


PROBE_CPU_S = 0.003
"""The time that a command keeps a core busy."""


def probe(file: str, seconds: float, told: Any) -> None:
    """Times what a command costs the machine at least: some work, and a durable commit, every 50 ms."""
    connection = sqlite3.connect(file, isolation_level=None)
    for pragma in PRAGMAS:
        connection.execute(pragma)
    connection.execute("CREATE TABLE rows (place INTEGER PRIMARY KEY, content BLOB)")
    content, taken, ends = os.urandom(4000), [], time.monotonic() + seconds
    while time.monotonic() < ends:
        started, worked = time.perf_counter(), time.thread_time()
        while time.thread_time() < worked + PROBE_CPU_S:
            pass
        connection.execute("INSERT INTO rows (content) VALUES (?)", (content,))
        taken.append(time.perf_counter() - started)
        time.sleep(0.05)
    told.send(taken)


async def idle_memory(server: ServerProcess, tables: int, watchers: int) -> None:
    """The memory of idle tables and watchers, and how long it takes to tell all watchers of one table."""
    boss = await signed_in(server)
    game = next(iter(games.find()))
    await boss.done("POST", "/tables", {"game": game, "step": STEP})
    before = server.memory_kb()
    for _ in range(tables):
        await boss.done("POST", "/tables", {"game": game, "step": STEP})
    print(f"  {tables} idle tables: {(server.memory_kb() - before) / tables:.1f} kB each")
    caller = Caller(server.port)
    caller.token = (await caller.done("POST", "/guests", {}))["token"]
    opening = {"game": game, "step": STEP, "private": True, "bet_seconds": None}
    table = (await caller.done("POST", "/tables", opening))["id"]
    after = (await caller.done("POST", f"/tables/{table}/seats", {"seat": 1}))["seq"]
    before = server.memory_kb()
    watching = [await Watcher.opened(server.port, table, after) for _ in range(watchers)]
    print(f"  {watchers} watchers of one table: {(server.memory_kb() - before) / watchers:.1f} kB each")
    taken = []
    for number in range(20):
        started = time.perf_counter()
        told = asyncio.gather(*(each.event() for each in watching))
        await caller.done("PUT", f"/tables/{table}/seats/1/client-seed", {"client_seed": f"seed{number}"})
        seqs = {event["seq"] for event in await told}
        assert seqs == {after + number + 1}, seqs
        taken.append(time.perf_counter() - started)
    taken.sort()
    print(
        f"  a command and its event at all of them: {taken[10] * 1000:.0f} ms as a rule, {taken[-1] * 1000:.0f} at most"
    )
    for each in watching:
        each.close()


async def measure(given: argparse.Namespace, folder: Path) -> None:
    """Runs what was asked for."""
    database = given.db or str(folder / "tables.db")
    servers = [ServerProcess(database, folder / "key") for _ in range(given.servers)]
    try:
        load = os.getloadavg()[0]
        kind = "PostgreSQL" if given.db else "SQLite"
        print(f"{kind}, {given.servers} server(s), {os.cpu_count()} cores, load {load:.1f} before the run")
        if given.tables:
            seconds = given.minutes * 60
            print(f"{given.tables} tables full of bots for {given.minutes:g} minutes, a round every {given.pace:g} s")
            ours, theirs = multiprocessing.Pipe()
            probing = multiprocessing.Process(target=probe, args=(str(folder / "probe.db"), seconds, theirs))
            probing.start()
            times = await full_room(servers, given.tables, given.pace, seconds)
            print("                    calls      50 %     90 %     99 %   99.9 %     most")
            print(times.line("commands", times.commands))
            print(times.line("looks", times.looks))
            print(times.line("the machine", await asyncio.to_thread(ours.recv)), "for such work and a commit, alone")
            print(f"  memory at most {max(each.most_memory_kb() for each in servers) / 1024:.0f} MB a server")
        if given.watchers:
            await idle_memory(servers[0], given.idle, given.watchers)
    finally:
        for each in servers:
            each.stop()


def main() -> None:
    """Reads the command line and measures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=100)
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--pace", type=float, default=10, help="seconds from round to round at a table")
    parser.add_argument("--db", default="", help="postgresql://… instead of a SQLite file")
    parser.add_argument("--servers", type=int, default=1)
    parser.add_argument("--idle", type=int, default=500, help="idle tables for the measure of memory")
    parser.add_argument("--watchers", type=int, default=1000)
    with tempfile.TemporaryDirectory(prefix="pitboss-bench-") as folder:
        asyncio.run(measure(parser.parse_args(), Path(folder)))


if __name__ == "__main__":
    main()
