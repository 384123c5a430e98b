"""One simulated card room: a scheduler that a seed drives decides everything that happens, one step after the other.

Clients send requests over a network that loses, repeats, delays and reorders them, and loses answers. Two servers share
one disk; each has a clock of its own that is moved. Transactions fail or the server dies at any operation of the disk,
before a commit or after it. A client asks again with the same key until it is answered. After every step the invariants
hold; in the end everything that is still asked is answered, every table is called to time, and no money is left in play.
"""

import random
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import count

from pitboss.table import requests as asked
from pitboss.table.audit import Chain
from pitboss.table.batch import News
from pitboss.table.floor import Floor
from pitboss.table.keys import HouseKey
from pitboss.table.live_table import LiveTable, Order
from pitboss.table.records import Person as PersonRecord
from pitboss.table.records import TableRecord
from pitboss.table.requests import Answer, Request
from pitboss.table.shuffle import deck_order
from pitboss.table.verify import verify
from tests.support.card_room import first_legal
from tests.support.simulation.disk import OPERATIONS, Crash, Disk
from tests.support.simulation.games import build
from tests.support.simulation.invariants import Violation, Watch, hold
from tests.support.simulation.people import BOSS, LINK, PLAYERS, Person


@dataclass(frozen=True)
class Room:
    """The tables of a card room: their games, and whether a bot sits in the third seat of each."""

    games: tuple[str, ...]
    has_bots: bool = False


STEPS = 7
RESTS = 5
"""One seed in so many goes on, without faults, until its tables rest; that costs as much as all its steps."""
SERVERS = 2
PURSE_CENTS = 12_000
"""So little that bets at two tables race for it."""
KEY = HouseKey(b"k" * 32)
AGAIN = (503, 500)
"""The answers after which a client asks again: the store failed, and nobody knows whether it was stored."""

ROOMS = (
    Room(("metered", "metered")),
    Room(("metered", "shoe"), has_bots=True),
    Room(("toy", "high-card")),
    Room(("shoe", "high-card"), has_bots=True),
    Room(("metered", "draw-five")),
    Room(("high-card", "metered"), has_bots=True),
)
DEPTHS = (0, 6, 12, 18)
"""How many steps without faults a room has been through before a seed begins: it starts at any phase of a round."""


@dataclass(frozen=True)
class Faults:
    """How likely each fault is, and what else the world is made of; a seeded bug replaces a part."""

    store: float = 0.22
    slow: float = 0.1
    repeated: float = 0.15
    lost_answer: float = 0.15
    disk: type[Disk] = Disk
    order: Order = deck_order


HONEST = Faults()
CALM = Faults(store=0, slow=0, repeated=0, lost_answer=0)


@dataclass
class World:
    """The state of a simulation between two steps."""

    source: random.Random
    faults: Faults
    disk: Disk
    watch: Watch
    tables: list[str]
    now_ms: int = 1_000_000
    counts: Counter[str] = field(default_factory=Counter)
    log: list[str] = field(default_factory=list)
    people: list[Person] = field(default_factory=lambda: [Person(each) for each in (*PLAYERS, BOSS)])
    flight: list[Request] = field(default_factory=list)
    floors: list[Floor] = field(default_factory=list)
    skews: list[int] = field(default_factory=lambda: [0] * SERVERS)
    shown: dict[str, LiveTable] = field(default_factory=dict)
    steps: int = 0

    def __post_init__(self) -> None:
        self.known = len(self.disk.entries_in_order)
        self.floors = [self._started() for _ in range(SERVERS)]

    def _started(self) -> Floor:
        faults = self.faults
        return Floor(self.disk, KEY, self.source.randbytes, build, coach=first_legal, order=faults.order)

    def step(self) -> None:
        """One thing happens, and the invariants are checked."""
        self.steps += 1
        self._wishes()
        chance = self.source.random()
        if chance < 0.72 and self.flight:
            self._deliver()
        elif chance < 0.86:
            self._pass_time()
        elif chance < 0.90 and self.flight:
            self._lose()
        elif chance < 0.94:
            self._restart(self.source.randrange(SERVERS))
        elif chance < 0.97:
            self._power_off()
        else:
            self._anchor()
        self.watch.look()

    def _note(self, *words: object) -> None:
        self.log.append(" ".join(map(str, words)))

    def _view(self, table: str) -> LiveTable | None:
        """The newest state that a server has in memory; a client that was shown one before remembers it."""
        row = self.disk.by_type[TableRecord].get(table)
        for floor in self.floors:
            live = floor._tables.get(table)
            if live is not None and live.stored == row:
                self.shown[table] = live
        return self.shown.get(table)

    def _wishes(self) -> None:
        source = self.source
        for person in self.people:
            if len(person.waiting) < 2 and source.random() < (0.15 if person.caller is BOSS else 0.5):
                self.flight.append(person.wish(source, self.tables, self._view))
        for person in self.people:  # Somebody waits too long, and asks again.
            for request in person.waiting.values():
                if request not in self.flight:
                    self.flight.append(request)
                    self.counts["asked again"] += 1

    def _deliver(self) -> None:
        """Some requests in flight reach one server in one batch, in any order."""
        source = self.source
        taken = source.sample(range(len(self.flight)), min(len(self.flight), source.choice((1, 1, 2, 3))))
        self.counts["reordered"] += taken != sorted(taken)
        requests = [self.flight[at] for at in taken]
        if source.random() < self.faults.repeated:
            requests.append(source.choice(requests))
            self.counts["repeated in a batch"] += 1
        kept = [at for at in taken if source.random() < self.faults.repeated]
        self.counts["repeated later"] += len(kept)
        self.flight = [each for at, each in enumerate(self.flight) if at not in taken or at in kept]
        self._handle(requests, source.randrange(SERVERS))

    def _handle(self, requests: Sequence[Request], server: int) -> None:
        """A server carries out a batch, on a disk that may fail."""
        source, disk, floor = self.source, self.disk, self.floors[server]
        disk.server = server
        disk.fault = None
        if source.random() < self.faults.store:
            disk.fault = source.choice(("crash", "error"))
            disk.at = source.choice((None, None, *range(OPERATIONS)))
        self._note(
            f"server {server} at {self._clock(server)}:", *map(_words, requests), disk.fault or "", disk.at or ""
        )
        self.counts["requests"] += len(requests)
        fault, at = disk.fault, disk.at
        slow_ms = source.choice((2000, 25_000, 40_000)) if source.random() < self.faults.slow else 0
        try:
            handled = floor.handle(requests, self._clock(server))
        except Crash:
            when = "after" if at is None else "before"
            self.counts[f"crashed {when} a commit"] += 1
            self._told_early()
            self.floors[server] = self._started()
            return
        if fault is not None and disk.fault is None:
            self.counts[f"failed {'after' if at is None else 'before'} a commit"] += 1
        disk.fault = None
        self._told_early()
        if slow_ms:  # Whoever waits for an answer has asked again before it comes.
            self.now_ms += slow_ms
            self.flight += [each for each in requests if each.key is not None]
            self.counts["slow"] += 1
        self.publish(handled.news)
        for request, answer in zip(requests, handled.answers, strict=True):
            self._answer(request, answer)

    def _told_early(self) -> None:
        """What a server with a seeded bug gave away before it was stored."""
        early, self.disk.told_early = self.disk.told_early, []
        self.publish(early)

    def publish(self, news: Sequence[News]) -> None:
        """Everybody who watches gets the events."""
        self.watch.publish(news)

    def _answer(self, request: Request, answer: Answer) -> None:
        """An answer reaches the client, or is lost; a client that is told to try again does."""
        if answer.status == 201 and isinstance(request.action, asked.OpenTable):
            self.tables = sorted({*self.tables, answer.body["id"]})
        self.counts[f"answered {answer.status}"] += 1
        if self.source.random() < self.faults.lost_answer:
            self.counts["answers lost"] += 1
            return
        self.watch.tell(request, answer)
        if answer.status in AGAIN:
            if answer.body["code"] == "request/failed":
                raise Violation(f"the server failed at {request}: {answer.body}")
            return
        person = next((each for each in self.people if each.caller == request.caller), None)
        if person is not None and request.key is not None:
            person.waiting.pop(request.key, None)

    def _lose(self) -> None:
        lost = self.flight.pop(self.source.randrange(len(self.flight)))
        self.counts["lost"] += 1
        self._note("lost:", _words(lost))

    def _clock(self, server: int) -> int:
        return self.now_ms + self.skews[server]

    def _pass_time(self) -> None:
        """Time passes, or a clock is set; then a server calls tables to time."""
        source, server = self.source, self.source.randrange(SERVERS)
        chance = source.random()
        if chance < 0.15:
            self.skews[server] = source.choice((-7000, -1, 0, 3000))
            self.counts["clocks set"] += 1
        self.now_ms += source.choice((1, 500, 21_000, 31_000, 31_000, 3_600_000 if chance > 0.9 else 40_000))
        self.disk.server = server
        due = self.floors[server].due(self._clock(server))
        self.counts["called to time"] += len(due)
        if due:
            self._handle(due, server)

    def _restart(self, server: int) -> None:
        self._note(f"server {server} restarts")
        self.counts["restarts"] += 1
        self.floors[server] = self._started()

    def _power_off(self) -> None:
        """The machine crashes: both servers are gone, and the disk is as it was synced."""
        self._note("power off")
        self.counts["power off"] += 1
        self.disk.power_off()
        self.floors = [self._started() for _ in range(SERVERS)]
        self.watch.look_back()

    def _anchor(self) -> None:
        self._note("anchor")
        self.disk.fault = None
        self.floors[0].anchor(self.now_ms)

    def come_to_rest(self) -> None:
        """Nothing fails any more: what is still asked is answered, and every table is called to time until it rests."""
        self.faults = CALM
        self.skews = [0] * SERVERS
        waiting = [request for person in self.people for request in person.waiting.values()]
        if waiting:
            self._handle(waiting, 0)
            self.watch.look()
        for _ in range(12):
            self.now_ms += 60_000
            due = self.floors[1].due(self._clock(1))
            busy = [
                each
                for each in due
                if isinstance(each.action, asked.CallTime) and self.disk.accounts[f"escrow/{each.action.table}"]
            ]
            if not busy:
                break
            self._handle(busy, 1)
            self.watch.look()
        self.watch.look_back()
        self.watch.at_rest()
        finding = verify(self.disk, build).finding
        hold(finding is None, "pitboss verify", finding)


def _words(request: Request) -> str:
    return f"{request.caller.account}/{request.key} {request.action}"


def _opened(room: Room) -> World:
    """A room that was just opened."""
    disk = Disk()
    world = World(random.Random(repr(room)), CALM, disk, Watch(disk, KEY, build), [])
    with disk.transaction() as transaction:
        persons = [PersonRecord(each.account, each.account, each.role, None, 0) for each in (*PLAYERS, BOSS)]
        chain = Chain(transaction.head(), world.now_ms)
        for each in persons:
            chain.add("account-made", "boss", each.id, {"name": each.name, "role": each.role})
        chain.vouch_for(persons)
        transaction.write([*persons, *chain.records])
    floor = world.floors[0]
    numbers = iter(range(100))

    def ask(*wanted: tuple[asked.Caller, asked.Action]) -> Sequence[Answer]:
        requests = [Request(caller, action, f"open {next(numbers)}") for caller, action in wanted]
        handled = floor.handle(requests, world.now_ms)
        assert all(each.status < 300 for each in handled.answers), handled.answers
        world.publish(handled.news)
        return handled.answers

    ask(*((BOSS, asked.Deposit(each.account, PURSE_CENTS)) for each in PLAYERS))
    bots = {"3": "optimal"} if room.has_bots else {}
    opened = ask(*((BOSS, asked.OpenTable(name, link=LINK, bots=bots)) for name in room.games))
    world.tables = [each.body["id"] for each in opened]
    sits = [(PLAYERS[0], asked.SitDown(table, 1)) for table in world.tables]
    ask(*sits, *((PLAYERS[1 + at % 2], asked.SitDown(table, 2)) for at, table in enumerate(world.tables)))
    world.watch.look()
    return world


@cache
def prepared(room: Room, depth: int) -> World:
    """A room after steps without faults."""
    world = _opened(room)
    for _ in range(depth):
        world.step()
    return world


def prepare_rooms() -> None:
    """Prepares every room that seeds begin with; before a bug is seeded, so that the rooms do not have it."""
    for room in ROOMS:
        for depth in DEPTHS:
            prepared(room, depth)


def begun(seed: int, faults: Faults = HONEST, rooms: tuple[Room, ...] = ROOMS) -> World:
    """The world of a seed before its first step, in one of these rooms."""
    start = prepared(rooms[seed % len(rooms)], DEPTHS[seed // len(rooms) % len(DEPTHS)])
    disk = start.disk.copy(faults.disk)
    world = World(random.Random(seed), faults, disk, start.watch.copy(disk), list(start.tables), start.now_ms)
    for person in world.people:
        person.numbers = count(1000)  # Those below were used when the room was prepared.
    world.floors[0].handle([Request(BOSS, asked.Look(table)) for table in world.tables], world.now_ms)
    return world


def run(
    seed: int,
    faults: Faults = HONEST,
    steps: int = STEPS,
    told: Callable[[str], None] | None = None,
    rooms: tuple[Room, ...] = ROOMS,
) -> World:
    """The world of a seed after all its steps; a violation names the seed and the step."""
    world = begun(seed, faults, rooms)
    try:
        while world.steps < steps:
            world.step()
        if seed % RESTS == 0:
            world.come_to_rest()
    except Exception as error:
        raise Violation(
            f"seed {seed}, step {world.steps}: {type(error).__name__}: {error}\n"
            f"replay: python -m tests.support.simulation {seed}"
        ) from error
    finally:
        for entry in world.disk.entries_in_order[world.known :]:
            world.counts[f"booked {entry.kind}"] += 1
        world.counts["awards"] += sum(each.kind == "award" for each in world.disk.movements)
        if told is not None:
            for line in world.log:
                told(line)
    return world
