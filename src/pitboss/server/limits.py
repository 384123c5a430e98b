"""Rate limits: how often one address or account may ask, by buckets that fill steadily."""

import time
from collections import OrderedDict
from collections.abc import Callable

from pitboss.core.errors import RequestError

MOST_KEPT = 10_000


class Rate:
    """At most `most` requests at once by one subject, filling up again at `most` in `seconds`; 0 sets no limit."""

    def __init__(self, most: int, seconds: int, clock: Callable[[], float] = time.monotonic) -> None:
        self.most, self.seconds, self.clock = most, seconds, clock
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def check(self, subject: str, count: int = 1) -> None:
        """Counts a request, or one that stands for several; refuses it where there were too many."""
        if not self.most:
            return
        count = min(count, self.most)
        now = self.clock()
        left, then = self._left.pop(subject, (self.most, now))
        left = min(self.most, left + (now - then) * self.most / self.seconds)
        self._left[subject] = (max(0, left - (count if left >= count else 1)), now)
        if len(self._left) > MOST_KEPT:
            self._left.popitem(last=False)
        if left < count:
            often = f"{self.most} in {self.seconds} s" if self.seconds > 1 else f"{self.most} a second"
            raise RequestError(f"too many requests: at most {often} are taken; wait a moment", "too-many")
