"""Every deal of a staged game is counted once: the whole of its tally is the product of the binomials of its piles."""

from math import comb

import pytest

from pitboss import games
from pitboss.maths.exact.solver import Staged, analysed, solver_of

STAGED = sorted(name for name in games.find() if isinstance(solver_of(games.build(name)), Staged))


@pytest.mark.compiled
@pytest.mark.slow
@pytest.mark.parametrize("name", STAGED)
def test_every_deal_is_counted_once(name: str):
    game = games.build(name)
    left, deals = len(game.deck), 1
    for pile in game.piles.values():
        deals *= comb(left, pile.count)
        left -= pile.count
    assert analysed(game).tally.total == deals
