"""Statistics that every honest shuffle passes, and shuffles with a fault that each fail some of them.

Every statistic has a known distribution under a uniform shuffle and is told as a standard normal deviate; no more than
one observation a deck goes into each count, so that the counts are those of independent trials.
"""

import math
from collections.abc import Callable

import numpy as np

LARGEST = 5.0
"""The largest deviate that passes: an honest statistic exceeds it once in 1.7 million."""
FEW = 5
"""Fixed points are counted one by one below this number, and together from it on."""


class Statistics:
    """The counts of shuffled decks of one size: rows of `places[t, p]`, the card at place p of deck t."""

    def __init__(self, size: int) -> None:
        self.size, self.decks = size, 0
        self.places = np.zeros((size, size), np.int64)
        self.pairs = {
            "first and second card": (0, 1),
            "middle cards": (size // 2, size // 2 + 1),
            "last two cards": (size - 2, size - 1),
            "first and last card": (0, size - 1),
        }
        self.neighbours = {name: np.zeros(size, np.int64) for name in self.pairs}
        self.following = {
            name: np.zeros(size, np.int64) for name in ("first to first", "last to last", "last to first")
        }
        self.descents = 0
        self.fixed = np.zeros(FEW + 1, np.int64)
        self.marks: list[np.ndarray] = []

    def add(self, decks: np.ndarray) -> None:
        """Counts an even number of decks; two that follow each other are a pair."""
        size = self.size
        self.decks += len(decks)
        for place in range(size):
            self.places[place] += np.bincount(decks[:, place], minlength=size)
        for name, (one, other) in self.pairs.items():
            self.neighbours[name] += self._differences(decks[:, one], decks[:, other])
        first, second = decks[0::2], decks[1::2]
        ends = {"first to first": (0, 0), "last to last": (size - 1, size - 1), "last to first": (size - 1, 0)}
        for name, (one, other) in ends.items():
            self.following[name] += self._differences(first[:, one], second[:, other])
        self.descents += int(np.count_nonzero(decks[:, 1:] < decks[:, :-1]))
        stay = np.count_nonzero(decks == np.arange(size), axis=1)
        self.fixed += np.bincount(np.minimum(stay, FEW), minlength=FEW + 1)
        odd = np.random.default_rng(size).integers(0, 2**63, size, np.uint64) * np.uint64(2) + np.uint64(1)
        self.marks.append((decks.astype(np.uint64) * odd).sum(axis=1, dtype=np.uint64))

    def _differences(self, one: np.ndarray, other: np.ndarray) -> np.ndarray:
        return np.bincount((other.astype(np.int64) - one) % self.size, minlength=self.size)

    def deviates(self) -> dict[str, float]:
        """Every statistic as a standard normal deviate; that of repeated decks is infinite where there are any."""
        size, decks = self.size, self.decks
        # A permutation matrix has covariance P x P / (size - 1), P the projection that takes the mean away.
        places = float(((self.places - decks / size) ** 2).sum()) * (size - 1) / decks
        found = {"card at place": deviate(places, (size - 1) ** 2)}
        for name, counts in self.neighbours.items():
            found[name] = chi_square(counts[1:], np.full(size - 1, decks / (size - 1)))
        for name, counts in self.following.items():
            found[f"deck to deck, {name}"] = chi_square(counts, np.full(size, decks / 2 / size))
        found["descents"] = (self.descents - decks * (size - 1) / 2) / math.sqrt(decks * (size + 1) / 12)
        found["fixed points"] = chi_square(self.fixed, decks * fixed_points(size))
        marks = np.concatenate(self.marks)
        found["repeated decks"] = math.inf if len(np.unique(marks)) < len(marks) else 0.0
        return found

    def failures(self) -> dict[str, float]:
        """The statistics that no honest shuffle shows."""
        return {name: value for name, value in self.deviates().items() if abs(value) > LARGEST}


def deviate(chi: float, freedom: int) -> float:
    """A chi-square value as a standard normal deviate, by Wilson and Hilferty's cube root."""
    spread = 2 / (9 * freedom)
    return ((chi / freedom) ** (1 / 3) - (1 - spread)) / math.sqrt(spread)


def chi_square(counts: np.ndarray, expected: np.ndarray) -> float:
    return deviate(float(((counts - expected) ** 2 / expected).sum()), len(counts) - 1)


def fixed_points(size: int) -> np.ndarray:
    """The exact chances of 0, 1, ... cards that keep their place, the last for `FEW` and more."""

    def chance(stay: int) -> float:
        rest = sum((-1) ** term / math.factorial(term) for term in range(size - stay + 1))
        return rest / math.factorial(stay)

    exact = [chance(stay) for stay in range(FEW)]
    return np.array([*exact, 1 - sum(exact)])


# Shuffles with a fault.

Source = np.random.Generator
Draws = Callable[[Source, int, int], np.ndarray]
"""Numbers for one step of a shuffle, given the number of decks and the place that is filled."""


def exchanged(source: Source, decks: int, size: int, places: range, draws: Draws) -> np.ndarray:
    """Decks in which the card at each of these places changed places with one that is drawn."""
    order = np.tile(np.arange(size, dtype=np.int16), (decks, 1))
    every = np.arange(decks)
    for place in places:
        other = draws(source, decks, place)
        order[every, other], order[:, place] = order[:, place].copy(), order[every, other]
    return order


def honest(source: Source, decks: int, size: int) -> np.ndarray:
    """Fisher-Yates as it should be."""
    return exchanged(source, decks, size, range(size - 1, 0, -1), lambda s, n, place: s.integers(0, place + 1, n))


def modulo_of_a_byte(source: Source, decks: int, size: int) -> np.ndarray:
    """A byte modulo the number of places, none refused."""
    return exchanged(
        source, decks, size, range(size - 1, 0, -1), lambda s, n, place: s.integers(0, 256, n) % (place + 1)
    )


def any_place(source: Source, decks: int, size: int) -> np.ndarray:
    """Every card changes places with any other, those before it included."""
    return exchanged(source, decks, size, range(size), lambda s, n, place: s.integers(0, size, n))


def one_cycle(source: Source, decks: int, size: int) -> np.ndarray:
    """Off by one: a card never stays (Sattolo's cycle)."""
    return exchanged(source, decks, size, range(size - 1, 0, -1), lambda s, n, place: s.integers(0, place, n))


def last_place_kept(source: Source, decks: int, size: int) -> np.ndarray:
    """Off by one: the last place is not filled."""
    return exchanged(source, decks, size, range(size - 2, 0, -1), lambda s, n, place: s.integers(0, place + 1, n))


def stops_early(source: Source, decks: int, size: int) -> np.ndarray:
    """Off by one: the first two places are not exchanged."""
    return exchanged(source, decks, size, range(size - 1, 1, -1), lambda s, n, place: s.integers(0, place + 1, n))


def sorted_by_bytes(source: Source, decks: int, size: int) -> np.ndarray:
    """Cards sorted by a random byte, equal ones in their old order."""
    return np.argsort(source.integers(0, 256, (decks, size)), axis=1, kind="stable").astype(np.int16)


def seed_used_twice(source: Source, decks: int, size: int) -> np.ndarray:
    """One seed in ten thousand is that of another shuffle."""
    order = honest(source, decks, size)
    order[7::10_000] = order[3::10_000][: len(order[7::10_000])]
    return order


def seed_of_sixteen_bits(source: Source, decks: int, size: int) -> np.ndarray:
    """Only 65,536 seeds."""
    return honest(source, 1 << 16, size)[source.integers(0, 1 << 16, decks)]


def first_card_favoured(source: Source, decks: int, size: int) -> np.ndarray:
    """In one deck of fifty the last card of the printed order is put first."""
    order = honest(source, decks, size)
    chosen = np.flatnonzero(source.integers(0, 50, decks) == 0)
    where = np.argmax(order[chosen] == size - 1, axis=1)
    order[chosen, where], order[chosen, 0] = order[chosen, 0], size - 1
    return order


def one_riffle(source: Source, decks: int, size: int) -> np.ndarray:
    """One riffle of a sorted deck, as Gilbert, Shannon and Reeds describe it."""
    return np.argsort(source.integers(0, 2, (decks, size)), axis=1, kind="stable").argsort(axis=1).astype(np.int16)


def cut_only(source: Source, decks: int, size: int) -> np.ndarray:
    """One cut of a sorted deck."""
    return ((np.arange(size) + source.integers(0, size, (decks, 1))) % size).astype(np.int16)


def mirrored(source: Source, decks: int, size: int) -> np.ndarray:
    """Every second deck is the one before it, turned over."""
    order = honest(source, decks, size)
    order[1::2] = order[0::2, ::-1]
    return order


BAD = (
    modulo_of_a_byte,
    any_place,
    one_cycle,
    last_place_kept,
    stops_early,
    sorted_by_bytes,
    seed_used_twice,
    seed_of_sixteen_bits,
    first_card_favoured,
    one_riffle,
    cut_only,
    mirrored,
)
