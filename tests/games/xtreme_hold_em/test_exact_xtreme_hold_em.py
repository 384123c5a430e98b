"""Exact Xtreme Hold'Em against the published figure of Ultimate Texas Hold'em, whose structure it has."""

from fractions import Fraction

import pytest

from pitboss import api, games


@pytest.mark.compiled
@pytest.mark.slow
def test_the_published_figure():
    """Wizard of Odds, Ultimate Texas Hold'em: house edge 2.185 % of the Ante."""
    found = api.analyze(games.build("xtreme-hold-em")).figures["main"]
    assert found.house_edge == Fraction(50643648973, 2317817502000)
    assert f"{float(found.house_edge):.3%}" == "2.185%"
