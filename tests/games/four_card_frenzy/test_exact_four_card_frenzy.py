"""Exact 4 Card Frenzy beside Super 4 Poker: Ante and raise are those of the other game, played alike."""

from fractions import Fraction

import pytest

from pitboss import api, games


@pytest.mark.compiled
def test_the_edge_with_the_sample_of_bad_beats():
    found = api.analyze(games.build("four-card-frenzy")).figures
    assert found["main"].house_edge == Fraction(594441179, 21904648920)
    assert found["main"].house_edge == sum((found[name].house_edge for name in ("ante", "odds", "raise")), Fraction(0))
