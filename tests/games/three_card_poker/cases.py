"""What 3 Card Poker brings to the tests of shared code."""

LOOPS = (("q-6-4",),)
AGREEING = (("optimal", {}),)
SIDE_BETS = (({"pair_plus": 5},),)
ALWAYS = (("always-play", 1),)
SHRUNKEN = (
    ("23A", ("q-6-4", "mimic", "always-play")),
    ("4QKA", ("q-6-4", "mimic", "always-play")),
)
COSTS_TWO_WAYS = ((["q-6-4", "mimic", "always-play"], {}),)
OTHER_TABLES = (("pair_plus=40-30-6-3-1",),)
IN_A_BUSY_ROOM = ((),)
PICTURES_IN_FULL = ((),)
