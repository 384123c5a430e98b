"""What Super 4 Poker brings to the tests of shared code."""

LOOPS = (("k-q-8-4",), ("always-1",))
SIDE_BETS = (({"ante": 5, "xtra": 5, "player_bonus": 5},),)
OTHER_TABLES = (("player_bonus=50-40-8-4-3-2-1",),)
