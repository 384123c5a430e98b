"""What the coach says of Super Pan 9."""

from pitboss import games
from pitboss.coach.advice import advice_on
from pitboss.core.cards import parse_cards
from tests.support.decisions import asked


def test_the_reason_is_the_line_of_the_strategy_that_covers_the_hand():
    game = games.build("super-pan-9")
    for cards, reason in (("6s 4h 3d", "Draw with 5 points or fewer."), ("Kd 6h Qs", "Stand with 6 points or more.")):
        played = asked(game, {1: {"regular": 1000}}, {("player", 1): parse_cards(cards)})
        assert advice_on(played, 1).reason == reason


def test_the_tie_bet_counts_in_the_values():
    game = games.build("super-pan-9")
    player = {("player", 1): parse_cards("6s 4h 3d")}
    alone, both = (
        advice_on(asked(game, {1: bets}, player), 1, reason=False).values_cents
        for bets in ({"regular": 1000}, {"regular": 1000, "tie": 200})
    )
    assert set(alone) == set(both)
    assert dict(alone) != dict(both)
