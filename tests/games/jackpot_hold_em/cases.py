"""What Jackpot Hold'Em brings to the tests of shared code."""

LOOPS = (("simple",),)
SIDE_BETS = (({"ante": 5, "xtra": 5, "player_bonus": 5, "hole_card_bonus": 5},),)
