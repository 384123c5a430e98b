"""What the coach knows of 3 Card Blitz."""

import pytest

from pitboss import games
from pitboss.maths.strategy.kept_plan import kept_plan
from pitboss.maths.strategy.plan import Split


@pytest.mark.compiled
def test_splits_are_kept_too_and_meters_do_not_matter():
    folder = games.folder("three-card-blitz")
    game = games.build("three-card-blitz", {"blitz_bonus": "progressive"})
    other = games.build("three-card-blitz", {"blitz_bonus": "progressive", "meters": "10000,2000,300,400,500"})
    strategies = list(folder.strategies.values())
    first = kept_plan(game, folder.guide, strategies)
    assert any(isinstance(entry.does, Split) for entry in first.entries)
    assert kept_plan(other, folder.guide, strategies) == first
