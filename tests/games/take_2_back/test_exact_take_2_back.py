"""Exact Take 2 Back against the published figures of Let It Ride, whose structure it has."""

from fractions import Fraction
from math import comb

import pytest

from pitboss import api, games
from pitboss.maths.exact.solver import solver_of
from pitboss.maths.tally.tally import figures, first_stakes


@pytest.mark.compiled
def test_the_published_figures():
    """Wizard of Odds, Let It Ride: 3.51 % of one bet (3.5057 %); Three Card of this table 2.14 %."""
    found = api.analyze(games.build("take-2-back")).figures
    assert found["main"].house_edge == Fraction(37963, 1082900)
    assert f"{float(found['main'].house_edge):.4%}" == "3.5057%"
    assert f"{float(found['three_card'].house_edge):.2%}" == "2.14%"
    assert any(api.analyze(games.build("take-2-back")).tally.ties.values())  # Some hands are worth the same either way.


@pytest.mark.compiled
def test_every_deal_counts_once_and_some_decisions_are_ties():
    tally = api.analyze(games.build("take-2-back")).tally
    assert tally.total == comb(52, 3) * 49 * 48
    assert not tally.ties["first"]
    assert tally.ties["second"]


@pytest.mark.compiled
def test_the_basic_strategy_gives_nothing_up():
    """It takes back where both are worth the same, so it stakes less than the best play: 1.224 bets, as published."""
    game, best = games.build("take-2-back"), api.analyze(games.build("take-2-back")).figures["main"]
    tally = solver_of(game).under(game, games.folder("take-2-back").strategies["basic"])
    basic = figures(game, tally, game.main_wagers, first_stakes(game))
    assert basic.house_edge == best.house_edge
    assert basic.average_stake < best.average_stake
    assert f"{float(basic.average_stake):.3f} {float(best.average_stake):.3f}" == "1.224 1.232"
