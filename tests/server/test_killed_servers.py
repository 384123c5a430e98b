"""Whole servers that are killed under load, alone or beside another, and copied while they run (C1, H1, B1, K1)."""

import json
import random
import shutil
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pytest

from pitboss import games
from pitboss.core.errors import PitbossError
from pitboss.table import requests as asked
from pitboss.table.backup import back_up, restore
from pitboss.table.floor import Floor
from pitboss.table.keys import read_key
from pitboss.table.records import Entry
from pitboss.table.sql_store import SqlStore
from pitboss.table.verify import Auditor, lost, verify
from tests.support import postgres
from tests.support.card_room import first_legal
from tests.support.house import THREE_EACH, among_the_games
from tests.support.served import Connection, Guest, Served, Servers, playing, wait_for_answers, watching
from tests.support.server_forks import Forks, forks
from tests.support.sound_books import opened

GAME = THREE_EACH.name
pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("house")]


def furnish(server: Served, ports: Sequence[int], tables: int, guests: int) -> list[Guest]:
    """Guests at all tables of a server; guest after guest calls the next of the ports."""
    boss = Connection(lambda: server.port)
    boss.token = boss.done("POST", "/sessions", {"link": server.link})["token"]
    opening = {"game": GAME, "bet_seconds": 1, "decide_seconds": 1, "step": "1.00", "seats": guests}
    ids = [boss.done("POST", "/tables", opening)["id"] for _ in range(tables)]
    boss.close()
    made = []
    for number in range(guests):
        connection = Connection(lambda number=number: ports[number % len(ports)])
        told = connection.done("POST", "/guests", {})
        connection.token = told["token"]
        guest = Guest(connection, told["account"], bets={"ante": "1.00"})
        for table in ids:
            guest.sit(table)
        made.append(guest)
    return made


def acknowledged(guests: Sequence[Guest]) -> list[tuple[str, str, asked.Answer]]:
    return [each for guest in guests for each in list(guest.answers)]


def check_to_the_end(store: SqlStore, key_file: Path) -> None:
    """Every invariant holds, every round comes to its end when time is called, and every invariant holds then."""
    assert verify(store, games.build).finding is None
    floor = Floor(store, read_key(str(key_file)), random.Random(1).randbytes, games.build, coach=first_legal)
    at_ms = time.time_ns() // 1_000_000
    for _ in range(20):
        at_ms += 10_000
        floor.handle(floor.due(at_ms), at_ms)
    assert not [each.id for each in store.every_round() if each.status == "open"]
    assert verify(store, games.build).finding is None


@pytest.fixture(scope="module")
def forked() -> Iterator[Forks]:
    with among_the_games(), forks() as made:
        yield made


def kill_and_go_on(tmp_path: Path, kills: int, forked: Forks | None = None) -> None:
    """Kills a server that plays, again and again; every time all that it acknowledged must be there, and play goes on."""
    database, key_file, source = str(tmp_path / "tables.db"), tmp_path / "key", random.Random(1)
    auditor = Auditor(games.build)
    with Servers(database, key_file, forked) as servers:
        server = servers.start()
        guests = furnish(server, [server.port], tables=3, guests=3)
        with playing(guests):
            for _ in range(kills):
                wait_for_answers(guests, 2)
                time.sleep(source.random() * 0.1)
                server.kill()
                with opened(database) as store:
                    assert lost(store, acknowledged(guests)) is None
                    assert auditor.step(store) is None
                server = servers.start(server.port)
            wait_for_answers(guests, 5)
    with opened(database) as store:
        assert lost(store, acknowledged(guests)) is None
        check_to_the_end(store, key_file)


def test_c1_a_server_that_starts_from_nothing_loses_nothing(tmp_path: Path):
    kill_and_go_on(tmp_path, 2)


@pytest.mark.parametrize("kills", [18, pytest.param(998, marks=pytest.mark.soak)])
def test_c1_a_killed_server_loses_nothing_and_goes_on(tmp_path: Path, forked: Forks, kills: int):
    kill_and_go_on(tmp_path, kills, forked)


def copy_and_look(tmp_path: Path, copies: int, forked: Forks, back_up: Callable[[str, str], object] = back_up) -> None:
    """Copies the database of a server that plays; every copy must be whole, and play goes on from it."""
    database, key_file = str(tmp_path / "tables.db"), tmp_path / "key"
    sizes = []
    with Servers(database, key_file, forked) as servers:
        server = servers.start()
        guests = furnish(server, [server.port], tables=3, guests=3)
        with playing(guests):
            for number in range(copies):
                wait_for_answers(guests, 5)
                before = acknowledged(guests)
                file, elsewhere = str(tmp_path / f"copy {number}.db"), str(tmp_path / f"elsewhere {number}.db")
                back_up(database, file)
                restore(file, elsewhere)
                with opened(elsewhere) as store:
                    sizes.append(store.count(Entry))
                    assert lost(store, before) is None
                    check_to_the_end(store, key_file)
    assert sizes == sorted(set(sizes))  # Play went on meanwhile.


@pytest.mark.parametrize("copies", [3, pytest.param(100, marks=pytest.mark.soak)])
def test_b1_backups_of_a_live_server_are_whole(tmp_path: Path, forked: Forks, copies: int):
    copy_and_look(tmp_path, copies, forked)


def test_a_backup_of_the_file_alone_is_found(tmp_path: Path, forked: Forks):
    """The seeded bug: the database file is copied without its write-ahead log, where the last commits are."""
    with pytest.raises((AssertionError, PitbossError)):
        copy_and_look(tmp_path, 1, forked, shutil.copy)


@pytest.fixture
def url() -> Iterator[str]:
    with postgres.database() as made:
        yield made


@pytest.mark.parametrize("deaths", [5, pytest.param(100, marks=pytest.mark.soak)])
def test_h1_two_servers_share_tables_and_one_dies(url: str, tmp_path: Path, forked: Forks, deaths: int):
    """The first server dies, its guests go on at the second, and another takes its place, again and again."""
    key_file = tmp_path / "key"
    told: list[tuple[str, str, asked.Answer]] = []
    with Servers(url, key_file, forked) as servers:
        first, second = servers.start(), servers.start()
        ports = [first.port, second.port]
        guests = furnish(first, ports, tables=3, guests=4)
        table = next(iter(guests[0].seats))
        with watching(second.port, table) as watch, playing(guests):
            for _ in range(deaths):
                wait_for_answers(guests, 2)
                first.kill()
                told = acknowledged(guests)
                ports[0] = second.port  # As a proxy does once a server does not answer.
                wait_for_answers(guests, 2)
                first = servers.start()
                ports[0] = first.port
            watched = [json.loads(watch.recv(60)) for _ in range(50)]
    with opened(url) as store:
        assert lost(store, told) is None
        # The second server's watcher was told what the others did, without a gap.
        assert [each["seq"] for each in watched] == list(range(1, 51))
        stored = [json.loads(each.body)["type"] for each in store.events(table, 0, 50)]
        assert [each["type"] for each in watched] == stored
        check_to_the_end(store, key_file)
    assert postgres.deadlocks(url) == 0
