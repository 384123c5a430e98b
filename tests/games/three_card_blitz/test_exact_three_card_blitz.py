"""Exact 3 Card Blitz, suit by suit, against every dealer hand one by one."""

import random
from fractions import Fraction
from math import comb

import numpy as np
import pytest

from pitboss import games
from pitboss.core.cards import STANDARD, card_text
from pitboss.games.three_card_blitz import solver
from pitboss.games.three_card_blitz.game import points
from pitboss.games.three_card_blitz.solver import counts
from pitboss.hands.bits import card_bit
from pitboss.maths.compile.cpu import fast, on_arrays
from pitboss.maths.tally.tally import figures, first_stakes, outcome_rows
from tests.games.three_card_blitz.test_three_card_blitz import literal_award, literal_points

pytestmark = pytest.mark.compiled


@pytest.fixture(scope="module")
def solved():
    game = games.build("three-card-blitz")
    return game, first_stakes(game), solver.solve(game, first_stakes(game), game.main_wagers)


@fast
def dealer_points(cards, counts):
    """Every seven of these cards, by points: the brute force."""
    size = len(cards)
    for a in range(size):
        for b in range(a):
            for c in range(b):
                for d in range(c):
                    for e in range(d):
                        five = cards[a] + cards[b] + cards[c] + cards[d] + cards[e]
                        for f in range(e):
                            for g in range(f):
                                counts[points(five + cards[f] + cards[g])] += 1


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_fixed_hands_by_brute_force(seed: int):
    """The value of playing, against all dealer hands without the player's cards and three more that were seen."""
    game = games.build("three-card-blitz")
    stakes = first_stakes(game)
    source = random.Random(seed)
    drawn = source.sample(STANDARD.faces, 10)
    cards, seen = tuple(drawn[:7]), tuple(drawn[7:])
    left = np.array([card_bit(card) for card in STANDARD if card not in drawn], dtype=np.int64)
    counts = np.zeros(32, dtype=np.int64)
    dealer_points(left, counts)
    total = literal_points([card_text(card) for card in cards])
    won, tied = int(counts[:total].sum()), int(counts[total])
    deals = comb(42, 7)
    assert counts.sum() == deals
    award = literal_award([card_text(card) for card in cards])
    blind = {"DOUBLE_BLITZ": 50, "ROYAL_BLITZ": 8, "FIVE_CARD_ROYAL": 8, "BLITZ": 4}.get(award, 1 if total >= 27 else 0)
    value = Fraction(won * (2 + blind) - 3 * (deals - won - tied), deals)
    assert solver.advise(game, {"player": cards}, seen, stakes, game.main_wagers) == {0: Fraction(-2), 1: value}


def test_the_weights_are_all_deals(solved):
    _, _, tally = solved
    assert tally.total == comb(52, 7) * comb(45, 7)
    hands = counts.all_hands(counts.size_of(games.build("three-card-blitz")))
    assert int(hands.weight.sum()) == comb(52, 7)
    assert int((hands.below + hands.equal).max()) <= comb(45, 7)


def test_the_player_and_the_dealer_are_alike_before_the_choice():
    """Over all hands the dealer wins as often as the player: the two deals are one deal with the hands changed over."""
    hands = counts.all_hands(counts.size_of(games.build("three-card-blitz")))
    assert (hands.weight.astype(np.int64) * hands.below).sum() == (
        hands.weight.astype(np.int64) * (comb(45, 7) - hands.below - hands.equal)
    ).sum()


def test_nineteen_is_the_best_total_to_play_on_and_the_best_strategy_is_better_still(solved):
    game, stakes, tally = solved
    strategies = games.folder("three-card-blitz").strategies
    best = figures(game, tally, game.main_wagers, stakes).ev
    named = {
        least: figures(game, solver.under(game, strategies[f"play-on-{least}"]), game.main_wagers, stakes).ev
        for least in (18, 19, 20)
    }
    assert max(named.values()) == named[19]
    assert named[19] < best < 0


def test_side_bets_by_counting_suits(solved):
    """The longest suit of seven cards by combinations, no rule called."""
    game, stakes, tally = solved
    rows = {row.outcome: Fraction(row.weight, tally.total) for row in outcome_rows(game, tally, "flush_bonus", stakes)}
    for length, name in ((7, "SUITED_7"), (6, "SUITED_6"), (5, "SUITED_5"), (4, "SUITED_4")):
        assert rows[name] == Fraction(4 * comb(13, length) * comb(39, 7 - length), comb(52, 7))
    awards = {
        row.outcome: row.weight * comb(52, 7) // tally.total for row in outcome_rows(game, tally, "blitz_bonus", stakes)
    }
    assert awards["FIVE_CARD_ROYAL"] == 4 * comb(47, 2)
    assert awards["TOTAL_30"] == 5_489_460


def test_points_of_the_solver_are_the_rules_points():
    hands = counts.all_hands(counts.size_of(games.build("three-card-blitz")))
    rows = np.random.default_rng(1).integers(0, len(hands.cards), 2000)
    found = on_arrays(points)(hands.cards[rows])
    for row, total in zip(rows.tolist(), found.tolist(), strict=True):
        cards = [card for card in STANDARD if int(hands.cards[row]) >> card & 1]
        assert len(cards) == 7
        assert literal_points([card_text(card) for card in cards]) == total
