"""What the coach says of 3 Card Poker, alone and with a rider."""

import pytest

from pitboss import games
from pitboss.coach.advice import advice_on
from pitboss.coach.grade import grade
from pitboss.core.cards import parse_cards
from tests.support.decisions import asked


@pytest.mark.compiled
@pytest.mark.parametrize("name", [name for name in games.names() if name.startswith("three-card-poker")])
def test_the_reason_and_the_grade_of_the_closest_hand(name: str):
    played = asked(games.build(name), {1: {"ante": 1000}}, {("player", 1): parse_cards("Qs 6d 4c")})
    advice = advice_on(played, 1)
    assert advice.reason == "Play with Q-6-4 or better."
    assert grade(advice, 0).words == "close"
