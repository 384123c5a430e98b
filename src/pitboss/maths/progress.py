"""How far a long computation is: it tells, and whoever watches may show it."""

from collections.abc import Callable, Generator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import TypeAlias

Watcher: TypeAlias = Callable[[str, int, int], None]
"""Is told what is being done, how much of it is, and how much there is."""

_watcher: ContextVar[Watcher | None] = ContextVar("watcher", default=None)


@contextmanager
def watched(watcher: Watcher) -> Generator[None]:
    """Everything computed inside tells this watcher."""
    token = _watcher.set(watcher)
    try:
        yield
    finally:
        _watcher.reset(token)


def tell(words: str, done: int, total: int) -> None:
    """Tells whoever watches, if anybody does."""
    watcher = _watcher.get()
    if watcher and words:
        watcher(words, done, total)
