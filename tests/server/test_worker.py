"""The thread that stores: requests share transactions, tables are called to time, a store that fails is said so."""

import asyncio
from collections import Counter
from pathlib import Path
from threading import Event
from typing import Any

import pytest

from pitboss.core.errors import PitbossError, StoreError
from pitboss.server.logs import open_log
from pitboss.server.metrics import Metrics
from pitboss.server.worker import Worker
from pitboss.table import requests as asked
from pitboss.table.batch import News
from pitboss.table.requests import Request
from tests.support.card_room import ANN, BOSS, CardRoom, room
from tests.support.loops import run_apart
from tests.support.server import Room, running, seated


class Working:
    """A worker over a card room in memory; its thread waits at the door until it is let in."""

    def __init__(self) -> None:
        self.room: CardRoom = room()
        self.news: list[News] = []
        self.worker = Worker(self.room.floor, self.news.extend, Metrics(), open_log(50), lambda: self.room.now_ms)

    async def __aenter__(self) -> "Working":
        self.worker.start()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.worker.stop()

    def held_up(self) -> Event:
        """Keeps the thread busy until the event is set."""
        event = Event()
        self.busy = asyncio.ensure_future(self.worker.do(lambda _: event.wait(10)))
        return event


def test_requests_that_wait_share_one_transaction():
    async def work() -> None:
        async with Working() as working:
            busy = working.held_up()
            deposits = [Request(BOSS, asked.Deposit("ann", 100), f"d{number}") for number in range(50)]
            tasks = [asyncio.ensure_future(working.worker.ask(each)) for each in deposits]
            await asyncio.sleep(0.05)
            before = working.room.store.commits
            busy.set()
            answers = await asyncio.gather(*tasks)
            assert Counter(each.status for each in answers) == {201: 50}
            assert answers[-1].body["balance"] == "1050.00"
            assert working.room.store.commits - before <= 3  # The busy work has none; a call of time may fall between.

    run_apart(work)


def test_what_was_asked_before_the_stop_is_stored_and_what_comes_after_is_refused():
    async def work() -> None:
        working = Working()
        working.worker.start()
        busy = working.held_up()
        task = asyncio.ensure_future(working.worker.ask(Request(BOSS, asked.Deposit("ann", 100), "d")))
        await asyncio.sleep(0.02)
        stopping = asyncio.ensure_future(working.worker.stop())
        await asyncio.sleep(0.02)
        with pytest.raises(PitbossError, match="stopping"):
            await working.worker.ask(Request(BOSS, asked.Deposit("ann", 100), "e"))
        busy.set()
        await stopping
        assert (await task).status == 201
        assert working.room.balance("ann") == 100_100
        assert working.room.store.list_anchors()

    run_apart(work)


def test_a_store_that_fails_is_503_and_the_same_key_may_try_again():
    def fail() -> None:
        raise StoreError("the disk is full")

    async def work() -> None:
        async with Working() as working:
            request = Request(BOSS, asked.Deposit("ann", 100), "d")
            working.room.store.before_commit = fail
            assert (await working.worker.ask(request)).status == 503
            working.room.store.before_commit = lambda: None
            assert (await working.worker.ask(request)).status == 201
            assert working.room.balance("ann") == 100_100

    run_apart(work)


def test_a_fault_of_the_program_is_500_and_the_thread_goes_on():
    async def work() -> None:
        async with Working() as working:
            fault = Request(BOSS, asked.OpenTable("super"), "o")
            handle, working.worker.floor.handle = working.worker.floor.handle, lambda *_: 1 // 0  # ty: ignore
            assert (await working.worker.ask(fault)).body["code"] == "request/failed"
            working.worker.floor.handle = handle
            assert (await working.worker.ask(Request(ANN, asked.Deposit("ann", 1), "x"))).status == 403
            with pytest.raises(ZeroDivisionError):
                await working.worker.do(lambda _: 1 // 0)
            assert working.worker.is_alive

    run_apart(work)


def test_the_rest_do_not_wait_longer_than_the_decision_time(tmp_path: Path):
    with running(tmp_path) as made:
        ann, bob = made.guest(), made.guest()
        table = seated(made, ann, bob, bet_seconds=20, decide_seconds=30)
        ann.post(f"/tables/{table}/bets", {"seat": 1, "bets": {"regular": "5.00"}})
        with ann.watching(table) as socket:
            later(made, 21_000)
            until(socket, "began")
            later(made, 52_000)
            assert until(socket, "over")["net"].keys() == {"1"}


def later(made: Room, ms: int) -> None:
    """Sets the server's clock ahead."""
    clock = made.service.clock
    made.service.worker.clock = lambda: clock() + ms


def until(socket: Any, kind: str) -> dict[str, Any]:
    """The next event of a kind."""
    while (event := socket.receive_json())["type"] != kind:
        pass
    return event
