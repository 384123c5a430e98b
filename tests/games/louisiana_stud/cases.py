"""What Louisiana Stud brings to the tests of shared code."""

LOOPS = (("points",), ("always-1",))
SIDE_BETS = (({"ante": 5, "three_up": 5},),)
