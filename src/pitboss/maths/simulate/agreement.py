"""Simulated figures with standard errors, and their agreement with exact ones: z-scores and chi-square."""

from dataclasses import asdict, dataclass
from math import exp, inf, lgamma, log, sqrt
from typing import Any

from pitboss.maths.tally.analysis import DOLLARS, Analysis
from pitboss.maths.tally.figures import EntryFigures, Estimate, outcome_figures
from pitboss.maths.tally.tally import OutcomeRow, Tally, added_up, nets

SURE = 1.959963984540054  # Half-width of a 95 % interval, in standard errors.
FEWEST = 5  # Outcomes expected less often are pooled, because the chi-square approximation is poor for them.


def estimated_figures(analysis: Analysis, name: str) -> EntryFigures[Estimate]:
    """The figures of an entry with their standard errors, from the moments of net and stake in a simulated tally."""
    rows, total = results(analysis, analysis.entries[name]), analysis.tally.total
    figures, per = analysis.figures[name], analysis.per(name)
    ev, stake = float(figures.ev), float(figures.average_stake)
    hit, risk = float(figures.hit_frequency), float(figures.element_of_risk)
    variance = sum(share * (net - ev) ** 2 for net, _, share in rows)
    fourth = sum(share * (net - ev) ** 4 for net, _, share in rows)
    stake_variance = sum(share * (each - stake) ** 2 for _, each, share in rows)
    # The delta method for a ratio of two means.
    ratio = sum(share * (net - ev + risk * (each - stake)) ** 2 for net, each, share in rows)
    error, scale = sqrt(variance / total), stake if per == DOLLARS else 1.0
    return EntryFigures(
        per,
        Estimate(ev, error),
        Estimate(risk, sqrt(ratio / total) / stake if stake else 0.0),
        Estimate(1 + ev / scale, error / scale),
        Estimate(hit, sqrt(hit * (1 - hit) / total)),
        Estimate(variance, sqrt(max(0.0, fourth - variance**2) / total)),
        Estimate(stake, sqrt(stake_variance / total)),
        estimated_outcomes(analysis, name),
    )


def estimated_outcomes(analysis: Analysis, name: str) -> tuple[OutcomeRow[Estimate], ...]:
    """The figures of every outcome of an entry that occurred, with their standard errors."""
    found = []
    for row in outcome_figures(analysis, name):
        chance, ev = row.weight / analysis.tally.total, float(row.ev)
        error = sqrt(chance * (1 - chance) / analysis.tally.total)
        estimates = Estimate(chance, error), Estimate(ev, abs(ev) / chance * error)
        found.append(OutcomeRow(row.line, row.alone, row.outcome, row.weight, row.pay, *estimates))
    return tuple(found)


def results(analysis: Analysis, names: tuple[str, ...]) -> list[tuple[float, float, float]]:
    """Every joint result of some wagers: net, stake, and its share of the rounds."""
    found = nets(analysis.game, analysis.tally, names, analysis.stakes)
    return [(float(net), float(stake), weight / analysis.tally.total) for (net, stake), weight in found.items()]


def z_score(simulated: Analysis, exact: Analysis, name: str) -> float:
    """The z-score of a simulated EV against the exact one, with the exact variance."""
    gap = float(simulated.figures[name].ev - exact.figures[name].ev)
    error = sqrt(exact.figures[name].variance / simulated.tally.total)
    return gap / error if error else 0.0 if not gap else inf


@dataclass(frozen=True)
class ChiSquare:
    """Pearson's chi-square statistic, its degrees of freedom, and its p-value."""

    value: float
    degrees: int
    p: float


def chi_square(simulated: Analysis, exact: Analysis, name: str) -> ChiSquare:
    """Pearson's chi-square test of a wager's outcomes, all lines jointly because they are dependent.

    Outcomes expected less than `FEWEST` times are pooled.
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


@dataclass(frozen=True)
class Agreement:
    """The agreement of a simulated entry with the exact one; only a single wager has a chi-square test."""

    z: float
    """That of the EV: positive where the simulated EV is above the exact one. JSON has this one."""
    chi_square: ChiSquare | None

    @property
    def edge_z(self) -> float:
        """The z-score of the house edge, for tables of edges: positive where the simulated edge is above the exact."""
        return -self.z or 0.0  # Never -0.0.


def agreement(simulated: Analysis, exact: Analysis, name: str) -> Agreement:
    """Compares a simulated entry with the exact one."""
    single = len(simulated.entries[name]) == 1
    return Agreement(z_score(simulated, exact, name), chi_square(simulated, exact, name) if single else None)


def agreement_json(found: Agreement) -> dict[str, Any]:
    """An agreement as JSON."""
    return {"z": found.z, **({"chi_square": asdict(found.chi_square)} if found.chi_square else {})}


def outcomes(tally: Tally, name: str) -> dict[tuple[int, ...], int]:
    """The weights of a wager's joint outcomes over all lines.

    They are sorted because a new tally and a cached one may differ in order, and float sums then in the last digit.
    """
    spread = len(tally.choices)
    sums = added_up((cell[spread:], weight) for cell, weight in tally.onto((name,)).items())
    return dict(sorted(sums.items()))


def chance_above(value: float, degrees: int) -> float:
    """The p-value of a chi-square statistic: the regularised upper incomplete gamma function."""
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
    # Lentz's method for the continued fraction.
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
