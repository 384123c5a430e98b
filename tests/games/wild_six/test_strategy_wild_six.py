"""The best strategy of Wild Six in words."""

from fractions import Fraction

import pytest

from pitboss import games
from pitboss.maths.exact.solver import decisions_of
from pitboss.maths.strategy import plan


@pytest.mark.compiled
def test_the_words_for_wild_six_beat_every_short_strategy():
    game = games.build("wild-six")
    folder = games.folder("wild-six")
    assert folder.guide
    decisions = decisions_of(game)
    said = plan.said_of(game, folder.guide, decisions)
    short = plan.priced(game, folder.strategies.values(), decisions)
    assert 0 < said.cost < min(each.cost for each in short) < Fraction(1, 1000)
    assert [each.strategy.name for each in short] == ["helpers", "flushes", "lowest"]
    assert any(line.startswith("a pair: throw the lowest") for line in said.lines)
