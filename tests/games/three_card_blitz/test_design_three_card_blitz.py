"""Pay tables designed for 3 Card Blitz, and sessions of wagers that rise together."""

from fractions import Fraction

import pytest

from pitboss import games
from pitboss.core.pays import LOSE, Prize
from pitboss.maths.design.design import Design, Limits, Span
from pitboss.maths.exact.solver import analysed
from pitboss.maths.sessions.one_round import one_round
from pitboss.maths.sessions.sessions import Sessions
from tests.support.shapes import shape_of


@pytest.mark.compiled
def test_a_row_in_dollars_stops_at_nothing_and_not_at_a_loss():
    shape = shape_of(games.folder("three-card-blitz"), "blitz_bonus", {"blitz_bonus": "progressive"})
    stopped = Design(shape, Limits(hit=Span(Fraction(0), Fraction(1)))).cuts()[1].stops
    assert [shape.name(outcome) for outcome in stopped] == ["TOTAL_29"]
    assert LOSE not in shape.pays.values()
    assert Prize(0) in shape.pays.values()


@pytest.mark.compiled
def test_wagers_that_rise_together_are_one():
    analysis = analysed(games.build("three-card-blitz"))
    one = one_round(analysis, "main")
    assert (one.mean, one.variance) == (analysis.figures["main"].ev, analysis.figures["main"].variance)
    assert one.worst == -3
    session = Sessions(one).after(10_000)
    assert session.mean == pytest.approx(float(10_000 * one.mean), abs=1e-8)
    squares = (session.cells * float(one.step) - session.mean) ** 2
    assert squares @ session.chances == pytest.approx(float(10_000 * one.variance), rel=2e-9)
