"""Two seats of 3 Card Poker share the dealer's hand: their covariance, against all pairs of hands one by one."""

from fractions import Fraction
from itertools import combinations

import numpy as np

from pitboss import games
from pitboss.maths.exact.decide import exact
from pitboss.maths.seats import exact_pairs
from pitboss.maths.seats.exact_pairs import mean_products
from pitboss.maths.seats.results import SeatResults
from pitboss.maths.tally.analysis import Analysis
from tests.support.shrunken import shrunk


def test_classes_of_suits_count_every_table():
    """Three cards each, where tables that differ in the names of suits are counted once: against all disjoint pairs."""
    game = shrunk("three-card-poker", "KQJ")
    strategy = games.folder("three-card-poker").strategies["q-6-4"]
    analysis = Analysis(game, exact(game, strategy))
    results = SeatResults(analysis, strategy)
    assert len(exact_pairs.tables_of(exact_pairs.kinds_of(results), (3,))[1]) < 30
    threes = list(combinations(game.deck.faces, 3))
    products = np.zeros((3, 3), dtype=np.int64)
    pairs_dealt = 0
    for dealer in threes:
        hands = [hand for hand in threes if not set(hand) & set(dealer)]
        nets = results.nets({"player": np.array(hands), "dealer": np.array([dealer] * len(hands))})
        sets = [set(hand) for hand in hands]
        apart = np.array([[not one & other for other in sets] for one in sets], dtype=np.int64)
        products += nets.T @ apart @ nets
        pairs_dealt += int(apart.sum())
    found = mean_products(results)
    for (one, other), mean in found.items():
        place = results.wagers.index(one), results.wagers.index(other)
        assert mean == Fraction(int(products[place]), pairs_dealt * results.scales[place[0]] * results.scales[place[1]])
