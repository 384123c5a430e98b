"""What Jackpot Hold'Em brings to the tests of shared code."""

from fractions import Fraction

LOOPS = (("simple",),)
SIDE_BETS = (({"ante": 5, "xtra": 5, "player_bonus": 5, "hole_card_bonus": 5},),)
SLOW_EDGES = ((Fraction(13802304629, 579454375500),),)
"""The edge of the Ante under the best play, which takes about a minute to find."""
