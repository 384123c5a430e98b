"""The largest of several differences between simulated and exact figures."""

import random
from math import inf
from statistics import NormalDist

import pytest

from pitboss.maths.simulate.agreement import agreement
from pitboss.maths.simulate.comparisons import edge_interval, extremes, sidak, two_sided
from pitboss.maths.tally.analysis import Analysis
from tests.support.report_cases import subject_of


def test_chances_of_normal_scores():
    assert two_sided(1.959963984540054) == pytest.approx(0.05)
    assert two_sided(-1.959963984540054) == pytest.approx(0.05)
    assert (two_sided(0), two_sided(inf), two_sided(-inf)) == (1, 0, 0)


def test_the_largest_of_many_scores_is_as_rare_as_sidak_says():
    """Drawn from normal distributions, independent ones and correlated ones, for which it is a bound."""
    chance, count, tries, limit = random.Random(5), 8, 20_000, 2.5
    p = two_sided(limit)
    assert sidak(p, count) == pytest.approx(1 - (1 - p) ** count)
    assert sidak(p, 1) == pytest.approx(p)
    assert sidak(p, count) < count * p
    assert (sidak(0, 5), sidak(1, 5)) == (0, 1)
    apart = sum(max(abs(chance.gauss(0, 1)) for _ in range(count)) > limit for _ in range(tries)) / tries
    error = (sidak(p, count) * (1 - sidak(p, count)) / tries) ** 0.5
    assert abs(apart - sidak(p, count)) < 4 * error
    together = 0
    for _ in range(tries):
        common = chance.gauss(0, 1)
        together += max(abs(0.8**0.5 * common + 0.2**0.5 * chance.gauss(0, 1)) for _ in range(count)) > limit
    assert together / tries < sidak(p, count) - 4 * error


def test_the_most_extreme_comparison_is_found():
    subject = subject_of("draw-five")
    exact, simulated = subject.analysis, subject.simulated
    found = {name: agreement(simulated, exact, name) for name in exact.entries}
    most = extremes(simulated, exact, found)
    assert most.z
    assert most.chi_square
    assert abs(most.z.value) == max(abs(each.edge_z) for each in found.values())
    assert most.z.count == most.chi_square.count == 2
    assert most.chi_square.alone == min(each.chi_square.p for each in found.values() if each.chi_square)
    assert most.z.bonferroni == min(1, 2 * most.z.alone)
    low, high = edge_interval(simulated, exact, most.z.name)
    half = NormalDist().inv_cdf(0.975) * (float(exact.figures[most.z.name].variance) / simulated.tally.total) ** 0.5
    assert (high + low) / 2 == pytest.approx(float(simulated.edge(most.z.name)))
    assert (high - low) / 2 == pytest.approx(half)
    assert extremes(simulated, Analysis(exact.game, exact.tally), {}).z is None
