"""What Take 2 Back brings to the tests of shared code."""

LOOPS = (("basic",), ("let-all-ride",))
SIDE_BETS = (({"bet_1": 5, "bet_2": 5, "bet_3": 5, "three_card": 5},),)
