"""Whole shoes of Super Pan 9, dealt as the interpreter deals them and against the exact figures."""

import pytest

from pitboss import games
from pitboss.core.game import Memory, Strategy
from pitboss.core.rule import rule
from pitboss.games.super_pan_9.game import Draw, Values, points
from tests.support.shoes import check_figures, check_shoes, later_rounds


@rule
def points_seen(memory: int, player: Values, player_card: Values, dealer: Values, dealer_card: Values) -> int:
    """The rounds of this shoe above a running sum of what both hands came to."""
    return memory + 1024 + points(player + player_card) + 2 * points(dealer + dealer_card)


@rule
def draw_by_heart(player: Values, memory: int) -> Draw:
    """On five, or on three after a sum that is odd."""
    return Draw.DRAW if points(player) <= (3 if memory % 2 else 5) else Draw.STAND


BY_HEART = Strategy(
    "by-heart",
    "for these tests",
    {"draw": draw_by_heart},
    memory=Memory(remembers=points_seen, bets=later_rounds, levels=3),
)


@pytest.mark.parametrize(("decks", "name"), [("2", "draw-on-5"), ("1", "by-heart")])
def test_shoes_are_dealt_as_the_interpreter_deals_them(decks: str, name: str):
    game = games.build("super-pan-9", {"decks": decks})
    strategy = BY_HEART if name == "by-heart" else games.folder("super-pan-9").strategies[name]
    check_shoes(game, strategy)


@pytest.mark.compiled
def test_whole_shoes_agree_with_the_exact_figures():
    strategy = games.folder("super-pan-9").strategies["draw-on-5"]
    check_figures(games.build("super-pan-9"), strategy, points_seen, shoes=20, rounds=25)
