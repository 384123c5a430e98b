"""Coroutines in tests: in a thread of their own, because a browser test may have left an event loop in this one."""

import asyncio
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

Result = TypeVar("Result")


def run_apart(work: Coroutine[Any, Any, Result]) -> Result:
    """The result of a coroutine."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, work).result()
