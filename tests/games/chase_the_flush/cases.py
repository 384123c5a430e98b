"""What Chase the Flush brings to the tests of shared code."""

from fractions import Fraction

LOOPS = (("published",), ("wait",))
SIDE_BETS = (({"ante": 5, "xtra": 5, "same_suit": 5},),)
SLOW_EDGES = ((Fraction(12033802351, 503364407000),),)
"""The edge of the Ante under the best play, which takes about a minute to find."""
