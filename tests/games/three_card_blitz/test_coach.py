"""What the coach knows of 3 Card Blitz."""

import pytest

from pitboss import games
from pitboss.coach.advice import advice_on
from pitboss.coach.reasons import teaching_of
from pitboss.core.cards import parse_cards
from pitboss.maths.exact.solver import decisions_of
from pitboss.maths.strategy import best_play
from pitboss.maths.strategy.levels import Split
from pitboss.maths.strategy.plan import fitted
from tests.support.decisions import asked


@pytest.mark.compiled
def test_splits_are_kept_too_and_meters_do_not_matter(monkeypatch: pytest.MonkeyPatch):
    guide = games.folder("three-card-blitz").guide
    game = games.build("three-card-blitz", {"blitz_bonus": "progressive"})
    first = teaching_of(game)
    assert any(isinstance(entry.does, Split) for entry in first.entries)
    assert guide
    assert first.entries == fitted(game, guide, decisions_of(game)).entries
    monkeypatch.setattr(best_play, "decisions_of", lambda *_: pytest.fail("the decisions were solved again"))
    for meters in ("example", "10000,2000,300,400,500"):
        other = games.build("three-card-blitz", {"blitz_bonus": "progressive", "meters": meters})
        assert teaching_of(other) == first


@pytest.mark.compiled
def test_a_rule_that_turns_on_a_count_tells_the_count_of_the_hand():
    game = games.build("three-card-blitz")
    rule = "With 18 points, fold; play only with all seven cards together counting 59 or more (yours count 38)."
    played = asked(game, {1: {"ante": 1000, "blind": 1000}}, {("player", 1): parse_cards("Ts 6s 2s 5h 4h 9d 2c")})
    assert advice_on(played, 1).reason.startswith(rule)
