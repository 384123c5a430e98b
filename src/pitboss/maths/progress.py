"""The progress of a long computation: the computation calls `tell`, and a watcher may show it."""

from collections.abc import Callable, Generator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TypeAlias

Watcher: TypeAlias = Callable[[str, int, int], None]
"""Receives the name of the task, the amount done, and the total amount."""

_watcher: ContextVar[Watcher | None] = ContextVar("watcher", default=None)


@contextmanager
def watched(watcher: Watcher) -> Generator[None]:
    """Within this context, the watcher receives every call of `tell`."""
    token = _watcher.set(watcher)
    try:
        yield
    finally:
        _watcher.reset(token)


def tell(words: str, done: int, total: int) -> None:
    """Reports progress to the watcher, if there is one; a task without a name is not reported."""
    watcher = _watcher.get()
    if watcher and words:
        watcher(words, done, total)
