"""Many clients at once: a bad network (N1), tables and seats with shared meters (K1), bets that race for a balance (K2).

N1 runs on the simulated disk. K1 and K2 run on a SQLite file that several servers have open, each in a thread.
"""

import random
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from threading import Barrier
from time import monotonic, sleep

import pytest

from pitboss import games
from pitboss.core.codec import option_json
from pitboss.core.script import NeedChoice
from pitboss.table import requests as asked
from pitboss.table.floor import Floor
from pitboss.table.live_table import LiveTable
from pitboss.table.requests import Action, Caller, Request
from pitboss.table.sql_store import SqlStore
from pitboss.table.verify import verify
from tests.support.card_room import BOSS, CardRoom, room
from tests.support.floor_processes import remember_balances
from tests.support.rounds import random_bets
from tests.support.simulation.bugs import BUGS
from tests.support.simulation.games import build
from tests.support.simulation.invariants import Violation
from tests.support.simulation.world import HONEST, RESTS, prepare_rooms, run
from tests.support.sqlite_rooms import check

NETWORK = replace(HONEST, store=0.05, repeated=0.4, lost_answer=0.3)
MESSAGES, SOAK_MESSAGES = 10_000, 1_000_000
BETS, SOAK_BETS = 10_000, 1_000_000
BADLY = ("lost", "answers lost", "repeated in a batch", "repeated later", "reordered", "asked again")
SERVERS = 3
PURSE_CENTS = 20_000


def badly_delivered(wanted: int, first_seed: int) -> Counter[str]:
    """Lives of a room whose network loses, repeats, delays and reorders; what happened until that was done often."""
    counts: Counter[str] = Counter()
    seed = first_seed
    while sum(counts[name] for name in BADLY) < wanted:
        counts += run(seed, NETWORK, steps=100).counts
        seed += RESTS
    return counts


@pytest.mark.slow
def test_requests_that_are_lost_repeated_and_reordered_have_one_effect():
    counts = badly_delivered(MESSAGES, RESTS)
    for name in BADLY:
        assert counts[name] > 100, name
    assert counts["restarts"] + counts["power off"] > 100


@pytest.mark.soak
@pytest.mark.parametrize("part", range(8))
def test_a_million_requests_that_are_lost_repeated_and_reordered(part: int):
    badly_delivered(SOAK_MESSAGES // 8, RESTS * 10_000 * (part + 1))


def test_requests_without_ids_are_found(monkeypatch: pytest.MonkeyPatch):
    """The seeded bug: a repeated request is not known again, and is carried out twice."""
    prepare_rooms()
    BUGS["missing id"].patch(monkeypatch)
    with pytest.raises(Violation, match=r"I6|I11"):
        badly_delivered(MESSAGES, RESTS)


class House:
    """A SQLite file that several servers have open."""

    def __init__(self, path: Path, players: int, purse_cents: int) -> None:
        self.players = [Caller(f"p{number}", "player") for number in range(1, players + 1)]
        self.made: CardRoom = room(*self.players, store=SqlStore(str(path)), build=build, seed=1)
        self.path = path
        for caller in self.players:
            left = purse_cents - self.made.store.list_accounts()[f"wallet/{caller.account}"]
            action = (asked.Deposit if left > 0 else asked.Withdraw)(caller.account, abs(left))
            self.made.done(BOSS, action)

    def together(self, work: Callable[[Floor, random.Random], Counter[str]]) -> Counter[str]:
        """Every server does the same work, in a thread of its own; the sum of what they counted."""
        stores = [SqlStore(str(self.path)) for _ in range(SERVERS)]
        try:
            with ThreadPoolExecutor(SERVERS) as pool:
                floors = [CardRoom(build=build, seed=seed, store=store).floor for seed, store in enumerate(stores, 2)]
                done = [pool.submit(work, floor, random.Random(seed)) for seed, floor in enumerate(floors)]
                return sum((each.result() for each in done), Counter())
        finally:
            for store in stores:
                store.close()

    def verified(self) -> None:
        """Checks every invariant, twice: as the simulation does, and as `pitboss verify` does."""
        check(self.made.store, build)
        assert verify(self.made.store, build).finding is None
        self.made.store.close()


def race(path: Path, bets: int) -> Counter[str]:
    """Two accounts bet at eight tables at once, more than they have; how the requests were answered."""
    house = House(path, 2, PURSE_CENTS)
    names = [house.made.open("toy", bet_ms=None) for _ in range(8)]
    for table in names:
        for seat, caller in enumerate(house.players, 1):
            house.made.done(caller, asked.SitDown(table, seat))
        house.made.people(Caller(f"idle-{table}", "player"), cents=0)
        house.made.done(Caller(f"idle-{table}", "player"), asked.SitDown(table, 3))  # So that no round begins.

    together = Barrier(SERVERS)

    def work(floor: Floor, source: random.Random) -> Counter[str]:
        counts: Counter[str] = Counter()
        own = f"{source.random()}"
        while counts["bets"] < bets // SERVERS:
            together.wait(60)  # Else one server does all its work while the others sleep before the lock.
            batch = []
            for _ in range(25):
                seat, table = source.choice((1, 2)), source.choice(names)
                action: Action = asked.Bet(table, seat, {"ante": 100 * source.randint(1, 100)})
                if source.random() < 0.1:
                    action = asked.TakeBetBack(table, seat)
                batch.append(Request(house.players[seat - 1], action, f"{own} {counts['bets']} {len(batch)}"))
            for answer in floor.handle(batch, 1_000_000).answers:
                counts[f"answered {answer.status}"] += 1
            counts["bets"] += len(batch)
        return counts

    counts = house.together(work)
    accounts = house.made.store.list_accounts()
    held = sum(accounts.get(f"escrow/{table}", 0) for table in names)
    wallets = [accounts[f"wallet/{each.account}"] for each in house.players]
    assert held + sum(wallets) == 2 * PURSE_CENTS, f"{wallets} and {held} in escrow: a balance was spent twice"
    assert min(wallets) >= 0
    house.verified()
    return counts


@pytest.mark.slow
def test_bets_that_race_for_one_balance_never_spend_it_twice(tmp_path: Path):
    counts = race(tmp_path / "race.db", BETS)
    assert counts["bets"] >= BETS - SERVERS
    assert counts["answered 200"] > BETS // 4
    assert counts["answered 409"] > BETS // 10  # Refused for want of funds, or with no bets to take back.


@pytest.mark.soak
def test_a_million_bets_that_race_for_one_balance(tmp_path: Path):
    for part in range(20):
        race(tmp_path / f"race-{part}.db", SOAK_BETS // 20)


def test_a_lost_update_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """The seeded bug: each server writes balances as it remembers them, without what another one has moved."""
    together = House.together

    def with_bug(self: House, work: Callable[[Floor, random.Random], Counter[str]]) -> Counter[str]:
        remember_balances(monkeypatch)
        return together(self, work)

    monkeypatch.setattr(House, "together", with_bug)
    with pytest.raises(AssertionError, match=r"spent twice|I2|contradict"):
        race(tmp_path / "race.db", 600)


def play(path: Path, tables: int, is_over: Callable[[int], bool]) -> None:
    """Seven people sit at every table, all games in turn, one link a game; servers play them all at once."""
    names = list(games.find())
    seats = {name: min(7, build(name).seats) for name in names}
    house = House(path, 7, 50_000_000)
    opened: dict[str, str] = {}
    for number in range(tables):
        name = names[number % len(names)]
        table = house.made.open(name, link=f"link-{name}", limit_cents=1_000_000)
        opened[table] = name
        sits = [Request(each, asked.SitDown(table, at), f"sit {table}") for at, each in enumerate(house.players, 1)]
        answers = house.made.ask_all(sits[: seats[name]])
        assert {each.status for each in answers} == {201}

    def work(floor: Floor, source: random.Random) -> Counter[str]:
        counts: Counter[str] = Counter()
        own = f"{source.random()}"
        while not is_over(counts["settled"]):
            table = source.choice(list(opened))
            floor.handle([Request(BOSS, asked.Look(table))], 1_000_000)
            live = floor._tables[table]
            actions = wanted(live, source)
            if source.random() < 0.05:
                actions.append((BOSS, asked.VoidRound(live.current_round, "misdeal")))
            batch = [
                Request(caller, action, f"{own} {counts['asked']} {at}") for at, (caller, action) in enumerate(actions)
            ]
            handled = floor.handle(batch, 1_000_000)
            sleep(0.001)  # The others come in between.
            counts["asked"] += 1
            counts["settled"] += sum(each.body["type"] == "over" for each in handled.news)
            for answer in handled.answers:
                counts[f"answered {answer.status}"] += 1
        return counts

    def wanted(live: LiveTable, source: random.Random) -> list[tuple[Caller, Action]]:
        """What every seat of a table asks for now."""
        need = live.table.round.need() if live.table.round else None
        if not isinstance(need, NeedChoice):
            return [
                (house.players[seat - 1], asked.Bet(live.id, seat, random_bets(live.game, source)))
                for seat in live.table.accounts
            ]
        choice = live.game.choices[need.name]
        return [
            (
                house.players[seat - 1],
                asked.Choose(live.id, seat, need.name, option_json(choice, source.choice(legal))),
            )
            for seat, legal in need.legal.items()
        ]

    counts = house.together(work)
    assert set(counts) <= {"asked", "settled", *(f"answered {status}" for status in (200, 201, 404, 409, 422))}, counts
    assert counts["settled"] >= tables
    while busy := [each for each in opened if house.made.store.list_accounts().get(f"escrow/{each}")]:
        house.made.now_ms += 60_000
        calls = [each for each in house.made.floor.due(house.made.now_ms) if getattr(each.action, "table", "") in busy]
        house.made.ask_all(calls)
    house.verified()


@pytest.mark.slow
def test_tables_full_of_people_who_sit_at_all_of_them(tmp_path: Path):
    play(tmp_path / "room.db", 10, lambda settled: settled >= 10)


@pytest.mark.soak
def test_a_hundred_tables_for_half_an_hour(tmp_path: Path):
    until = monotonic() + 30 * 60
    play(tmp_path / "room.db", 100, lambda settled: settled >= 50 and monotonic() > until)
