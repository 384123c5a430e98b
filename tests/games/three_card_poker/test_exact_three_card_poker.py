"""Exact 3 Card Poker against brute force and against the published figures."""

import itertools
import random
from fractions import Fraction
from math import comb

import pytest

from pitboss import games
from pitboss.api import wager_figures
from pitboss.core.cards import STANDARD
from pitboss.games.three_card_poker.game import Play, ante, result
from pitboss.hands.bits import card_bit
from pitboss.maths.exact.solver import best_question, solve, solver_of
from pitboss.maths.tally.tally import figures, first_stakes
from tests.games.three_card_poker.checked import check_recounted

pytestmark = pytest.mark.compiled


@pytest.fixture(scope="module")
def solved():
    game = games.build("three-card-poker")
    return game, first_stakes(game), solve(game, *best_question(game))


def test_the_weights_are_all_deals(solved):
    _, _, tally = solved
    assert tally.total == comb(52, 3) * comb(49, 3)


def test_the_published_figures(solved):
    """Wizard of Odds, Three Card Poker: Ante and Play 3.37 %, Pair Plus 2.32 % and 7.28 %."""
    game, stakes, tally = solved
    assert figures(game, tally, game.main_wagers, stakes).house_edge == Fraction(686689, 20358520)
    assert f"{float(Fraction(686689, 20358520)):.2%}" == "3.37%"
    for table, edge in (("40-30-6-4-1", "2.32%"), ("40-30-6-3-1", "7.28%")):
        priced = games.build("three-card-poker", {"pair_plus": table})
        assert f"{float(figures(priced, tally, ('pair_plus',), stakes).house_edge):.2%}" == edge


def test_q_6_4_is_the_best_strategy(solved):
    game, _, tally = solved
    named = solver_of(game).under(game, games.folder("three-card-poker").strategies["q-6-4"])
    assert named.cells == tally.cells
    assert tally.ties == {"play": 0}


def test_other_strategies_cost_something(solved):
    game, stakes, tally = solved
    best = figures(game, tally, game.main_wagers, stakes).ev
    for name in ("mimic", "always-play"):
        named = solver_of(game).under(game, games.folder("three-card-poker").strategies[name])
        assert figures(game, named, game.main_wagers, stakes).ev < best


def test_fixed_hands_by_brute_force(solved):
    game, stakes, _ = solved
    source = random.Random(3)
    for _ in range(3):
        cards = source.sample(STANDARD.faces, 3)
        seen = tuple(source.sample([card for card in STANDARD if card not in cards], 4))
        player = sum(card_bit(card) for card in cards)
        left = [card for card in STANDARD if card not in cards and card not in seen]
        net = 0
        for three in itertools.combinations(left, 3):
            dealer = sum(card_bit(card) for card in three)
            net += {0: -1, 1: 0, 2: 1, 3: 1}[int(ante(player, dealer, Play.PLAY))]
            net += {0: -1, 1: 0, 2: 0, 3: 1}[int(result(player, dealer))]
        bonus = {0: 0, 1: 1, 2: 4, 3: 5}[int(game.wager["ante"].lines[1].outcome(player, Play.PLAY))]
        values = solver_of(game).advise(game, {"player": tuple(cards)}, seen, stakes, game.main_wagers)
        assert values == {0: Fraction(-1), 1: Fraction(net, comb(len(left), 3)) + bonus}


def test_every_cell_is_that_of_a_literal_recount():
    """Every hand against every dealer hand, by the printed rules and no ranking of the program's."""
    check_recounted("three-card-poker", with_spades=False)


def test_figures_by_which_a_table_is_judged_are_the_exact_ones():
    found = wager_figures("three-card-poker")
    assert found["main"].wagers == ("ante", "play")
    assert found["play"].unit == "ante"
    assert found["main"].edge == found["ante"].edge + found["play"].edge
    assert (found["pair_plus"].most_won, found["pair_plus"].most_lost) == (40, 1)
