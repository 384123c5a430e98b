"""The best play of Wild Six as a loop follows it."""

import random

import numpy as np
import pytest

from pitboss import games
from pitboss.core.cards import TWO_JOKERS
from pitboss.games.wild_six.solver import discards, lookup, one_hand
from pitboss.games.wild_six.solver.tables import stock_of
from pitboss.hands.bits import card_bit
from pitboss.maths.tally.tally import first_stakes


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
