"""The best strategy of 3 Card Blitz in words, and what the words cost."""

import pytest

from pitboss import games
from pitboss.core.game import Strategy
from pitboss.core.rule import rule
from pitboss.games.three_card_blitz.game import Play, points
from pitboss.games.three_card_blitz.strategies import whole_count
from pitboss.hands.bits import Bits
from pitboss.maths.exact.solver import decisions_of, solver_of
from pitboss.maths.strategy import plan
from pitboss.maths.tally.tally import first_stakes
from tests.support.costs import ev


@rule
def as_said(player: Bits) -> Play:
    """What the words for 3 Card Blitz say."""
    if points(player) >= 20:
        return Play.PLAY
    if points(player) == 19 and whole_count(player) >= 43:
        return Play.PLAY
    if points(player) == 18 and whole_count(player) >= 59:
        return Play.PLAY
    return Play.FOLD


@pytest.mark.compiled
def test_the_words_for_three_card_blitz_cost_what_a_strategy_that_follows_them_costs():
    game = games.build("three-card-blitz")
    guide = games.folder("three-card-blitz").guide
    assert guide
    said = plan.said_of(game, guide, decisions_of(game))
    assert said.lines == [
        "17 points or fewer: fold",
        "18 points: fold, but play with all seven cards together counting 59 or more",
        "19 points: fold, but play with all seven cards together counting 43 or more",
        "20 points or more: play",
    ]
    solver = solver_of(game)
    followed = solver.under(game, Strategy("as-said", "", {"play": as_said}))
    best = solver.solve(game, first_stakes(game), game.main_wagers)
    assert said.cost == ev(game, best) - ev(game, followed) > 0
    assert [level for level, _, _ in said.mixed] == ["18 points", "19 points"]
