"""The distribution of the result of several rounds: exact while it has few points, else a normal approximation."""

from dataclasses import dataclass
from fractions import Fraction
from math import sqrt
from statistics import NormalDist

import numpy as np

from pitboss.maths.sessions.one_round import OneRound

MOST_POINTS = 20_000
"""Different results of a session for which the distribution is kept."""
MOST_SUMS = 4_000_000
"""Pairs of results that are added for one more round; beyond that, the distribution is given up."""
ROUNDING = 1e-9
"""Probabilities are sums of floats: those that differ by less count as equal."""


@dataclass(frozen=True, eq=False)
class Spread:
    """The net results of a session in cents: their range, mean and variance, and each one's probability if kept."""

    least_cents: int = 0
    most_cents: int = 0
    mean_cents: Fraction = Fraction(0)
    variance: Fraction = Fraction(0)
    results: np.ndarray | None = None
    chances: np.ndarray | None = None
    is_kept: bool = True
    """Whether the exact distribution is kept; once it has too many points, only range, mean and variance are."""

    def plus(self, other: "Spread") -> "Spread":
        """The spread of the sum of two results, taken as independent."""
        added = None if not (self.is_kept and other.is_kept) else _added(self.points, other.points)
        results, chances = added if added else (None, None)
        return Spread(
            self.least_cents + other.least_cents,
            self.most_cents + other.most_cents,
            self.mean_cents + other.mean_cents,
            self.variance + other.variance,
            results,
            chances,
            added is not None,
        )

    @property
    def points(self) -> tuple[np.ndarray, np.ndarray]:
        """The results, ascending, and their probabilities; before the first round the one result is 0."""
        if self.results is None or self.chances is None:
            return np.zeros(1, dtype=np.int64), np.ones(1)
        return self.results, self.chances

    def band_cents(self, percent: int) -> tuple[int, int]:
        """The central range that holds the result with this probability or more.

        Where the distribution is not kept it is the normal approximation, within what is possible.
        """
        tail = (1 - percent / 100) / 2
        if self.is_kept:
            results, chances = self.points
            sums = np.cumsum(chances)
            low = int(np.searchsorted(sums, tail + ROUNDING, side="right"))
            high = int(np.searchsorted(sums, 1 - tail - ROUNDING))
            return int(results[low]), int(results[min(high, len(results) - 1)])
        reach = NormalDist().inv_cdf(1 - tail) * sqrt(self.variance)
        low_cents, high_cents = (round(float(self.mean_cents) + side * reach) for side in (-1, 1))
        return max(low_cents, self.least_cents), min(high_cents, self.most_cents)


def spread_of(once: OneRound) -> Spread:
    """The spread of one round, whose net results are in cents."""
    cents = np.array([round(net) for net in once.nets], dtype=np.int64)
    return Spread(int(cents[0]), int(cents[-1]), once.mean, once.variance, cents, once.chances)


def _added(
    one: tuple[np.ndarray, np.ndarray], other: tuple[np.ndarray, np.ndarray]
) -> tuple[np.ndarray, np.ndarray] | None:
    """The distribution of the sum of two independent results; None where it has too many points."""
    if len(one[0]) * len(other[0]) > MOST_SUMS:
        return None
    results, which = np.unique(np.add.outer(one[0], other[0]).ravel(), return_inverse=True)
    if len(results) > MOST_POINTS:
        return None
    return results, np.bincount(which.ravel(), np.multiply.outer(one[1], other[1]).ravel())
