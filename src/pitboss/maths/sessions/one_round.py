"""The exact results of one round of a wager, and the cumulants for Chernoff bounds on many rounds."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import gcd, lcm

import numpy as np

from pitboss.maths.tally.analysis import Analysis
from pitboss.maths.tally.tally import added_up, nets

NEGLIGIBLE = 1e-12
TILTS = np.geomspace(1e-13, 100, 600)
"""Parameters at which Chernoff bounds are evaluated. Every bound is valid; the smallest is used."""


@dataclass(frozen=True)
class OneRound:
    """The net results of one round, ascending, with their exact weights."""

    nets: tuple[Fraction, ...]
    weights: tuple[int, ...]

    @cached_property
    def total(self) -> int:
        return sum(self.weights)

    @cached_property
    def step(self) -> Fraction:
        """The largest amount of which every net, and so every total, is a multiple."""
        whole = lcm(*(net.denominator for net in self.nets))
        return Fraction(gcd(*(int(net * whole) for net in self.nets)) or whole, whole)

    @cached_property
    def cells(self) -> tuple[int, ...]:
        """The nets in steps."""
        return tuple(int(net / self.step) for net in self.nets)

    @cached_property
    def span(self) -> int:
        """The spacing, in steps, of the totals after a given number of rounds: 9 if a round nets -1 or 8."""
        return gcd(*(cell - self.cells[0] for cell in self.cells)) or 1

    @cached_property
    def lattices(self) -> tuple[int, ...]:
        """The spacings, in steps, of totals in which only the likeliest nets occur; each divides the next.

        The first is `span`, for all nets. Each one after it leaves out the rarest net before it: a game that ties once
        in 8,000 rounds and else wins or loses 1 has 1 and 2, because most of its totals keep their parity.
        """
        likely = sorted(range(len(self.nets)), key=lambda place: -self.weights[place])
        kept = (likely[:count] for count in range(len(likely), 1, -1))
        found = (gcd(*(self.cells[place] - self.cells[places[0]] for place in places)) for places in kept)
        return tuple(dict.fromkeys((self.span, *found)))

    @cached_property
    def chances(self) -> np.ndarray:
        """The chance of every net, correctly rounded."""
        return np.array([weight / self.total for weight in self.weights])

    @cached_property
    def results(self) -> list[tuple[int, float]]:
        """The nets in steps, with their chances."""
        return list(zip(self.cells, self.chances.tolist(), strict=True))

    @cached_property
    def mean(self) -> Fraction:
        return self._moment(1)

    @cached_property
    def variance(self) -> Fraction:
        return self._moment(2) - self.mean**2

    def _moment(self, power: int) -> Fraction:
        terms = (net**power * weight for net, weight in zip(self.nets, self.weights, strict=True))
        return sum(terms, Fraction(0)) / self.total

    @property
    def worst(self) -> Fraction:
        return self.nets[0]

    @cached_property
    def places(self) -> tuple[int, ...]:
        """The nets in spans, counted from the one nearest to the mean."""
        middle = round((self.mean - self.worst) / (self.step * self.span))
        return tuple((cell - self.cells[0]) // self.span - middle for cell in self.cells)


def gathered(results: Iterable[tuple[Fraction, int]]) -> OneRound:
    """One round from nets with weights; equal nets are merged."""
    kept = sorted((net, weight) for net, weight in added_up(results).items() if weight)
    return OneRound(tuple(net for net, _ in kept), tuple(weight for _, weight in kept))


def one_round(analysis: Analysis, name: str) -> OneRound:
    """The net results of an entry of an analysis."""
    results = nets(analysis.game, analysis.tally, analysis.entries[name], analysis.stakes)
    return gathered((net, weight) for (net, _), weight in results.items())


def cumulants(places: Sequence[int], chances: np.ndarray) -> np.ndarray:
    """The cumulant generating function at every tilt: the logarithm of the mean of exp(tilt * place)."""
    tilted = TILTS[:, None] * np.array(places, dtype=float)
    top = tilted.max(axis=1)
    return top + np.log(np.exp(tilted - top[:, None]) @ chances)
