"""Exact figures of SPADEZ a second way: spades are hypergeometric."""

from fractions import Fraction
from math import comb

import pytest

from pitboss import games
from pitboss.core.pays import Odds
from pitboss.maths.exact.decide import best_strategy
from pitboss.maths.tally.tally import figures, first_stakes


@pytest.mark.parametrize("cards", [*range(5, 13), 14])
def test_spadez_is_hypergeometric(cards: int):
    for table in "ABCDE" if cards == 14 else "AB":
        game = games.build("spadez", {"cards": str(cards), "table": table})
        stakes = first_stakes(game)
        tally = best_strategy(game, stakes, ("spadez",)).tally
        deck, spades = (53, 14) if cards == 14 else (52, 13)
        ways = {
            count: comb(spades, count) * comb(deck - spades, cards - count) for count in range(min(cards, spades) + 1)
        }
        assert tally.total == comb(deck, cards) == sum(ways.values())
        pays = game.wagers[0].lines[0].pays
        ev = Fraction(0)
        for count, way in ways.items():
            pay = pays[count]
            assert isinstance(pay, Odds)
            ev += Fraction(way, tally.total) * pay.net
        assert figures(game, tally, ("spadez",), stakes).ev == ev
