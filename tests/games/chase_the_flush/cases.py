"""What Chase the Flush brings to the tests of shared code."""

LOOPS = (("published",), ("wait",))
SIDE_BETS = (({"ante": 5, "xtra": 5, "same_suit": 5},),)
