"""A memory with an end: the values used last, by key."""

import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

Kept = TypeVar("Kept")


class Memory(Generic[Kept]):
    """At most so many values by key; the one that was not used for longest goes first. Threads may share it."""

    def __init__(self, most: int) -> None:
        self.most, self._lock = most, threading.Lock()
        self._kept: OrderedDict[Hashable, Kept] = OrderedDict()

    def __len__(self) -> int:
        return len(self._kept)

    def __contains__(self, key: Hashable) -> bool:
        return key in self._kept

    def get(self, key: Hashable) -> Kept | None:
        """The value of a key, which is used last now; None where there is none."""
        with self._lock:
            if key in self._kept:
                self._kept.move_to_end(key)
            return self._kept.get(key)

    def keep(self, key: Hashable, value: Kept) -> Kept:
        """Keeps a value in place of any other of its key."""
        with self._lock:
            self._kept[key] = value
            self._kept.move_to_end(key)
            while len(self._kept) > self.most:
                self._kept.popitem(last=False)
        return value

    def found(self, key: Hashable, make: Callable[[], Kept]) -> Kept:
        """The value of a key, made and kept where there is none. Others may use the memory while it is made."""
        known = self.get(key)
        return self.keep(key, make()) if known is None else known

    def taken(self, key: Hashable) -> Kept | None:
        """The value of a key, which is forgotten; None where there is none."""
        with self._lock:
            return self._kept.pop(key, None)

    def clear(self) -> None:
        """Forgets everything."""
        with self._lock:
            self._kept.clear()
