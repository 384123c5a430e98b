"""The one thread that writes: it takes all requests that wait, has the floor store them together, then answers.

While one transaction is being made durable, requests gather for the next: the more there are, the more share a commit.
Between batches it calls tables to time, signs the audit chain, and does other short work with the store.
"""

import asyncio
import queue
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

from pitboss.core.errors import PitbossError, RequestError, StoreError
from pitboss.server.metrics import Metrics
from pitboss.table import anchors_file
from pitboss.table.batch import News
from pitboss.table.floor import Floor
from pitboss.table.requests import Answer, Request, problem
from pitboss.table.store import Store

MOST_IN_BATCH = 256
MOST_WAITING = 20_000
DUE_EVERY_S = 0.1
ANCHOR_EVERY_S = 60

Given = TypeVar("Given")


@dataclass
class _Item:
    """Something that waits for the thread: a request, or other work with the store."""

    future: "asyncio.Future[Any]"
    request: Request | None = None
    work: Callable[[Store], Any] | None = None
    since_s: float = field(default_factory=time.monotonic)


def now_ms() -> int:
    """The time in milliseconds since 1970."""
    return time.time_ns() // 1_000_000


class Worker:
    """The thread of a server that writes. `publish` gets the events of every batch, on the event loop.

    Signatures of the audit chain are also kept in the file `anchors`, outside the database, where one is named.
    """

    def __init__(
        self,
        floor: Floor,
        publish: Callable[[Sequence[News]], None],
        metrics: Metrics,
        log: Any,
        clock: Callable[[], int] = now_ms,
        anchors: str | None = None,
    ) -> None:
        self.anchors_file = anchors
        self.floor, self.publish, self.metrics, self.log, self.clock = floor, publish, metrics, log, clock
        self._waiting: queue.SimpleQueue[_Item | None] = queue.SimpleQueue()
        self._thread = threading.Thread(target=self._run, name="pitboss-writer", daemon=True)
        self._loop: asyncio.AbstractEventLoop | None = None
        self._oldest_s: float | None = None
        self._is_stopping = False
        self._due_at = self._anchor_at = self.anchored_s = time.monotonic()
        metrics.watch(metrics.queue, self._waiting.qsize)
        metrics.watch(metrics.lag, self._lag)
        metrics.watch(metrics.unanchored, lambda: time.monotonic() - self.anchored_s)

    @property
    def is_alive(self) -> bool:
        """Whether requests are being carried out."""
        return self._thread.is_alive() and not self._is_stopping

    def start(self) -> None:
        """Starts the thread; called on the event loop that asks."""
        self._loop = asyncio.get_running_loop()
        self._thread.start()

    async def ask(self, request: Request) -> Answer:
        """The answer to a request, once it is durable."""
        return await self._put(_Item(self._future(), request=request))

    async def do(self, work: Callable[[Store], Given]) -> Given:
        """The result of short work with the store, done on the thread."""
        return await self._put(_Item(self._future(), work=work))

    async def stop(self) -> None:
        """Carries out what waits, signs the audit chain, and ends the thread; nothing is taken any more."""
        if not self._is_stopping:
            self._is_stopping = True
            self._waiting.put(None)
        await asyncio.to_thread(self._thread.join)

    def _future(self) -> "asyncio.Future[Any]":
        assert self._loop is not None
        return self._loop.create_future()

    async def _put(self, item: _Item) -> Any:
        if self._is_stopping or not self._thread.is_alive():
            raise RequestError("the server is stopping; ask again in a moment", "busy")
        if self._waiting.qsize() >= MOST_WAITING:
            raise RequestError(f"{MOST_WAITING} requests wait already; ask again in a moment", "busy")
        self._waiting.put(item)
        return await item.future

    def _lag(self) -> float:
        oldest = self._oldest_s
        return 0 if oldest is None else time.monotonic() - oldest

    def _run(self) -> None:
        is_open = True
        while is_open:
            items, is_open = self._take()
            try:
                self._carry_out(items)
                self._keep_time(is_last=not is_open)
            except Exception as error:  # The thread must outlive every fault.
                self.log.error("worker-failed", error=repr(error))
                self._resolve([(item.future, error) for item in items])
            self._oldest_s = None

    def _take(self) -> tuple[list[_Item], bool]:
        """What waits, after a pause at most as long as until the next call of time; False after the last."""
        items: list[_Item] = []
        pause = max(0, self._due_at - time.monotonic())
        try:
            item = self._waiting.get(timeout=pause)
            while True:
                if item is None:
                    while not self._waiting.empty():
                        item = self._waiting.get()
                        items += [item] if item else []
                    return items, False
                items.append(item)
                if len(items) >= MOST_IN_BATCH:
                    break
                item = self._waiting.get_nowait()
        except queue.Empty:
            pass
        self._oldest_s = items[0].since_s if items else None
        return items, True

    def _carry_out(self, items: Sequence[_Item]) -> None:
        asked = [item for item in items if item.request is not None]
        if asked:
            started = time.monotonic()
            requests = [item.request for item in asked if item.request is not None]
            answers, news = self._handled(requests)
            self._measure(asked, answers, started)
            self._resolve([(item.future, answer) for item, answer in zip(asked, answers, strict=True)], news)
        for item in items:
            if item.work is not None:
                self._resolve([(item.future, self._worked(item.work))])

    def _handled(self, requests: Sequence[Request]) -> tuple[Sequence[Answer], Sequence[News]]:
        try:
            handled = self.floor.handle(requests, self.clock())
        except Exception as error:  # A fault of this program: told to who asked, and logged.
            self.log.error("request-failed", action=type(requests[0].action).__name__, error=repr(error), exc_info=True)
            fault = RequestError(f"the server could not carry this out: {type(error).__name__}", "failed")
            return [problem(fault)] * len(requests), ()
        for answer in handled.answers:
            if answer.status >= 500:
                self.metrics.store_failures.inc()
                self.log.error("refused", code=answer.body.get("code"), detail=answer.body.get("detail"))
        return handled.answers, handled.news

    def _worked(self, work: Callable[[Store], Any]) -> Any:
        try:
            return work(self.floor.store)
        except Exception as error:
            if not isinstance(error, PitbossError):
                self.log.error("work-failed", error=repr(error), exc_info=True)
            return error

    def _measure(self, asked: Sequence[_Item], answers: Sequence[Answer], started_s: float) -> None:
        metrics = self.metrics
        metrics.batch_size.observe(len(asked))
        metrics.batch_seconds.observe(time.monotonic() - started_s)
        for item, answer in zip(asked, answers, strict=True):
            metrics.queue_seconds.observe(started_s - item.since_s)
            metrics.commands.labels(type(item.request and item.request.action).__name__, answer.status).inc()

    def _keep_time(self, *, is_last: bool) -> None:
        """Calls the tables that are due to time, and signs the audit chain now and then."""
        now = time.monotonic()
        if now >= self._due_at and not is_last:
            self._due_at = now + DUE_EVERY_S
            try:
                requests = self.floor.due(self.clock())
            except StoreError as error:
                self.log.error("store-failed", detail=str(error))
                self._due_at = now + 10 * DUE_EVERY_S
                return
            if requests:
                answers, news = self._handled(requests)
                for answer in answers:
                    self.metrics.commands.labels("CallTime", answer.status).inc()
                self._resolve((), news)
        if now >= self._anchor_at or is_last:
            self._anchor_at = now + ANCHOR_EVERY_S
            try:
                anchor = self.floor.anchor(self.clock())
                if anchor is not None and self.anchors_file is not None:
                    anchors_file.append(self.anchors_file, anchor)
                self.anchored_s = now
            except StoreError as error:
                self.log.error("store-failed", detail=str(error))

    def _resolve(self, results: Sequence[tuple["asyncio.Future[Any]", Any]], news: Sequence[News] = ()) -> None:
        """Gives events and answers away on the event loop; what it stands for is durable."""
        assert self._loop is not None
        if results or news:
            self._loop.call_soon_threadsafe(self._give, results, news)

    def _give(self, results: Sequence[tuple["asyncio.Future[Any]", Any]], news: Sequence[News]) -> None:
        if news:
            self.metrics.count_rounds(news)
            self.publish(news)
        for future, result in results:
            if future.done():
                continue  # Who asked has gone; what was stored stays stored.
            if isinstance(result, BaseException):
                future.set_exception(result)
            else:
                future.set_result(result)
