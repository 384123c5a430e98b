"""Records of a database in order, a page of them in memory at a time."""

from collections.abc import Callable
from typing import Any


class Cursor:
    """Records in order, read page by page, and handed out as the log asks for them."""

    def __init__(self, page: Callable[[int], list[Any]], number: Callable[[Any], int]) -> None:
        self._page, self._number = page, number
        self._read = 0
        self._ready: list[Any] = []
        self._place = 0
        self._is_at_end = False

    def restart(self) -> None:
        """Looks for more records where there were none."""
        self._is_at_end = False

    def peek(self) -> Any | None:
        """The next record, or None at the end."""
        return self._ready[self._place] if self._is_filled(1) else None

    def take(self, count: int) -> list[Any]:
        """The next records, fewer at the end."""
        self._is_filled(count)
        first, self._place = self._place, min(self._place + count, len(self._ready))
        return self._ready[first : self._place]

    def _is_filled(self, count: int) -> bool:
        while len(self._ready) - self._place < count:
            rows = [] if self._is_at_end else self._page(self._read)
            if not rows:
                self._is_at_end = True
                return False
            self._ready = self._ready[self._place :] + rows
            self._place, self._read = 0, self._number(rows[-1])
        return True
