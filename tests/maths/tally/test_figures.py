"""How bets go together, by the definition."""

import json
from fractions import Fraction

import pytest

from pitboss import games
from pitboss.maths.exact import solver
from pitboss.maths.tally.tally import covariance, figures, first_stakes, nets
from tests.support.cases import bringing
from tests.support.command import pitboss


@pytest.mark.parametrize("name", ["draw-five", *bringing("CORRELATED")])
def test_correlations_by_the_definition(house, name: str):
    document = json.loads(pitboss("analyze", name, "--json").stdout)
    game = games.build(name)
    stakes = first_stakes(game)
    tally = solver.solve(game, None, stakes, game.main_wagers)
    assert document["correlations"]
    for entry in document["correlations"]:
        one, other = entry["wagers"]
        product = Fraction(0)
        for cell, weight in tally.cells.items():
            single = type(tally)(tally.choices, tally.lines, {cell: 1})
            first, second = (next(iter(nets(game, single, (name,), stakes)))[0] for name in (one, other))
            product += weight * first * second
        evs = [figures(game, tally, (name,), stakes).ev for name in (one, other)]
        wanted = product / tally.total - evs[0] * evs[1]
        assert covariance(game, tally, one, other, stakes) == wanted == Fraction(entry["covariance"]["exact"])
        assert -1 <= entry["correlation"] <= 1
