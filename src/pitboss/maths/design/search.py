"""Branch and bound: one pay per row, sum inside a window, least distance. Exhaustive."""

from bisect import bisect_left, insort
from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from itertools import accumulate, pairwise
from math import gcd
from typing import NamedTuple, TypeAlias

UNIT = 10**6  # Distances are whole numbers of millionths.


class Way(NamedTuple):
    """One pay that a row may have: its distance from the shape, its size, its worth, and the deals it wins."""

    cost: int
    size: int
    worth: int
    wins: int = 0


class Bounds(NamedTuple):
    """The window of a search: the least and the greatest sum of worths, and of winning deals."""

    low: int
    high: int
    fewest: int = 0
    most: int = 0


Picks: TypeAlias = tuple[Way, ...]
Fits: TypeAlias = Callable[[Picks], bool]


class Slope:
    """A lower bound on the cost of moving a sum of worths by some distance.

    It is the linear relaxation of the search: the segments of the lower convex hulls of all rows' (worth moved, cost)
    points, taken in order of their slopes, the last one in part.
    """

    def __init__(self, rows: Iterable[Iterable[tuple[int, int]]]) -> None:
        pieces = (piece for points in rows for piece in _hull(points))
        self.pieces = sorted(pieces, key=lambda piece: Fraction(*piece[::-1]))
        self.moves = list(accumulate((move for move, _ in self.pieces), initial=0))
        self.costs = list(accumulate((cost for _, cost in self.pieces), initial=0))

    def __call__(self, move: int) -> int:
        """The bound for a move that the rows can make."""
        place = bisect_left(self.moves, move)
        if place == 0:
            return 0
        length, cost = self.pieces[place - 1]
        return self.costs[place - 1] + cost * (move - self.moves[place - 1]) // length


def _hull(points: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    """The segments of the lower convex hull of (0, 0) and points to its right."""
    corners = [(0, 0)]
    for move, cost in sorted(points):
        while len(corners) > 1 and (cost - corners[-1][1]) * (corners[-1][0] - corners[-2][0]) <= (
            corners[-1][1] - corners[-2][1]
        ) * (move - corners[-1][0]):
            corners.pop()
        if move > corners[-1][0]:
            corners.append((move, cost))
    return [(right[0] - left[0], right[1] - left[1]) for left, right in pairwise(corners)]


def _onwards(numbers: Iterable[int]) -> list[int]:
    """Suffix sums: at every place, the sum of the numbers from there on."""
    return list(accumulate(reversed(list(numbers)), initial=0))[::-1]


def _moves(row: list[Way], sign: int) -> list[tuple[int, int]]:
    """For each way worth more (sign 1) or less (-1) than the row's cheapest: the difference, and the extra cost."""
    moves = ((sign * (way.worth - row[0].worth), way.cost - row[0].cost) for way in row)
    return [(move, cost) for move, cost in moves if move > 0]


class Search:
    """The cheapest picks of one way per row whose sums of worths and wins lie in a window.

    Rows are given best first; on a ladder, no row pays more than the one above. The search goes from the lowest row,
    which is worth most, upwards. A branch is pruned if the remaining rows cannot bring the sums into the window (by
    their extremes, and for the last few rows by all their sums), or only at a cost (`Slope`) beyond the limit. The
    limit rises until enough picks lie within it, so no nearer pick is missed.
    """

    SUMS = 30_000
    """The most sums of the last rows that are stored."""

    def __init__(self, rows: Sequence[Sequence[Way]], ladder: bool) -> None:
        self.rows = [sorted(row) for row in reversed(rows)]
        self.ladder = ladder
        self.least = _onwards(min(way.worth for way in row) for row in self.rows)
        self.most = _onwards(max(way.worth for way in row) for row in self.rows)
        self.fewest_wins = _onwards(min(way.wins for way in row) for row in self.rows)
        self.most_wins = _onwards(max(way.wins for way in row) for row in self.rows)
        self.cost = _onwards(row[0].cost for row in self.rows)
        self.start = _onwards(row[0].worth for row in self.rows)
        self.step = gcd(*(way.worth - row[0].worth for row in self.rows for way in row))
        self.dearest = sum(row[-1].cost for row in self.rows)
        places = range(len(self.rows) + 1)
        self.rises = [Slope(_moves(row, 1) for row in self.rows[place:]) for place in places]
        self.falls = [Slope(_moves(row, -1) for row in self.rows[place:]) for place in places]
        self.sums = self._sums()

    def _sums(self) -> list[list[int]]:
        """At every row near the end, all sums of the rows from there on; empty if they are too many."""
        kept: list[list[int]] = [[] for _ in self.rows] + [[0]]
        for place in reversed(range(len(self.rows))):
            if len(kept[place + 1]) * len(self.rows[place]) > self.SUMS:
                break
            kept[place] = sorted({way.worth + rest for way in self.rows[place] for rest in kept[place + 1]})
        return kept

    def bound(self, place: int, window: Bounds) -> int | None:
        """A lower bound on the cost of reaching a window with the rows from a place on; None if they cannot."""
        low, high, fewest, most = window
        if low > self.most[place] or high < self.least[place]:
            return None
        if fewest > self.most_wins[place] or most < self.fewest_wins[place]:
            return None
        if self.sums[place]:
            nearest = bisect_left(self.sums[place], low)
            if nearest == len(self.sums[place]) or self.sums[place][nearest] > high:
                return None
        start = self.start[place]
        if start < low:
            return self.cost[place] + self.rises[place](low - start)
        return self.cost[place] + (self.falls[place](start - high) if start > high else 0)

    def nearest(self, window: Bounds, count: int, fits: Fits | None = None) -> list[tuple[int, Picks]]:
        """The `count` cheapest picks, cheapest first, and all ties with the last."""
        if self.step:  # Sums differ by whole steps, so a narrow window may hold none.
            low = window.low + (self.start[0] - window.low) % self.step
            window = window._replace(low=low, high=max(low - 1, window.high))
        first = self.bound(0, window) if window.low <= window.high else None
        if first is None:
            return []
        width = UNIT // 10
        while True:
            found = self._within(first + width, window, count, fits)
            if len(found) >= count or first + width >= self.dearest:
                return found
            width *= 2

    def _within(self, limit: int, window: Bounds, count: int, fits: Fits | None) -> list[tuple[int, Picks]]:
        """The cheapest picks up to a limit of cost, by depth-first search."""
        found: list[tuple[int, Picks]] = []
        chosen: list[Way] = []

        def keep(cost: int) -> None:
            nonlocal limit
            ways = tuple(reversed(chosen))
            if fits is None or fits(ways):
                insort(found, (cost, ways))
            if len(found) >= count:
                limit = found[count - 1][0]
                while found[-1][0] > limit:
                    found.pop()

        def go_on(place: int, cost: int, window: Bounds) -> None:
            if place == len(self.rows):
                keep(cost)
                return
            low, high, fewest, most = window
            for way in self.rows[place]:
                if cost + way.cost + self.cost[place + 1] > limit:
                    break
                if self.ladder and chosen and way.size < chosen[-1].size:
                    continue
                rest = Bounds(low - way.worth, high - way.worth, fewest - way.wins, most - way.wins)
                least = self.bound(place + 1, rest)
                if least is not None and cost + way.cost + least <= limit:
                    chosen.append(way)
                    go_on(place + 1, cost + way.cost, rest)
                    chosen.pop()

        go_on(0, 0, window)
        return found

    def beside(self, window: Bounds, fits: Fits | None = None) -> tuple[Picks | None, Picks | None]:
        """The picks on either side of an empty window: the greatest worth below it, and the least above it."""
        below = self._last(window._replace(low=self.least[0], high=window.low - 1), "low", fits)
        return below, self._last(window._replace(low=window.high + 1, high=self.most[0]), "high", fits)

    def beside_wins(self, fewest: int, most: int) -> tuple[Picks | None, Picks | None]:
        """The picks on either side of an empty range of wins: the most wins below it, and the fewest above it."""
        window = Bounds(self.least[0], self.most[0], self.fewest_wins[0], self.most_wins[0])
        below = self._last(window._replace(most=fewest - 1), "fewest")
        return below, self._last(window._replace(fewest=most + 1), "most")

    def _last(self, window: Bounds, bound: str, fits: Fits | None = None) -> Picks | None:
        """The last picks found in a window whose `bound` is moved past each pick found."""
        last = None
        while found := self.nearest(window, 1, fits):
            last = found[0][1]
            worth, wins = sum(way.worth for way in last), sum(way.wins for way in last)
            past = {"low": worth + 1, "high": worth - 1, "fewest": wins + 1, "most": wins - 1}
            window = window._replace(**{bound: past[bound]})
        return last

    def ends(self) -> tuple[Picks, Picks] | None:
        """The picks with the least and the greatest sum; None if the ladder allows none."""
        low: list[Way] = []
        high: list[Way] = []
        for row in self.rows:
            ways = [way for way in row if not (self.ladder and low and way.size < low[-1].size)]
            if not ways:
                return None
            low.append(min(ways, key=lambda way: way.size))
        for row in reversed(self.rows):
            ways = [way for way in row if not (self.ladder and high and way.size > high[-1].size)]
            high.append(max(ways, key=lambda way: way.size))
        return tuple(reversed(low)), tuple(high)
