"""Exact edges of staged games under the best play, as fractions, over the binomial number of deals."""

from fractions import Fraction
from math import comb

import pytest

from pitboss import games
from pitboss.maths.exact.solver import analysed

pytestmark = [pytest.mark.compiled, pytest.mark.slow]


@pytest.mark.parametrize(
    ("name", "edge", "deals", "has_ties"),
    [
        # As Let It Ride, 3.5057 % (Wizard of Odds).
        ("take-2-back", Fraction(37963, 1082900), comb(52, 3) * 49 * 48, True),
        # As Caribbean Stud, 5.22 %.
        ("tropical-stud-poker", Fraction(142031221, 2718662100), comb(52, 5) * 47 * comb(46, 4), False),
        # As Crazy 4 Poker, 3.42 %.
        ("super-4-poker", Fraction(264142729, 7726058340), comb(52, 5) * comb(47, 5), False),
    ],
)
def test_the_edge_and_the_deals(name: str, edge: Fraction, deals: int, has_ties: bool):
    analysis = analysed(games.build(name))
    assert analysis.figures[analysis.first].house_edge == edge
    assert analysis.tally.total == deals
    assert any(analysis.tally.ties.values()) == has_ties
