"""What Wild Six brings to the tests of shared code."""

LOOPS = (("lowest",), ("helpers",))
AGREEING = (("optimal", {}), ("lowest", {}), ("flushes", {}))
ON_GPU = (("lowest",), ("optimal",))
SIDE_BETS = (({"poker": 10, "queens_or_better": 5, "draw_bonus": 5, "taxpayers_fortune": 1},),)
COSTS_TWO_WAYS = ((["lowest", "flushes", "helpers"], {}),)
BEST_HAND_BY_HAND = ((),)
OTHER_TABLES = (("queens_or_better=A2",), ("taxpayers_fortune=T2",))
SAME_RANKS_IN_EVERY_SUIT = ((),)
IN_A_BUSY_ROOM = ((),)
PICTURES_IN_FULL = ((),)
