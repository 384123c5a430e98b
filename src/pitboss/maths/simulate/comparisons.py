"""Several comparisons of simulated with exact figures: intervals, and how large the largest difference should be.

The largest of n z-scores is larger than a single one. For standard normal scores, correlated or not, the chance that
the largest exceeds a value is at most 1 - (1 - p)^n, where p is the chance of a single one (Šidák's inequality), and
that is at most n p (Bonferroni's).
"""

from collections.abc import Mapping
from dataclasses import dataclass
from math import erfc, expm1, inf, log1p, sqrt

from pitboss.maths.simulate.agreement import SURE, Agreement
from pitboss.maths.tally.analysis import Analysis


@dataclass(frozen=True)
class Extreme:
    """The largest of several differences: where it is, its chance alone, and the chance of one so large among all."""

    name: str
    value: float
    count: int
    """The number of comparisons."""
    alone: float
    """The p-value of this comparison by itself."""
    among_all: float
    """Šidák's bound on the chance that any of the comparisons is as extreme."""
    bonferroni: float


@dataclass(frozen=True)
class Extremes:
    """The largest z-score of the house edges, and the smallest p-value of the chi-square tests."""

    z: Extreme | None
    chi_square: Extreme | None


def sidak(p: float, count: int) -> float:
    """The chance that at least one of so many independent comparisons has a p-value of p or less."""
    return 1.0 if p >= 1 else -expm1(count * log1p(-p))


def two_sided(z: float) -> float:
    """The chance of a standard normal score as far from 0, to either side."""
    return 0.0 if abs(z) == inf else erfc(abs(z) / sqrt(2))


def extremes(simulated: Analysis, exact: Analysis, found: Mapping[str, Agreement]) -> Extremes:
    """The most extreme of all comparisons; a bet whose result does not vary is no comparison."""
    scores = {name: each.edge_z for name, each in found.items() if exact.figures[name].variance}
    tests = {name: each.chi_square for name, each in found.items() if each.chi_square and each.chi_square.degrees}
    largest = smallest = None
    if scores:
        name = max(scores, key=lambda each: abs(scores[each]))
        largest = _extreme(name, scores[name], len(scores), two_sided(scores[name]))
    if tests:
        name = min(tests, key=lambda each: tests[each].p)
        smallest = _extreme(name, tests[name].value, len(tests), tests[name].p)
    return Extremes(largest, smallest)


def _extreme(name: str, value: float, count: int, p: float) -> Extreme:
    return Extreme(name, value, count, p, sidak(p, count), min(1.0, count * p))


def edge_interval(simulated: Analysis, exact: Analysis, name: str) -> tuple[float, float]:
    """The 95 % interval of a simulated house edge, with the exact variance, as a share of the first stake."""
    error = SURE * sqrt(exact.figures[name].variance / simulated.tally.total) / float(exact.unit(name))
    edge = float(simulated.edge(name))
    return edge - error, edge + error
