"""Many rounds of one wager: the distribution of the total, from the exact results of one round.

It is neither a normal approximation nor simulated. Totals lie on a lattice, and their distribution is the n-fold
convolution of one round's, by Fourier transform on a window outside of which, by Chernoff's bound, lies less than
`NEGLIGIBLE`. The transform folds that part back into the window, which bounds its error. Rare awards that would make
the window too wide are conditioned on: given how often each occurs, the other rounds need a small window.

Rounding errors are bounded as well: of sums by standard error analysis, of the transform in `spectrum`.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import erfc, exp, floor, gcd, log, log1p, sqrt

import numpy as np

from pitboss.core.errors import SetupError
from pitboss.maths.sessions.one_round import NEGLIGIBLE, TILTS, OneRound, cumulants, gathered
from pitboss.maths.sessions.spectrum import ROUNDING, Spectrum, spectrum

LARGEST = 1 << 20  # Cells of a window; with a wider one, rare awards are conditioned on.
WIDEST = 1 << 24  # Cells of a window that has no rare awards.
LARGEST_TOTAL = 1 << 62
COMMON = 1 << 17  # Cells of the window that remains, if possible, when rare awards are conditioned on.
MOST_CELLS = 1 << 23
SELDOM = 2  # The most rare awards expected in a session.
COARSER = 2  # How many times as wide a histogram's bars may be, to fit the totals of the likeliest nets.
FORGOTTEN = 1e-16  # Combinations of awards with a smaller chance are left out, and counted as an error.


def normal(z: np.ndarray) -> np.ndarray:
    """The standard normal distribution function."""
    found = np.where(z > 0, 1.0, 0.0)
    near = np.flatnonzero(np.abs(z) < 9)  # Beyond nine deviations lies less than 1e-18.
    found[near] = [erfc(each) / 2 for each in (z[near] / -sqrt(2)).tolist()]
    return found


def running(chances: np.ndarray) -> np.ndarray:
    """Cumulative sums by blocks, so that rounding errors grow only with the root of the number of cells."""
    block = max(1, int(sqrt(len(chances))))
    padded = np.zeros(-(-len(chances) // block) * block)
    padded[: len(chances)] = chances
    rows = np.cumsum(padded.reshape(-1, block), axis=1)
    rows[1:] += np.cumsum(rows[:-1, -1])[:, None]
    return rows.ravel()[: len(chances)]


def summing(cells: int) -> float:
    """A bound on the rounding error of a sum of this many chances."""
    return 4 * sqrt(cells) * ROUNDING


@dataclass(frozen=True)
class Interval:
    """Totals from `low` to `high`, inclusive: the share of sessions that end there, and the normal curve's share."""

    low: Fraction
    high: Fraction
    share: float
    normal: float


@dataclass(frozen=True, eq=False)
class Session:
    """The distribution of the total after some rounds: `cells` in steps, ascending, with their chances.

    The chance of any event about the total has an error of at most `missing`.
    """

    one: OneRound
    rounds: int
    cells: np.ndarray
    chances: np.ndarray
    missing: float

    @property
    def step(self) -> Fraction:
        return self.one.step

    @cached_property
    def at_most(self) -> np.ndarray:
        """The distribution function: for every cell, the chance of a total up to it."""
        return running(self.chances)

    def quantile(self, share: float) -> Fraction:
        """The least total whose distribution function reaches this share; differences within `missing` are ignored."""
        if not self.missing < share < 1 - self.missing:
            raise SetupError(f"a quantile needs a share between {self.missing} and 1 - {self.missing}, not {share}")
        place = int(np.searchsorted(self.at_most, share - self.missing))
        return int(self.cells[place]) * self.step

    @cached_property
    def ahead(self) -> float:
        """The chance of a positive total."""
        return float(self.chances[self.cells > 0].sum())

    @cached_property
    def even(self) -> float:
        """The chance of a total of 0."""
        return float(self.chances[self.cells == 0].sum())

    @cached_property
    def behind(self) -> float:
        """The chance of a negative total."""
        return float(self.chances[self.cells < 0].sum())

    @property
    def exact_mean(self) -> Fraction:
        """The mean of the total, from the mean of one round."""
        return self.rounds * self.one.mean

    @property
    def exact_deviation(self) -> float:
        """The standard deviation of the total, from the variance of one round."""
        return sqrt(self.rounds * self.one.variance)

    @cached_property
    def mean(self) -> float:
        """The mean of the computed distribution, to check it against `exact_mean`."""
        middle = round(self.exact_mean / self.step)
        return float(self.step * middle) + float(self.step) * float((self.cells - middle) @ self.chances)

    def curve(self, cells: np.ndarray) -> np.ndarray:
        """The normal approximation of the chance of a total of at most `cells`."""
        return normal((cells - float(self.exact_mean / self.step)) * float(self.step) / self.exact_deviation)

    def normal_gap(self, corrected: bool = True) -> float:
        """The largest error of the normal approximation of the distribution function.

        With the continuity correction the curve is read halfway between a total and the next possible one; without it,
        at the total, and the error includes the jump there.
        """
        if not self.exact_deviation:
            return 0.0
        half = self.one.span / 2 if corrected else 0.0
        after = np.abs(self.at_most - self.curve(self.cells + half))
        before = np.abs(self.at_most - self.chances - self.curve(self.cells - half))
        return float(max(after.max(), before.max()))

    def bars(self, most: int, outside: float = 0.001) -> list[Interval]:
        """A histogram of at most `most` bars, without a share `outside` of the sessions, half on each side.

        Every bar holds the same number of possible totals, and of those that the likeliest nets lead to; otherwise the
        heights would vary with that number.
        """
        span = self.one.span
        low, high = (int(self.quantile(share) / self.step) for share in (outside / 2, 1 - outside / 2))
        least = -(-(high - low + span) // most)
        lattice = max([span, *(each for each in self.one.lattices if each <= COARSER * least)])
        width = lattice * -(-least // lattice)
        edges = low + width * np.arange((high - low) // width + 2)
        below = np.concatenate([[0.0], self.at_most])[np.searchsorted(self.cells, edges)]
        curve = self.curve(edges - span / 2) if self.exact_deviation else below
        rows = zip(edges[:-1].tolist(), np.diff(below).tolist(), np.diff(curve).tolist(), strict=True)
        return [Interval(low * self.step, (low + width - span) * self.step, share, drawn) for low, share, drawn in rows]


@dataclass(frozen=True)
class Fall:
    """A combination of rare awards in a session: their number, their sum, and the chance of exactly these."""

    count: int
    cells: int
    chance: float


def fallen(awards: Sequence[tuple[int, float]], rounds: int) -> tuple[list[Fall], float]:
    """The likely combinations of rare awards, and a bound on the chance of all combinations left out."""
    award = sum(chance for _, chance in awards)
    falls, left_out = [], 64 * ROUNDING
    ways, sums = 1.0, {0: 1.0}  # The ways to choose the rounds; by sum, the chance of awards in a given order.
    for count in range(rounds + 1):
        others = ways * exp((rounds - count) * log1p(-award))
        for cells, chance in sums.items():
            if others * chance > FORGOTTEN:
                falls.append(Fall(count, cells, others * chance))
            else:
                left_out += others * chance
        ways *= (rounds - count) / (count + 1)
        more: dict[int, float] = {}
        for cells, chance in sums.items():
            for cell, each in awards:
                more[cells + cell] = more.get(cells + cell, 0.0) + chance * each
        sums = more
        if ways * award ** (count + 1) < NEGLIGIBLE / 10:  # A bound on the chance of more awards.
            left_out += ways * award ** (count + 1)
            break
    return falls, left_out


def merged(parts: Sequence[tuple[np.ndarray, np.ndarray]], span: int) -> tuple[np.ndarray, np.ndarray]:
    """The sum of distributions on evenly spaced cells; overlapping ones are added on one array."""
    islands: list[list[tuple[np.ndarray, np.ndarray]]] = []
    end = 0
    for cells, chances in sorted(parts, key=lambda part: int(part[0][0])):
        if not islands or cells[0] > end:
            islands.append([])
            end = int(cells[-1])
        islands[-1].append((cells, chances))
        end = max(end, int(cells[-1]))
    found = []
    for island in islands:
        first = int(island[0][0][0])
        chances = np.zeros((max(int(cells[-1]) for cells, _ in island) - first) // span + 1)
        for cells, share in island:
            every = (int(cells[1] - cells[0]) if len(cells) > 1 else span) // span
            start = (int(cells[0]) - first) // span
            chances[start : start + every * len(share) : every] += share
        kept = np.flatnonzero(chances)
        found.append((first + span * kept, chances[kept]))
    return np.concatenate([cells for cells, _ in found]), np.concatenate([chances for _, chances in found])


@dataclass(frozen=True)
class Sessions:
    """The distributions of the total of one wager after any number of rounds; they share one transform."""

    one: OneRound

    @cached_property
    def _spectra(self) -> dict[int, Spectrum]:
        return {}

    @cached_property
    def _commons(self) -> "dict[int, Sessions]":
        return {}

    @cached_property
    def _bounds(self) -> tuple[np.ndarray, np.ndarray]:
        """The cumulants of the loss and of the gain."""
        places, chances = self.one.places, self.one.chances
        return cumulants([-place for place in places], chances), cumulants(places, chances)

    def window(self, rounds: int) -> tuple[int, int]:
        """The lowest and the highest place of the window: beyond each lies at most half of `NEGLIGIBLE`."""
        least = log(2 / NEGLIGIBLE) + 0.01  # The margin covers rounding errors of the bound itself.
        losing, winning = (floor(((least + rounds * each) / TILTS).min()) for each in self._bounds)
        return max(-losing, rounds * self.one.places[0]), min(winning, rounds * self.one.places[-1])

    def size(self, rounds: int) -> int:
        """The size of the transform that covers the window: a power of two."""
        low, high = self.window(rounds)
        return 1 << (high - low).bit_length()

    def spectrum(self, size: int) -> Spectrum:
        """The transform of one round, cached; a known larger one is thinned."""
        if size not in self._spectra:
            larger = [each for each in self._spectra.values() if each.size > size]
            made = larger[0].thinned(size) if larger else spectrum(self.one.places, self.one.chances, size)
            self._spectra[size] = made
        return self._spectra[size]

    def after(self, rounds: int) -> Session:
        """The distribution of the total after `rounds` rounds."""
        if rounds < 0 or rounds * max(map(abs, self.one.cells)) > LARGEST_TOTAL:
            raise SetupError(f"{rounds:,} rounds are too many or too few: their totals must be below 2^62 steps")
        if rounds == 0:
            return Session(self.one, 0, np.zeros(1, dtype=np.int64), np.ones(1), 0.0)
        if rounds == 1 or len(self.one.nets) == 1:
            cells = rounds * np.array(self.one.cells, dtype=np.int64)
            return Session(self.one, rounds, cells, self.one.chances, len(cells) * ROUNDING)
        if self.size(rounds) <= LARGEST:
            return self._together(rounds)
        awards, common = self._parted(rounds)
        falls, left_out = fallen(awards, rounds)
        if awards and common.size(rounds) * len(falls) <= MOST_CELLS:
            return self._apart(rounds, common, falls, left_out)
        if self.size(rounds) <= WIDEST:
            return self._together(rounds)
        raise SetupError(
            f"{rounds:,} rounds from {self.one.worst} to {self.one.nets[-1]} in steps of {self.one.step} need a "
            f"window of {self.size(rounds):,} cells, and {WIDEST:,} are the most"
        )

    def alike(self, rounds: int, points: int) -> list[int]:
        """About `points` numbers of rounds up to `rounds` whose likeliest totals lie on the same lattice.

        Quantiles of a bet that wins 8 or loses 1 are multiples of 9 above minus the number of rounds: over numbers that
        differ by anything but 9 they would zigzag.
        """
        lattice = self.one.lattices[-1]
        period = lattice // gcd(lattice, self.one.cells[0])
        every = period * max(1, round(rounds / points / period)) if period <= rounds // 8 else max(1, rounds // points)
        return list(range(rounds, 0, -every))[::-1]

    def fan(self, rounds: Sequence[int], shares: Sequence[float]) -> list[list[Fraction]]:
        """For every number of rounds, the quantiles of these shares."""
        found = {}
        for each in sorted(set(rounds), reverse=True):  # The largest transform first, because it contains the others.
            session = self.after(each)
            found[each] = [session.quantile(share) for share in shares]
        return [found[each] for each in rounds]

    def _together(self, rounds: int) -> Session:
        size = self.size(rounds)
        low, high = self.window(rounds)
        chances, wrong = self.spectrum(size).power(rounds)
        chances = np.roll(chances, -(low % size))[: high - low + 1]
        first = rounds * (self.one.cells[0] - self.one.places[0] * self.one.span)
        cells = first + self.one.span * np.arange(low, high + 1)
        return Session(self.one, rounds, cells, chances, NEGLIGIBLE + wrong + summing(size))

    def _apart(self, rounds: int, common: "Sessions", falls: Sequence[Fall], left_out: float) -> Session:
        """The sum over all combinations of rare awards, each with the distribution of the other rounds."""
        scale = int(common.one.step / self.one.step)
        parts, missing = [], left_out
        for fall in falls:
            rest = common.after(rounds - fall.count)
            parts.append((rest.cells * scale + fall.cells, fall.chance * rest.chances))
            missing += fall.chance * rest.missing
        cells, chances = merged(parts, self.one.span)
        return Session(self.one, rounds, cells, chances, missing + summing(len(cells)))

    def _parted(self, rounds: int) -> "tuple[list[tuple[int, float]], Sessions]":
        """The cells and chances of the rare awards to condition on, as few as possible, and sessions without them."""
        one = self.one
        order = sorted(range(len(one.nets)), key=lambda number: -abs(one.places[number]))
        count = 0
        while count < len(order) - 1:
            expected = rounds * one.chances[order[: count + 1]].sum()
            if expected > SELDOM or (count and self._common(order[count:]).size(rounds) <= COMMON):
                break
            count += 1
        awards = [(one.cells[number], float(one.chances[number])) for number in order[:count]]
        return awards, self._common(order[count:])

    def _common(self, numbers: list[int]) -> "Sessions":
        """Sessions in which only some of the nets occur; cached by their number."""
        if len(numbers) not in self._commons:
            kept = gathered((self.one.nets[number], self.one.weights[number]) for number in numbers)
            self._commons[len(numbers)] = Sessions(kept)
        return self._commons[len(numbers)]
