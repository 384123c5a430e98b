"""Coroutines in tests: in a thread of their own, because a browser test may have left an event loop in this one."""

import asyncio
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

Result = TypeVar("Result")


def run_apart(work: Callable[[], Coroutine[Any, Any, Result]]) -> Result:
    """The result of a coroutine function, called there, so that nothing is left unawaited where no thread starts."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(lambda: asyncio.run(work())).result()
