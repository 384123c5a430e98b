"""The hub: numbered events of tables to everybody who watches them, gapless, each as its watcher may see it.

An event looks the same to everybody but the account that it is about, so it is encoded at most twice, however many
watch. A watcher whose connection cannot keep up is dropped and may come back with the number of the last event it got.
A watcher whose session ends is dropped too.
"""

import asyncio
import json
from collections import deque
from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from pitboss.core.errors import StoreError
from pitboss.server.metrics import Metrics
from pitboss.table.batch import News
from pitboss.table.records import EventRecord
from pitboss.table.views import seen_event

TOO_SLOW, SIGNED_OUT = 4408, 4401
"""The codes with which WebSockets of dropped watchers are closed."""
MOST_WAITING = 2000
"""The events that may wait for one watcher before it is dropped."""
PAGE = 500
STORE_AWAY_S = 1
OTHER_SERVER_S = 0.02
"""How long news of another server waits, in case they are this server's own and on their way."""

Read = Callable[[str, int, int], Awaitable[list[EventRecord]]]

_ENCODER = json.JSONEncoder(separators=(",", ":"), ensure_ascii=False)


class DroppedWatcherError(Exception):
    """A watcher that did not take its events in time, or whose session has ended."""


@dataclass
class Told:
    """One event on its way to watchers, encoded once for everybody and once for the account that it is about."""

    seq: int
    body: Mapping[str, Any]

    @cached_property
    def for_everybody(self) -> str:
        return _ENCODER.encode(seen_event(self.seq, self.body, None))

    @cached_property
    def for_owner(self) -> str:
        return _ENCODER.encode(seen_event(self.seq, self.body, self.body["account"]))

    def text(self, account: str | None) -> str:
        """The event as an account, or somebody without one, may see it."""
        is_own = account is not None and self.body.get("account") == account
        return self.for_owner if is_own else self.for_everybody


class Watcher:
    """One connection that watches a table."""

    __slots__ = ("account", "code", "dropped", "is_over", "must_read", "session", "waiting", "woken")

    def __init__(self, account: str | None, session: str = "") -> None:
        self.account, self.session = account, session
        self.code = 0
        self.waiting: deque[Told] = deque()
        self.woken, self.dropped = asyncio.Event(), asyncio.Event()
        self.is_over, self.must_read = False, True

    @property
    def is_dropped(self) -> bool:
        """Whether it is to be sent nothing more; `code` says why."""
        return self.dropped.is_set()

    def drop(self, code: int) -> None:
        """Has its connection closed with a code, unless that is under way already."""
        if not self.is_dropped:
            self.code = code
            self.dropped.set()
            self.waiting.clear()
            self.woken.set()

    def give(self, told: Told) -> bool:
        """Adds an event; False where too many wait."""
        if len(self.waiting) >= MOST_WAITING:
            self.drop(TOO_SLOW)
        else:
            self.waiting.append(told)
        self.woken.set()
        return not self.is_dropped


class Feed:
    """The events of one table that is watched, in order."""

    def __init__(self) -> None:
        self.watchers: set[Watcher] = set()
        self.last: int | None = None
        self.early: dict[int, Told] = {}
        """Events that came before the one that they follow."""


class Hub:
    """Everybody who watches. Its methods are called on the event loop; `read` reads events from the store."""

    def __init__(self, read: Read, metrics: Metrics) -> None:
        self.read, self.metrics = read, metrics
        self.feeds: dict[str, Feed] = {}
        self._fetching: dict[str, asyncio.Task[None]] = {}
        self._wanted: set[str] = set()
        self.is_closed = False

    def publish(self, news: Sequence[News]) -> None:
        """Gives stored events to who watches their tables."""
        for each in news:
            feed = self.feeds.get(each.table)
            if feed is not None:
                self._add(each.table, feed, Told(each.seq, each.body))

    def hear(self, table: str, seq: int) -> None:
        """Another server stored events of a table up to a number."""
        feed = self.feeds.get(table)
        if feed is not None and (feed.last is None or seq > feed.last):
            self._fetch(table)

    def hear_anything(self) -> None:
        """News of other servers may have been missed: every table that is watched is read again."""
        for table in self.feeds:
            self._fetch(table)

    def _add(self, table: str, feed: Feed, told: Told) -> None:
        if feed.last is not None and told.seq <= feed.last:
            return
        if feed.last is not None and told.seq > feed.last + 1:
            feed.early[told.seq] = told
            self._fetch(table)
            return
        self._deliver(feed, told)
        while feed.early:
            following = feed.early.pop((feed.last or 0) + 1, None)
            if following is None:
                break
            self._deliver(feed, following)

    def _deliver(self, feed: Feed, told: Told) -> None:
        feed.last = told.seq
        for watcher in feed.watchers:
            if not watcher.is_dropped and not watcher.give(told):
                self.metrics.dropped.inc()

    def _fetch(self, table: str) -> None:
        """Has the events of a table read from the store; once more where that is being done already."""
        self._wanted.add(table)
        if table not in self._fetching:
            self._fetching[table] = asyncio.get_running_loop().create_task(self._fetch_all(table))

    async def _fetch_all(self, table: str) -> None:
        try:
            while table in self._wanted:
                await asyncio.sleep(OTHER_SERVER_S)
                self._wanted.discard(table)
                try:
                    await self._fetch_once(table)
                except StoreError:  # Tried again: the database may come back.
                    self._wanted.add(table)
                    await asyncio.sleep(STORE_AWAY_S)
        finally:
            del self._fetching[table]

    async def _fetch_once(self, table: str) -> None:
        feed = self.feeds.get(table)
        if feed is None:
            return
        if feed.last is None:  # Nobody has been told anything yet: every watcher reads for itself.
            for watcher in feed.watchers:
                watcher.must_read = True
                watcher.woken.set()
            return
        while events := await self.read(table, feed.last, PAGE):
            for event in events:
                self._add_stored(feed, event)
            if len(events) < PAGE:
                break

    def _add_stored(self, feed: Feed, event: EventRecord) -> None:
        if feed.last is not None and event.seq == feed.last + 1:
            feed.early.pop(event.seq, None)
            self._deliver(feed, Told(event.seq, json.loads(event.body)))

    def join(self, table: str, account: str | None, session: str = "") -> Watcher:
        """A new watcher of a table; from now on it gets what is published. `session` is the hash of its token."""
        watcher = Watcher(account, session)
        self.feeds.setdefault(table, Feed()).watchers.add(watcher)
        self.metrics.watchers.inc()
        return watcher

    def leave(self, table: str, watcher: Watcher) -> None:
        """Takes a watcher away."""
        feed = self.feeds[table]
        feed.watchers.discard(watcher)
        self.metrics.watchers.dec()
        if not feed.watchers:
            del self.feeds[table]

    async def events(self, table: str, watcher: Watcher, after: int) -> AsyncIterator[list[str]]:
        """The events of a table after a number, without end: those of the store first, then as they are published."""
        last = after
        while not watcher.is_over:
            if watcher.is_dropped:
                raise DroppedWatcherError
            if watcher.must_read or (watcher.waiting and watcher.waiting[0].seq > last + 1):
                watcher.must_read = False
                stored = await self.read(table, last, PAGE)
                watcher.must_read |= len(stored) == PAGE
                if stored:
                    last = stored[-1].seq
                    yield [Told(each.seq, json.loads(each.body)).text(watcher.account) for each in stored]
                continue
            texts = []
            while watcher.waiting and watcher.waiting[0].seq <= last + 1:
                told = watcher.waiting.popleft()
                if told.seq == last + 1:
                    last = told.seq
                    texts.append(told.text(watcher.account))
            if texts:
                yield texts
            elif not watcher.waiting:
                watcher.woken.clear()
                await watcher.woken.wait()

    def end_sessions(self, account: str, sessions: Collection[str] | None = None) -> None:
        """Drops the watchers of an account whose sessions have ended: those of these token hashes, or all."""
        for watcher in self._watchers():
            if watcher.account == account and (sessions is None or watcher.session in sessions):
                watcher.drop(SIGNED_OUT)

    def close(self) -> None:
        """Ends every watch: the server stops."""
        self.is_closed = True
        for watcher in self._watchers():
            watcher.is_over = True
            watcher.woken.set()

    def _watchers(self) -> Iterable[Watcher]:
        return [watcher for feed in self.feeds.values() for watcher in feed.watchers]
