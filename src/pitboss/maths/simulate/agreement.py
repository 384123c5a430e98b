"""Simulated figures with their errors, and how well they agree with exact ones."""

from dataclasses import dataclass
from fractions import Fraction
from math import exp, inf, lgamma, log, sqrt

from pitboss.maths.tally.analysis import Analysis
from pitboss.maths.tally.tally import Tally, nets

FEWEST = 5  # Outcomes expected less often are pooled, or chi-square means nothing.


@dataclass(frozen=True)
class Estimate:
    """A figure and its standard error."""

    value: float
    error: float


@dataclass(frozen=True)
class Estimates:
    """The figures of an entry, estimated from a simulation."""

    ev: Estimate
    element_of_risk: Estimate
    hit_frequency: Estimate
    variance: Estimate
    average_stake: Estimate


def estimates(analysis: Analysis, name: str) -> Estimates:
    """The figures of an entry with their errors, from the moments of net and stake."""
    rows, total = results(analysis, analysis.entries[name]), analysis.tally.total
    figures = analysis.figures[name]
    ev, stake = float(figures.ev), float(figures.average_stake)
    variance = sum(share * (net - ev) ** 2 for net, _, share in rows)
    fourth = sum(share * (net - ev) ** 4 for net, _, share in rows)
    stake_variance = sum(share * (each - stake) ** 2 for _, each, share in rows)
    hit = float(figures.hit_frequency)
    risk = float(figures.element_of_risk)
    # A ratio of two means: its error by how net and stake move together.
    ratio = sum(share * (net - ev + risk * (each - stake)) ** 2 for net, each, share in rows)
    return Estimates(
        Estimate(ev, sqrt(variance / total)),
        Estimate(risk, sqrt(ratio / total) / stake if stake else 0.0),
        Estimate(hit, sqrt(hit * (1 - hit) / total)),
        Estimate(variance, sqrt(max(0.0, fourth - variance**2) / total)),
        Estimate(stake, sqrt(stake_variance / total)),
    )


def results(analysis: Analysis, names: tuple[str, ...]) -> list[tuple[float, float, float]]:
    """Each joint result of some wagers: its net, its stake, and its share of the rounds."""
    sums: dict[tuple[Fraction, Fraction], int] = {}
    for net, stake, weight in nets(analysis.game, analysis.tally, names, analysis.stakes):
        sums[net, stake] = sums.get((net, stake), 0) + weight
    return [(float(net), float(stake), weight / analysis.tally.total) for (net, stake), weight in sums.items()]


def z_score(simulated: Analysis, exact: Analysis, name: str) -> float:
    """The distance of a simulated result from the exact one, in standard errors by the exact variance."""
    gap = float(simulated.figures[name].ev - exact.figures[name].ev)
    error = sqrt(exact.figures[name].variance / simulated.tally.total)
    return gap / error if error else 0.0 if not gap else inf


@dataclass(frozen=True)
class ChiSquare:
    """Pearson's chi-square of a wager's outcomes, its degrees of freedom, and its p-value."""

    value: float
    degrees: int
    p: float


def chi_square(simulated: Analysis, exact: Analysis, name: str) -> ChiSquare:
    """The chi-square test of a wager's outcomes against the exact ones; its lines together, since they depend on each
    other.

    Rare outcomes are pooled, and so are those of rounds in which the wager is not made.
    """
    total = simulated.tally.total
    seen, wanted = outcomes(simulated.tally, name), outcomes(exact.tally, name)
    if set(seen) - set(wanted):
        return ChiSquare(inf, len(wanted) - 1, 0.0)
    rows = [(count / exact.tally.total * total, seen.get(each, 0)) for each, count in wanted.items()]
    pooled = [each for each in rows if each[0] >= FEWEST]
    rare = [each for each in rows if each[0] < FEWEST]
    if sum(expected for expected, _ in rare) >= FEWEST:
        pooled.append((sum(expected for expected, _ in rare), sum(count for _, count in rare)))
    value = sum((count - expected) ** 2 / expected for expected, count in pooled)
    degrees = max(0, len(pooled) - 1)
    return ChiSquare(value, degrees, chance_above(value, degrees))


def outcomes(tally: Tally, name: str) -> dict[tuple[int, ...], int]:
    """The weights of a wager's joint outcomes, sorted: a tally just made and one kept may list theirs differently, and
    sums of floats would differ in the last digit.
    """
    sums: dict[tuple[int, ...], int] = {}
    for cell, weight in tally.onto((name,)).items():
        ended = cell[len(tally.choices) :]
        sums[ended] = sums.get(ended, 0) + weight
    return dict(sorted(sums.items()))


def chance_above(value: float, degrees: int) -> float:
    """The p-value of chi-square with these degrees of freedom: the regularised upper incomplete gamma function."""
    if degrees == 0 or value <= 0:
        return 1.0
    half, x = degrees / 2, value / 2
    front = exp(half * log(x) - x - lgamma(half))
    if x < half + 1:
        term = total = 1 / half
        while term > total * 1e-16:
            half += 1
            term *= x / half
            total += term
        return max(0.0, 1 - front * total)
    # The continued fraction, from the front (Lentz).
    b = x + 1 - half
    c, d = 1e300, 1 / b
    found = d
    for step in range(1, 500):
        a = -step * (step - half)
        b += 2
        d = 1 / (a * d + b)
        c = b + a / c
        found *= c * d
        if abs(c * d - 1) < 1e-15:
            break
    return min(1.0, front * found)
