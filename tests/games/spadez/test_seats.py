"""Two seats of SPADEZ draw from one deck: their covariance by hand, and how it is kept on disk."""

from fractions import Fraction
from math import comb

from pitboss import games
from pitboss.core.pays import Odds
from pitboss.maths.exact.solver import analysed
from pitboss.maths.seats import pairs


def test_two_seats_by_hand():
    """Five cards each: the spades of two seats are jointly hypergeometric."""
    analysis = analysed(games.build("spadez", {"cards": "5"}))
    table = analysis.game.wager["spadez"].lines[0].pays
    pays = [pay.net for pay in (table[count] for count in range(6)) if isinstance(pay, Odds)]
    assert len(pays) == 6
    total = mean = Fraction(0)
    for one in range(6):
        mean += pays[one] * Fraction(comb(13, one) * comb(39, 5 - one), comb(52, 5))
        for other in range(6):
            ways = comb(13, one) * comb(39, 5 - one) * comb(13 - one, other) * comb(34 + one, 5 - other)
            total += pays[one] * pays[other] * Fraction(ways, comb(52, 5) * comb(47, 5))
    found = pairs.seat_pairs(analysis, None)
    assert found.covariances["spadez", "spadez"] == total - mean**2


def test_a_kept_result_is_that_of_the_same_question(monkeypatch, tmp_path):
    """The catalogue's games are kept on disk; another pay table, or another seed, is another question."""
    made = []
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    real = pairs.mean_products
    monkeypatch.setattr(pairs, "mean_products", lambda results: made.append(results.game.name) or real(results))
    game = games.build("spadez", {"cards": "5"})
    other = games.build("spadez", {"cards": "5", "table": "B"})
    analysis = analysed(game)
    first = pairs.seat_pairs(analysis, None)
    assert pairs.seat_pairs(analysis, None) == first
    assert len(made) == 1
    assert pairs.seat_pairs(analysed(other), None) != first
    assert len(made) == 2
