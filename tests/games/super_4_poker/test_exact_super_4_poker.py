"""Exact Super 4 Poker against the published figures of Crazy 4 Poker, whose structure it has."""

from fractions import Fraction
from math import comb

import pytest

from pitboss import api, games


@pytest.mark.compiled
def test_the_published_figures():
    """Wizard of Odds, Crazy 4 Poker: house edge 3.42 % of the Ante, element of risk 1.09 %."""
    analysis = api.analyze(games.build("super-4-poker"))
    found = analysis.figures["main"]
    assert analysis.tally.total == comb(52, 5) * comb(47, 5)
    assert not any(analysis.tally.ties.values())
    assert found.house_edge == Fraction(264142729, 7726058340)
    assert f"{float(found.house_edge):.2%} {float(found.element_of_risk):.2%}" == "3.42% 1.09%"
