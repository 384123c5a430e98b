"""The hub: every watcher gets every event once and in order, whatever arrives late, twice, or from another server."""

import asyncio
import json
import random
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from pitboss.server import live
from pitboss.server.live import DroppedWatcherError, Hub, Told, Watcher
from pitboss.server.metrics import Metrics
from pitboss.table.batch import News
from pitboss.table.records import EventRecord
from tests.support.loops import run_apart

TABLE = "t_1"


def body(seq: int) -> dict[str, Any]:
    return {
        "type": "chose",
        "seat": 1,
        "choice": "draw",
        "option": f"{seq}",
        "raised": "0.00",
        "account": "ann",
        "names_cards": True,
    }


class Stored:
    """The events of one table in a store that remembers how often it was read."""

    def __init__(self) -> None:
        self.events: list[EventRecord] = []
        self.reads = 0

    def add(self) -> News:
        seq = len(self.events) + 1
        self.events.append(EventRecord(TABLE, seq, None, 0, json.dumps(body(seq))))
        return News(TABLE, seq, None, 0, body(seq))

    async def read(self, table: str, after: int, limit: int) -> list[EventRecord]:
        await asyncio.sleep(0)
        self.reads += 1
        return [each for each in self.events if each.seq > after][:limit]


async def taken(hub: Hub, watcher: Watcher, count: int, after: int = 0) -> list[dict[str, Any]]:
    """So many events of a watcher."""
    found: list[dict[str, Any]] = []
    async for texts in hub.events(TABLE, watcher, after):
        found += map(json.loads, texts)
        if len(found) >= count:
            return found
    return found


def run(work: Callable[[Hub, Stored], Awaitable[None]]) -> None:
    async def whole() -> None:
        stored = Stored()
        await asyncio.wait_for(work(Hub(stored.read, Metrics()), stored), 20)

    run_apart(whole)


@pytest.mark.parametrize("seed", range(20))
def test_events_come_gapless_whatever_order_they_arrive_in(seed: int, monkeypatch: pytest.MonkeyPatch):
    """Some are published here, some stored by another server that tells of them, some told twice or not in order."""
    monkeypatch.setattr(live, "OTHER_SERVER_S", 0)
    source = random.Random(seed)

    async def work(hub: Hub, stored: Stored) -> None:
        for _ in range(source.randrange(5)):
            stored.add()
        after = source.randrange(len(stored.events) + 1)
        watchers = [hub.join(TABLE, None) for _ in range(3)]
        tasks = [asyncio.ensure_future(taken(hub, each, 40 - after, after)) for each in watchers]
        held: list[News] = []
        while len(stored.events) < 40:
            news = stored.add()
            if source.random() < 0.4:
                hub.publish([news])
            elif source.random() < 0.5:
                hub.hear(TABLE, news.seq)
            else:
                held.append(news)
            if source.random() < 0.3:
                source.shuffle(held)
                hub.publish(held)
                held = []
            if source.random() < 0.5:
                await asyncio.sleep(0)
        hub.hear(TABLE, 40)
        for found in await asyncio.gather(*tasks):
            assert [each["seq"] for each in found] == list(range(after + 1, 41))

    run(work)


def test_only_the_account_it_is_about_sees_the_whole_of_an_event():
    async def work(hub: Hub, stored: Stored) -> None:
        ann, bob = hub.join(TABLE, "ann"), hub.join(TABLE, "bob")
        hub.publish([stored.add()])
        (hers,), (his,) = await taken(hub, ann, 1), await taken(hub, bob, 1)
        assert hers["option"] == "1"
        assert "option" not in his

    run(work)


def test_an_event_is_encoded_once_for_everybody_and_once_for_its_account(monkeypatch: pytest.MonkeyPatch):
    seen: list[str | None] = []
    told = live.seen_event
    monkeypatch.setattr(live, "seen_event", lambda seq, body, account: seen.append(account) or told(seq, body, account))
    event = Told(1, body(1))
    for account in (None, "bob", "ann", "carol", "ann"):
        event.text(account)
    assert seen == [None, "ann"]


def test_a_watcher_that_does_not_take_its_events_is_dropped_and_nobody_else(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(live, "MOST_WAITING", 5)

    async def work(hub: Hub, stored: Stored) -> None:
        slow, quick = hub.join(TABLE, None), hub.join(TABLE, None)
        task = asyncio.ensure_future(taken(hub, quick, 8))
        for _ in range(8):
            hub.publish([stored.add()])
            await asyncio.sleep(0.001)
        assert len(await task) == 8
        assert slow.is_dropped
        assert not slow.waiting
        with pytest.raises(DroppedWatcherError):
            await taken(hub, slow, 1)
        assert hub.metrics.dropped._value.get() == 1

    run(work)


def test_sessions_that_end_drop_their_own_watchers_and_nobody_else():
    async def work(hub: Hub, stored: Stored) -> None:
        one, two = hub.join(TABLE, "ann", "s1"), hub.join(TABLE, "ann", "s2")
        bob, nobody = hub.join(TABLE, "bob", "s3"), hub.join(TABLE, None)
        waiting = asyncio.ensure_future(taken(hub, one, 1))
        await asyncio.sleep(0.01)
        hub.end_sessions("ann", ["s1", "s3"])
        with pytest.raises(DroppedWatcherError):
            await waiting
        assert [each.code for each in (one, two, bob, nobody)] == [live.SIGNED_OUT, 0, 0, 0]
        hub.end_sessions("ann")
        assert [each.code for each in (one, two, bob, nobody)] == [live.SIGNED_OUT, live.SIGNED_OUT, 0, 0]
        hub.publish([stored.add()])
        assert [each["seq"] for each in await taken(hub, bob, 1)] == [1]
        assert hub.metrics.dropped._value.get() == 0

    run(work)


def test_a_table_that_nobody_watches_keeps_nothing():
    async def work(hub: Hub, stored: Stored) -> None:
        watcher = hub.join(TABLE, None)
        hub.leave(TABLE, watcher)
        hub.publish([stored.add()])
        assert hub.feeds == {}
        assert stored.reads == 0

    run(work)


def test_a_watch_ends_when_the_server_stops():
    async def work(hub: Hub, stored: Stored) -> None:
        watcher = hub.join(TABLE, None)
        task = asyncio.ensure_future(taken(hub, watcher, 1))
        await asyncio.sleep(0.01)
        hub.close()
        assert await task == []

    run(work)
