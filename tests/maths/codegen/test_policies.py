"""The best play as a loop follows it, against the play that was solved."""

import random

import numpy as np
import pytest

from pitboss import games
from pitboss.core.cards import TWO_JOKERS
from pitboss.games.three_card_blitz.game import points
from pitboss.games.three_card_blitz.solver import tallies as blitz
from pitboss.games.three_card_blitz.solver import weights
from pitboss.games.three_card_blitz.solver.counts import all_hands, size_of, ways_at_most
from pitboss.games.three_card_blitz.solver.weights import counted_play, weighed_play
from pitboss.games.wild_six.solver import discards, lookup, one_hand
from pitboss.games.wild_six.solver.tables import stock_of
from pitboss.hands.bits import card_bit
from pitboss.maths.compile.cpu import fast, on_arrays
from pitboss.maths.tally.tally import first_stakes


@fast
def weigh_all(hands, totals, sure, weights, answers):
    """What the weights say of every hand."""
    for row in range(len(hands)):
        answers[row] = weighed_play(hands[row], totals[row], sure, weights)


@pytest.mark.compiled
def test_weights_play_every_hand_of_3_card_blitz_as_it_was_solved(monkeypatch):
    """All 133,784,560 hands, up to the names of the suits; and the formula, where weights are not found, some of them."""
    game = games.build("three-card-blitz")
    asked = game, first_stakes(game), game.main_wagers
    hands = all_hands(size_of(game))
    plays = blitz.best_plays(*asked, hands, blitz.judged(game, hands.cards))
    policy = blitz.policy(*asked)
    assert policy.function is weighed_play
    answers, totals = np.zeros(len(plays), dtype=np.int64), on_arrays(points)(hands.cards)
    weigh_all(hands.cards, totals, *policy.tables, answers)
    assert (answers == plays).all()
    monkeypatch.setattr(blitz, "weighed", lambda *_: ())
    policy = blitz.policy(*asked)
    assert policy.function is counted_play
    close = np.flatnonzero((totals == 18) | (totals == 19))
    for row in np.random.default_rng(5).choice(close, 1000).tolist():
        assert policy.function(int(hands.cards[row]), int(totals[row]), *policy.tables) == plays[row]


@pytest.mark.compiled
def test_weights_that_cannot_be_are_not_found(monkeypatch):
    monkeypatch.setattr(weights, "MOST_ROUNDS", 3)
    ways = ways_at_most(size_of(games.build("three-card-blitz")))
    cards, plays = np.array([0b11 << 13 | 1, 0b11 << 13 | 1]), np.array([False, True])
    assert weights.weighed(cards, np.array([18, 18]), plays, ways) == ()


@pytest.mark.compiled
def test_wild_six_throws_a_best_card_whatever_the_suits_are_called():
    game = games.build("wild-six")
    policy = lookup.policy(game, first_stakes(game), game.main_wagers)
    source = random.Random(5)
    for _ in range(200):
        cards = tuple(source.sample(tuple(TWO_JOKERS), 5))
        wins, ties, deals = one_hand.looked_up(cards, stock_of(game))
        worth, _ = discards.scores(game, first_stakes(game), np.array(wins), np.array(ties), deals)
        thrown = policy.function(sum(map(card_bit, cards)), *policy.tables)
        assert max(worth) in [value for card, value in zip(cards, worth, strict=True) if card_bit(card) == thrown]
