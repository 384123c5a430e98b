"""The parts of a running server: store, floor, worker, hub, people, pools, and the news of other servers."""

import asyncio
import contextlib
import json
import secrets
import threading
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any, TypeVar

from pitboss import games
from pitboss.core.errors import RequestError, StoreError
from pitboss.core.game import Game
from pitboss.core.memory import Memory
from pitboss.games import catalog
from pitboss.server.alarms import Alarms, FiguresKey
from pitboss.server.coaching import HouseCoach, ready_all
from pitboss.server.figures import Figures
from pitboss.server.grading import Grading
from pitboss.server.limits import Rate
from pitboss.server.live import Hub
from pitboss.server.metrics import Metrics
from pitboss.server.people import SYSTEM_CALLER, People
from pitboss.server.questions import Teachings
from pitboss.server.settings import Settings
from pitboss.server.workbench import Workbench
from pitboss.server.worker import Worker, now_ms
from pitboss.solving import check_at_hand, is_at_hand
from pitboss.table.cashier import Cashier
from pitboss.table.floor import Floor
from pitboss.table.keys import HouseKey
from pitboss.table.live_table import CLOSED, build_game, read_opening
from pitboss.table.performance import WagerFigures
from pitboss.table.records import AuditRecord, EventRecord
from pitboss.table.requests import Note, OpenTable, Request
from pitboss.table.store import Store

SERVER = "server"
"""What the audit log calls a server."""
READERS, SOLVERS = 8, 2
MOST_SOLVES, MOST_COMPUTES = 16, 64
MOST_PIT_TABLES = 1000
MOST_HEARD_OF = 100_000
READY_S = 2
"""How long the opening of a table waits for the best play of its game."""

Given = TypeVar("Given")


async def in_daemon_thread(work: Callable[[], Given]) -> Given:
    """The result of work on a thread that does not keep the program from ending."""
    loop = asyncio.get_running_loop()
    future: asyncio.Future[Given] = loop.create_future()

    def give(result: Any, error: BaseException | None) -> None:
        if not future.done():
            future.set_exception(error) if error is not None else future.set_result(result)

    def run() -> None:
        result: Any = None
        error: BaseException | None = None
        try:
            result = work()
        except BaseException as raised:
            error = raised
        with contextlib.suppress(RuntimeError):  # The server has stopped meanwhile.
            loop.call_soon_threadsafe(give, result, error)

    threading.Thread(target=run, name="pitboss-solver", daemon=True).start()
    return await future


class Slots:
    """Room for work that takes long: little of it at a time, and not much that waits."""

    def __init__(self, at_a_time: int, most: int) -> None:
        self._places, self._most, self._taken = asyncio.Semaphore(at_a_time), most, 0

    def check(self) -> None:
        """Refuses more work where much waits already."""
        if self._taken >= self._most:
            raise RequestError(f"{self._most} computations run or wait already; ask again in a moment", "busy")

    async def do(self, work: Callable[[], Given]) -> Given:
        """The result of work, as soon as there is room for it."""
        self._taken += 1
        try:
            async with self._places:
                return await in_daemon_thread(work)
        finally:
            self._taken -= 1


def _last_settings(store: Store) -> dict[str, Any] | None:
    """The settings of the server that started last; None where none has, or it did not say."""
    starts = [each for each in store.found(AuditRecord, [SERVER]) if each.kind == "server-started"]
    return json.loads(starts[-1].body).get("settings") if starts else None


class Service:
    """One running server, without its network side."""

    def __init__(
        self,
        settings: Settings,
        store: Store,
        key: HouseKey,
        log: Any,
        clock: Callable[[], int] = now_ms,
        anchors: str | None = None,
        cashier: Cashier | None = None,
    ) -> None:
        self.settings, self.store, self.key, self.log, self.clock = settings, store, key, log, clock
        self.metrics = Metrics()
        self.coach = HouseCoach()
        self.floor = Floor(
            store,
            key,
            secrets.token_bytes,
            games.build,
            strategies=lambda name: catalog.folder(name).strategies,
            coach=self.coach,
            large_win_cents=settings.large_win_cents,
            cashier=cashier,
        )
        self.hub = Hub(self.read_events, self.metrics)
        self.worker = Worker(self.floor, self.hub.publish, self.metrics, log, clock, anchors)
        self.people = People(store, self.worker, self.metrics, clock, key, self.hub.end_sessions)
        limits = settings.limits
        self.requests_rate = Rate(limits.requests_per_second, 1)
        self.guests_rate = Rate(limits.guests_per_minute, 60)
        self.sign_in_rate = Rate(limits.sign_ins_per_minute, 60)
        self.solve_rate = Rate(limits.solves_per_minute, 60)
        self.pricing_rate = Rate(limits.pricings_per_minute, 60)
        self.figures = Figures(in_daemon_thread)
        self._readying: set[asyncio.Future[None]] = set()
        self.teachings = Teachings(in_daemon_thread)
        self.grading = Grading(store)
        self.workbench = Workbench()
        self._reading = ThreadPoolExecutor(READERS, "pitboss-reader")
        self._coaching, self._long = Slots(SOLVERS, MOST_SOLVES), Slots(SOLVERS, MOST_SOLVES)
        self._computing = ThreadPoolExecutor(SOLVERS, "pitboss-computer")
        self._computes = 0
        self._is_over = threading.Event()
        self._listener: threading.Thread | None = None
        self._warming: asyncio.Future[None] | None = None
        self._unready: set[str] | None = set()  # Tables whose best play is to be made ready; None for all.
        self._heard_of: Memory[None] = Memory(MOST_HEARD_OF)
        self.summaries: dict[str, tuple[tuple[Any, ...], Mapping[str, Any]]] = {}
        self.pit_tables: Memory[tuple[tuple[Any, ...], Mapping[str, Any]]] = Memory(MOST_PIT_TABLES)
        self.wager_figures: dict[FiguresKey, Mapping[str, WagerFigures]] = {}
        self.alarms = Alarms(store, self.wager_figures, self.metrics)

    async def start(self) -> None:
        """Starts the threads, and takes the start down in the audit log."""
        await self.read(self.floor.watch_clock_since_last, self.clock())
        before = await self.read(_last_settings, self.store)
        self.worker.start()
        settings = self.settings.for_the_log()
        if before not in (None, settings):
            await self._note("parameter-change", before=before, after=settings)
        await self._note("server-started", key=self.key.fingerprint, settings=settings)
        self._ready_tables(None)
        listen = getattr(self.store, "listen", None)
        if listen is not None:
            loop = asyncio.get_running_loop()
            self._listener = threading.Thread(
                target=self._listen, args=(listen, loop), name="pitboss-listener", daemon=True
            )
            self._listener.start()

    async def _note(self, kind: str, **body: Any) -> None:
        await self.worker.ask(Request(SYSTEM_CALLER, Note(kind, SERVER, body)))

    async def prepare(self, account: str, opening: OpenTable) -> None:
        """Makes the best play of a table's game ready before the table is opened, where that takes a moment.

        Otherwise the table has the best play when it is there: nobody who wants to play waits for it.
        """
        if await self.read(self.coach.is_ready, opening):
            return
        self.solve_rate.check(account)
        if not await self.read(is_at_hand, build_game(opening, games.build)):
            self._ready_later(opening)
            return
        making = asyncio.ensure_future(self._coaching.do(partial(self.coach.make_ready, opening)))
        self._readying.add(making)
        making.add_done_callback(self._readying.discard)
        await asyncio.wait([making], timeout=READY_S)

    def _ready_later(self, opening: OpenTable) -> None:
        """Makes the best play of a table's game ready once the game is solved, in the background."""

        async def solved() -> None:
            game = build_game(opening, games.build)
            if (await self.figures.of([game], None, always=True))[0] is not None:
                await in_daemon_thread(partial(self.coach.make_ready, opening))

        task = asyncio.ensure_future(solved())
        self._readying.add(task)
        task.add_done_callback(self._readying.discard)

    async def is_pending(self, game: Game) -> bool:
        """Whether the best play of a game takes minutes to be found and is not at hand; has it found meanwhile."""
        if await self.read(is_at_hand, game):
            return False
        self.figures.prefer(game)
        return True

    async def check_at_hand(self, game: Game) -> None:
        """Refuses what needs the best play of a game that takes minutes to be solved; has it solved meanwhile."""
        if await self.is_pending(game):
            check_at_hand(game)

    async def stop(self) -> None:
        """Stores everything that was asked; rounds in play stay in the store as they are."""
        self.hub.close()
        for task in (self._warming, *self._readying):
            if task is not None:
                task.cancel()
        await self._note("server-stopped")
        await self.worker.stop()
        self._is_over.set()
        self.people.close()
        self._reading.shutdown(wait=True, cancel_futures=True)
        self._computing.shutdown(wait=True, cancel_futures=True)
        if self._listener is not None:
            await asyncio.to_thread(self._listener.join)
        self.store.close()

    async def read(self, work: Callable[..., Given], *arguments: Any) -> Given:
        """The result of work that reads the store, done on a thread of its own."""
        return await asyncio.get_running_loop().run_in_executor(self._reading, work, *arguments)

    async def solve(self, address: str, work: Callable[[], Given], count: int = 1) -> Given:
        """The result of mathematics about a hand or a round, which counts as so many questions of an address."""
        return await self._solved(self._coaching, address, work, count)

    async def solve_long(self, address: str, work: Callable[[], Given], count: int = 1) -> Given:
        """The result of mathematics about a whole game, such as a PAR sheet, for which no advice waits."""
        return await self._solved(self._long, address, work, count)

    async def solve_on(self, work: Callable[[], Given]) -> Given:
        """The result of more of long mathematics that has begun to be told: it waits, but is not refused any more."""
        return await self._long.do(work)

    async def _solved(self, slots: Slots, address: str, work: Callable[[], Given], count: int) -> Given:
        self.solve_rate.check(address, count)
        slots.check()
        return await slots.do(work)

    async def compute(self, work: Callable[[], Given]) -> Given:
        """The result of quick mathematics, which does not wait for games that are being solved."""
        if self._computes >= MOST_COMPUTES:
            raise RequestError(f"{MOST_COMPUTES} computations run or wait already; ask again in a moment", "busy")
        self._computes += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._computing, work)
        finally:
            self._computes -= 1

    async def read_events(self, table: str, after: int, limit: int) -> list[EventRecord]:
        """Events of a table after a number."""
        return await self.read(self.store.events, table, after, limit)

    def _listen(self, listen: Callable[[], Any], loop: asyncio.AbstractEventLoop) -> None:
        """Hears which tables other servers wrote to, and goes on after the database was away."""
        may_have_missed = False
        while not self._is_over.is_set():
            try:
                for notice in listen():
                    if self._is_over.is_set():
                        return
                    if may_have_missed:
                        loop.call_soon_threadsafe(self._hear_anything)
                        may_have_missed = False
                    if notice is not None:
                        loop.call_soon_threadsafe(self._hear, *notice)
                return  # A database without news of others.
            except StoreError as error:
                self.log.warning("listener-lost", detail=str(error))
                may_have_missed = True
                self._is_over.wait(1)

    def _hear(self, table: str, seq: int) -> None:
        self.hub.hear(table, seq)
        if table not in self._heard_of:
            self._heard_of.keep(table, None)
            self._ready_tables({table})

    def _hear_anything(self) -> None:
        self.hub.hear_anything()
        self._ready_tables(None)

    def _ready_tables(self, ids: set[str] | None) -> None:
        """Makes the best play at these tables, or at all, ready: this server may have to go on with them."""
        self._unready = None if ids is None or self._unready is None else self._unready | ids
        if self._warming is None or self._warming.done():
            self._warming = asyncio.ensure_future(self._ready_more())

    async def _ready_more(self) -> None:
        while self._unready is None or self._unready:
            ids, self._unready = self._unready, set()
            try:
                for opening in await in_daemon_thread(partial(self._ready_now, ids)):
                    self._ready_later(opening)
            except StoreError as error:  # The tables are read again when the database is back.
                self.log.warning("tables-not-ready", detail=str(error))

    def _ready_now(self, ids: set[str] | None) -> list[OpenTable]:
        rows = [row for row in self.store.list_tables() if row.status != CLOSED and (ids is None or row.id in ids)]
        return ready_all(self.coach, [read_opening(row.opening) for row in rows])

    def is_ready(self) -> bool:
        """Whether requests are carried out and the store answers."""
        try:
            self.store.failures("ready")
        except StoreError:
            return False
        return self.worker.is_alive
