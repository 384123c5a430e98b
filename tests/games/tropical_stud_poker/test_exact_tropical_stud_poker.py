"""Exact Tropical Stud Poker against the published figures of Caribbean Stud Poker, whose structure it is assumed to have.

Wizard of Odds prints what each strategy loses over all 19,933,230,517,200 deals, to the unit.
"""

from math import comb

import pytest

from pitboss import api, games
from pitboss.maths.exact.solver import solver_of
from pitboss.maths.tally.tally import figures, first_stakes

DEALS = 19_933_230_517_200
BEST = 1_041_372_912_372
LOST = {
    "three-rules": 1_041_417_758_724,
    "a-k-j-8-3": 1_059_715_400_580,
    "matching-rank": 1_063_176_931_284,
    "pair": 1_090_272_101_460,
    "ace-king": 1_132_600_203_540,
    "always-raise": 3_310_360_338_060,
}


@pytest.mark.compiled
def test_the_published_loss_of_the_best_play():
    analysis = api.analyze(games.build("tropical-stud-poker"))
    found = analysis.figures["main"]
    assert comb(52, 5) * 47 * comb(46, 4) == analysis.tally.total == DEALS
    assert not any(analysis.tally.ties.values())
    assert found.house_edge * DEALS == BEST
    assert f"{float(found.house_edge):.3%} {float(found.element_of_risk):.3%}" == "5.224% 2.555%"


@pytest.mark.compiled
@pytest.mark.parametrize("name", ["three-rules", "a-k-j-8-3"])
def test_the_published_losses_of_strategies(name: str):
    check_lost(name)


@pytest.mark.soak
@pytest.mark.compiled
@pytest.mark.parametrize("name", ["matching-rank", "pair", "ace-king", "always-raise"])
def test_the_published_losses_of_more_strategies(name: str):
    check_lost(name)


def check_lost(name: str) -> None:
    game = games.build("tropical-stud-poker")
    tally = solver_of(game).under(game, games.folder("tropical-stud-poker").strategies[name])
    assert figures(game, tally, game.main_wagers, first_stakes(game)).house_edge * DEALS == LOST[name]
