"""Exact figures of SPADEZ a second way: spades are hypergeometric."""

from fractions import Fraction
from math import comb

import pytest

from pitboss import games
from pitboss.core.pays import Odds
from pitboss.maths.exact import riders
from pitboss.maths.exact.decide import best_strategy
from pitboss.maths.exact.solver import best_question, solve
from pitboss.maths.tally.tally import NOT_PLACED, figures, first_stakes


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


@pytest.mark.parametrize("name", sorted(name for name in games.attached() if name.endswith("+spadez")))
def test_counted_apart_from_a_host_it_has_the_figures_of_its_own_game(name: str):
    """Another route: SPADEZ by itself, by plain enumeration of as many cards."""
    game = games.build(name)
    cards = sum(deal.count for deal in game.piles.values())
    alone = games.build("spadez", {"cards": str(cards)})
    tally = solve(alone, *best_question(alone))
    assert riders.sees_a_sum(game)
    found = riders.rider_tally(game, 12 * tally.total)
    assert {cell[-1]: weight for cell, weight in found.cells.items()} == {
        cell[-1]: 12 * weight for cell, weight in tally.cells.items()
    }
    assert {cell[:-1] for cell in found.cells} == {(NOT_PLACED,) * len(found.choices)}
